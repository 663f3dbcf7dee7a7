use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(patern = "[a-z]+")]
    value: String,
}

fn main() {}
