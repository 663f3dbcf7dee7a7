use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(strict = true)]
    value: String,
}

fn main() {}
