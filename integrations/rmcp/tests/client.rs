//! The server, called by a client of rmcp.

use rmcp::ServiceExt;
use rmcp::model::{CallToolRequestParams, CallToolResult, ErrorCode};
use rmcp::service::{RoleClient, RunningService, ServiceError};
use serde_json::{Value, json};
use toolargs_rmcp::{Server, tools};

async fn connect() -> RunningService<RoleClient, ()> {
    let (ours, theirs) = tokio::io::duplex(4096);
    tokio::spawn(async move {
        let server = Server::new(tools::toolbox().unwrap(), "test").unwrap().serve(theirs).await.unwrap();
        server.waiting().await
    });
    ().serve(ours).await.unwrap()
}

fn params(name: &'static str, arguments: Value) -> CallToolRequestParams {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    CallToolRequestParams::new(name).with_arguments(arguments)
}

fn text(result: &CallToolResult) -> String {
    let content = serde_json::to_value(&result.content).unwrap();
    content[0]["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_tool_is_listed_with_its_schema() {
    let client = connect().await;
    let tools = client.list_all_tools().await.unwrap();
    assert_eq!(tools.len(), 1);
    assert_eq!(tools[0].name, "issue_refund");
    assert_eq!(tools[0].description.as_deref(), Some("Refund part or all of an order."));
    assert_eq!(tools[0].input_schema["properties"]["amount_cents"]["maximum"], 50000);
}

#[tokio::test]
async fn calls_are_repaired_refused_and_failed() {
    let client = connect().await;
    let call = |arguments| client.call_tool(params("issue_refund", arguments));

    let repaired = call(json!({"order_id": "ord_A1b2C3d4", "amount_cents": "1999"})).await.unwrap();
    assert_eq!((repaired.is_error, text(&repaired).as_str()), (Some(false), "refunded 1999 cents of ord_A1b2C3d4"));

    let refused = call(json!({"order_id": "ord_A1b2C3d4", "amount_cents": "19.99"})).await.unwrap();
    assert_eq!(refused.is_error, Some(true));
    let body: Value = serde_json::from_str(&text(&refused)).unwrap();
    assert_eq!((&body["error"], &body["path"]), (&json!("ambiguous_integer"), &json!("$.amount_cents")));

    let failed = call(json!({"order_id": "ord_00000000", "amount_cents": 1})).await.unwrap();
    assert_eq!(failed.is_error, Some(true));
    assert!(text(&failed).contains("no such order"));

    let empty = client.call_tool(CallToolRequestParams::new("issue_refund")).await.unwrap();
    assert!(text(&empty).contains("missing"));
}

#[tokio::test]
async fn an_unknown_tool_is_an_error_of_the_protocol() {
    let client = connect().await;
    let error = client.call_tool(params("issue_refunds", json!({}))).await.unwrap_err();
    let ServiceError::McpError(error) = error else { panic!("{error}") };
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    assert!(error.message.contains("did you mean \"issue_refund\"?"), "{}", error.message);
}
