//! `toolargs lint`: what is legal in a schema and dangerous.

use std::io::Write;

use clap::Args;
use toolargs::LintCode;

use crate::cli::{self, Done, Failure};
use crate::tool::Tools;

/// Report what is legal in a schema and dangerous, one finding a line
#[derive(Debug, Args)]
pub(crate) struct Lint {
    #[command(flatten)]
    tools: Tools,
    /// Exit with 1 when there is any finding
    #[arg(long)]
    deny: bool,
    /// Leave out findings of a code, once for each code
    #[arg(long, value_name = "CODE", value_parser = code)]
    allow: Vec<LintCode>,
}

fn code(name: &str) -> Result<LintCode, String> {
    name.parse().map_err(|error: toolargs::UnknownName| error.to_string())
}

impl Lint {
    pub(crate) fn run(&self) -> Result<Done, Failure> {
        let mut out = cli::output();
        let mut found = false;
        for spec in self.tools.specs()? {
            for lint in spec.lint().iter().filter(|lint| !self.allow.contains(&lint.code())) {
                writeln!(out, "{}: {lint}", spec.name())?;
                found = true;
            }
        }
        out.flush()?;
        Ok(if found && self.deny { Done::ThresholdCrossed } else { Done::Well })
    }
}
