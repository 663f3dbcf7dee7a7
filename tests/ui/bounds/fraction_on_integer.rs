use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 0.5)]
    value: i64,
}

fn main() {}
