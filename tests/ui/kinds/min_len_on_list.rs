use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min_len = 1)]
    value: Vec<String>,
}

fn main() {}
