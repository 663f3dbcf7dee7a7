use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(max = 300)]
    value: u8,
}

fn main() {}
