use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(pattern = "[a-z]+")]
    #[arg(pattern = "[0-9]+")]
    value: String,
}

fn main() {}
