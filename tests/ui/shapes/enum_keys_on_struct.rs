use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(tag = "kind", untagged)]
struct Args {
    value: String,
}

fn main() {}
