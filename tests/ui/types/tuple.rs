use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    points: Vec<(f64, f64)>,
}

fn main() {}
