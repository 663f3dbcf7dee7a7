//! The tools of the case files, derived: a table from schema to type.

use serde_json::{Value, json};
use toolargs::{Payload, ToolArgs};

use super::{Outcome, derived};
use crate::refund;

pub(crate) type Gate = fn(Payload<'_>) -> Outcome;

/// A tool: its schema, the rules it allows, and its derived type.
pub(crate) struct Tool {
    pub(crate) schema: Value,
    pub(crate) allow: &'static str,
    pub(crate) gate: Gate,
}

fn closed(properties: &str, required: &str) -> Value {
    let properties: Value = serde_json::from_str(properties).unwrap_or_else(|error| panic!("{error} in {properties}"));
    let required: Vec<&str> = required.split_whitespace().collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

macro_rules! tools {
    ($($(allow $rule:ident)? ($properties:literal, $required:literal) { $($field:tt)* } $([$($item:item)*])?;)*) => {
        vec![$({
            $($($item)*)?
            #[derive(ToolArgs)]
            $(#[tool(allow($rule))])?
            struct Case { $($field)* }
            let allow = ""$(; let _ = allow; let allow = stringify!($rule))?;
            Tool { schema: closed($properties, $required), allow, gate: derived::<Case> }
        }),*]
    };
}

/// A tool of the article by its name in the case files.
pub(crate) fn named(name: &str) -> Option<Gate> {
    Some(match name {
        "base" => derived::<refund::IssueRefund>,
        "strict" => derived::<refund::StrictAmount>,
        "strict_all" => derived::<refund::StrictFields>,
        _ => return None,
    })
}

/// The schema of a tool of the article by its name in the case files.
pub(crate) fn named_schema(name: &str) -> Option<Value> {
    Some(match name {
        "base" => refund_schema(&[]),
        "strict" => refund_schema(&["amount_cents"]),
        "strict_all" => refund_schema(&REFUND_FIELDS),
        _ => return None,
    })
}

/// The article's schema, with `x-strict` on the fields that are named.
fn refund_schema(strict: &[&str]) -> Value {
    let mut schema = closed(
        r#"{"order_id":{"type":"string","pattern":"^(?:ord_[A-Za-z0-9]{8})$"},
            "amount_cents":{"type":"integer","minimum":1,"maximum":50000},
            "notify_customer":{"type":"boolean","default":false},
            "reason":{"type":"string","enum":["damaged","late","duplicate","other"]},
            "tags":{"type":"array","items":{"type":"string"},"default":[]},
            "effective_date":{"type":"string","format":"date"}}"#,
        "order_id amount_cents reason",
    );
    for field in strict {
        schema["properties"][field]["x-strict"] = true.into();
    }
    schema
}

const REFUND_FIELDS: [&str; 6] = ["order_id", "amount_cents", "notify_customer", "reason", "tags", "effective_date"];

/// Every tool of the case files that a derive can say.
pub(crate) fn all() -> Vec<Tool> {
    let refunds = [
        (refund_schema(&[]), derived::<refund::IssueRefund> as Gate),
        (refund_schema(&["amount_cents"]), derived::<refund::StrictAmount>),
        (refund_schema(&REFUND_FIELDS), derived::<refund::StrictFields>),
    ];
    let mut tools: Vec<Tool> = refunds.into_iter().map(|(schema, gate)| Tool { schema, allow: "", gate }).collect();
    let default_three = json!({
        "type": "object", "properties": {"x": {"type": "integer", "minimum": 1, "default": 3}}, "additionalProperties": false
    });
    tools.push(Tool { schema: default_three, allow: "", gate: derived::<DefaultThree> });
    tools.extend(of_attacks());
    tools.extend(of_bug_reports());
    tools
}

#[derive(ToolArgs)]
struct DefaultThree {
    #[arg(min = 1, default = 3)]
    x: i64,
}

fn of_attacks() -> Vec<Tool> {
    tools! {
        (r#"{"n":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}}"#, "n") { n: i64 };
        (r#"{"n":{"type":"integer","minimum":0,"maximum":18446744073709551615}}"#, "n") { n: u64 };
        (r#"{"x":{"type":"number"}}"#, "x") { x: f64 };
        (r#"{"x":{"type":"number","maximum":0.3}}"#, "x") { #[arg(max = 0.3)] x: f64 };
        (r#"{"x":{"type":"number","multipleOf":0.1}}"#, "x") { #[arg(multiple_of = 0.1)] x: f64 };
        (r#"{"x":{"type":"number","multipleOf":0.5}}"#, "x") { #[arg(multiple_of = 0.5)] x: f64 };
        (r#"{"x":{"type":"number","multipleOf":0.123456789}}"#, "x") { #[arg(multiple_of = 0.123456789)] x: f64 };
        (r#"{"e":{"type":"string","enum":["straße","platz"]}}"#, "e") { e: Names }
            [#[derive(ToolArgs)] enum Names { #[arg(rename = "straße")] A, #[arg(rename = "platz")] B }];
        (r#"{"e":{"type":"string","enum":["id","name"]}}"#, "e") { e: Names } [#[derive(ToolArgs)] enum Names { Id, Name }];
        (r#"{"e":{"type":"string","enum":["μ","m"]}}"#, "e") { e: Names }
            [#[derive(ToolArgs)] enum Names { #[arg(rename = "μ")] A, M }];
        (r#"{"e":{"type":"string","enum":["οδος","αλλο"]}}"#, "e") { e: Names }
            [#[derive(ToolArgs)] enum Names { #[arg(rename = "οδος")] A, #[arg(rename = "αλλο")] B }];
        (r#"{"e":{"type":"string","enum":["поздно","брак"]}}"#, "e") { e: Names }
            [#[derive(ToolArgs)] enum Names { #[arg(rename = "поздно")] A, #[arg(rename = "брак")] B }];
        (r#"{"e":{"type":"string","enum":["abîmé","perdu"]}}"#, "e") { e: Names }
            [#[derive(ToolArgs)] enum Names { #[arg(rename = "abîmé")] A, Perdu }];
        (r#"{"e":{"type":"string","enum":["other","Other"]}}"#, "e") { e: Names }
            [#[derive(ToolArgs)] #[tool(deny(enum_casefold))] enum Names { #[arg(rename = "other")] A, #[arg(rename = "Other")] B }];
        (r#"{"e":{"type":"string","enum":["refund","refund_partial"]}}"#, "e") { e: Names }
            [#[derive(ToolArgs)] enum Names { Refund, RefundPartial }];
        (r#"{"x":{"type":"string","pattern":"^(?:(a+)+)$"}}"#, "x") { #[arg(pattern = "(a+)+")] x: String };
        (r#"{"x":{"type":"string","pattern":"^(x+x+)+y$"}}"#, "x") { #[arg(pattern = "(x+x+)+y")] x: String };
        (r#"{"x":{"type":"string","pattern":"a*a*b$"}}"#, "x") { #[arg(pattern = "[^]*a*a*b")] x: String };
        (r#"{"x":{"type":"string","pattern":"^([a-zA-Z0-9_.-])+@(([a-zA-Z0-9-])+.)+([a-zA-Z0-9]{2,4})+$"}}"#, "x")
            { #[arg(pattern = "([a-zA-Z0-9_.-])+@(([a-zA-Z0-9-])+.)+([a-zA-Z0-9]{2,4})+")] x: String };
        (r#"{"x":{"type":"string","pattern":"abc"}}"#, "x") { #[arg(pattern = "[^]*abc[^]*")] x: String };
        (r#"{"x":{"type":"string","pattern":"^\\d+$"}}"#, "x") { #[arg(pattern = r"\d+")] x: String };
        (r#"{"x":{"type":"string","pattern":"^.$"}}"#, "x") { #[arg(pattern = ".")] x: String };
        (r#"{"x":{"type":"string","maxLength":1}}"#, "x") { #[arg(max_len = 1)] x: String };
        (r#"{"x":{"type":"string","minLength":1}}"#, "x") { #[arg(min_len = 1)] x: String };
        (r#"{"x":{"type":"integer","const":1}}"#, "x") { #[arg(min = 1, max = 1)] x: i64 };
        (r#"{"x":{"type":"string","const":"v1"}}"#, "x") { x: Names } [#[derive(ToolArgs)] enum Names { V1 }];
        (r#"{"x":{"type":"array","uniqueItems":true}}"#, "x") { #[arg(unique_items)] x: Vec<Value> };
        (r#"{"x":{"type":"array","items":{"type":"integer"},"uniqueItems":true}}"#, "x") { #[arg(unique_items)] x: Vec<i64> };
        (r#"{"x":{"type":"array","items":{"type":"integer"}}}"#, "x") { x: Vec<i64> };
        (r#"{"x":{"type":"array","items":{"type":"integer"},"maxItems":2}}"#, "x") { #[arg(max_items = 2)] x: Vec<i64> };
        (r#"{"x":{"type":["string","null"]}}"#, "x") { x: Nullable }
            [#[derive(ToolArgs)] #[tool(untagged)] enum Nullable { Text(String), Nothing }];
        (r#"{"x":{"type":["integer","null"]}}"#, "x") { x: Nullable }
            [#[derive(ToolArgs)] #[tool(untagged)] enum Nullable { Number(i64), Nothing }];
        (r#"{"x":{"type":["integer","string"]}}"#, "x") { x: Either }
            [#[derive(ToolArgs)] #[tool(untagged)] enum Either { Number(i64), Text(String) }];
        (r#"{"x":{"type":["integer","boolean"]}}"#, "x") { x: Either }
            [#[derive(ToolArgs)] #[tool(untagged)] enum Either { Number(i64), Truth(bool) }];
        (r#"{"x":{"type":"string","format":"date-time"}}"#, "x") { #[arg(format = "date-time")] x: String };
        (r#"{"x":{"oneOf":[
            {"type":"object","properties":{"kind":{"const":"refund"},"cents":{"type":"integer"}},"required":["kind","cents"],"additionalProperties":false},
            {"type":"object","properties":{"kind":{"const":"refund_partial"},"cents":{"type":"integer"},"of":{"type":"integer"}},"required":["kind","cents","of"],"additionalProperties":false}]}}"#, "x")
            { x: Kind }
            [#[derive(ToolArgs)] #[tool(tag = "kind")] enum Kind { Refund { cents: i64 }, RefundPartial { cents: i64, of: i64 } }];
    }
}

fn of_bug_reports() -> Vec<Tool> {
    tools! {
        (r#"{}"#, "") {};
        (r#"{"to":{"type":"string"},"body":{"type":"string"}}"#, "to body") { to: String, body: String };
        (r#"{"location":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}"#, "location")
            { location: Location } [#[derive(ToolArgs)] struct Location { city: String }];
        (r#"{"path":{"type":"string"}}"#, "path") { path: String };
        allow singleton_to_scalar (r#"{"path":{"type":"string"}}"#, "path") { path: String };
        (r#"{"query":{"type":"string"}}"#, "query") { query: String };
        (r#"{"tagIds":{"type":"array","items":{"type":"string"}}}"#, "tagIds") { #[arg(rename = "tagIds")] tag_ids: Vec<String> };
        (r#"{"path":{"type":"string"},"limit":{"type":"integer"}}"#, "path") { path: String, limit: Option<i64> };
        (r#"{"command":{"type":"string"}}"#, "command") { command: String };
        allow unwrap_envelope (r#"{"command":{"type":"string"}}"#, "command") { command: String };
        (r#"{"commands":{"type":"array","items":{"type":"string"}}}"#, "commands") { commands: Vec<String> };
        (r#"{"command":{"type":"array","items":{"type":"string"}}}"#, "command") { command: Vec<String> };
        (r#"{"path":{"type":"string"},"content":{"type":"string"}}"#, "path content") { path: String, content: String };
        (r#"{"file_path":{"type":"string"},"content":{"type":"string"}}"#, "file_path content") { file_path: String, content: String };
        (r#"{"query":{"type":"string"},"deep":{"type":"boolean"},"limit":{"type":"integer"}}"#, "query")
            { query: String, deep: Option<bool>, limit: Option<i64> };
        allow python_literals (r#"{"query":{"type":"string"},"deep":{"type":"boolean"},"limit":{"type":"integer"}}"#, "query")
            { query: String, deep: Option<bool>, limit: Option<i64> };
        (r#"{"guild_id":{"type":"string"}}"#, "guild_id") { guild_id: String };
        (r#"{"name":{"type":"string"},"text":{"type":"string"}}"#, "name text") { name: String, text: String };
        allow escape_control_chars (r#"{"name":{"type":"string"},"text":{"type":"string"}}"#, "name text") { name: String, text: String };
        (r#"{"path":{"type":"string"},"view_range":{"type":"array","items":{"type":"integer"}}}"#, "path")
            { path: String, view_range: Option<Vec<i64>> };
        (r#"{"city":{"type":"string"}}"#, "city") { city: String };
        (r#"{"path":{"type":"string"},"mode":{"type":"string"}}"#, "path") { path: String, mode: Option<String> };
        (r#"{"text":{"type":"string"}}"#, "text") { text: String };
        (r#"{"temperature":{"type":"number","minimum":0,"maximum":2}}"#, "temperature") { #[arg(min = 0, max = 2)] temperature: f64 };
        (r#"{"x":{"type":"object"}}"#, "x") { x: std::collections::BTreeMap<String, Value> };
        (r#"{"code":{"type":"string"}}"#, "code") { code: String };
        (r#"{"url":{"type":"string"},"depth":{"type":"integer"}}"#, "url") { url: String, depth: Option<i64> };
        (r#"{"limit":{"type":"integer"}}"#, "limit") { limit: i64 };
        allow decimal_string_to_int (r#"{"limit":{"type":"integer"}}"#, "limit") { limit: i64 };
        (r#"{"pattern":{"type":"string"},"maxResults":{"type":"integer"}}"#, "pattern")
            { pattern: String, #[arg(rename = "maxResults")] max_results: Option<i64> };
        (r#"{"qty":{"type":"integer"}}"#, "qty") { qty: i64 };
        (r#"{"id":{"type":"integer"}}"#, "id") { id: i64 };
        (r#"{"logical_symbol_id":{"type":"integer"}}"#, "logical_symbol_id") { logical_symbol_id: i64 };
        (r#"{"sheet":{"type":"string"}}"#, "sheet") { sheet: String };
        (r#"{"content":{"type":"string"}}"#, "content") { content: String };
        (r#"{"code":{"type":["integer","string"]}}"#, "code") { code: Either }
            [#[derive(ToolArgs)] #[tool(untagged)] enum Either { Number(i64), Text(String) }];
        (r#"{"discount":{"type":"number"}}"#, "discount") { discount: f64 };
        (r#"{"alert_id":{"type":"integer"},"delete_all":{"type":"boolean"}}"#, "alert_id") { alert_id: i64, delete_all: Option<bool> };
        (r#"{"dry_run":{"type":"boolean"}}"#, "dry_run") { dry_run: bool };
        (r#"{"filter":{"type":"object","properties":{"q":{"type":"string"},"limit":{"type":"integer"}},"required":["q"],"additionalProperties":false}}"#, "filter")
            { filter: Filter } [#[derive(ToolArgs)] struct Filter { q: String, limit: Option<i64> }];
        (r#"{"project":{"type":"string"},"assignee_id":{"type":"integer"}}"#, "project") { project: String, assignee_id: Option<i64> };
        allow empty_string_to_absent (r#"{"project":{"type":"string"},"assignee_id":{"type":"integer"}}"#, "project")
            { project: String, assignee_id: Option<i64> };
        (r#"{"folder":{"type":"string"},"before":{"type":"string","format":"date"}}"#, "folder") { folder: String, before: Option<time::Date> };
        allow empty_string_to_absent (r#"{"folder":{"type":"string"},"before":{"type":"string","format":"date"}}"#, "folder")
            { folder: String, before: Option<time::Date> };
        (r#"{"target":{"type":["string","null"]}}"#, "") { target: Option<Nullable> }
            [#[derive(ToolArgs)] #[tool(untagged)] enum Nullable { Text(String), Nothing }];
        (r#"{"device_id":{"type":"integer"},"notes":{"type":"string"}}"#, "device_id") { device_id: i64, notes: Option<String> };
        (r#"{"text":{"type":"string"},"mentions":{"type":"array","items":{"type":"string"}}}"#, "text")
            { text: String, mentions: Option<Vec<String>> };
        allow json_string_to_array (r#"{"text":{"type":"string"},"mentions":{"type":"array","items":{"type":"string"}}}"#, "text")
            { text: String, mentions: Option<Vec<String>> };
        (r#"{"issue":{"type":"string"},"fields":{"type":"object"}}"#, "issue fields")
            { issue: String, fields: std::collections::BTreeMap<String, Value> };
        (r#"{"path":{"type":"string"},"edits":{"type":"array","items":{"type":"object","properties":{"old":{"type":"string"},"new":{"type":"string"}},"required":["old","new"],"additionalProperties":false}}}"#, "path edits")
            { path: String, edits: Vec<Edit> } [#[derive(ToolArgs)] struct Edit { old: String, new: String }];
        (r#"{"labels":{"type":"array","items":{"type":"string"}}}"#, "labels") { labels: Vec<String> };
        (r#"{"urls":{"type":"array","items":{"type":"string"}}}"#, "urls") { urls: Vec<String> };
        (r#"{"colors":{"type":"array","items":{"type":"string"}}}"#, "colors") { colors: Vec<String> };
        (r#"{"task":{"type":"string"},"coworker":{"type":"string"}}"#, "task") { task: String, coworker: Option<String> };
        (r#"{"filePath":{"type":"string"},"offset":{"type":"integer"}}"#, "filePath")
            { #[arg(rename = "filePath")] file_path: String, offset: Option<i64> };
        (r#"{"command":{"type":"string"},"timeout":{"type":"integer"}}"#, "command") { command: String, timeout: Option<i64> };
        (r#"{"params":{"type":"object","properties":{"ticket_id":{"type":"integer"},"include_articles":{"type":"boolean"}},"required":["ticket_id"],"additionalProperties":false}}"#, "params")
            { params: Params } [#[derive(ToolArgs)] struct Params { ticket_id: i64, include_articles: Option<bool> }];
        (r#"{"query":{"type":"string"},"maxResults":{"type":"integer"}}"#, "query")
            { query: String, #[arg(rename = "maxResults")] max_results: Option<i64> };
        allow rename_key_case (r#"{"query":{"type":"string"},"maxResults":{"type":"integer"}}"#, "query")
            { query: String, #[arg(rename = "maxResults")] max_results: Option<i64> };
        (r#"{"range":{"oneOf":[
            {"type":"object","properties":{"mode":{"const":"latest"}},"required":["mode"],"additionalProperties":false},
            {"type":"object","properties":{"mode":{"const":"window"},"offset_id":{"type":"integer"},"limit":{"type":"integer"}},"required":["mode","offset_id"],"additionalProperties":false}]}}"#, "range")
            { range: Mode }
            [#[derive(ToolArgs)] #[tool(tag = "mode")] enum Mode { Latest, Window { offset_id: i64, limit: Option<i64> } }];
        (r#"{"response_format":{"type":"string","enum":["markdown","json"]}}"#, "response_format") { response_format: Form }
            [#[derive(ToolArgs)] enum Form { Markdown, Json }];
        (r#"{"op":{"type":"string","enum":["init","add","done"]}}"#, "op") { op: Op } [#[derive(ToolArgs)] enum Op { Init, Add, Done }];
        allow trim_whitespace (r#"{"op":{"type":"string","enum":["init","add","done"]}}"#, "op") { op: Op }
            [#[derive(ToolArgs)] enum Op { Init, Add, Done }];
        (r#"{"status":{"type":"string","enum":["Active","Cleared","Deferred"]}}"#, "status") { status: Status }
            [#[derive(ToolArgs)] #[tool(rename_all = "PascalCase")] enum Status { Active, Cleared, Deferred }];
        (r#"{"day":{"type":"string","format":"date"}}"#, "day") { day: time::Date };
        (r#"{"start":{"type":"string","format":"date-time"}}"#, "start") { #[arg(format = "date-time")] start: String };
        (r#"{"title":{"type":"string"},"dueDate":{"type":"string","format":"date"}}"#, "title")
            { title: String, #[arg(rename = "dueDate")] due_date: Option<time::Date> };
        (r#"{"key":{"type":"array","items":{"type":"string"}}}"#, "key") { key: Vec<String> };
        (r#"{"payload":{"type":"string"}}"#, "payload") { payload: String };
    }
}
