use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Refund {
    #[arg(rename = "amount_cents")]
    total: i64,
    #[arg(rename = "amount_cents")]
    amount: i64,
}

fn main() {}
