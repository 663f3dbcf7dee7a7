//! A call as the model made it, and what a handler may know of it.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

use serde_json::Value;
use toolargs::{Payload, Repair};

/// A call, as an adapter in [`wire`](crate::wire) reads it from a provider's message.
///
/// ```
/// use toolargs_agent::ToolCall;
///
/// let call = ToolCall { id: "call_1".into(), name: "issue_refund".into(), arguments: r#"{"order":17}"#.into() };
/// assert_eq!(call.name, "issue_refund");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// The provider's id of the call, by which the reply refers to it.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments as they came.
    pub arguments: Arguments,
}

/// The arguments of a call as they came. Text stays text: only there duplicate keys and every digit are seen.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Arguments {
    /// The model's own text.
    Text(String),
    /// JSON that somebody upstream has decoded.
    Decoded(Value),
    /// The provider says that the call was cut off. It is refused, whatever it holds.
    CutOff,
}

impl Arguments {
    pub(crate) fn payload(&self) -> Option<Payload<'_>> {
        match self {
            Arguments::Text(text) => Some(text.into()),
            Arguments::Decoded(value) => Some(value.into()),
            Arguments::CutOff => None,
        }
    }
}

impl From<String> for Arguments {
    fn from(text: String) -> Self {
        Arguments::Text(text)
    }
}

impl From<&str> for Arguments {
    fn from(text: &str) -> Self {
        Arguments::Text(text.to_owned())
    }
}

impl From<Value> for Arguments {
    fn from(value: Value) -> Self {
        Arguments::Decoded(value)
    }
}

/// What is known of a call when its handler begins.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) id: String,
    pub(crate) tool: Arc<str>,
    pub(crate) attempt: u32,
    pub(crate) conversation: Option<Arc<str>>,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) duplicates_checked: bool,
    pub(crate) cancellation: Cancellation,
}

/// What a handler may know of the call that it serves. Take it as a further argument.
///
/// ```
/// use toolargs::ToolArgs;
/// use toolargs_agent::{Context, Toolbox, ToolCall};
///
/// #[derive(ToolArgs)]
/// struct Wait { seconds: u32 }
///
/// fn wait(args: Wait, call: Context) -> String {
///     format!("{} of {} in attempt {}, {} repairs", call.id(), call.tool(), call.attempt(), call.repairs().len() + args.seconds as usize)
/// }
///
/// let toolbox = Toolbox::new().tool(wait).build()?;
/// let call = ToolCall { id: "c1".into(), name: "wait".into(), arguments: r#"{"seconds":"0"}"#.into() };
/// let answer = pollster::block_on(toolbox.call(call));
/// assert_eq!(answer.reply().text(), "c1 of wait in attempt 1, 1 repairs");
/// # Ok::<(), toolargs_agent::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Context(pub(crate) Arc<Facts>);

impl Context {
    /// The provider's id of the call.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The tool's name.
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// The attempt, counted from one: how often this call was refused, and once more.
    pub fn attempt(&self) -> u32 {
        self.0.attempt
    }

    /// What was repaired in the arguments.
    pub fn repairs(&self) -> &[Repair] {
        &self.0.repairs
    }

    /// False when the arguments came already decoded: a key that stood twice was lost upstream.
    pub fn duplicates_checked(&self) -> bool {
        self.0.duplicates_checked
    }

    /// True from when nobody waits for the call's answer any more.
    ///
    /// A handler that is dropped needs no such question; one that works on elsewhere (a thread, a spawned task) does.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancellation.is_cancelled()
    }

    /// Ends when nobody waits for the call's answer any more.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + 'static {
        let facts = Arc::clone(&self.0);
        poll_fn(move |cx| if facts.cancellation.poll(cx.waker()) { Poll::Ready(()) } else { Poll::Pending })
    }
}

/// Told once, seen by all.
#[derive(Debug, Default)]
pub(crate) struct Cancellation {
    told: AtomicBool,
    waiting: Mutex<Vec<Waker>>,
}

impl Cancellation {
    fn is_cancelled(&self) -> bool {
        self.told.load(Ordering::Acquire)
    }

    fn poll(&self, waker: &Waker) -> bool {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        // read under the lock, so that `cancel` cannot come between the question and the entry
        if self.is_cancelled() {
            return true;
        }
        if !waiting.iter().any(|known| known.will_wake(waker)) {
            waiting.push(waker.clone());
        }
        false
    }

    pub(crate) fn cancel(&self) {
        let waiting = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            self.told.store(true, Ordering::Release);
            std::mem::take(&mut *waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }
}

pub(crate) type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;
