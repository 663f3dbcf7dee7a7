//! From a call to its answer.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use futures_util::future::{Either, select};
use futures_util::{FutureExt, StreamExt, stream};
use toolargs::Rejection;

use crate::budget::{Escalation, Ledger};
use crate::call::{Context, Facts, ToolCall};
use crate::confirm::Review;
use crate::handler::{Ready, Running};
use crate::observe::{Declared, Event, EventKind};
use crate::toolbox::{Answer, Outcome, Toolbox};

/// A call that may begin.
pub(crate) struct Prepared {
    pub(crate) ready: Box<dyn Ready>,
    began: Option<Instant>,
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Prepared")
    }
}

/// Where in a conversation a call comes.
#[derive(Clone, Copy)]
struct Turn<'c> {
    attempt: u32,
    conversation: Option<&'c Arc<str>>,
}

impl Turn<'_> {
    /// In none.
    const ALONE: Turn<'static> = Turn { attempt: 1, conversation: None };
}

/// A call, read.
enum Read {
    Answered(Answer),
    Refused(Arc<Facts>, Rejection, Option<Instant>),
    Accepted(Arc<Facts>, Prepared),
}

impl Toolbox {
    /// Serves one call that stands for itself. In a conversation use a [`Session`], which counts the corrections.
    pub async fn call(&self, call: ToolCall) -> Answer {
        match self.read(call, Turn::ALONE, false) {
            Read::Accepted(facts, prepared) => self.run(facts, prepared).await,
            other => self.close(other),
        }
    }

    /// Serves one call that a person has agreed to: it does not ask again.
    pub async fn confirmed(&self, call: ToolCall) -> Answer {
        match self.read(call, Turn::ALONE, true) {
            Read::Accepted(facts, prepared) => self.run(facts, prepared).await,
            other => self.close(other),
        }
    }

    /// Serves the calls of one turn side by side, and answers in their order.
    pub async fn turn(&self, calls: impl IntoIterator<Item = ToolCall>) -> Vec<Answer> {
        let read = calls.into_iter().map(|call| self.read(call, Turn::ALONE, false)).collect();
        self.serve(read).await
    }

    /// A conversation, with its budget of corrections.
    pub fn session(&self) -> Session {
        self.session_from(Ledger::default())
    }

    /// A conversation that goes on.
    pub fn session_from(&self, ledger: Ledger) -> Session {
        Session { toolbox: self.clone(), ledger: Mutex::new(ledger), conversation: None }
    }

    async fn serve(&self, read: Vec<Read>) -> Vec<Answer> {
        let mut answers = Vec::new();
        answers.resize_with(read.len(), || None);
        let running = read.into_iter().enumerate().map(|(index, read)| async move {
            let answer = match read {
                Read::Accepted(facts, prepared) => self.run(facts, prepared).await,
                other => self.close(other),
            };
            (index, answer)
        });
        // unordered, so that a slow call holds up no other
        let mut running = stream::iter(running).buffer_unordered(self.0.limit);
        while let Some((index, answer)) = running.next().await {
            answers[index] = Some(answer);
        }
        answers.into_iter().flatten().collect()
    }

    fn close(&self, read: Read) -> Answer {
        match read {
            Read::Answered(answer) => answer,
            Read::Refused(facts, rejection, began) => self.finish(facts, Outcome::Rejected(rejection), began),
            // the callers run these
            Read::Accepted(facts, prepared) => self.finish(facts, Outcome::Panicked, prepared.began),
        }
    }

    /// Runs the gate over a call. Nothing in here waits.
    fn read(&self, call: ToolCall, turn: Turn<'_>, confirmed: bool) -> Read {
        let began = (!self.0.observers.is_empty()).then(Instant::now);
        let ToolCall { id, name, arguments } = call;
        let tool = self.tool(&name);
        let mut facts = Facts {
            id,
            tool: tool.map_or_else(|| name.as_str().into(), |tool| Arc::clone(&tool.name)),
            attempt: turn.attempt,
            conversation: turn.conversation.cloned(),
            repairs: Vec::new(),
            duplicates_checked: true,
            cancellation: Default::default(),
        };
        let Some(tool) = tool else {
            let rejection = Rejection::unknown_tool(&name, self.specs().map(|spec| spec.name()));
            return self.refuse(&self.0.undeclared, facts, rejection, began);
        };
        if let Some(log) = &self.0.log {
            log.write(&facts.id, &tool.name, &arguments);
        }
        let Some(payload) = arguments.payload() else {
            return self.refuse(&tool.declared, facts, Rejection::cut_off(), began);
        };
        // a field's own check is code of the tool's author, and may panic
        let accepted = match catch_unwind(AssertUnwindSafe(|| tool.entry.prepare(payload))) {
            Ok(Ok(accepted)) => accepted,
            Ok(Err(rejection)) => return self.refuse(&tool.declared, facts, rejection, began),
            Err(_) => return Read::Answered(self.finish(Arc::new(facts), Outcome::Panicked, began)),
        };
        facts.repairs = accepted.repairs;
        facts.duplicates_checked = accepted.duplicates_checked;
        self.tell_verdict(&tool.declared, &facts, None);
        let facts = Arc::new(facts);
        let prepared = Prepared { ready: accepted.ready, began };
        if !confirmed {
            let review = Review { facts: &facts, prepared: &prepared };
            match catch_unwind(AssertUnwindSafe(|| tool.confirm.wants(&review))) {
                Ok(false) => {}
                Ok(true) => {
                    let pending =
                        crate::confirm::Pending { toolbox: self.clone(), facts: Arc::clone(&facts), prepared };
                    return Read::Answered(self.finish(facts, Outcome::NeedsConfirmation(pending), began));
                }
                Err(_) => return Read::Answered(self.finish(facts, Outcome::Panicked, began)),
            }
        }
        Read::Accepted(facts, prepared)
    }

    fn tell_verdict(&self, declared: &Declared, facts: &Facts, rejection: Option<&Rejection>) {
        if self.0.observers.is_empty() {
            return;
        }
        let repairs: Vec<_> = facts.repairs.iter().map(|repair| (declared.path(&repair.path), repair.rule)).collect();
        let errors = rejection.map(Rejection::errors).unwrap_or_default();
        let errors: Vec<_> = errors.iter().map(|error| (declared.path(error.path()), error.code())).collect();
        self.tell(facts, EventKind::Judged { repairs: &repairs, errors: &errors });
    }

    #[cold]
    fn refuse(&self, declared: &Declared, facts: Facts, rejection: Rejection, began: Option<Instant>) -> Read {
        self.tell_verdict(declared, &facts, Some(&rejection));
        Read::Refused(Arc::new(facts), rejection, began)
    }

    /// Runs the handler of an accepted call.
    pub(crate) async fn run(&self, facts: Arc<Facts>, prepared: Prepared) -> Answer {
        let Prepared { ready, began } = prepared;
        self.tell(&facts, EventKind::Started);
        let mut guard = Guard { toolbox: self, facts: &facts, answered: false };
        let context = Context(Arc::clone(&facts));
        #[cfg(feature = "tracing")]
        let span = crate::tracing::span(&facts);
        let start = || {
            #[cfg(feature = "tracing")]
            let _entered = span.enter();
            catch_unwind(AssertUnwindSafe(|| ready.start(&context)))
        };
        let outcome = match start() {
            Err(_) => Outcome::Panicked,
            Ok(Running::Done(reply)) => Outcome::Replied(reply),
            Ok(Running::Waiting(future)) => {
                let caught = AssertUnwindSafe(future).catch_unwind();
                #[cfg(feature = "tracing")]
                let caught = tracing::Instrument::instrument(caught, span);
                let ended = match &self.0.timer {
                    None => Some(caught.await),
                    Some(timer) => match select(Box::pin(caught), timer(&facts.tool)).await {
                        Either::Left((ended, _)) => Some(ended),
                        Either::Right(_) => None,
                    },
                };
                match ended {
                    Some(Ok(reply)) => Outcome::Replied(reply),
                    Some(Err(_)) => Outcome::Panicked,
                    None => Outcome::TimedOut,
                }
            }
        };
        guard.answered = true;
        if let Outcome::TimedOut = outcome {
            facts.cancellation.cancel();
        }
        drop(guard);
        self.finish(facts, outcome, began)
    }

    pub(crate) fn answer(&self, facts: Arc<Facts>, outcome: Outcome) -> Answer {
        self.finish(facts, outcome, None)
    }

    fn finish(&self, facts: Arc<Facts>, outcome: Outcome, began: Option<Instant>) -> Answer {
        let answer = Answer { facts, outcome };
        if !self.0.observers.is_empty() {
            if let Outcome::Escalate(Escalation { reason, .. }) = &answer.outcome {
                self.tell(&answer.facts, EventKind::Escalated { reason: *reason });
            }
            let took = began.map(|began| began.elapsed()).unwrap_or_default();
            self.tell(&answer.facts, EventKind::Finished { outcome: answer.outcome_name(), took });
        }
        answer
    }

    fn tell(&self, facts: &Facts, kind: EventKind<'_>) {
        if self.0.observers.is_empty() {
            return;
        }
        let known = self.tool(&facts.tool).is_some();
        let tool = if known { &*facts.tool } else { &*self.0.unknown };
        let Facts { id, attempt, conversation, .. } = facts;
        let event = Event { tool, call_id: id, attempt: *attempt, conversation: conversation.as_deref(), kind };
        self.0.observers.iter().for_each(|observer| observer.event(&event));
    }
}

/// Notices that nobody waits any more.
struct Guard<'r> {
    toolbox: &'r Toolbox,
    facts: &'r Facts,
    answered: bool,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if !self.answered {
            self.facts.cancellation.cancel();
            self.toolbox.tell(self.facts, EventKind::Dropped);
        }
    }
}

/// A conversation: it counts corrections, and escalates where they are used up.
///
/// ```
/// use toolargs::ToolArgs;
/// use toolargs_agent::{Outcome, Toolbox, ToolCall};
///
/// #[derive(ToolArgs)]
/// struct Refund { cents: u32 }
///
/// fn refund(args: Refund) -> u32 { args.cents }
///
/// let session = Toolbox::new().tool(refund).build()?.session();
/// let call = |arguments: &str| ToolCall { id: "c".into(), name: "refund".into(), arguments: arguments.into() };
/// let first = pollster::block_on(session.call(call(r#"{"cents":"19.99"}"#)));
/// assert!(matches!(first.outcome(), Outcome::Rejected(_)));
/// // the same error at the same place, although the model was told
/// let second = pollster::block_on(session.call(call(r#"{"cents":"20.99"}"#)));
/// let Outcome::Escalate(escalation) = second.outcome() else { panic!() };
/// assert_eq!(escalation.history[1].faults[0].code, "ambiguous_integer");
/// # Ok::<(), toolargs_agent::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Session {
    toolbox: Toolbox,
    ledger: Mutex<Ledger>,
    conversation: Option<Arc<str>>,
}

impl Session {
    /// Names the conversation for observers: a name of yours, so that the attempts of one call can be told from those of another.
    pub fn conversation(mut self, name: impl Into<Arc<str>>) -> Self {
        self.conversation = Some(name.into());
        self
    }

    /// Serves a turn of one call.
    pub async fn call(&self, call: ToolCall) -> Answer {
        match self.read([call]).pop() {
            Some(Read::Accepted(facts, prepared)) => self.toolbox.run(facts, prepared).await,
            Some(other) => self.toolbox.close(other),
            None => unreachable!("one call is read as one"),
        }
    }

    /// Serves the calls of one turn side by side, and answers in their order.
    pub async fn turn(&self, calls: impl IntoIterator<Item = ToolCall>) -> Vec<Answer> {
        let read = self.read(calls);
        self.toolbox.serve(read).await
    }

    /// The tools that it calls.
    pub fn toolbox(&self) -> &Toolbox {
        &self.toolbox
    }

    /// What the session remembers now.
    pub fn ledger(&self) -> Ledger {
        self.lock().clone()
    }

    /// Forgets the chain of a tool, so that the model may try again.
    pub fn forget(&self, tool: &str) {
        self.lock().forget(self.chain(tool));
    }

    fn lock(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All names that are no tool are one chain, so that a model cannot go on by another name.
    fn chain<'n>(&self, tool: &'n str) -> &'n str {
        if self.toolbox.tool(tool).is_some() { tool } else { crate::observe::UNKNOWN }
    }

    /// Reads the calls of a turn in order and settles the budget, before any handler begins.
    fn read(&self, calls: impl IntoIterator<Item = ToolCall>) -> Vec<Read> {
        let (turn, clean) = {
            let mut ledger = self.lock();
            (ledger.begin(), ledger.is_clean())
        };
        let mut read: Vec<Read> = calls
            .into_iter()
            .map(|call| {
                let attempt = if clean { 1 } else { self.lock().attempt(self.chain(&call.name), turn) };
                self.toolbox.read(call, Turn { attempt, conversation: self.conversation.as_ref() }, false)
            })
            .collect();
        let mut ledger = self.lock();
        let mut escalated = Vec::new();
        for (index, read) in read.iter().enumerate() {
            if let Read::Refused(facts, rejection, _) = read {
                let chain = self.chain(&facts.tool);
                if let Some(reason) = ledger.refuse(chain, turn, &facts.id, self.toolbox.0.budget, rejection) {
                    escalated.push((index, reason, ledger.chain(chain).to_vec()));
                }
            }
        }
        if ledger.is_clean() {
            return read;
        }
        for read in &read {
            if let Read::Accepted(facts, _) = read {
                ledger.accept(&facts.tool, turn);
            } else if let Read::Answered(Answer { facts, outcome: Outcome::NeedsConfirmation(_) }) = read {
                ledger.accept(&facts.tool, turn);
            }
        }
        // observers hear of it when the ledger is free again: they may ask for it
        drop(ledger);
        for (index, reason, history) in escalated {
            if let Read::Refused(facts, rejection, began) = &read[index] {
                let escalation = Escalation { reason, history, rejection: rejection.clone() };
                let answer = self.toolbox.finish(Arc::clone(facts), Outcome::Escalate(escalation), *began);
                read[index] = Read::Answered(answer);
            }
        }
        read
    }
}
