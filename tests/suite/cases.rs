//! The case files, through the derived types.

use std::collections::BTreeMap;

use toolargs::ToolArgs;

use crate::refund::{IssueRefund, LongRefund};
use crate::support::cases::{self, Case};
use crate::support::tools::{self, Gate, Tool};
use crate::support::{derived, shared};

/// Cases of the fuzz file whose text holds a duplicate key or a non-finite number and, further on, is no JSON.
/// Their oracle stops at whichever it meets first. The contract's `invalid_json` excludes every other error,
/// wherever in the text it stands; within a string that should hold the object it is `not_object`.
const NO_JSON_FURTHER_ON: [(&str, &str); 11] = [
    ("fuzz-1-55", "invalid_json"),
    ("fuzz-1-1410", "invalid_json"),
    ("fuzz-1-8018", "invalid_json"),
    ("fuzz-1-9673", "invalid_json"),
    ("fuzz-1-11325", "invalid_json"),
    ("fuzz-1-12716", "invalid_json"),
    ("fuzz-1-14293", "invalid_json"),
    ("fuzz-1-14843", "invalid_json"),
    ("fuzz-1-18040", "invalid_json"),
    ("fuzz-1-18461", "not_object"),
    ("fuzz-1-20010", "invalid_json"),
];

/// The gate of a case, or why there is none.
fn gate(case: &Case, tools: &[Tool]) -> Result<Gate, String> {
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

/// Runs every case that has a gate. Fewer than `floor` of them, or any disagreement, is a failure.
fn run(name: &str, cases: &[Case], floor: usize) {
    let tools = tools::all();
    let (mut ran, mut left_out, mut disagreements) = (0, BTreeMap::<String, usize>::new(), Vec::new());
    for case in cases {
        match gate(case, &tools) {
            Ok(gate) => {
                ran += 1;
                disagreements.extend(case.disagreement(&gate));
            }
            Err(why) => *left_out.entry(why).or_default() += 1,
        }
    }
    println!("{name}: {ran} of {} ran, {} disagree", cases.len(), disagreements.len());
    left_out.iter().for_each(|(why, count)| println!("  left out: {count}, {why}"));
    let shown = disagreements.iter().take(60).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(disagreements.is_empty(), "{} of {ran} disagree:\n{shown}", disagreements.len());
    assert!(ran >= floor, "only {ran} of {} ran, {floor} are due", cases.len());
}

#[test]
fn article() {
    run("article", &cases::data("article.jsonl"), 49);
}

#[test]
fn attacks() {
    run("attacks", &cases::data("attacks.jsonl"), 290);
}

#[test]
fn bug_reports() {
    run("bug reports", &cases::data("bug_reports.jsonl"), 80);
}

#[test]
fn fuzz() {
    if let Some(path) = shared("cases/fuzz.jsonl.gz") {
        let mut cases = cases::read(&path);
        for (id, code) in NO_JSON_FURTHER_ON {
            let case = cases.iter_mut().find(|case| case.id == id).unwrap_or_else(|| panic!("{id} is no case"));
            case.expect_payload_error(code);
        }
        run("fuzz", &cases, 17_000);
    }
}

#[test]
fn a_wrong_expectation_is_seen() {
    let differs = |record: &str| {
        let case: Case = serde_json::from_str(record).unwrap();
        case.disagreement(&derived::<IssueRefund>)
    };
    let call = r#""arguments":"{\"order_id\":\"ord_A1b2C3d4\",\"amount_cents\":\"5\",\"reason\":\"late\"}""#;
    let args = r#""args":{"order_id":"ord_A1b2C3d4","amount_cents":5,"reason":"late","notify_customer":false,"tags":[]}"#;
    let repairs = r#""repairs":[["$.amount_cents","numeric_string_to_int"]]"#;
    let want = |expect: &str| differs(&format!(r#"{{"id":"x",{call},"expect":{expect}}}"#));
    assert_eq!(want(&format!(r#"{{"ok":true,{args},{repairs}}}"#)), None);
    assert!(want(&format!(r#"{{"ok":true,{args}}}"#)).is_some());
    assert!(want(&format!(r#"{{"ok":true,{},{repairs}}}"#, args.replace(":5", ":5.0"))).is_none());
    assert!(want(&format!(r#"{{"ok":true,{},{repairs}}}"#, args.replace(":5", ":6"))).is_some());
    assert!(want(r#"{"ok":false,"error":"type"}"#).is_some());
    assert!(IssueRefund::parse("{}").is_err());
}
