use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(pattern = 5)]
    value: String,
}

fn main() {}
