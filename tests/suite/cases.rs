//! The case files, through derived types and through specs made of their schemas at run time.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;
use toolargs::{Payload, Rule, ToolArgs, ToolSpec};

use crate::refund::{IssueRefund, LongRefund};
use crate::support::cases::{self, Case};
use crate::support::tools::{self, Gate, Tool};
use crate::support::{derived, keeps_digits, keeps_order, shared};

/// Cases of the fuzz file whose text holds a duplicate key or a non-finite number and, further on, is no JSON.
/// Their oracle stops at whichever it meets first. The contract's `invalid_json` excludes every other error,
/// wherever in the text it stands; within a string that should hold the object it is `not_object`.
const NO_JSON_FURTHER_ON: [(&str, &str); 13] = [
    ("fuzz-1-55", "invalid_json"),
    ("fuzz-1-1410", "invalid_json"),
    ("fuzz-1-8018", "invalid_json"),
    ("fuzz-1-9673", "invalid_json"),
    ("fuzz-1-11325", "invalid_json"),
    ("fuzz-1-12716", "invalid_json"),
    ("fuzz-1-14293", "invalid_json"),
    ("fuzz-1-14843", "invalid_json"),
    ("fuzz-1-18040", "invalid_json"),
    ("fuzz-1-9730", "invalid_json"),
    ("fuzz-1-18090", "invalid_json"),
    ("fuzz-1-18461", "not_object"),
    ("fuzz-1-20010", "invalid_json"),
];

/// Cases that pass a number through that only `serde_json/arbitrary_precision` holds.
const NEED_DIGITS: [&str; 1] = ["additional-big-number"];

/// The derived type of a case, or why there is none.
fn derived_gate(case: &Case, tools: &[Tool]) -> Result<Gate, String> {
    if let Some(name) = &case.spec {
        return tools::named(name).ok_or_else(|| format!("no derived type for `{name}`"));
    }
    let Some(schema) = &case.schema else { return Err("no schema".to_owned()) };
    let allow = case.allow.join(" ");
    let tool = tools.iter().find(|tool| tool.schema == *schema && tool.allow == allow);
    let tool = tool.ok_or_else(|| format!("no derived type for {}", schema["properties"]))?;
    match case.limits.as_deref() {
        None => Ok(tool.gate),
        Some("lifted") if tools[0].schema == *schema => Ok(derived::<LongRefund>),
        Some(limits) => Err(format!("limits {limits}")),
    }
}

/// Specs made of the schemas of cases, each once.
#[derive(Default)]
struct Specs {
    made: HashMap<String, Result<ToolSpec, String>>,
    named: Value,
}

impl Specs {
    fn of(&mut self, case: &Case) -> Result<&ToolSpec, String> {
        let schema = match (&case.schema, &case.spec) {
            (Some(schema), _) => schema.clone(),
            (None, Some(name)) => tools::named_schema(name).unwrap_or_else(|| self.named[name].clone()),
            (None, None) => return Err("no schema".to_owned()),
        };
        let key = format!("{schema} {:?} {:?}", case.allow, case.limits);
        let made = self.made.entry(key).or_insert_with(|| {
            let allow: Vec<Rule> = case.allow.iter().map(|name| name.parse().unwrap()).collect();
            let spec = ToolSpec::from_json_schema("tool", &schema).map_err(|error| format!("{error} in {schema}"))?;
            let spec = spec.allow(&allow);
            Ok(if case.limits.is_some() { spec.max_bytes(usize::MAX) } else { spec })
        });
        made.as_ref().map_err(Clone::clone)
    }
}

/// Runs every case that has a gate. Fewer than the floors, or any disagreement, is a failure.
fn run(name: &str, cases: &[Case], named: Value, floor_derived: usize, floor_at_run_time: usize) {
    let (tools, mut specs) = (tools::all(), Specs { named, ..Specs::default() });
    let (mut ran, mut left_out, mut disagreements) = ([0, 0], BTreeMap::<String, usize>::new(), Vec::new());
    for case in cases {
        match derived_gate(case, &tools) {
            Ok(gate) => {
                ran[0] += 1;
                disagreements.extend(case.disagreement(&gate).map(|what| format!("derived: {what}")));
            }
            Err(why) => *left_out.entry(why).or_default() += 1,
        }
        match specs.of(case) {
            Ok(_) if NEED_DIGITS.contains(&case.id.as_str()) && !keeps_digits() => {
                *left_out.entry("no JSON value here holds its digits".to_owned()).or_default() += 1;
            }
            Ok(spec) => {
                ran[1] += 1;
                let gate = |raw: Payload<'_>| spec.parse(raw);
                let case = if keeps_order() { case.clone() } else { case.clone().in_any_order() };
                disagreements.extend(case.disagreement(&gate).map(|what| format!("at run time: {what}")));
            }
            Err(why) => *left_out.entry(why).or_default() += 1,
        }
    }
    println!(
        "{name}: of {}, {} ran derived and {} at run time; {} disagree",
        cases.len(),
        ran[0],
        ran[1],
        disagreements.len()
    );
    left_out.iter().for_each(|(why, count)| println!("  left out: {count}, {why}"));
    let shown = disagreements.iter().take(60).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(disagreements.is_empty(), "{} disagree:\n{shown}", disagreements.len());
    assert!(
        ran[0] >= floor_derived && ran[1] >= floor_at_run_time,
        "{ran:?} ran, {floor_derived} and {floor_at_run_time} are due"
    );
}

#[test]
fn article() {
    run("article", &cases::data("article.jsonl"), Value::Null, 49, 49);
}

#[test]
fn attacks() {
    run("attacks", &cases::data("attacks.jsonl"), Value::Null, 296, 299);
}

#[test]
fn bug_reports() {
    run("bug reports", &cases::data("bug_reports.jsonl"), Value::Null, 80, 80);
}

#[test]
fn fuzz() {
    if let Some(path) = shared("cases/fuzz.jsonl.gz") {
        let mut cases = cases::read(&path);
        for (id, code) in NO_JSON_FURTHER_ON {
            let case = cases.iter_mut().find(|case| case.id == id).unwrap_or_else(|| panic!("{id} is no case"));
            case.expect_payload_error(code);
        }
        let named = std::fs::read_to_string(path.with_file_name("fuzz_specs.json")).unwrap();
        run("fuzz", &cases, serde_json::from_str(&named).unwrap(), 17_141, 20_000);
    }
}

#[test]
fn a_wrong_expectation_is_seen() {
    let differs = |record: &str| {
        let case: Case = serde_json::from_str(record).unwrap();
        case.disagreement(&derived::<IssueRefund>)
    };
    let call = r#""arguments":"{\"order_id\":\"ord_A1b2C3d4\",\"amount_cents\":\"5\",\"reason\":\"late\"}""#;
    let args =
        r#""args":{"order_id":"ord_A1b2C3d4","amount_cents":5,"reason":"late","notify_customer":false,"tags":[]}"#;
    let repairs = r#""repairs":[["$.amount_cents","numeric_string_to_int"]]"#;
    let want = |expect: &str| differs(&format!(r#"{{"id":"x",{call},"expect":{expect}}}"#));
    assert_eq!(want(&format!(r#"{{"ok":true,{args},{repairs}}}"#)), None);
    assert!(want(&format!(r#"{{"ok":true,{args}}}"#)).is_some());
    assert!(want(&format!(r#"{{"ok":true,{},{repairs}}}"#, args.replace(":5", ":5.0"))).is_none());
    assert!(want(&format!(r#"{{"ok":true,{},{repairs}}}"#, args.replace(":5", ":6"))).is_some());
    assert!(want(r#"{"ok":false,"error":"type"}"#).is_some());
    assert!(IssueRefund::parse("{}").is_err());
}
