use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(deny(empty_to_object))]
struct Args {
    value: String,
}

fn main() {}
