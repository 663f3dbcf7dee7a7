use toolargs::ToolArgs;

#[derive(ToolArgs)]
#[tool(transparent, rename_all = "camelCase", max_bytes = 100)]
struct Cents(#[arg(default = 5, rename = "cents")] i64);

fn main() {}
