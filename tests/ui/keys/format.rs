use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(format = "mail")]
    value: String,
}

fn main() {}
