use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(default = "5")]
    value: i64,
}

fn main() {}
