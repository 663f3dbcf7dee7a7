use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(allow("trim_whitespace"))]
    value: String,
}

fn main() {}
