use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(max_bytes = 0)]
struct Args {
    value: String,
}

#[derive(ToolArgs)]
#[tool(max_bytes = 100)]
enum Reason {
    Late,
}

fn main() {}
