use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(pattern = "[a-z]+", default = "NORTH")]
    value: String,
}

fn main() {}
