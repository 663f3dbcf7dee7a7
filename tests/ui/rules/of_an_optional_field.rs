use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(allow(null_word_to_absent))]
    value: u8,
}

fn main() {}
