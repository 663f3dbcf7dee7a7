use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use pollster::block_on;
use serde::Serialize;
use toolargs::ToolArgs;
use toolargs_agent::{Context, IdempotencyKey, Reply, State, ToolError, Toolbox};

use super::support::{CancelOrder, GOOD, IssueRefund, REPAIRED, call, refund};

#[derive(Serialize)]
struct Refunded {
    order: String,
    cents: i64,
}

#[derive(Debug)]
struct NoSuchOrder;

impl fmt::Display for NoSuchOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such order")
    }
}

impl std::error::Error for NoSuchOrder {}

/// The text that the model reads when a handler serves a good call, and whether it is an error.
macro_rules! reply {
    ($handler:expr) => {{
        let toolbox = Toolbox::new().tool($handler).build().unwrap();
        let reply = block_on(toolbox.call(call("c", "cancel_order", r#"{"order":17}"#))).reply();
        (reply.text().to_owned(), reply.is_error())
    }};
}

fn ok(text: &str) -> (String, bool) {
    (text.to_owned(), false)
}

fn failed(message: &str) -> (String, bool) {
    (format!(r#"{{"error":"tool_failed","message":"{message}","ok":false,"path":"$"}}"#), true)
}

fn sorted((text, error): (String, bool)) -> (String, bool) {
    let value: BTreeMap<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    (serde_json::to_string(&value).unwrap(), error)
}

#[test]
fn values_that_serialise_are_replies() {
    fn at_once(args: CancelOrder) -> Refunded {
        Refunded { order: args.order.to_string(), cents: 5 }
    }
    async fn later(args: CancelOrder) -> Refunded {
        at_once(args)
    }
    assert_eq!(reply!(at_once), ok(r#"{"order":"17","cents":5}"#));
    assert_eq!(reply!(later), ok(r#"{"order":"17","cents":5}"#));
    assert_eq!(reply!(|args: CancelOrder| args.order), ok("17"));
    assert_eq!(reply!(|_: CancelOrder| ()), ok("null"));
    assert_eq!(reply!(|_: CancelOrder| vec!["a", "b"]), ok(r#"["a","b"]"#));
    assert_eq!(reply!(|_: CancelOrder| async move { Some(1.5) }), ok("1.5"));
}

#[test]
fn text_goes_to_the_model_as_it_is() {
    assert_eq!(reply!(|args: CancelOrder| format!("order \"{}\"", args.order)), ok("order \"17\""));
    assert_eq!(reply!(|_: CancelOrder| async { "done" }), ok("done"));
}

#[test]
fn errors_of_any_kind_are_tool_errors() {
    let typed = |_: CancelOrder| async { Err::<Refunded, _>(NoSuchOrder) };
    let boxed = |_: CancelOrder| Err::<Refunded, Box<dyn std::error::Error + Send + Sync>>("no such order".into());
    let text = |_: CancelOrder| async { Err::<Refunded, _>("no such order".to_owned()) };
    let borrowed = |_: CancelOrder| Err::<u32, &'static str>("no such order");
    let shown = |_: CancelOrder| Err::<Refunded, _>(ToolError::new(NoSuchOrder));
    let ready = |_: CancelOrder| Err::<Reply, _>(NoSuchOrder);
    for reply in [reply!(typed), reply!(boxed), reply!(text), reply!(borrowed), reply!(shown), reply!(ready)] {
        assert_eq!(sorted(reply), failed("no such order"));
    }
}

#[test]
fn results_that_are_fine_are_their_value() {
    assert_eq!(
        reply!(|_: CancelOrder| async { Ok::<_, NoSuchOrder>(Refunded { order: "x".into(), cents: 1 }) }),
        ok(r#"{"order":"x","cents":1}"#)
    );
    assert_eq!(reply!(|_: CancelOrder| Ok::<_, String>("done")), ok("done"));
    assert_eq!(reply!(|_: CancelOrder| Ok::<_, String>(5)), ok("5"));
    assert_eq!(reply!(|_: CancelOrder| Ok::<_, Box<dyn std::error::Error>>("done")), ok("done"));
    assert_eq!(reply!(|_: CancelOrder| Ok::<_, NoSuchOrder>(Reply::plain("ready"))), ok("ready"));
}

#[test]
fn a_value_that_cannot_be_written_is_a_tool_error() {
    let odd = |_: CancelOrder| BTreeMap::from([(vec![1], 2)]);
    let (text, error) = reply!(odd);
    assert!(error && text.contains("cannot be written as JSON"), "{text}");
}

#[test]
fn further_arguments_come_in_any_order() {
    type Count = State<Arc<AtomicU32>>;
    async fn serve(args: IssueRefund, key: IdempotencyKey, State(count): Count, call: Context) -> String {
        count.fetch_add(1, Ordering::Relaxed);
        format!("{} {} {} {}", call.id(), call.repairs().len(), args.order_id, key.to_string().len())
    }
    fn other(_: CancelOrder, call: Context, State(count): Count) -> String {
        format!("{} {}", call.tool(), count.load(Ordering::Relaxed))
    }
    let count = Arc::new(AtomicU32::new(0));
    let toolbox = Toolbox::with_state(count.clone()).tool(serve).tool(other).build().unwrap();
    assert_eq!(block_on(toolbox.call(refund("c1", REPAIRED))).reply().text(), "c1 1 ord_A1b2C3d4 64");
    assert_eq!(block_on(toolbox.call(call("c2", "cancel_order", r#"{"order":1}"#))).reply().text(), "cancel_order 1");
}

#[test]
fn the_key_is_that_of_the_call_and_not_of_its_spelling() {
    let key = |_: IssueRefund, key: IdempotencyKey| key.to_string();
    let toolbox = Toolbox::new().tool(key).build().unwrap();
    let key_of = |id: &str, text: &str| block_on(toolbox.call(refund(id, text))).reply().text().to_owned();
    let swapped = r#"{"amount_cents":1999.0,"order_id":"ord_A1b2C3d4"}"#;
    assert_eq!(key_of("c1", GOOD), key_of("c1", REPAIRED));
    assert_eq!(key_of("c1", GOOD), key_of("c1", swapped));
    assert_ne!(key_of("c1", GOOD), key_of("c2", GOOD));
    assert_ne!(key_of("c1", GOOD), key_of("c1", &GOOD.replace("1999", "1998")));
    // stable over releases: whoever stored a key must find it again
    assert_eq!(key_of("c1", GOOD), "9e4f6ea56ef7a9f556bc004047e4cfc14239c8c3fb9babf55a8e1c9d01c72b2c");
}

#[tokio::test]
async fn handlers_run_on_a_runtime() {
    #[derive(ToolArgs)]
    struct Sleep {
        millis: u64,
    }
    async fn sleep(args: Sleep) -> &'static str {
        tokio::time::sleep(std::time::Duration::from_millis(args.millis)).await;
        "awake"
    }
    let toolbox = Toolbox::new().tool(sleep).build().unwrap();
    let answer = tokio::spawn(async move { toolbox.call(call("c", "sleep", r#"{"millis":5}"#)).await }).await.unwrap();
    assert_eq!(answer.reply().text(), "awake");
}
