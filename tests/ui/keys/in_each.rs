use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(each(default = 1, min = 1))]
    value: Vec<i64>,
}

fn main() {}
