use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(untagged)]
enum When {
    Date(time::Date),
    Words(String),
}

fn main() {}
