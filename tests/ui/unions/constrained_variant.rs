use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(untagged)]
enum Id {
    Number(#[arg(min = 1)] i64),
    Name(String),
}

fn main() {}
