use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min_len = 1, min_len = 2)]
    value: String,
}

fn main() {}
