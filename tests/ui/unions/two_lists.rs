use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(untagged)]
enum Ids {
    Numbers(Vec<i64>),
    Names(Vec<String>),
}

fn main() {}
