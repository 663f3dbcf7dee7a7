use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min_items = 1)]
    value: [u8; 4],
}

fn main() {}
