//! The tools that the server and its tests have.

use toolargs::ToolArgs;
use toolargs_agent::{BuildError, Toolbox};

/// Refund part or all of an order.
#[derive(Debug, ToolArgs)]
#[tool(name = "issue_refund")]
pub struct IssueRefund {
    /// Order to refund.
    #[arg(pattern = "ord_[A-Za-z0-9]{8}")]
    pub order_id: String,
    /// How much, in cents.
    #[arg(min = 1, max = 50000)]
    pub amount_cents: i64,
}

async fn issue_refund(args: IssueRefund) -> Result<String, String> {
    match args.order_id.as_str() {
        "ord_00000000" => Err("no such order".to_owned()),
        order => Ok(format!("refunded {} cents of {order}", args.amount_cents)),
    }
}

/// A toolbox with the tool of the article.
///
/// # Errors
///
/// None as it is.
pub fn toolbox() -> Result<Toolbox, BuildError> {
    Toolbox::new().tool(issue_refund).build()
}
