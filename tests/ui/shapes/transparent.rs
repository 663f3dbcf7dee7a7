use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(transparent)]
struct Cents {
    value: i64,
}

#[derive(ToolArgs)]
#[tool(transparent)]
enum Reason {
    Late,
}

fn main() {}
