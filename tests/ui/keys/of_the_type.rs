use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(rename_all = "camelCase")]
    value: String,
}

fn main() {}
