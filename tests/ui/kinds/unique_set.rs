use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(unique_items)]
    value: std::collections::BTreeSet<String>,
}

fn main() {}
