use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    value: Option<Option<String>>,
}

fn main() {}
