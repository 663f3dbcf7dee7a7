use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(each(min = 9, max = 1))]
    value: Vec<i64>,
}

fn main() {}
