use toolargs::ToolArgs;

#[derive(ToolArgs)]
enum Action {
    Ship { to: String },
    Say(String),
}

fn main() {}
