use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 1, max = 5, default = 9)]
    value: u8,
}

fn main() {}
