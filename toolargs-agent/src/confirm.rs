//! Calls that wait for a person.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;
use toolargs::Repair;

use crate::call::Facts;
use crate::dispatch::Prepared;
use crate::key::IdempotencyKey;
use crate::reply::Reply;
use crate::toolbox::{Answer, Outcome, Toolbox};

/// Which calls wait for a confirmation before their handler runs.
///
/// ```
/// use toolargs_agent::Confirm;
///
/// // when the amount was repaired; when more than 100 is refunded, repaired or not
/// let repaired = Confirm::paths(["$.amount_cents"]);
/// let large = Confirm::when(|review| review.arguments()["amount_cents"].as_i64() > Some(10_000));
/// # let _ = (repaired, large);
/// ```
#[derive(Clone)]
pub struct Confirm(Wanted);

#[derive(Clone)]
enum Wanted {
    Never,
    Repaired,
    Paths(Arc<[String]>),
    When(Arc<dyn Fn(&Review<'_>) -> bool + Send + Sync>),
}

impl Confirm {
    /// None.
    pub fn never() -> Self {
        Confirm(Wanted::Never)
    }

    /// Calls with any repair.
    pub fn repaired() -> Self {
        Confirm(Wanted::Repaired)
    }

    /// Calls with a repair at one of the paths or inside it. A repair of the payload as a whole is at `$`.
    pub fn paths<P: Into<String>>(paths: impl IntoIterator<Item = P>) -> Self {
        Confirm(Wanted::Paths(paths.into_iter().map(Into::into).collect()))
    }

    /// Calls of which the function says so.
    pub fn when(wanted: impl Fn(&Review<'_>) -> bool + Send + Sync + 'static) -> Self {
        Confirm(Wanted::When(Arc::new(wanted)))
    }

    pub(crate) fn wants(&self, review: &Review<'_>) -> bool {
        match &self.0 {
            Wanted::Never => false,
            Wanted::Repaired => !review.repairs().is_empty(),
            Wanted::Paths(paths) => {
                review.repairs().iter().any(|repair| paths.iter().any(|path| inside(&repair.path, path)))
            }
            Wanted::When(wanted) => wanted(review),
        }
    }
}

/// `$.tags[1]` is inside `$.tags`, `$.tagsoup` is not.
fn inside(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || (outer != "$" && rest.starts_with(['.', '['])))
}

impl fmt::Debug for Confirm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Wanted::Never => "Confirm::never",
            Wanted::Repaired => "Confirm::repaired",
            Wanted::Paths(_) => "Confirm::paths",
            Wanted::When(_) => "Confirm::when",
        })
    }
}

/// A call, looked at before its handler runs.
#[derive(Debug)]
pub struct Review<'r> {
    pub(crate) facts: &'r Facts,
    pub(crate) prepared: &'r Prepared,
}

impl Review<'_> {
    /// The tool's name.
    pub fn tool(&self) -> &str {
        &self.facts.tool
    }

    /// The arguments as the handler would get them, in canonical form.
    pub fn arguments(&self) -> Value {
        self.prepared.ready.arguments()
    }

    /// What was repaired, values included.
    pub fn repairs(&self) -> &[Repair] {
        &self.facts.repairs
    }
}

/// A call that waits for a person. Nothing has happened yet, and nothing does when it is dropped.
///
/// To wait longer than the process lives, keep the [`ToolCall`](crate::ToolCall) and give it to [`Toolbox::confirmed`].
#[derive(Debug)]
pub struct Pending {
    pub(crate) toolbox: Toolbox,
    pub(crate) facts: Arc<Facts>,
    pub(crate) prepared: Prepared,
}

impl Pending {
    /// The tool's name.
    pub fn tool(&self) -> &str {
        &self.facts.tool
    }

    /// The arguments as the handler will get them, in canonical form.
    pub fn arguments(&self) -> Value {
        self.prepared.ready.arguments()
    }

    /// What was repaired, values included: show them to the person who decides.
    pub fn repairs(&self) -> &[Repair] {
        &self.facts.repairs
    }

    /// The key that the handler gets.
    pub fn idempotency_key(&self) -> IdempotencyKey {
        IdempotencyKey::new(self.tool(), &self.facts.id, &self.arguments())
    }

    /// Runs the call.
    pub async fn approve(self) -> Answer {
        let Pending { toolbox, facts, prepared } = self;
        toolbox.run(facts, prepared).await
    }

    /// Tells the model that the call was not carried out.
    pub fn refuse(self, why: impl fmt::Display) -> Answer {
        let reply = Reply::coded("not_confirmed", &format!("not carried out: {why}"));
        self.toolbox.answer(self.facts, Outcome::Replied(reply))
    }
}
