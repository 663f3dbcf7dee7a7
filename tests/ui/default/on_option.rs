use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(default)]
    value: Option<String>,
}

fn main() {}
