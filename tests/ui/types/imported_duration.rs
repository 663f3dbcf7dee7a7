use toolargs::ToolArgs;

use std::time::Duration;

#[derive(ToolArgs)]
struct Args {
    timeout: Vec<Duration>,
}

fn main() {}
