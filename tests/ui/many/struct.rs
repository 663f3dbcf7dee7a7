use toolargs::ToolArgs;

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(nam = "issue_refund", strict = "yes")]
struct IssueRefund {
    #[arg(pattern = "ord_[A-Z", min = 1)]
    order_id: String,
    #[arg(min = 50000, max = 1, default = 7)]
    amount_cents: i64,
    #[arg(defualt)]
    notify_customer: bool,
    #[arg(allow(trim), allow(trim_whitespace))]
    reason: String,
    started: std::time::SystemTime,
}

fn main() {
    // the type still has the traits, so that these are no errors of their own
    let parsed = IssueRefund::parse("{}").unwrap();
    let value = parsed.args.to_value();
    let _ = (value, IssueRefund::json_schema());
}
