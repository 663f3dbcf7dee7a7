use serde_json::Value;
use toolargs::{Rejection, ToolArgs};
use toolargs_agent::{Answer, Arguments, Outcome, ToolCall};

/// Refund part or all of an order.
#[derive(Debug, ToolArgs)]
#[tool(name = "issue_refund")]
pub(crate) struct IssueRefund {
    #[arg(pattern = "ord_[A-Za-z0-9]{8}")]
    pub(crate) order_id: String,
    #[arg(min = 1, max = 50000)]
    pub(crate) amount_cents: i64,
    #[arg(default)]
    pub(crate) tags: Vec<String>,
}

#[derive(Debug, ToolArgs)]
pub(crate) struct CancelOrder {
    pub(crate) order: u32,
}

pub(crate) const GOOD: &str = r#"{"order_id":"ord_A1b2C3d4","amount_cents":1999}"#;
pub(crate) const REPAIRED: &str = r#"{"order_id":"ord_A1b2C3d4","amount_cents":"1999"}"#;
pub(crate) const DOLLARS: &str = r#"{"order_id":"ord_A1b2C3d4","amount_cents":"19.99"}"#;
pub(crate) const BAD_ORDER: &str = r#"{"order_id":"A1b2C3d4","amount_cents":1999}"#;
pub(crate) const NO_AMOUNT: &str = r#"{"order_id":"ord_A1b2C3d4"}"#;

pub(crate) fn call(id: &str, name: &str, arguments: impl Into<Arguments>) -> ToolCall {
    ToolCall { id: id.into(), name: name.into(), arguments: arguments.into() }
}

pub(crate) fn refund(id: &str, arguments: &str) -> ToolCall {
    call(id, "issue_refund", arguments)
}

pub(crate) fn rejection(answer: &Answer) -> &Rejection {
    match answer.outcome() {
        Outcome::Rejected(rejection) => rejection,
        other => panic!("no rejection: {other:?}"),
    }
}

pub(crate) fn body(answer: &Answer) -> Value {
    serde_json::from_str(answer.reply().text()).expect("JSON")
}
