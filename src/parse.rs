//! `toolargs parse`: one outcome for each logged call.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;
use toolargs::{Parsed, Rejection};

use crate::cli::{self, Done, Failure};
use crate::json_lines;
use crate::records;
use crate::tool::Tool;

/// Read logged calls and print the outcome of each
///
/// The input is JSON lines with `arguments` (text, or decoded JSON) and perhaps an `id`. For each there is one line, in
/// order: `{"id":…,"ok":true,"args":{…},"repairs":[…]}`, or `{"id":…,"ok":false,"error":…}` in the form for the model.
#[derive(Debug, Args)]
pub(crate) struct Parse {
    #[command(flatten)]
    tool: Tool,
    /// Logs; `-`, or none at all, is the standard input
    inputs: Vec<PathBuf>,
}

impl Parse {
    pub(crate) fn run(&self) -> Result<Done, Failure> {
        let spec = self.tool.spec()?;
        let mut out = cli::output();
        let bad = records::each(&self.inputs, |record| {
            match record.parse(&spec) {
                Ok(parsed) => write_accepted(&mut out, record.id(), &parsed)?,
                Err(rejection) => write_rejected(&mut out, record.id(), &rejection)?,
            }
            Ok(())
        })?;
        out.flush()?;
        if bad > 0 {
            cli::say(&format!("{bad} bad_record"));
        }
        Ok(Done::Well)
    }
}

fn write_accepted(out: &mut impl Write, id: &str, parsed: &Parsed<Value>) -> io::Result<()> {
    write!(out, r#"{{"id":{id},"ok":true,"args":"#)?;
    json_lines::write(out, &parsed.args)?;
    out.write_all(br#","repairs":["#)?;
    for (index, repair) in parsed.repairs.iter().enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        json_lines::write(out, &repair.to_value())?;
    }
    out.write_all(b"]}\n")
}

/// The form for the model, with the id in front.
fn write_rejected(out: &mut impl Write, id: &str, rejection: &Rejection) -> io::Result<()> {
    let body = rejection.for_model();
    writeln!(out, r#"{{"id":{id},{}"#, body.strip_prefix('{').unwrap_or(&body))
}
