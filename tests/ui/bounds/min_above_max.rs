use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 50000, max = 1)]
    value: i64,
}

fn main() {}
