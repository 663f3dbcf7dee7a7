use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(default, min = 1)]
    value: u32,
}

fn main() {}
