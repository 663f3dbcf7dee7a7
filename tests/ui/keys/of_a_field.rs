use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(pattern = "[a-z]+")]
struct Args {
    value: String,
}

fn main() {}
