use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args<'a> {
    name: &'a str,
    bytes: &'a [u8],
}

fn main() {}
