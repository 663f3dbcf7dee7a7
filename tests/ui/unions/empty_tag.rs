use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(tag = "")]
enum Action {
    Ship { to: String },
}

fn main() {}
