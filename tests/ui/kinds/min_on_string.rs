use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 1)]
    value: String,
}

fn main() {}
