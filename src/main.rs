//! `toolargs`: the policy in writing, and the gate over logged tool calls.

mod cli;
mod completions;
mod json_lines;
mod lint;
mod parse;
mod policy;
mod records;
mod replay;
mod schema;
#[allow(dead_code, reason = "no command reads with it yet")]
mod source;
mod tool;

use std::process::ExitCode;

use cli::{Done, Failure};

/// 0: done. 1: the threshold asked for was crossed. 2: usage, or input that cannot be read.
fn main() -> ExitCode {
    match cli::run() {
        Ok(Done::Well) | Err(Failure::NobodyReads) => ExitCode::SUCCESS,
        Ok(Done::ThresholdCrossed) => ExitCode::from(1),
        Err(Failure::Usage(error)) => {
            let _ = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
        Err(Failure::Message(message)) => {
            cli::say(&message);
            ExitCode::from(2)
        }
    }
}
