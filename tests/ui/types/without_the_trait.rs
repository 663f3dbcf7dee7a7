use std::time::Duration;

use toolargs::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    timeout: Duration,
}

fn main() {}
