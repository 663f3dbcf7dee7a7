use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(untagged, tag = "kind")]
enum Action {
    Ship { to: String },
}

fn main() {}
