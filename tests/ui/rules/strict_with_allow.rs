use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(strict, allow(trim_whitespace))]
    value: String,
}

fn main() {}
