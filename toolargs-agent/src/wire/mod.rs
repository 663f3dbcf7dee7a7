//! Providers' messages: calls out of one, answers into the next.
//!
//! ```
//! use serde_json::json;
//! use toolargs_agent::wire::Wire;
//!
//! let message = json!({"role": "assistant", "tool_calls": [
//!     {"id": "call_1", "type": "function", "function": {"name": "search", "arguments": "{\"query\":\"rust\"}"}},
//! ]});
//! let calls = Wire::OpenAiChat.calls(&message)?;
//! assert_eq!(calls[0].name, "search");
//! // a message that answers instead of calling has none
//! assert!(Wire::OpenAiChat.calls(&json!({"role": "assistant", "content": "done"}))?.is_empty());
//! # Ok::<(), toolargs_agent::wire::WireError>(())
//! ```

mod anthropic;
mod gemini;
mod mcp;
mod openai;

use std::fmt;

use serde_json::Value;
use toolargs::provider::Provider;

use crate::call::ToolCall;
use crate::toolbox::Answer;

/// A provider's form of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wire {
    /// OpenAI, Chat Completions, and the many that speak it.
    OpenAiChat,
    /// OpenAI, Responses.
    OpenAiResponses,
    /// Anthropic, Messages.
    Anthropic,
    /// Gemini, `generateContent`.
    Gemini,
    /// Model Context Protocol: the JSON-RPC of a server.
    Mcp,
}

impl Wire {
    /// Every form.
    pub const ALL: &'static [Wire] =
        &[Wire::OpenAiChat, Wire::OpenAiResponses, Wire::Anthropic, Wire::Gemini, Wire::Mcp];

    /// The provider's name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Wire::OpenAiChat => "OpenAI Chat Completions",
            Wire::OpenAiResponses => "OpenAI Responses",
            Wire::Anthropic => "Anthropic",
            Wire::Gemini => "Gemini",
            Wire::Mcp => "MCP",
        }
    }

    /// The provider's plain form of a tool's definition.
    pub const fn provider(self) -> Provider {
        match self {
            Wire::OpenAiChat => Provider::OpenAiChat,
            Wire::OpenAiResponses => Provider::OpenAiResponses,
            Wire::Anthropic => Provider::Anthropic,
            Wire::Gemini => Provider::Gemini,
            Wire::Mcp => Provider::Mcp,
        }
    }

    /// The calls that a message holds: a whole response, or the part of it that holds the calls.
    ///
    /// | provider | read |
    /// |---|---|
    /// | OpenAI Chat Completions | the response (its first choice), a choice, or a message |
    /// | OpenAI Responses | the response, or its `output` |
    /// | Anthropic | the message |
    /// | Gemini | the response (its first candidate), a candidate, or a content |
    /// | MCP | the request `tools/call` |
    ///
    /// Arguments that are text stay text. Calls of a message that the provider marks as cut off (`finish_reason` `length`,
    /// `status` `incomplete`, `stop_reason` `max_tokens`, `finishReason` `MAX_TOKENS`) become
    /// [`Arguments::CutOff`](crate::Arguments::CutOff), all of them, as the mark does not say which: read without the mark,
    /// a message alone cannot tell.
    ///
    /// # Errors
    ///
    /// A [`WireError`] where the message is none of the provider's, or calls what is no function.
    pub fn calls(self, message: &Value) -> Result<Vec<ToolCall>, WireError> {
        match self {
            Wire::OpenAiChat => openai::chat(message),
            Wire::OpenAiResponses => openai::responses(message),
            Wire::Anthropic => anthropic::calls(message),
            Wire::Gemini => gemini::calls(message),
            Wire::Mcp => mcp::calls(message),
        }
    }

    /// The messages that answer, to be appended to the conversation: one for each call, or one for all where the provider
    /// wants that. Every answer has to be there, those of refused calls too.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolargs_agent::wire::Wire;
    /// use toolargs_agent::{ToolCall, Toolbox};
    ///
    /// let toolbox = Toolbox::new().build()?;
    /// let call = ToolCall { id: "t1".into(), name: "search".into(), arguments: "{}".into() };
    /// let answers = [pollster::block_on(toolbox.call(call))];
    /// let messages = Wire::Anthropic.replies(&answers);
    /// assert_eq!(messages[0]["content"][0]["tool_use_id"], "t1");
    /// assert_eq!(messages[0]["content"][0]["is_error"], true);
    /// # Ok::<(), toolargs_agent::BuildError>(())
    /// ```
    pub fn replies(self, answers: &[Answer]) -> Vec<Value> {
        if answers.is_empty() {
            return Vec::new();
        }
        match self {
            Wire::OpenAiChat => answers.iter().map(openai::chat_reply).collect(),
            Wire::OpenAiResponses => answers.iter().map(openai::responses_reply).collect(),
            Wire::Anthropic => vec![anthropic::reply(answers)],
            Wire::Gemini => vec![gemini::reply(answers)],
            Wire::Mcp => answers.iter().map(mcp::reply).collect(),
        }
    }
}

impl fmt::Display for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A message that is none of the provider's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError {
    wire: Wire,
    problem: &'static str,
}

impl WireError {
    fn new(wire: Wire, problem: &'static str) -> Self {
        WireError { wire, problem }
    }

    /// The form in which the message was read.
    pub fn wire(&self) -> Wire {
        self.wire
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no message of {}: {}", self.wire, self.problem)
    }
}

impl std::error::Error for WireError {}

/// Reads the parts of one provider's messages.
#[derive(Clone, Copy)]
struct Reader(Wire);

impl Reader {
    fn error(self, problem: &'static str) -> WireError {
        WireError::new(self.0, problem)
    }

    fn text(self, object: &Value, key: &str, problem: &'static str) -> Result<String, WireError> {
        object.get(key).and_then(Value::as_str).map(str::to_owned).ok_or_else(|| self.error(problem))
    }

    /// A list that may be absent or null.
    fn list<'v>(self, object: &'v Value, key: &str, problem: &'static str) -> Result<&'v [Value], WireError> {
        match object.get(key) {
            None | Some(Value::Null) => Ok(&[]),
            Some(Value::Array(items)) => Ok(items),
            Some(_) => Err(self.error(problem)),
        }
    }
}
