use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(allow(numeric_string_to_int))]
enum Reason {
    Late,
    Lost,
}

fn main() {}
