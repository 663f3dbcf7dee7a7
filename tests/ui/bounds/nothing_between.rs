use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(exclusive_min = 1, exclusive_max = 2)]
    value: i64,
}

fn main() {}
