//! Model Context Protocol: `tools/call`.

use serde_json::{Map, Value, json};
use toolargs::Code;

use super::{Reader, Wire, WireError};
use crate::call::{Arguments, ToolCall};
use crate::toolbox::{Answer, Outcome};

const READER: Reader = Reader(Wire::Mcp);

/// The protocol's code for a request whose parameters are wrong, which an unknown tool is.
const INVALID_PARAMS: i32 = -32602;

/// The id of a call is the JSON of the request's, so that the number 1 and the text "1" stay apart.
pub(super) fn calls(message: &Value) -> Result<Vec<ToolCall>, WireError> {
    if message.get("method").and_then(Value::as_str) != Some("tools/call") {
        return Err(READER.error("the method is not `tools/call`"));
    }
    let id = message.get("id").ok_or_else(|| READER.error("the request has no `id`"))?;
    let params = message.get("params").ok_or_else(|| READER.error("the request has no `params`"))?;
    Ok(vec![ToolCall {
        id: id.to_string(),
        name: READER.text(params, "name", "the request has no `name`")?,
        arguments: match params.get("arguments") {
            None => Arguments::Decoded(Map::new().into()),
            Some(arguments) => Arguments::Decoded(arguments.clone()),
        },
    }])
}

pub(super) fn reply(answer: &Answer) -> Value {
    let id: Value = serde_json::from_str(answer.id()).unwrap_or_else(|_| answer.id().into());
    if let Outcome::Rejected(rejection) | Outcome::Escalate(crate::Escalation { rejection, .. }) = answer.outcome() {
        let first = rejection.first();
        if first.code() == Code::UnknownTool {
            let error = json!({ "code": INVALID_PARAMS, "message": format!("unknown tool: {}", first.message()) });
            return json!({ "jsonrpc": "2.0", "id": id, "error": error });
        }
    }
    let reply = answer.reply();
    let result = json!({ "content": [{ "type": "text", "text": reply.text() }], "isError": reply.is_error() });
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}
