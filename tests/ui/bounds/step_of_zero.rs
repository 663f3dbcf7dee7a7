use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(multiple_of = 0)]
    value: i64,
}

fn main() {}
