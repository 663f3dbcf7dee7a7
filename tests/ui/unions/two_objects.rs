use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(untagged)]
enum Filter {
    ById { id: Option<u64> },
    ByName { name: Option<String> },
    Nothing,
    None,
}

fn main() {}
