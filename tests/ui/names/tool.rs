use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(name = "issue refund")]
struct Refund {
    total: i64,
}

fn main() {}
