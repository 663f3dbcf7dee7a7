//! Each lint where it is due, and beside it where it is not.

use serde_json::{Value, json};

use super::{Lint, LintCode};
use crate::{ToolArgs, ToolSpec};

/// The lints of a tool with one described field, but for the field's own absence of a description.
fn of_field(name: &str, schema: Value) -> Vec<Lint> {
    let tool = json!({"type": "object", "description": "A tool.", "properties": {name: schema}});
    let spec = ToolSpec::from_json_schema("tool", &tool).unwrap_or_else(|error| panic!("{error}"));
    spec.lint().into_iter().filter(|lint| lint.code() != LintCode::MissingDescription).collect()
}

fn due(name: &str, schema: Value, code: LintCode) -> String {
    let lints = of_field(name, schema.clone());
    assert_eq!(lints.iter().map(Lint::code).collect::<Vec<_>>(), [code], "{schema}");
    lints[0].to_string()
}

fn clean(name: &str, schema: Value) {
    assert_eq!(of_field(name, schema.clone()), [], "{schema}");
}

#[test]
fn enum_names_that_differ_by_case() {
    let message = due("kind", json!({"enum": ["Other", "late", "other"]}), LintCode::EnumCaseCollision);
    assert_eq!(
        message,
        "$.kind: enum_case_collision: `Other` and `other` differ by case alone, so that neither is repaired from another case; rename one"
    );
    clean("kind", json!({"enum": ["Other", "others", "masse", "Maße"]}));
}

#[test]
fn alternatives_that_overlap() {
    let message =
        due("value", json!({"oneOf": [{"type": "integer"}, {"type": "number"}]}), LintCode::OverlappingAlternatives);
    assert!(message.contains("`integer` and `number`"), "{message}");
    let object = |required: Value| json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": required});
    due("value", json!({"oneOf": [object(json!(["a"])), object(json!(["b"]))]}), LintCode::OverlappingAlternatives);
    due(
        "value",
        json!({"oneOf": [{"type": "string"}, {"type": "string", "format": "date"}]}),
        LintCode::OverlappingAlternatives,
    );

    clean("value", json!({"oneOf": [{"type": "integer"}, {"type": "string"}]}));
    clean("value", json!({"anyOf": [{"type": "integer"}, {"type": "number"}]}));
    clean("value", json!({"oneOf": [{"type": "integer", "maximum": 3}, {"type": "number", "minimum": 9}]}));
    clean(
        "value",
        json!({"oneOf": [
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]},
        ]}),
    );
    clean(
        "value",
        json!({"oneOf": [
            {"type": "object", "properties": {"kind": {"const": "a"}}, "required": ["kind"]},
            {"type": "object", "properties": {"kind": {"const": "b"}}, "required": ["kind"]},
        ]}),
    );
}

#[test]
fn an_overlap_is_ambiguous_at_the_gate() {
    let tool = json!({"type": "object", "properties": {"value": {"oneOf": [{"type": "integer"}, {"type": "number"}]}}});
    let rejection = ToolSpec::from_json_schema("tool", &tool).unwrap().parse(r#"{"value":5}"#).unwrap_err();
    assert_eq!(rejection.first().code(), crate::Code::AmbiguousUnion);
}

#[test]
fn defaults_that_their_fields_refuse() {
    let message = due("limit", json!({"type": "integer", "maximum": 50, "default": 100}), LintCode::InvalidDefault);
    assert_eq!(message, "$.limit: invalid_default: the field does not take its own default 100");
    due("kind", json!({"enum": ["a", "b"], "default": "A"}), LintCode::InvalidDefault);
    clean("limit", json!({"type": "integer", "maximum": 50, "default": 50}));
    clean("limit", json!({"type": "integer", "default": null}));
    let hidden =
        due("limit", json!({"type": "integer", "x-sensitive": true, "default": "4711"}), LintCode::InvalidDefault);
    assert!(!hidden.contains("4711"), "{hidden}");
}

#[test]
fn flags_that_are_on_unless_said_otherwise() {
    due("notify", json!({"type": "boolean", "default": true}), LintCode::DefaultTrue);
    clean("notify", json!({"type": "boolean", "default": false}));
    clean("notify", json!({"type": "string", "default": "true"}));
}

#[test]
fn names_that_providers_refuse() {
    let message = due("content-type", json!({"type": "string"}), LintCode::ParameterName);
    assert_eq!(
        message,
        "$[\"content-type\"]: parameter_name: the name `content-type` is refused by gemini, gemini-json-schema"
    );
    clean("content_type", json!({"type": "string"}));
    let tool = |name: &str| {
        ToolSpec::from_json_schema(name, &json!({"type": "object", "description": "A tool."})).unwrap().lint()
    };
    assert_eq!(tool("math.sqrt")[0].code(), LintCode::ToolName);
    assert!(tool("math.sqrt")[0].message().contains("refused by openai-chat, openai-chat-strict"));
    assert_eq!(tool("sqrt"), []);
}

#[test]
fn secrets_that_are_shown() {
    due("password", json!({"type": "string"}), LintCode::UnmarkedSecret);
    due("ssn", json!({"type": "integer"}), LintCode::UnmarkedSecret);
    clean("password", json!({"type": "string", "x-sensitive": true}));
    clean("password", json!({"type": "string", "format": "password"}));
    clean("login", json!({"type": "object", "x-sensitive": true, "properties": {"password": {"type": "string"}}}));
    clean("password", json!({"type": "boolean"}));
    clean("max_tokens", json!({"type": "integer"}));
}

#[test]
fn patterns_without_anchors() {
    let message = due("code", json!({"type": "string", "pattern": "[A-Z]{3}"}), LintCode::UnanchoredPattern);
    assert!(message.contains("`[A-Z]{3}`") && message.contains("^(?:"), "{message}");
    let message = due("code", json!({"type": "string", "pattern": "^a|b$"}), LintCode::UnanchoredPattern);
    assert!(message.contains("one alternative only"), "{message}");
    due(
        "codes",
        json!({"type": "array", "items": {"type": "string", "pattern": "[A-Z]"}}),
        LintCode::UnanchoredPattern,
    );
    clean("code", json!({"type": "string", "pattern": "^[A-Z]{3}$"}));
    clean("code", json!({"type": "string", "pattern": "^/"}));
}

#[test]
fn money_in_binary_fractions() {
    due("price", json!({"type": "number"}), LintCode::FloatMoney);
    clean("price_cents", json!({"type": "integer"}));
    clean("price", json!({"type": "integer"}));
    clean("ratio", json!({"type": "number"}));
}

#[test]
fn dates_that_may_be_anything() {
    due("start_date", json!({"type": "string"}), LintCode::UnformattedDate);
    due("startDate", json!({"type": ["string", "null"]}), LintCode::UnformattedDate);
    clean("start_date", json!({"type": "string", "format": "date"}));
    clean("start_date", json!({"type": "string", "pattern": "^[0-9]{4}$"}));
    clean("start_date", json!({"enum": ["today", "tomorrow"]}));
    clean("date_format", json!({"type": "string"}));
}

#[test]
fn descriptions_that_are_missing() {
    let lint = |schema: Value| ToolSpec::from_json_schema("tool", &schema).unwrap().lint();
    let found = lint(
        json!({"type": "object", "properties": {"a": {"type": "object", "description": "A.", "properties": {"b": {"type": "string"}}}}}),
    );
    let found: Vec<(&str, LintCode)> = found.iter().map(|lint| (lint.path(), lint.code())).collect();
    assert_eq!(found, [("$", LintCode::MissingDescription), ("$.a.b", LintCode::MissingDescription)]);
    assert_eq!(
        lint(
            json!({"type": "object", "description": "T.", "properties": {"a": {"type": "string", "description": "A."}}})
        ),
        []
    );
}

/// Book a table.
#[derive(ToolArgs)]
struct Book {
    /// Whom to tell.
    #[arg(default)]
    confirm: bool,
    /// The guests.
    guests: Vec<Guest>,
}

/// A guest.
#[derive(ToolArgs)]
#[allow(dead_code)]
struct Guest {
    token: String,
    /// Who came along.
    with: Option<Box<Guest>>,
}

#[test]
fn derived_types_are_looked_at_once_each() {
    let found: Vec<String> =
        Book::spec().lint().iter().map(|lint| format!("{} {}", lint.path(), lint.code())).collect();
    assert_eq!(found, ["$.guests[*].token missing_description", "$.guests[*].token unmarked_secret"]);
}

#[test]
fn codes_come_back_by_name_and_lints_have_an_end() {
    for code in LintCode::ALL {
        assert_eq!(code.as_str().parse(), Ok(*code));
        assert!(!code.meaning().is_empty());
    }
    let all: serde_json::Map<String, Value> =
        (0..1000).map(|index| (format!("p{index}"), json!({"type": "string"}))).collect();
    assert_eq!(
        ToolSpec::from_json_schema("tool", &json!({"type": "object", "properties": all})).unwrap().lint().len(),
        200
    );
}
