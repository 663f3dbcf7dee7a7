//! Gemini: `generateContent`.

use serde_json::{Map, Value, json};

use super::{Reader, Wire, WireError};
use crate::call::{Arguments, ToolCall};
use crate::toolbox::Answer;

const READER: Reader = Reader(Wire::Gemini);

/// The id is optional there; without one it is empty, and the order of the answers tells them apart.
pub(super) fn calls(message: &Value) -> Result<Vec<ToolCall>, WireError> {
    let candidate = match message.get("candidates") {
        Some(candidates) => candidates.get(0).ok_or_else(|| READER.error("`candidates` is empty"))?,
        None => message,
    };
    let cut_off = candidate.get("finishReason").and_then(Value::as_str) == Some("MAX_TOKENS");
    let content = candidate.get("content").unwrap_or(candidate);
    READER
        .list(content, "parts", "`parts` is no list")?
        .iter()
        .filter_map(|part| part.get("functionCall"))
        .map(|call| {
            Ok(ToolCall {
                id: call.get("id").and_then(Value::as_str).unwrap_or_default().to_owned(),
                name: READER.text(call, "name", "a `functionCall` has no `name`")?,
                arguments: match call.get("args") {
                    _ if cut_off => Arguments::CutOff,
                    None => Arguments::Decoded(Map::new().into()),
                    Some(args) => Arguments::Decoded(args.clone()),
                },
            })
        })
        .collect()
}

pub(super) fn reply(answers: &[Answer]) -> Value {
    let parts: Vec<Value> = answers
        .iter()
        .map(|answer| {
            let reply = answer.reply();
            let body = reply.value().unwrap_or_else(|| reply.text().into());
            // the keys by which the model tells a result from an error
            let key = if reply.is_error() { "error" } else { "output" };
            let mut response = Map::new();
            if !answer.id().is_empty() {
                response.insert("id".to_owned(), answer.id().into());
            }
            response.insert("name".to_owned(), answer.tool().into());
            response.insert("response".to_owned(), json!({ key: body }));
            json!({ "functionResponse": response })
        })
        .collect();
    json!({ "role": "user", "parts": parts })
}
