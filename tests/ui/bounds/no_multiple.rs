use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 11, max = 19, multiple_of = 10)]
    value: i64,
}

fn main() {}
