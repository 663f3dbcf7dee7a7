use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Refund {
    #[arg(rename = "")]
    total: i64,
}

fn main() {}
