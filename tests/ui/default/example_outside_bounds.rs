use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 1, example = 0)]
    value: i64,
}

fn main() {}
