use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(rename_all = "camel_case")]
struct Args {
    value: String,
}

fn main() {}
