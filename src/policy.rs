//! `toolargs policy`: the rules and the codes, as the code has them.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use toolargs::{Code, Rule};

use crate::cli::{self, Done, Failure};

/// Print the policy: every repair rule with its justification, and every rejection code
#[derive(Debug, Args)]
pub(crate) struct Policy {
    /// The form: text unless a file is written or checked
    #[arg(long, value_name = "FORM")]
    format: Option<Format>,
    /// Write the policy to a file
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    write: Option<PathBuf>,
    /// Exit with 1 when a file is not the policy of this version
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    Markdown,
}

impl Policy {
    pub(crate) fn run(&self) -> Result<Done, Failure> {
        let of_file = self.write.is_some() || self.check.is_some();
        let policy = match self.format.unwrap_or(if of_file { Format::Markdown } else { Format::Text }) {
            Format::Text => text(),
            Format::Markdown => markdown(),
        };
        if let Some(path) = &self.check {
            let found = fs::read(path).map_err(Failure::at(path.display()))?;
            if found != policy.as_bytes() {
                cli::say(&format!("{0} is stale; `toolargs policy --write {0}` renews it", path.display()));
                return Ok(Done::ThresholdCrossed);
            }
        } else if let Some(path) = &self.write {
            fs::write(path, policy).map_err(Failure::at(path.display()))?;
        } else {
            let mut out = cli::output();
            out.write_all(policy.as_bytes())?;
            out.flush()?;
        }
        Ok(Done::Well)
    }
}

fn default(rule: Rule) -> &'static str {
    if rule.default_on() { "on" } else { "opt-in" }
}

fn text() -> String {
    let mut out = String::from("RULES\n");
    for &rule in Rule::ALL {
        let _ = writeln!(out, "\n{rule} ({})\n  {}\n  {}", default(rule), rule.description(), rule.justification());
    }
    out.push_str("\nCODES\n\n");
    for &code in Code::ALL {
        let _ = writeln!(out, "{code:18} {}", code.meaning());
    }
    out
}

const HEAD: &str = "# The policy

This file is `toolargs policy --format markdown`, made from the tables in the code. `toolargs policy --check docs/policy.md` holds it to them.

A value is repaired when it has exactly one reasonable meaning, and rejected when it has two or more, even if one of them
is very likely. A value that is valid as sent is never touched. Every repair is recorded with its path, its rule, and the
value before and after.

## Rules

A rule that is on runs unless a field or a tool denies it, or is strict. An opt-in rule runs where a field or a tool allows
it. The last column is the reason why the repaired value has one meaning.

";

const CODES: &str = "
## Codes

The codes are stable: renaming one would be a breaking change.

";

fn markdown() -> String {
    let mut out = String::from(HEAD);
    let row = |cells: &[&str]| {
        let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    out += &row(&["rule", "default", "what it does", "why it has one meaning"]);
    out += "|---|---|---|---|\n";
    for &rule in Rule::ALL {
        let name = format!("`{rule}`");
        out += &row(&[&name, default(rule), rule.description(), rule.justification()]);
    }
    out += CODES;
    out += &row(&["code", "meaning"]);
    out += "|---|---|\n";
    for &code in Code::ALL {
        out += &row(&[&format!("`{code}`"), code.meaning()]);
    }
    out
}
