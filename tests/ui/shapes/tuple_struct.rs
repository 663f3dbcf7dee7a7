use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Cents(i64);

#[derive(ToolArgs)]
struct Point(f64, f64);

fn main() {}
