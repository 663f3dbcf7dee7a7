use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(each(pattern = "[a-z]+"))]
    value: Vec<u8>,
}

fn main() {}
