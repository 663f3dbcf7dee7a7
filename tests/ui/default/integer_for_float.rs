use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(default = 1)]
    value: f64,
}

fn main() {}
