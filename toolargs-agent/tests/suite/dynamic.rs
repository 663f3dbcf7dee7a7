//! Tools that are known only at run time: the same gate, budget, confirmation and eyes.

use std::sync::{Arc, Mutex};

use pollster::block_on;
use serde_json::{Value, json};
use toolargs::ToolSpec;
use toolargs::provider::Provider;
use toolargs_agent::observe::{Event, EventKind, Observer};
use toolargs_agent::{Builder, Confirm, Context, IdempotencyKey, Outcome, Reason, State, Toolbox};

use super::support::{CancelOrder, DOLLARS, GOOD, IssueRefund, REPAIRED, body, call, refund, rejection};

fn spec(name: &str) -> ToolSpec {
    let schema = json!({
        "type": "object",
        "description": "Refund part or all of an order.",
        "properties": {
            "order_id": {"type": "string", "pattern": "^ord_[A-Za-z0-9]{8}$"},
            "amount_cents": {"type": "integer", "minimum": 1, "maximum": 50000},
        },
        "required": ["order_id", "amount_cents"],
    });
    ToolSpec::from_json_schema(name, &schema).unwrap()
}

fn with(handler: fn(Value) -> Value) -> Builder<()> {
    Toolbox::new().dynamic(spec("issue_refund"), handler)
}

#[test]
fn arguments_are_repaired_refused_and_handed_on() {
    let toolbox = with(|args| args["amount_cents"].clone()).build().unwrap();
    let answer = block_on(toolbox.call(refund("c1", REPAIRED)));
    assert_eq!((answer.reply().text(), answer.repairs()[0].path.as_str()), ("1999", "$.amount_cents"));
    let answer = block_on(toolbox.call(refund("c2", r#"{"amount_cents":"19.99","amount":1}"#)));
    // a schema's fields come in the order that `serde_json` keeps them in
    let mut codes: Vec<_> = rejection(&answer).errors().iter().map(|error| error.code().as_str()).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["ambiguous_integer", "missing", "unknown_field"]);
    let tools = toolbox.definitions(Provider::OpenAiChat).unwrap();
    assert_eq!(tools[0]["function"]["description"], "Refund part or all of an order.");
}

#[tokio::test]
async fn handlers_take_what_those_of_derived_tools_take() {
    async fn serve(args: Value, call: Context, key: IdempotencyKey, State(shop): State<Arc<str>>) -> String {
        tokio::task::yield_now().await;
        format!("{shop} {} {} {key}", call.id(), args["amount_cents"])
    }
    let toolbox = Toolbox::with_state(Arc::from("shop")).dynamic(spec("issue_refund"), serve).build().unwrap();
    let text = toolbox.call(refund("c1", REPAIRED)).await.reply().text().to_owned();
    let key = IdempotencyKey::new("issue_refund", "c1", &serde_json::from_str(GOOD).unwrap());
    assert_eq!(text, format!("shop c1 1999 {key}"));
}

#[test]
fn they_stand_beside_derived_tools() {
    let toolbox = with(|args| args).tool(|args: CancelOrder| args.order).build().unwrap();
    let answers =
        block_on(toolbox.turn([call("c1", "cancel_order", r#"{"order":"5"}"#), call("c2", "issue_refunds", "{}")]));
    assert_eq!(answers[0].reply().text(), "5");
    let message = body(&answers[1])["message"].as_str().unwrap().to_owned();
    assert!(message.contains("\"issue_refund\"") && message.contains("\"cancel_order\""), "{message}");

    let error = with(|args| args).tool(|args: IssueRefund| args.amount_cents).build().unwrap_err();
    assert_eq!(error.to_string(), r#"two tools have the name "issue_refund""#);
    let error = Toolbox::new().dynamic(spec("refund order"), |args: Value| args).build().unwrap_err();
    assert!(error.to_string().contains("refuses the tool name \"refund order\""), "{error}");
}

#[test]
fn the_budget_and_the_confirmation_hold() {
    let session = with(|args| args).build().unwrap().session();
    assert!(matches!(block_on(session.call(refund("c1", DOLLARS))).outcome(), Outcome::Rejected(_)));
    let answer = block_on(session.call(refund("c2", DOLLARS)));
    let Outcome::Escalate(escalation) = answer.outcome() else { panic!("{answer:?}") };
    assert_eq!((escalation.reason, escalation.history.len()), (Reason::Repeated, 2));

    let toolbox = Toolbox::new()
        .dynamic_if(Confirm::repaired(), spec("issue_refund"), |args: Value| args["amount_cents"].clone())
        .build()
        .unwrap();
    let Outcome::NeedsConfirmation(pending) = block_on(toolbox.call(refund("c3", REPAIRED))).into_outcome() else {
        panic!("it did not ask")
    };
    assert_eq!(pending.arguments()["amount_cents"], 1999);
    assert_eq!(block_on(pending.approve()).reply().text(), "1999");
}

#[test]
fn observers_see_the_keys_that_the_schema_declares_and_no_other() {
    #[derive(Clone, Default)]
    struct Paths(Arc<Mutex<Vec<String>>>);
    impl Observer for Paths {
        fn event(&self, event: &Event<'_>) {
            if let EventKind::Judged { errors, .. } = event.kind {
                self.0.lock().unwrap().extend(errors.iter().map(|(path, code)| format!("{path} {code}")));
            }
        }
    }
    let paths = Paths::default();
    let toolbox = with(|args| args).observe(paths.clone()).build().unwrap();
    block_on(toolbox.call(refund("c1", r#"{"order_id":"ord_A1b2C3d4","amount_cents":"19.99","4111":1}"#)));
    assert_eq!(*paths.0.lock().unwrap(), ["$.* unknown_field", "$.amount_cents ambiguous_integer"]);
}
