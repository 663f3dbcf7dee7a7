use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(each(min_len = 1))]
    value: String,
}

fn main() {}
