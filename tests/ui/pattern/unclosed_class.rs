use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(pattern = "ord_[A-Z")]
    value: String,
}

fn main() {}
