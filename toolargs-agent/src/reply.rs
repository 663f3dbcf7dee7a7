//! What goes back to the model: the ready form, and the ways to it.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::Serialize;
use serde_json::{Value, json};

use crate::text;

/// What goes back to the model for one call.
///
/// ```
/// use toolargs_agent::Reply;
///
/// assert_eq!(Reply::plain("done").text(), "done");
/// assert_eq!(Reply::json(&[1, 2]).text(), "[1,2]");
/// assert!(Reply::error("no such order").is_error());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    text: String,
    json: bool,
    error: bool,
}

impl Reply {
    /// Text for the model.
    pub fn plain(text: impl Into<String>) -> Self {
        Reply { text: text.into(), json: false, error: false }
    }

    /// A value, as JSON. One that does not serialise is an error for the model.
    pub fn json(value: &(impl Serialize + ?Sized)) -> Self {
        match serde_json::to_string(value) {
            Ok(text) => Reply { text, json: true, error: false },
            Err(_) => Reply::coded("tool_failed", "the tool's result cannot be written as JSON"),
        }
    }

    /// What went wrong in the tool, in words for the model.
    pub fn error(message: impl fmt::Display) -> Self {
        Reply::coded("tool_failed", &message.to_string())
    }

    /// An error in the form of the gate's own.
    pub(crate) fn coded(code: &str, message: &str) -> Self {
        let body = json!({ "ok": false, "error": code, "path": "$", "message": message });
        Reply { text: body.to_string(), json: true, error: true }
    }

    pub(crate) fn rejected(for_model: String) -> Self {
        Reply { text: for_model, json: true, error: true }
    }

    /// The text as the model reads it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the call failed.
    pub fn is_error(&self) -> bool {
        self.error
    }

    /// The JSON that the text is, if it is one.
    pub fn value(&self) -> Option<Value> {
        self.json.then(|| serde_json::from_str(&self.text).ok()).flatten()
    }
}

/// What a handler may give back: a value that serialises, a `Result`, a ready [`Reply`].
///
/// Text goes to the model as it is, any other value as JSON. The error of a `Result` is a tool error that the model reads by its
/// `Display`: an [`Error`], a box of one (`Box<dyn Error + Send + Sync>`, `anyhow::Error`), or text.
///
/// `K` tells the ways apart and is inferred. An error type that is `Serialize` as well fits two of them: turn it into
/// a [`ToolError`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sent back to the model",
    label = "not a value that serialises, nor a `Result` of one, nor a `Reply`",
    note = "derive `serde::Serialize` on it, or make a `toolargs_agent::Reply` of it",
    note = "the error of a `Result` is a `std::error::Error`, a box of one, or text"
)]
pub trait IntoReply<K> {
    /// The ready form.
    fn into_reply(self) -> Reply;
}

/// Of values that serialise.
#[derive(Debug)]
pub struct AsValue;
/// Of ready replies.
#[derive(Debug)]
pub struct AsReply;
/// Of results with an error.
#[derive(Debug)]
pub struct OrError<K>(PhantomData<K>);
/// Of ready replies, or text that says what went wrong.
#[derive(Debug)]
pub struct OrText;
/// Of results with a boxed error.
#[derive(Debug)]
pub struct OrBoxed<K>(PhantomData<K>);

impl<T: Serialize> IntoReply<AsValue> for T {
    fn into_reply(self) -> Reply {
        text::reply_of(&self)
    }
}

impl IntoReply<AsReply> for Reply {
    fn into_reply(self) -> Reply {
        self
    }
}

impl<T: IntoReply<K>, E: Error, K> IntoReply<OrError<K>> for Result<T, E> {
    fn into_reply(self) -> Reply {
        self.map_or_else(Reply::error, T::into_reply)
    }
}

impl<T: IntoReply<K>, E: Deref<Target: Error>, K> IntoReply<OrBoxed<K>> for Result<T, E> {
    fn into_reply(self) -> Reply {
        self.map_or_else(|error| Reply::error(&*error), T::into_reply)
    }
}

impl<E: Into<Cow<'static, str>>> IntoReply<OrText> for Result<Reply, E> {
    fn into_reply(self) -> Reply {
        self.unwrap_or_else(|text| Reply::error(text.into()))
    }
}

/// An error of a tool, for errors that are nothing but `Display`.
///
/// ```
/// use toolargs_agent::ToolError;
///
/// let read = |text: &str| text.parse::<u32>().map_err(ToolError::new);
/// assert_eq!(read("x").unwrap_err().to_string(), "invalid digit found in string");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolError(String);

impl ToolError {
    /// What the model reads.
    pub fn new(message: impl fmt::Display) -> Self {
        ToolError(message.to_string())
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for ToolError {}
