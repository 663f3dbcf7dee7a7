use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 1 max = 2)]
    value: i64,
}

fn main() {}
