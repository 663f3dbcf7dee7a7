//! Replays a log of calls to one tool, typed: `cargo run --example issue_refund -- examples/calls.jsonl`.
//!
//! Prints how many calls were clean, repaired and rejected, then where each repair and rejection was. No values are
//! printed: a log may hold what only the tool may see.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

use serde_json::Value;
use toolargs::ToolArgs;

/// Refund part or all of an order.
#[derive(Debug, ToolArgs)]
#[tool(name = "issue_refund")]
struct IssueRefund {
    /// Order to refund.
    #[arg(pattern = "ord_[A-Za-z0-9]{8}")]
    order_id: String,
    #[arg(min = 1, max = 50000)]
    amount_cents: i64,
    #[arg(default)]
    notify_customer: bool,
    reason: Reason,
    #[arg(default)]
    tags: Vec<String>,
    effective_date: Option<time::Date>,
}

#[derive(Debug, ToolArgs)]
enum Reason {
    Damaged,
    Late,
    Duplicate,
    Other,
}

fn main() -> Result<(), Box<dyn Error>> {
    let log = std::env::args().nth(1).ok_or("usage: issue_refund LOG")?;
    let mut counts = BTreeMap::<String, usize>::new();
    let mut places = Vec::new();
    for line in BufReader::new(File::open(log)?).lines() {
        let call: Value = serde_json::from_str(&line?)?;
        let (id, arguments) = (&call["id"], &call["arguments"]);
        let outcome = match arguments {
            Value::String(text) => IssueRefund::parse(text),
            decoded => IssueRefund::parse(decoded),
        };
        match outcome {
            Ok(parsed) => {
                let kind = if parsed.repairs.is_empty() { "ok_clean" } else { "ok_repaired" };
                *counts.entry(kind.to_owned()).or_default() += 1;
                for repair in parsed.repairs {
                    *counts.entry(format!("repair:{}", repair.rule)).or_default() += 1;
                    places.push(format!("line {id}: {} {}", repair.path, repair.rule));
                }
            }
            Err(rejection) => {
                let error = rejection.first();
                *counts.entry(format!("reject:{}", error.code())).or_default() += 1;
                places.push(format!("line {id}: {} {}", error.path(), error.code()));
            }
        }
    }
    for (key, count) in counts {
        println!("{count:6} {key}");
    }
    for place in places {
        println!("{place}");
    }
    Ok(())
}
