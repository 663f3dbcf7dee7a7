//! All tools of an agent, and the answers to its calls.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use serde_json::Value;
use toolargs::provider::{DefinitionError, Provider};
use toolargs::{Rejection, Repair, ToolArgs, ToolSpec};

use crate::budget::{Budget, Escalation};
use crate::call::{BoxFuture, Facts};
use crate::call_log::CallLog;
use crate::confirm::{Confirm, Pending};
use crate::handler::{Derived, Entry, Handler, Served, Source};
use crate::observe::{Declared, Observer};
use crate::reply::Reply;
use crate::wire::Wire;

pub(crate) type Timer = Arc<dyn Fn(&str) -> BoxFuture<()> + Send + Sync>;

/// The tools of an agent. A clone is the same toolbox.
///
/// ```
/// use serde::Serialize;
/// use toolargs::ToolArgs;
/// use toolargs_agent::{ToolCall, Toolbox};
///
/// #[derive(ToolArgs)]
/// struct CancelOrder { order: u32 }
///
/// #[derive(Serialize)]
/// struct Cancelled { order: u32 }
///
/// async fn cancel_order(args: CancelOrder) -> Result<Cancelled, std::io::Error> {
///     Ok(Cancelled { order: args.order })
/// }
///
/// let toolbox = Toolbox::new().tool(cancel_order).build()?;
/// let call = ToolCall { id: "c1".into(), name: "cancel_order".into(), arguments: r#"{"order":"17"}"#.into() };
/// let answer = pollster::block_on(toolbox.call(call));
/// assert_eq!(answer.reply().text(), r#"{"order":17}"#);
/// assert_eq!(answer.repairs()[0].to_string(), "$.order: numeric_string_to_int");
/// # Ok::<(), toolargs_agent::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Toolbox(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    tools: Vec<Tool>,
    by_name: HashMap<Arc<str>, usize>,
    pub(crate) limit: usize,
    pub(crate) budget: Budget,
    pub(crate) timer: Option<Timer>,
    pub(crate) observers: Vec<Box<dyn Observer>>,
    pub(crate) log: Option<CallLog>,
    pub(crate) unknown: Arc<str>,
    pub(crate) undeclared: Declared,
}

pub(crate) struct Tool {
    pub(crate) name: Arc<str>,
    pub(crate) entry: Box<dyn Entry>,
    pub(crate) confirm: Confirm,
    pub(crate) declared: Declared,
}

impl Toolbox {
    /// A toolbox to be filled, without state.
    #[expect(clippy::new_ret_no_self, reason = "a toolbox is whole, or an error")]
    pub fn new() -> Builder<()> {
        Toolbox::with_state(())
    }

    /// A toolbox to be filled, with state for [`State`](crate::State).
    pub fn with_state<S: Send + Sync + 'static>(state: S) -> Builder<S> {
        Builder {
            state: Arc::new(state),
            tools: Vec::new(),
            confirm: Confirm::never(),
            wires: Wire::ALL.to_vec(),
            limit: 8,
            budget: Budget::default(),
            timer: None,
            observers: Vec::new(),
            log: None,
        }
    }

    /// The tools' specs, in the order in which they were added.
    pub fn specs(&self) -> impl Iterator<Item = &ToolSpec> {
        self.0.tools.iter().map(|tool| tool.entry.spec())
    }

    /// The tools' definitions for a request, in the form that a provider takes.
    ///
    /// # Errors
    ///
    /// A [`DefinitionError`] where the form cannot define one of them.
    ///
    /// ```
    /// use toolargs::ToolArgs;
    /// use toolargs::provider::Provider;
    /// use toolargs_agent::Toolbox;
    ///
    /// #[derive(ToolArgs)]
    /// struct Search { query: String }
    ///
    /// let toolbox = Toolbox::new().tool(|args: Search| args.query).build().unwrap();
    /// let tools = toolbox.definitions(Provider::OpenAiChatStrict)?;
    /// assert_eq!(tools[0]["function"]["name"], "search");
    /// # Ok::<(), toolargs::provider::DefinitionError>(())
    /// ```
    pub fn definitions(&self, provider: Provider) -> Result<Vec<Value>, DefinitionError> {
        self.specs().map(|spec| spec.definition(provider).map(|definition| definition.tool)).collect()
    }

    pub(crate) fn tool(&self, name: &str) -> Option<&Tool> {
        self.0.by_name.get(name).map(|index| &self.0.tools[*index])
    }
}

impl fmt::Debug for Toolbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.specs().map(ToolSpec::name)).finish()
    }
}

/// A toolbox being filled.
#[must_use = "a toolbox is made by `build`"]
pub struct Builder<S> {
    state: Arc<S>,
    tools: Vec<(Box<dyn Entry>, Option<Confirm>)>,
    confirm: Confirm,
    wires: Vec<Wire>,
    limit: usize,
    budget: Budget,
    timer: Option<Timer>,
    observers: Vec<Box<dyn Observer>>,
    log: Option<CallLog>,
}

impl<S> fmt::Debug for Builder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tools.iter().map(|(entry, _)| entry.spec().name())).finish()
    }
}

impl<S: Send + Sync + 'static> Builder<S> {
    /// Adds a tool, whose name, description and schema are those of the handler's arguments.
    pub fn tool<M: 'static, H: Handler<M, S, Args: ToolArgs>>(self, handler: H) -> Self {
        self.add(Derived, handler, None)
    }

    /// Adds a tool of which some calls wait for a confirmation, whatever holds for the others.
    ///
    /// ```
    /// use toolargs::ToolArgs;
    /// use toolargs_agent::{Confirm, Outcome, Toolbox, ToolCall};
    ///
    /// #[derive(ToolArgs)]
    /// struct Refund { cents: u32 }
    ///
    /// fn refund(args: Refund) -> String { format!("refunded {}", args.cents) }
    ///
    /// let toolbox = Toolbox::new().tool_if(Confirm::paths(["$.cents"]), refund).build()?;
    /// let call = ToolCall { id: "c1".into(), name: "refund".into(), arguments: r#"{"cents":"1999"}"#.into() };
    /// let answer = pollster::block_on(toolbox.call(call));
    /// let Outcome::NeedsConfirmation(pending) = answer.into_outcome() else { panic!() };
    /// assert_eq!(pending.arguments()["cents"], 1999);
    /// assert_eq!(pollster::block_on(pending.approve()).reply().text(), "refunded 1999");
    /// # Ok::<(), toolargs_agent::BuildError>(())
    /// ```
    pub fn tool_if<M: 'static, H: Handler<M, S, Args: ToolArgs>>(self, confirm: Confirm, handler: H) -> Self {
        self.add(Derived, handler, Some(confirm))
    }

    /// Adds a tool that is known only at run time: its handler takes the arguments as the JSON that its spec admits.
    ///
    /// ```
    /// use serde_json::{Value, json};
    /// use toolargs::ToolSpec;
    /// use toolargs_agent::{Context, Toolbox, ToolCall};
    ///
    /// let schema = json!({"type": "object", "properties": {"limit": {"type": "integer", "minimum": 1}}, "required": ["limit"]});
    /// let search = ToolSpec::from_json_schema("search", &schema)?;
    /// let toolbox = Toolbox::new()
    ///     .dynamic(search, |args: Value, call: Context| async move { format!("{} gets {args}", call.tool()) })
    ///     .build()?;
    /// let call = ToolCall { id: "c1".into(), name: "search".into(), arguments: r#"{"limit":"20"}"#.into() };
    /// assert_eq!(pollster::block_on(toolbox.call(call)).reply().text(), r#"search gets {"limit":20}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dynamic<M: 'static, H: Handler<M, S, Args = Value>>(self, spec: ToolSpec, handler: H) -> Self {
        self.add(spec, handler, None)
    }

    /// As [`dynamic`](Builder::dynamic), and some calls wait for a confirmation, whatever holds for the others.
    pub fn dynamic_if<M: 'static, H: Handler<M, S, Args = Value>>(
        self,
        confirm: Confirm,
        spec: ToolSpec,
        handler: H,
    ) -> Self {
        self.add(spec, handler, Some(confirm))
    }

    fn add<M: 'static, H: Handler<M, S>>(
        mut self,
        source: impl Source<H::Args>,
        handler: H,
        confirm: Option<Confirm>,
    ) -> Self {
        let (handler, state) = (Arc::new(handler), Arc::clone(&self.state));
        let served = Served { source, handler, state, marker: PhantomData::<fn() -> M> };
        self.tools.push((Box::new(served), confirm));
        self
    }

    /// Which calls of all tools wait for a confirmation; none without this.
    pub fn confirm(mut self, confirm: Confirm) -> Self {
        self.confirm = confirm;
        self
    }

    /// The providers whose demands on names the tools have to meet; all without this.
    pub fn wires(mut self, wires: impl IntoIterator<Item = Wire>) -> Self {
        self.wires = wires.into_iter().collect();
        self
    }

    /// How many calls of a turn run side by side; 8 without this, and one at least.
    pub fn concurrency(mut self, limit: usize) -> Self {
        self.limit = limit.max(1);
        self
    }

    /// How often a model may correct itself in a [`Session`](crate::Session).
    pub fn corrections(mut self, corrections: u32) -> Self {
        self.budget.corrections = corrections;
        self
    }

    /// How many rejections a [`Session`](crate::Session) may have, over all tools; 32 without this.
    pub fn session_rejections(mut self, rejections: u32) -> Self {
        self.budget.session = rejections;
        self
    }

    /// A limit on the time of a call: a future that ends when the time of a tool is up, from whatever runtime there is.
    ///
    /// A handler that does not await cannot be stopped.
    ///
    /// ```
    /// use std::time::Duration;
    /// use toolargs_agent::Toolbox;
    ///
    /// let toolbox = Toolbox::new().time_limit(|tool| {
    ///     let seconds = if tool == "search" { 60 } else { 10 };
    ///     async move { tokio::time::sleep(Duration::from_secs(seconds)).await }
    /// });
    /// # let _ = toolbox;
    /// ```
    pub fn time_limit<T, Fut>(mut self, timer: T) -> Self
    where
        T: Fn(&str) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        self.timer = Some(Arc::new(move |tool| Box::pin(timer(tool))));
        self
    }

    /// Adds an observer.
    pub fn observe(mut self, observer: impl Observer + 'static) -> Self {
        self.observers.push(Box::new(observer));
        self
    }

    /// Writes calls down, redacted, for `toolargs replay`.
    pub fn call_log(mut self, log: CallLog) -> Self {
        self.log = Some(log);
        self
    }

    /// The toolbox.
    ///
    /// # Errors
    ///
    /// A [`BuildError`] where two tools have one name, or a provider refuses a name.
    pub fn build(self) -> Result<Toolbox, BuildError> {
        let mut by_name = HashMap::new();
        let mut tools = Vec::with_capacity(self.tools.len());
        for (entry, confirm) in self.tools {
            let name: Arc<str> = entry.spec().name().into();
            if let Some(wire) = self.wires.iter().find(|wire| !wire.provider().takes_tool_name(&name)) {
                return Err(BuildError { name: name.to_string(), refused_by: Some(*wire) });
            }
            if by_name.insert(Arc::clone(&name), tools.len()).is_some() {
                return Err(BuildError { name: name.to_string(), refused_by: None });
            }
            let declared = Declared::of(entry.spec());
            let confirm = confirm.unwrap_or_else(|| self.confirm.clone());
            tools.push(Tool { name, entry, confirm, declared });
        }
        Ok(Toolbox(Arc::new(Inner {
            tools,
            by_name,
            limit: self.limit,
            budget: self.budget,
            timer: self.timer,
            observers: self.observers,
            log: self.log,
            unknown: crate::observe::UNKNOWN.into(),
            undeclared: Declared::default(),
        })))
    }
}

/// A toolbox that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    name: String,
    refused_by: Option<Wire>,
}

impl BuildError {
    /// The name at fault.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.refused_by {
            Some(wire) => write!(
                f,
                "{wire} refuses the tool name {:?}; rename the tool, or leave {wire} out with `wires`",
                self.name
            ),
            None => write!(f, "two tools have the name {:?}", self.name),
        }
    }
}

impl Error for BuildError {}

/// The answer to one call.
#[derive(Debug)]
pub struct Answer {
    pub(crate) facts: Arc<Facts>,
    pub(crate) outcome: Outcome,
}

/// What became of a call.
#[derive(Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The handler answered, with its own error perhaps.
    Replied(Reply),
    /// The arguments were refused; the model is told and may correct them.
    Rejected(Rejection),
    /// The arguments were refused once too often.
    Escalate(Escalation),
    /// A person has to agree first.
    NeedsConfirmation(Pending),
    /// The handler panicked.
    Panicked,
    /// The time was up before the handler answered.
    TimedOut,
}

impl Answer {
    /// The provider's id of the call.
    pub fn id(&self) -> &str {
        &self.facts.id
    }

    /// The name that the model called.
    pub fn tool(&self) -> &str {
        &self.facts.tool
    }

    /// The attempt, counted from one.
    pub fn attempt(&self) -> u32 {
        self.facts.attempt
    }

    /// What was repaired in the arguments, values included.
    pub fn repairs(&self) -> &[Repair] {
        &self.facts.repairs
    }

    /// What became of the call.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// What became of the call, to be gone on with.
    pub fn into_outcome(self) -> Outcome {
        self.outcome
    }

    /// What the model reads, whatever became of the call: every call has to be answered.
    pub fn reply(&self) -> Reply {
        match &self.outcome {
            Outcome::Replied(reply) => reply.clone(),
            Outcome::Rejected(rejection) => Reply::rejected(rejection.for_model()),
            Outcome::Escalate(escalation) => {
                let mut body = escalation.rejection.to_value();
                let note = "refused too often; do not call this tool again, somebody else takes over";
                if let Value::Object(body) = &mut body {
                    body.insert("escalated".to_owned(), escalation.reason.as_str().into());
                    body.insert("note".to_owned(), note.into());
                }
                Reply::rejected(body.to_string())
            }
            Outcome::NeedsConfirmation(_) => Reply::coded(
                "needs_confirmation",
                "not carried out yet: a person has to agree first; do not repeat the call",
            ),
            Outcome::Panicked => Reply::coded("tool_failed", "the tool failed"),
            Outcome::TimedOut => {
                Reply::coded("tool_timed_out", "the tool took too long; its work may have been done in part")
            }
        }
    }

    pub(crate) fn outcome_name(&self) -> &'static str {
        match &self.outcome {
            Outcome::Replied(reply) if reply.is_error() => "tool_error",
            Outcome::Replied(_) => "replied",
            Outcome::Rejected(_) => "rejected",
            Outcome::Escalate(_) => "escalated",
            Outcome::NeedsConfirmation(_) => "needs_confirmation",
            Outcome::Panicked => "panicked",
            Outcome::TimedOut => "timed_out",
        }
    }
}
