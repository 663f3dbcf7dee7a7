use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(deny(enum_casefold))]
    value: i64,
}

fn main() {}
