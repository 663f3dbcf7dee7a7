use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(regex = "[a-z]+", maximum = 5)]
    value: String,
}

fn main() {}
