use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min, max_len)]
    value: String,
}

fn main() {}
