//! Handlers: functions whose first argument is the tool's, whose others come from the call.

use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use futures_util::FutureExt;
use serde_json::Value;
use toolargs::{Parsed, Payload, Rejection, Repair, ToolArgs, ToolSpec};

use crate::call::{BoxFuture, Context};
use crate::key::IdempotencyKey;
use crate::reply::{IntoReply, Reply};

/// A function that serves a tool: `fn(Args, …) -> R` or `async fn(Args, …) -> R`.
///
/// `Args` derives [`ToolArgs`], or is a [`Value`] where the tool is known only at run time
/// ([`Builder::dynamic`](crate::Builder::dynamic)); up to three further arguments are [`FromCall`]; `R` is [`IntoReply`].
/// `M` tells the signatures apart and is inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no handler of tool calls",
    label = "not `fn(Args, …) -> R` nor `async fn(Args, …) -> R`",
    note = "the first argument is a type with `#[derive(ToolArgs)]`, by value",
    note = "further arguments, three at most: `State<S>` of the toolbox's state, `Context`, `IdempotencyKey`",
    note = "what it gives back serialises, or is a `Result` of that, or a `Reply`; a future is `Send` and owns what it holds"
)]
pub trait Handler<M, S>: Send + Sync + 'static {
    /// The tool's arguments.
    type Args: Send + 'static;

    /// Whether it takes an [`IdempotencyKey`].
    #[doc(hidden)]
    const KEYED: bool;

    #[doc(hidden)]
    fn start(&self, args: Self::Args, call: &Around<'_, S>) -> Running;
}

/// A handler's answer: there, or to be waited for.
#[doc(hidden)]
pub enum Running {
    Done(Reply),
    Waiting(BoxFuture<Reply>),
}

/// What stands around the arguments.
#[doc(hidden)]
pub struct Around<'c, S> {
    pub(crate) state: &'c S,
    pub(crate) context: &'c Context,
    pub(crate) key: Option<IdempotencyKey>,
}

/// What a handler may take beside its arguments.
#[diagnostic::on_unimplemented(
    message = "a handler cannot take `{Self}` beside its arguments",
    label = "not `State<S>` of this toolbox's state, `Context` or `IdempotencyKey`"
)]
pub trait FromCall<S>: Sized {
    #[doc(hidden)]
    const KEYED: bool = false;

    #[doc(hidden)]
    fn from_call(call: &Around<'_, S>) -> Self;
}

/// The state that all handlers of a toolbox share: a clone of what [`Toolbox::with_state`](crate::Toolbox::with_state) was given.
///
/// ```
/// use std::sync::Arc;
/// use toolargs::ToolArgs;
/// use toolargs_agent::{State, Toolbox, ToolCall};
///
/// #[derive(ToolArgs)]
/// struct Greet { name: String }
///
/// async fn greet(args: Greet, State(greeting): State<Arc<str>>) -> String {
///     format!("{greeting}, {}", args.name)
/// }
///
/// let toolbox = Toolbox::with_state(Arc::from("Hello")).tool(greet).build()?;
/// let call = ToolCall { id: "1".into(), name: "greet".into(), arguments: r#"{"name":"Ada"}"#.into() };
/// assert_eq!(pollster::block_on(toolbox.call(call)).reply().text(), "Hello, Ada");
/// # Ok::<(), toolargs_agent::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct State<S>(pub S);

impl<S: Clone> FromCall<S> for State<S> {
    fn from_call(call: &Around<'_, S>) -> Self {
        State(call.state.clone())
    }
}

impl<S> FromCall<S> for Context {
    fn from_call(call: &Around<'_, S>) -> Self {
        call.context.clone()
    }
}

impl<S> FromCall<S> for IdempotencyKey {
    const KEYED: bool = true;

    fn from_call(call: &Around<'_, S>) -> Self {
        // there, as the handler is keyed
        call.key.unwrap_or_default()
    }
}

/// Of functions that answer at once.
#[derive(Debug)]
pub struct AtOnce<T>(PhantomData<T>);
/// Of functions that give a future.
#[derive(Debug)]
pub struct Later<T>(PhantomData<T>);

macro_rules! handlers {
    ($($extra:ident)*) => {
        impl<F, S, A, R, K, $($extra),*> Handler<AtOnce<(A, R, K, $($extra,)*)>, S> for F
        where
            F: Fn(A, $($extra),*) -> R + Send + Sync + 'static,
            A: Send + 'static,
            R: IntoReply<K>,
            $($extra: FromCall<S>,)*
        {
            type Args = A;

            const KEYED: bool = false $(|| <$extra as FromCall<S>>::KEYED)*;

            fn start(&self, args: A, _call: &Around<'_, S>) -> Running {
                Running::Done(self(args, $($extra::from_call(_call)),*).into_reply())
            }
        }

        impl<F, S, A, Fut, K: 'static, $($extra),*> Handler<Later<(A, Fut, K, $($extra,)*)>, S> for F
        where
            F: Fn(A, $($extra),*) -> Fut + Send + Sync + 'static,
            A: Send + 'static,
            Fut: Future<Output: IntoReply<K>> + Send + 'static,
            $($extra: FromCall<S>,)*
        {
            type Args = A;

            const KEYED: bool = false $(|| <$extra as FromCall<S>>::KEYED)*;

            fn start(&self, args: A, _call: &Around<'_, S>) -> Running {
                Running::Waiting(Box::pin(self(args, $($extra::from_call(_call)),*).map(IntoReply::into_reply)))
            }
        }
    };
}

handlers!();
handlers!(X);
handlers!(X Y);
handlers!(X Y Z);

/// A tool in the toolbox, whatever its types are.
pub(crate) trait Entry: Send + Sync {
    fn spec(&self) -> &ToolSpec;
    fn prepare(&self, payload: Payload<'_>) -> Result<Accepted, Rejection>;
}

/// A call whose arguments were accepted, before its handler begins.
pub(crate) struct Accepted {
    pub(crate) repairs: Vec<Repair>,
    pub(crate) duplicates_checked: bool,
    pub(crate) ready: Box<dyn Ready>,
}

pub(crate) trait Ready: Send {
    fn arguments(&self) -> Value;
    fn start(self: Box<Self>, context: &Context) -> Running;
}

/// Where a handler's arguments come from: a derived type, or a spec that came at run time.
pub(crate) trait Source<A>: Send + Sync + 'static {
    fn spec(&self) -> &ToolSpec;
    fn parse(&self, payload: Payload<'_>) -> Result<Parsed<A>, Rejection>;
    fn to_value(args: &A) -> Value;
}

pub(crate) struct Derived;

impl<A: ToolArgs> Source<A> for Derived {
    fn spec(&self) -> &ToolSpec {
        A::spec()
    }

    fn parse(&self, payload: Payload<'_>) -> Result<Parsed<A>, Rejection> {
        A::parse(payload)
    }

    fn to_value(args: &A) -> Value {
        args.to_value()
    }
}

impl Source<Value> for ToolSpec {
    fn spec(&self) -> &ToolSpec {
        self
    }

    fn parse(&self, payload: Payload<'_>) -> Result<Parsed<Value>, Rejection> {
        ToolSpec::parse(self, payload)
    }

    fn to_value(args: &Value) -> Value {
        args.clone()
    }
}

pub(crate) struct Served<D, H, M, S> {
    pub(crate) source: D,
    pub(crate) handler: Arc<H>,
    pub(crate) state: Arc<S>,
    pub(crate) marker: PhantomData<fn() -> M>,
}

impl<D, H, M, S> Entry for Served<D, H, M, S>
where
    D: Source<H::Args>,
    H: Handler<M, S>,
    M: 'static,
    S: Send + Sync + 'static,
{
    fn spec(&self) -> &ToolSpec {
        self.source.spec()
    }

    fn prepare(&self, payload: Payload<'_>) -> Result<Accepted, Rejection> {
        let parsed = self.source.parse(payload)?;
        let (handler, state) = (self.handler.clone(), self.state.clone());
        let ready = Bound::<D, H, M, S> { args: parsed.args, handler, state, marker: PhantomData };
        Ok(Accepted { repairs: parsed.repairs, duplicates_checked: parsed.duplicates_checked, ready: Box::new(ready) })
    }
}

struct Bound<D, H: Handler<M, S>, M, S> {
    args: H::Args,
    handler: Arc<H>,
    state: Arc<S>,
    marker: PhantomData<fn() -> (D, M)>,
}

impl<D: Source<H::Args>, H: Handler<M, S>, M, S: Send + Sync> Ready for Bound<D, H, M, S> {
    fn arguments(&self) -> Value {
        D::to_value(&self.args)
    }

    fn start(self: Box<Self>, context: &Context) -> Running {
        // of the arguments, which the handler is about to own
        let key = H::KEYED.then(|| IdempotencyKey::new(context.tool(), context.id(), &self.arguments()));
        self.handler.start(self.args, &Around { state: &*self.state, context, key })
    }
}
