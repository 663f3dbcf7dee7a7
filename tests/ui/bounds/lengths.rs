use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min_len = 5, max_len = 4)]
    value: String,
}

fn main() {}
