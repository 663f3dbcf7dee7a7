use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(rename_all = "lowercase")]
enum Reason {
    TooLate,
    Toolate,
}

fn main() {}
