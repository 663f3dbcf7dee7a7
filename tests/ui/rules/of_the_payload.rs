use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(deny(strip_code_fence))]
    value: String,
}

fn main() {}
