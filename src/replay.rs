//! `toolargs replay`: what the policy does to recorded calls, counted.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::cli::{self, Done, Failure};
use crate::records;
use crate::tool::Tool;

/// Count how recorded calls fare: clean, repaired by which rules, rejected with which codes
#[derive(Debug, Args)]
pub(crate) struct Replay {
    #[command(flatten)]
    tool: Tool,
    /// Logs, as `toolargs parse` reads them; `-` is the standard input
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
}

impl Replay {
    pub(crate) fn run(&self) -> Result<Done, Failure> {
        let spec = self.tool.spec()?;
        // a kind and a name, which together are the key that is printed
        let mut counts = BTreeMap::<(&str, &str), u64>::new();
        let bad = records::each(&self.logs, |record| {
            match record.parse(&spec) {
                Err(rejection) => *counts.entry(("reject:", rejection.first().code().as_str())).or_default() += 1,
                Ok(parsed) => {
                    let kind = if parsed.repairs.is_empty() { "ok_clean" } else { "ok_repaired" };
                    *counts.entry((kind, "")).or_default() += 1;
                    for repair in &parsed.repairs {
                        *counts.entry(("repair:", repair.rule.as_str())).or_default() += 1;
                    }
                }
            }
            Ok(())
        })?;
        if bad > 0 {
            counts.insert(("bad_record", ""), bad);
        }
        let mut out = cli::output();
        for ((kind, name), count) in counts {
            writeln!(out, "{count:6} {kind}{name}")?;
        }
        out.flush()?;
        Ok(Done::Well)
    }
}
