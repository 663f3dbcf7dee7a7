//! Measures repairs against what was meant: recorded calls of models, and for their fields the values that are right.
//!
//! `cargo run --release --example wrong_repairs -- FOLDER`, where the folder has `tools.jsonl.gz` (`tool_id`, `parameters`) and
//! `calls.jsonl.gz` (`id`, `tool_id`, `raw` or `value`, `clean`, `truth`: for a field the accepted values, `truth_conflict`).

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::Value;
use toolargs::{Repair, Rule, ToolSpec};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let folder = std::env::args_os().nth(1).ok_or("usage: wrong_repairs FOLDER")?;
    let folder = Path::new(&folder);
    let mut specs = HashMap::new();
    let mut refused = Vec::new();
    for line in lines(&folder.join("tools.jsonl.gz"))? {
        let tool: Value = serde_json::from_str(&line?)?;
        let id = text(&tool, "tool_id");
        match ToolSpec::from_json_schema(&text(&tool, "name"), &tool["parameters"]) {
            Ok(spec) => drop(specs.insert(id, (spec, tool["parameters"].clone()))),
            Err(error) => refused.push(format!("{id}: {error}")),
        }
    }
    println!("{} schemas imported, {} refused", specs.len(), refused.len());
    refused.iter().for_each(|error| println!("  {error}"));
    let calls: Vec<Value> = lines(&folder.join("calls.jsonl.gz"))?
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<Result<_, Failure>>()?;
    let allowed = [Rule::PythonLiterals, Rule::DropTrailingComma, Rule::JsonStringToArray];
    measure("the default policy", &[], &specs, &calls);
    measure("with python_literals, drop_trailing_comma and json_string_to_array", &allowed, &specs, &calls);
    Ok(())
}

fn lines(path: &Path) -> Result<impl Iterator<Item = std::io::Result<String>> + use<>, Failure> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(BufReader::new(GzDecoder::new(file)).lines())
}

fn text(record: &Value, key: &str) -> String {
    record[key].as_str().unwrap_or_default().to_owned()
}

/// What came of the calls under one policy.
#[derive(Default)]
struct Table {
    counts: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Table {
    fn count(&mut self, what: impl Into<String>) {
        *self.counts.entry(what.into()).or_default() += 1;
    }
}

fn measure(policy: &str, allowed: &[Rule], specs: &HashMap<String, (ToolSpec, Value)>, calls: &[Value]) {
    let specs: HashMap<&String, (ToolSpec, &Value)> =
        specs.iter().map(|(id, (spec, schema))| (id, (spec.clone().allow(allowed), schema))).collect();
    let mut table = Table::default();
    for call in calls {
        let Some((spec, schema)) = specs.get(&text(call, "tool_id")) else {
            table.count("no schema");
            continue;
        };
        let clean = call["clean"] == true;
        let of = if clean { "clean" } else { "other" };
        let parsed = match call["raw"].as_str() {
            Some(raw) => spec.parse(raw),
            None => spec.parse(&call["value"]),
        };
        match parsed {
            Ok(parsed) => {
                table.count(format!(
                    "{of}: {}",
                    if parsed.repairs.is_empty() { "accepted as sent" } else { "repaired" }
                ));
                if clean && !untouched(call, schema, &parsed.args, &parsed.repairs) {
                    table.wrong.push(format!("a clean call was touched: {}", text(call, "id")));
                }
                for repair in &parsed.repairs {
                    table.count(format!("rule {}", repair.rule));
                    judge(call, schema, &parsed.args, repair, &mut table);
                }
            }
            Err(rejection) => {
                table.count(format!("{of}: rejected"));
                table.count(format!("code {}", rejection.first().code()));
                if clean {
                    table.wrong.push(format!("a clean call was rejected: {}: {rejection}", text(call, "id")));
                }
            }
        }
    }
    println!("\n{policy}, {} calls", calls.len());
    table.counts.iter().for_each(|(what, count)| println!("{count:8}  {what}"));
    println!("{:8}  to be looked at", table.wrong.len());
    table.wrong.iter().for_each(|wrong| println!("  {wrong}"));
}

/// A call that is right may gain defaults and nothing else.
fn untouched(call: &Value, schema: &Value, args: &Value, repairs: &[Repair]) -> bool {
    let sent = match call["raw"].as_str() {
        Some(raw) => serde_json::from_str(raw).unwrap_or(Value::Null),
        None => call["value"].clone(),
    };
    repairs.is_empty() && kept(&sent, args, schema)
}

/// Whether a value is what was sent, with the defaults of objects in it.
fn kept(sent: &Value, arg: &Value, schema: &Value) -> bool {
    match (sent, arg) {
        (Value::Object(sent), Value::Object(arg)) => {
            arg.iter().all(|(name, arg)| {
                let schema = &schema["properties"][name];
                sent.get(name).map_or(schema["default"] == *arg, |sent| kept(sent, arg, schema))
            }) && sent.keys().all(|name| arg.contains_key(name))
        }
        (Value::Array(sent), Value::Array(arg)) => {
            sent.len() == arg.len() && sent.iter().zip(arg).all(|(sent, arg)| kept(sent, arg, &schema["items"]))
        }
        _ => sent == arg,
    }
}

/// Holds what a repair made against the accepted values of its field; of the payload's repairs, every field.
fn judge(call: &Value, schema: &Value, args: &Value, repair: &Repair, table: &mut Table) {
    let Some(truth) = call["truth"].as_object() else { return };
    let conflicts = call["truth_conflict"].as_array();
    let of_payload = repair.path == "$";
    let field = repair.path.strip_prefix("$.").map(|path| path.split(['[', '.']).next().unwrap_or_default());
    for (name, accepted) in truth {
        let scored = !conflicts.is_some_and(|names| names.iter().any(|conflict| conflict == name.as_str()));
        // a default was not sent, so no repair made it
        let default = |value: &Value| of_payload && schema["properties"][name]["default"] == *value;
        let repaired = args.get(name).filter(|value| scored && (of_payload || field == Some(name)) && !default(value));
        let Some(value) = repaired else { continue };
        let accepted = accepted.as_array().map_or(&[][..], Vec::as_slice);
        if accepted.iter().any(|one| same(value, one)) {
            table.count(format!("truth {}: fits", repair.rule));
        } else {
            table.count(format!("truth {}: contradicts", repair.rule));
            let shown = format!(
                "{} {} {name}: {} became {value}, accepted {}",
                text(call, "id"),
                repair,
                repair.before,
                Value::from(accepted)
            );
            table.wrong.push(shown.chars().take(400).collect());
        }
    }
}

/// Equal but for what the graders of these calls overlook as well: case, white space and marks in texts, and how a number is written.
fn same(value: &Value, accepted: &Value) -> bool {
    match (value, accepted) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::String(a), Value::String(b)) => plain(a) == plain(b),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        // an object's accepted form lists the accepted values of each of its fields
        (Value::Object(a), Value::Object(b)) => a.iter().all(|(name, value)| {
            let accepted = b.get(name).unwrap_or(&Value::Null);
            same(value, accepted) || accepted.as_array().is_some_and(|all| all.iter().any(|one| same(value, one)))
        }),
        (a, b) => a == b,
    }
}

fn plain(text: &str) -> String {
    text.replace([' ', ',', '.', '/', '-', '_', '*', '^'], "").to_lowercase().replace('\'', "\"")
}
