use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(allow(trim))]
    value: String,
}

fn main() {}
