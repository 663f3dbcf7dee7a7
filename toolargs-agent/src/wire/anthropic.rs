//! Anthropic: Messages.

use serde_json::{Value, json};

use super::{Reader, Wire, WireError};
use crate::call::{Arguments, ToolCall};
use crate::toolbox::Answer;

const READER: Reader = Reader(Wire::Anthropic);

pub(super) fn calls(message: &Value) -> Result<Vec<ToolCall>, WireError> {
    let cut_off = message.get("stop_reason").and_then(Value::as_str) == Some("max_tokens");
    if let Some(Value::String(_)) = message.get("content") {
        return Ok(Vec::new());
    }
    READER
        .list(message, "content", "`content` is no list")?
        .iter()
        .filter(|block| block.get("type").and_then(Value::as_str) == Some("tool_use"))
        .map(|block| {
            Ok(ToolCall {
                id: READER.text(block, "id", "a `tool_use` has no `id`")?,
                name: READER.text(block, "name", "a `tool_use` has no `name`")?,
                arguments: match block.get("input") {
                    _ if cut_off => Arguments::CutOff,
                    Some(input) => Arguments::Decoded(input.clone()),
                    None => return Err(READER.error("a `tool_use` has no `input`")),
                },
            })
        })
        .collect()
}

pub(super) fn reply(answers: &[Answer]) -> Value {
    let results: Vec<Value> = answers
        .iter()
        .map(|answer| {
            let reply = answer.reply();
            json!({
                "type": "tool_result",
                "tool_use_id": answer.id(),
                "content": reply.text(),
                "is_error": reply.is_error(),
            })
        })
        .collect();
    json!({ "role": "user", "content": results })
}
