use toolargs::ToolArgs;

#[derive(ToolArgs)]
enum Mode {
    Fast,
    Slow,
}

#[derive(ToolArgs)]
struct Args {
    #[arg(default)]
    mode: Mode,
}

fn main() {}
