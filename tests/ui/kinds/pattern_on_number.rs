use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(pattern = "[0-9]+")]
    value: u32,
}

fn main() {}
