//! The loop around tool calls, against a scripted model: `cargo run --example agent_loop`.
//!
//! The model is a server on loopback that speaks the provider's own form over HTTP, once as OpenAI Chat Completions and once as
//! Anthropic Messages. It asks for dollars in a field of cents, is told, corrects itself, sends a call that needs a repair,
//! one that a person has to confirm, and at last one that it cannot get right. Then the tools are served in the form of MCP.

#[path = "agent_loop/http.rs"]
mod http;
#[path = "agent_loop/model.rs"]
mod model;

use std::error::Error;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolargs::ToolArgs;
use toolargs::provider::Provider;
use toolargs_agent::observe::JsonLines;
use toolargs_agent::wire::Wire;
use toolargs_agent::{Answer, Confirm, IdempotencyKey, Outcome, Session, State, Toolbox};

/// Refund part or all of an order.
#[derive(ToolArgs)]
#[tool(name = "issue_refund")]
struct IssueRefund {
    /// Order to refund.
    #[arg(pattern = "ord_[A-Za-z0-9]{8}")]
    order_id: String,
    /// How much, in cents.
    #[arg(min = 1, max = 50000)]
    amount_cents: i64,
}

/// What has been paid, by the key of the call.
type Paid = Arc<Mutex<Vec<(IdempotencyKey, i64)>>>;

async fn issue_refund(args: IssueRefund, key: IdempotencyKey, State(paid): State<Paid>) -> Result<Value, String> {
    let mut paid = paid.lock().map_err(|_| "the till is closed")?;
    if !paid.iter().any(|(known, _)| *known == key) {
        paid.push((key, args.amount_cents));
    }
    Ok(json!({ "refunded": args.amount_cents, "order": args.order_id }))
}

fn main() -> Result<(), Box<dyn Error>> {
    for (wire, path) in [(Wire::OpenAiChat, "/v1/chat/completions"), (Wire::Anthropic, "/v1/messages")] {
        println!("== {wire}");
        let paid = Paid::default();
        let session = toolbox(&paid)?.session();
        let model = http::serve(model::answer)?;
        pollster::block_on(converse(wire, &session, |request| http::post(model, path, request)))?;
        let amounts: Vec<i64> = paid.lock().map_err(|_| "poisoned")?.iter().map(|(_, cents)| *cents).collect();
        println!("paid: {amounts:?}\n");
        assert_eq!(amounts, [1999, 2500, 40000]);
    }
    serve_mcp()
}

fn toolbox(paid: &Paid) -> Result<Toolbox, Box<dyn Error>> {
    let large = Confirm::when(|review| review.arguments()["amount_cents"].as_i64() > Some(10_000));
    let toolbox = Toolbox::with_state(paid.clone())
        .tool_if(large, issue_refund)
        .observe(JsonLines::new(std::io::stdout()))
        .build()?;
    Ok(toolbox)
}

/// Turn by turn until the model has nothing to call, or must not go on.
async fn converse(
    wire: Wire,
    session: &Session,
    ask: impl Fn(&Value) -> Result<Value, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let provider = if wire == Wire::Anthropic { Provider::Anthropic } else { Provider::OpenAiChat };
    let mut messages = vec![json!({ "role": "user", "content": "Please refund my orders." })];
    loop {
        let tools = session.toolbox().definitions(provider)?;
        let response = ask(&json!({ "model": "scripted", "messages": messages, "tools": tools }))?;
        let said = match wire {
            Wire::Anthropic => json!({ "role": "assistant", "content": response["content"] }),
            _ => response["choices"][0]["message"].clone(),
        };
        messages.push(said);
        let calls = wire.calls(&response)?;
        if calls.is_empty() {
            println!("the model is done");
            return Ok(());
        }
        for call in &calls {
            println!("model calls {}: {:?}", call.name, call.arguments);
        }
        let mut answers = Vec::new();
        for answer in session.turn(calls).await {
            answers.push(settle(answer).await);
        }
        for answer in &answers {
            println!("attempt {}: {}", answer.attempt(), answer.reply().text());
            if let Outcome::Escalate(escalation) = answer.outcome() {
                println!("a person takes over, {}:", escalation.reason);
                for refused in &escalation.history {
                    println!("  {}: {:?}", refused.call_id, refused.faults);
                }
                return Ok(());
            }
        }
        messages.extend(wire.replies(&answers));
    }
}

/// The step of approval: here everybody agrees to everything.
async fn settle(answer: Answer) -> Answer {
    if !matches!(answer.outcome(), Outcome::NeedsConfirmation(_)) {
        return answer;
    }
    let id = answer.id().to_owned();
    let Outcome::NeedsConfirmation(pending) = answer.into_outcome() else { unreachable!("looked at above") };
    println!("{id} needs a person: {} with key {:.8}…", pending.arguments(), pending.idempotency_key().to_string());
    pending.approve().await
}

/// The same tools as a server of the Model Context Protocol would have them.
fn serve_mcp() -> Result<(), Box<dyn Error>> {
    println!("== MCP");
    let paid = Paid::default();
    let session = toolbox(&paid)?.session();
    let server = http::serve(move |request| {
        let serve = || -> Result<Value, Box<dyn Error>> {
            if request["method"] == "tools/list" {
                let tools = session.toolbox().definitions(Provider::Mcp)?;
                return Ok(json!({ "jsonrpc": "2.0", "id": request["id"], "result": { "tools": tools } }));
            }
            let answers = pollster::block_on(session.turn(Wire::Mcp.calls(request)?));
            Ok(Wire::Mcp.replies(&answers).remove(0))
        };
        serve().unwrap_or_else(|error| {
            json!({ "jsonrpc": "2.0", "id": request["id"], "error": { "code": -32600, "message": error.to_string() } })
        })
    })?;
    let ask = |request: Value| http::post(server, "/mcp", &request);
    let listed = ask(json!({ "jsonrpc": "2.0", "id": 0, "method": "tools/list" }))?;
    println!("tool: {}", listed["result"]["tools"][0]["name"]);
    for (id, arguments) in model::ARGUMENTS.iter().enumerate() {
        let arguments: Value = serde_json::from_str(arguments)?;
        let params = json!({ "name": "issue_refund", "arguments": arguments });
        println!("client calls issue_refund: {arguments}");
        let reply = ask(json!({ "jsonrpc": "2.0", "id": id + 1, "method": "tools/call", "params": params }))?;
        let result = &reply["result"];
        println!("isError {}: {}", result["isError"], result["content"][0]["text"]);
    }
    let unknown = json!({ "name": "issue_refunds", "arguments": {} });
    let reply = ask(json!({ "jsonrpc": "2.0", "id": "last", "method": "tools/call", "params": unknown }))?;
    println!("error {}: {}", reply["error"]["code"], reply["error"]["message"]);
    Ok(())
}
