//! The scripted model: it looks at how many answers it got, and says its next line in the provider's form.

use serde_json::{Value, json};

/// Its calls in turn. The last two are the same mistake, made after it was told.
pub(crate) const ARGUMENTS: [&str; 6] = [
    r#"{"order_id":"ord_A1b2C3d4","amount_cents":"19.99"}"#,
    r#"{"order_id":"ord_A1b2C3d4","amount_cents":1999}"#,
    r#"{"order_id":"ord_E5f6G7h8","amount_cents":"2500"}"#,
    r#"{"order_id":"ord_J9k0L1m2","amount_cents":40000}"#,
    r#"{"order_id":"ord_N3o4P5q6","amount_cents":"1,999"}"#,
    r#"{"order_id":"ord_N3o4P5q6","amount_cents":"1.999"}"#,
];

/// The response to a request with the messages so far, in the form in which its tools are defined.
pub(crate) fn answer(request: &Value) -> Value {
    let said = |message: &&Value| message["role"] == "assistant";
    let turn = request["messages"].as_array().map_or(0, |messages| messages.iter().filter(said).count());
    let Some(arguments) = ARGUMENTS.get(turn) else { return json!({ "error": "the script is at its end" }) };
    let id = format!("call_{}", turn + 1);
    if request["tools"][0]["type"] == "function" {
        let function = json!({ "name": "issue_refund", "arguments": arguments });
        let call = json!({ "id": id, "type": "function", "function": function });
        let message = json!({ "role": "assistant", "content": null, "tool_calls": [call] });
        json!({
            "object": "chat.completion",
            "choices": [{ "index": 0, "message": message, "finish_reason": "tool_calls" }],
        })
    } else {
        let input: Value = serde_json::from_str(arguments).unwrap_or_default();
        let block = json!({ "type": "tool_use", "id": id, "name": "issue_refund", "input": input });
        json!({ "type": "message", "role": "assistant", "stop_reason": "tool_use", "content": [block] })
    }
}
