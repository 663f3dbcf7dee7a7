use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(strict)]
struct Args {
    #[arg(allow(trim_whitespace))]
    value: String,
}

fn main() {}
