use toolargs::ToolArgs;

#[derive(ToolArgs)]
enum Reason {
    #[arg(min = 1)]
    Late,
    #[tool(rename = "lost")]
    Lost,
}

fn main() {}
