use toolargs::ToolArgs;

use std::path::PathBuf;
use std::sync::Arc;

#[derive(ToolArgs)]
struct Args {
    name: Arc<String>,
    path: Option<PathBuf>,
    call: fn(u8) -> u8,
}

fn main() {}
