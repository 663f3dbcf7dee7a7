use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 1, exclusive_min = 0)]
    value: f64,
}

fn main() {}
