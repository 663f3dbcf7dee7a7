use toolargs::ToolArgs;

#[derive(ToolArgs)]
enum Action {
    Ship { to: String },
    Move(f64, f64),
}

fn main() {}
