//! OpenAI: Chat Completions and Responses.

use serde_json::{Value, json};

use super::{Reader, Wire, WireError};
use crate::call::{Arguments, ToolCall};
use crate::toolbox::Answer;

const CHAT: Reader = Reader(Wire::OpenAiChat);
const RESPONSES: Reader = Reader(Wire::OpenAiResponses);

/// Text, or what servers that are not OpenAI's send in its place.
fn arguments(value: Option<&Value>, cut_off: bool) -> Arguments {
    match value {
        _ if cut_off => Arguments::CutOff,
        None => Arguments::Text(String::new()),
        Some(Value::String(text)) => Arguments::Text(text.clone()),
        Some(decoded) => Arguments::Decoded(decoded.clone()),
    }
}

pub(super) fn chat(message: &Value) -> Result<Vec<ToolCall>, WireError> {
    let choice = match message.get("choices") {
        Some(choices) => choices.get(0).ok_or_else(|| CHAT.error("`choices` is empty"))?,
        None => message,
    };
    let cut_off = choice.get("finish_reason").and_then(Value::as_str) == Some("length");
    let message = choice.get("message").unwrap_or(choice);
    if !message.is_object() {
        return Err(CHAT.error("no `message`"));
    }
    let calls = CHAT.list(message, "tool_calls", "`tool_calls` is no list")?;
    calls
        .iter()
        .map(|call| {
            let function = call.get("function").ok_or_else(|| CHAT.error("a tool call is no `function`"))?;
            Ok(ToolCall {
                id: CHAT.text(call, "id", "a tool call has no `id`")?,
                name: CHAT.text(function, "name", "a tool call has no `name`")?,
                arguments: arguments(function.get("arguments"), cut_off),
            })
        })
        .collect()
}

pub(super) fn chat_reply(answer: &Answer) -> Value {
    json!({ "role": "tool", "tool_call_id": answer.id(), "content": answer.reply().text() })
}

pub(super) fn responses(message: &Value) -> Result<Vec<ToolCall>, WireError> {
    let incomplete = |value: &Value| value.get("status").and_then(Value::as_str).map(|status| status == "incomplete");
    let items = match message {
        Value::Array(items) => items.as_slice(),
        Value::Object(_) => RESPONSES.list(message, "output", "`output` is no list")?,
        _ => return Err(RESPONSES.error("neither a response nor its `output`")),
    };
    let whole = incomplete(message).unwrap_or(false);
    items
        .iter()
        .filter(|item| item.get("type").and_then(Value::as_str) == Some("function_call"))
        .map(|call| {
            Ok(ToolCall {
                id: RESPONSES.text(call, "call_id", "a function call has no `call_id`")?,
                name: RESPONSES.text(call, "name", "a function call has no `name`")?,
                // each call has a status of its own
                arguments: arguments(call.get("arguments"), incomplete(call).unwrap_or(whole)),
            })
        })
        .collect()
}

pub(super) fn responses_reply(answer: &Answer) -> Value {
    json!({ "type": "function_call_output", "call_id": answer.id(), "output": answer.reply().text() })
}
