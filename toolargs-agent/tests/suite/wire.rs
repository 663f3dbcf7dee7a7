use pollster::block_on;
use serde_json::{Value, json};
use toolargs_agent::wire::Wire;
use toolargs_agent::{Arguments, ToolCall, Toolbox};

use super::support::{CancelOrder, GOOD, IssueRefund};

fn serve(calls: Vec<ToolCall>) -> Vec<toolargs_agent::Answer> {
    let toolbox = Toolbox::new()
        .tool(|args: IssueRefund| json!({ "cents": args.amount_cents }))
        .tool(|args: CancelOrder| format!("cancelled {}", args.order))
        .build()
        .unwrap();
    block_on(toolbox.turn(calls))
}

fn decoded() -> Value {
    serde_json::from_str(GOOD).unwrap()
}

#[test]
fn chat_completions() {
    let twice = r#"{"order":1,"order":2}"#;
    let response = json!({"choices": [{"index": 0, "finish_reason": "tool_calls", "message": {
    "role": "assistant", "content": null, "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "issue_refund", "arguments": GOOD}},
        {"id": "call_2", "type": "function", "function": {"name": "cancel_order", "arguments": twice}},
    ]}}]});
    let calls = Wire::OpenAiChat.calls(&response).unwrap();
    assert_eq!(calls[1].arguments, Arguments::Text(twice.into()));
    for part in [&response["choices"][0], &response["choices"][0]["message"]] {
        assert_eq!(Wire::OpenAiChat.calls(part).unwrap(), calls);
    }
    let replies = Wire::OpenAiChat.replies(&serve(calls));
    assert_eq!(replies[0], json!({"role": "tool", "tool_call_id": "call_1", "content": r#"{"cents":1999}"#}));
    assert_eq!(replies[1]["tool_call_id"], "call_2");
    assert!(
        replies[1]["content"].as_str().unwrap().starts_with(r#"{"ok":false,"error":"duplicate_key","path":"$.order""#)
    );
}

#[test]
fn responses() {
    let call = |id: &str, status: &str| json!({"type": "function_call", "id": "fc", "call_id": id, "name": "cancel_order", "arguments": "{\"order\":5}", "status": status});
    let response = json!({"status": "incomplete", "output": [{"type": "reasoning"}, call("a", "completed"), call("b", "incomplete")]});
    let calls = Wire::OpenAiResponses.calls(&response).unwrap();
    assert_eq!(calls, Wire::OpenAiResponses.calls(&response["output"]).unwrap());
    assert_eq!(
        (&calls[0].arguments, &calls[1].arguments),
        (&Arguments::Text("{\"order\":5}".into()), &Arguments::CutOff)
    );
    let replies = Wire::OpenAiResponses.replies(&serve(calls));
    assert_eq!(replies[0], json!({"type": "function_call_output", "call_id": "a", "output": "cancelled 5"}));
    assert!(replies[1]["output"].as_str().unwrap().contains("cut off"));
}

#[test]
fn anthropic() {
    let message = json!({"role": "assistant", "stop_reason": "tool_use", "content": [
        {"type": "text", "text": "I refund it."},
        {"type": "tool_use", "id": "toolu_1", "name": "issue_refund", "input": decoded()},
        {"type": "tool_use", "id": "toolu_2", "name": "issue_refund", "input": {"amount": 1999}},
    ]});
    let replies = Wire::Anthropic.replies(&serve(Wire::Anthropic.calls(&message).unwrap()));
    assert_eq!(replies.len(), 1);
    assert_eq!(
        replies[0]["content"][0],
        json!({"type": "tool_result", "tool_use_id": "toolu_1", "content": r#"{"cents":1999}"#, "is_error": false})
    );
    assert_eq!(replies[0]["content"][1]["is_error"], true);
    assert!(Wire::Anthropic.calls(&json!({"role": "assistant", "content": "done"})).unwrap().is_empty());
}

#[test]
fn gemini() {
    let response = json!({"candidates": [{"finishReason": "STOP", "content": {"role": "model", "parts": [
        {"text": "I refund it."},
        {"functionCall": {"name": "issue_refund", "args": decoded()}},
        {"functionCall": {"id": "f2", "name": "cancel_order"}},
    ]}}]});
    let replies = Wire::Gemini.replies(&serve(Wire::Gemini.calls(&response).unwrap()));
    assert_eq!(
        replies[0]["parts"][0],
        json!({"functionResponse": {"name": "issue_refund", "response": {"output": {"cents": 1999}}}})
    );
    let second = &replies[0]["parts"][1]["functionResponse"];
    assert_eq!((&second["id"], &second["response"]["error"]["error"]), (&json!("f2"), &json!("missing")));
}

#[test]
fn mcp() {
    let request = |id: Value, name: &str| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": {"order": 5}}});
    let serve_one = |request: Value| Wire::Mcp.replies(&serve(Wire::Mcp.calls(&request).unwrap())).remove(0);
    assert_eq!(
        serve_one(request(json!(7), "cancel_order")),
        json!({"jsonrpc": "2.0", "id": 7, "result": {"content": [{"type": "text", "text": "cancelled 5"}], "isError": false}})
    );
    let refused = serve_one(request(json!("7"), "issue_refund"));
    assert_eq!((&refused["id"], &refused["result"]["isError"]), (&json!("7"), &json!(true)));
    let unknown = serve_one(request(json!(8), "cancel_orders"));
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(unknown["error"]["message"].as_str().unwrap().contains("did you mean \"cancel_order\"?"));
    assert!(Wire::Mcp.calls(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).is_err());
}

#[test]
fn calls_that_were_cut_off_are_marked_in_every_form() {
    let chat = json!({"choices": [{"finish_reason": "length", "message": {"tool_calls": [
        {"id": "c", "type": "function", "function": {"name": "cancel_order", "arguments": "{\"order\":5}"}}]}}]});
    let anthropic = json!({"stop_reason": "max_tokens", "content": [
        {"type": "tool_use", "id": "t", "name": "cancel_order", "input": {"order": 5}}]});
    let gemini = json!({"candidates": [{"finishReason": "MAX_TOKENS", "content": {"parts": [
        {"functionCall": {"name": "cancel_order", "args": {"order": 5}}}]}}]});
    let responses = json!({"status": "incomplete", "output": [
        {"type": "function_call", "call_id": "r", "name": "cancel_order", "arguments": "{\"order\":5}"}]});
    for (wire, message) in [
        (Wire::OpenAiChat, chat),
        (Wire::Anthropic, anthropic),
        (Wire::Gemini, gemini),
        (Wire::OpenAiResponses, responses),
    ] {
        assert_eq!(wire.calls(&message).unwrap()[0].arguments, Arguments::CutOff, "{wire}");
    }
}

#[test]
fn what_is_no_message_is_an_error_and_never_a_panic() {
    for message in [
        json!(null),
        json!(5),
        json!("x"),
        json!([]),
        json!({"choices": []}),
        json!({"choices": [5]}),
        json!({"tool_calls": 5}),
        json!({"tool_calls": [{}]}),
        json!({"content": 5}),
        json!({"content": [{"type": "tool_use"}]}),
        json!({"candidates": []}),
        json!({"parts": [{"functionCall": {}}]}),
        json!({"output": 5}),
        json!([{"type": "function_call"}]),
        json!({"method": "tools/call"}),
    ] {
        let results: Vec<_> = Wire::ALL.iter().map(|wire| wire.calls(&message)).collect();
        assert!(results.iter().any(Result::is_err), "{message}");
        assert!(results.iter().flatten().all(Vec::is_empty), "{message}");
    }
}
