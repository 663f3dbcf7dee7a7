//! How often a model may correct itself, and what is known when it may not any more.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use toolargs::Rejection;

/// How often a model may correct its arguments.
///
/// ```
/// use toolargs_agent::Budget;
///
/// assert_eq!(Budget::default().corrections, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Corrections of one chain of calls: the third rejection in a row escalates.
    pub corrections: u32,
    /// Rejections of a whole session, over all tools: a chain that succeeds now and then is a loop all the same.
    pub session: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { corrections: 2, session: 32 }
    }
}

/// Why a chain of calls was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The same error at the same place, after the model was told.
    Repeated,
    /// All corrections were used.
    Exhausted,
    /// The session had too many rejections.
    Session,
}

impl Reason {
    /// The stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::Repeated => "repeated",
            Reason::Exhausted => "exhausted",
            Reason::Session => "session",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A call that was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Refused {
    /// The provider's id of the call.
    pub call_id: String,
    /// The turn of the session in which it came.
    pub turn: u64,
    /// What was wrong with it.
    pub faults: Vec<Fault>,
}

/// What was wrong, and where, without the value.
///
/// A path may hold a key that the model made up, or one of a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fault {
    /// The code's stable name.
    pub code: String,
    /// Where.
    pub path: String,
}

/// A chain of calls that was ended: a person, or another way, has to take over.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Escalation {
    /// Why.
    pub reason: Reason,
    /// The calls that were refused, the last one included.
    pub history: Vec<Refused>,
    /// The last rejection.
    pub rejection: Rejection,
}

/// How much of a chain is kept; more than any sensible budget.
const MAX_HISTORY: usize = 16;

/// What a session remembers between turns. It can be stored, and put together with that of another process.
///
/// A chain is the refused calls of one tool up to the turn in which that tool is called well and never wrongly: providers do
/// not say which earlier call a new one corrects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    turn: u64,
    rejections: u32,
    chains: BTreeMap<String, Vec<Refused>>,
}

impl Ledger {
    /// All rejections of the session.
    pub fn rejections(&self) -> u32 {
        self.rejections
    }

    /// The refused calls of a tool since it was last called well.
    pub fn chain(&self, tool: &str) -> &[Refused] {
        self.chains.get(tool).map_or(&[], Vec::as_slice)
    }

    /// Forgets the chain of a tool: a person has taken over, or has helped.
    pub fn forget(&mut self, tool: &str) {
        self.chains.remove(tool);
    }

    /// Adds what another session of the same conversation remembers. A call that both know counts once.
    ///
    /// ```
    /// use toolargs_agent::Ledger;
    ///
    /// let mut ledger = Ledger::default();
    /// ledger.merge(Ledger::default());
    /// assert_eq!(ledger.rejections(), 0);
    /// ```
    pub fn merge(&mut self, other: Ledger) {
        let mut known = 0;
        for (tool, refused) in other.chains {
            let chain = self.chains.entry(tool).or_default();
            for refused in refused {
                if chain.contains(&refused) {
                    known += 1;
                } else {
                    chain.push(refused);
                }
            }
            chain.sort_by_key(|refused| refused.turn);
            let over = chain.len().saturating_sub(MAX_HISTORY);
            chain.drain(..over);
        }
        self.rejections = self.rejections.saturating_add(other.rejections.saturating_sub(known));
        self.turn = self.turn.max(other.turn);
    }

    pub(crate) fn begin(&mut self) -> u64 {
        self.turn += 1;
        self.turn
    }

    /// No chain is open.
    pub(crate) fn is_clean(&self) -> bool {
        self.chains.is_empty()
    }

    /// The attempt that a call of this turn is.
    pub(crate) fn attempt(&self, tool: &str, turn: u64) -> u32 {
        let chain = self.chain(tool);
        1 + chain.iter().filter(|refused| refused.turn < turn).count() as u32
    }

    /// Notes a rejection, and says why it is one too many.
    pub(crate) fn refuse(
        &mut self,
        tool: &str,
        turn: u64,
        id: &str,
        budget: Budget,
        rejection: &Rejection,
    ) -> Option<Reason> {
        let faults: Vec<Fault> = rejection
            .errors()
            .iter()
            .map(|error| Fault { code: error.code().as_str().to_owned(), path: error.path().to_owned() })
            .collect();
        let chain = self.chains.entry(tool.to_owned()).or_default();
        // the model was told of earlier turns only
        let told = || chain.iter().filter(|refused| refused.turn < turn);
        let repeated = told().any(|refused| refused.faults.iter().any(|fault| faults.contains(fault)));
        let mut turns = told().map(|refused| refused.turn).collect::<Vec<_>>();
        turns.dedup();
        let corrections = turns.len();
        if chain.len() == MAX_HISTORY {
            chain.remove(0);
        }
        chain.push(Refused { call_id: id.to_owned(), turn, faults });
        self.rejections = self.rejections.saturating_add(1);
        if repeated {
            Some(Reason::Repeated)
        } else if corrections >= budget.corrections as usize {
            Some(Reason::Exhausted)
        } else if self.rejections > budget.session {
            Some(Reason::Session)
        } else {
            None
        }
    }

    /// Ends the chains of tools that were called well in this turn.
    pub(crate) fn accept(&mut self, tool: &str, turn: u64) {
        if self.chains.get(tool).is_some_and(|chain| chain.iter().all(|refused| refused.turn < turn)) {
            self.chains.remove(tool);
        }
    }
}
