use toolargs::ToolArgs;

use std::collections::BTreeMap;

#[derive(ToolArgs)]
struct Args {
    counts: BTreeMap<i64, u32>,
}

fn main() {}
