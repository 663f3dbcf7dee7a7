use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(tag = "kind", untaged)]
enum Action {
    Refund { kind: String, #[arg(max = 256)] count: u8 },
    Say(String),
    #[arg(rename = "say", min = 1)]
    Tell { to: (u8, u8) },
}

#[derive(ToolArgs)]
struct Args {
    action: Action,
}

fn main() {
    let _ = Args::parse("{}");
}
