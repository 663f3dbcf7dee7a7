use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = -1)]
    value: Option<u64>,
}

fn main() {}
