use toolargs::ToolArgs;

#[derive(ToolArgs)]
enum Action {
    Ship { r#type: String },
    Stop { now: bool },
}

fn main() {}
