use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(untagged)]
enum Amount {
    Whole(i64),
    Words(String),
    Part(f64),
}

fn main() {}
