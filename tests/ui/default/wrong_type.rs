use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(default = Vec::<u8>::new())]
    tags: Vec<String>,
}

fn main() {}
