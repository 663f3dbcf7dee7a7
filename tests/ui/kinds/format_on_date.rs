use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(format = "date")]
    value: Option<time::Date>,
}

fn main() {}
