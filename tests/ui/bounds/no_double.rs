use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(max = 9007199254740993)]
    value: f64,
}

fn main() {}
