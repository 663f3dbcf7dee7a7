use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min_items = 2, max_items = 1)]
    value: Vec<String>,
}

fn main() {}
