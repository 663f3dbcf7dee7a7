//! A turn in typed messages.

use async_openai::types::chat::{ChatCompletionRequestMessage, ChatCompletionTools, CreateChatCompletionResponse};
use serde_json::{Value, json};
use toolargs::ToolArgs;
use toolargs_agent::{Arguments, Toolbox};
use toolargs_async_openai::{calls, replies, tools};

/// Refund part or all of an order.
#[derive(Debug, ToolArgs)]
struct Refund {
    amount_cents: u32,
}

fn response(finish_reason: &str) -> CreateChatCompletionResponse {
    let call = |id: &str, arguments: &str| json!({"id": id, "type": "function", "function": {"name": "refund", "arguments": arguments}});
    let calls = [call("c1", r#"{"amount_cents":"1999"}"#), call("c2", r#"{"amount_cents":1,"amount_cents":2}"#)];
    let message = json!({"role": "assistant", "content": null, "refusal": null, "tool_calls": calls});
    serde_json::from_value(json!({
        "id": "r", "object": "chat.completion", "created": 0, "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason, "logprobs": null}],
    }))
    .unwrap()
}

#[tokio::test]
async fn a_turn_in_typed_messages() {
    let toolbox = Toolbox::new().tool(|args: Refund| args.amount_cents).build().unwrap();
    let defined = tools(&toolbox).unwrap();
    let ChatCompletionTools::Function(tool) = &defined[0] else { panic!("no function") };
    assert_eq!(tool.function.name, "refund");

    let answers = toolbox.turn(calls(&response("tool_calls")).unwrap()).await;
    let messages = replies(&answers).unwrap();
    assert!(messages.iter().all(|message| matches!(message, ChatCompletionRequestMessage::Tool(_))));
    let messages: Vec<Value> = messages.iter().map(|message| serde_json::to_value(message).unwrap()).collect();
    assert_eq!((&messages[0]["tool_call_id"], &messages[0]["content"]), (&json!("c1"), &json!("1999")));
    assert!(messages[1]["content"].as_str().unwrap().contains("duplicate_key"));
}

#[test]
fn a_response_that_was_cut_off_is_known_as_such() {
    let calls = calls(&response("length")).unwrap();
    assert!(calls.iter().all(|call| call.arguments == Arguments::CutOff));
}
