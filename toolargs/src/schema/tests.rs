//! Schemas as real tools publish them, and what they mean.

use serde_json::{Value, json};

use crate::ToolSpec;

/// The spec of a tool whose only field has this schema.
fn field(schema: &Value) -> ToolSpec {
    let tool = json!({"type": "object", "properties": {"value": schema}, "required": ["value"]});
    ToolSpec::from_json_schema("tool", &tool).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(schema: &Value) -> String {
    let tool = json!({"type": "object", "properties": {"value": schema}});
    ToolSpec::from_json_schema("tool", &tool).unwrap_err().to_string()
}

/// Values that are taken as they are, and values that are refused.
fn check(schema: Value, good: &[Value], bad: &[Value]) {
    let spec = field(&schema).strict();
    let round = ToolSpec::from_json_schema("tool", &spec.to_json_schema()).unwrap_or_else(|error| panic!("{error}"));
    for spec in [spec, round] {
        for value in good {
            let args = json!({ "value": value });
            let parsed = spec.parse(&args).unwrap_or_else(|error| panic!("{schema}: {error}"));
            assert_eq!((&parsed.args, parsed.repairs.len()), (&args, 0), "{schema}");
        }
        for value in bad {
            assert!(spec.parse(json!({ "value": value })).is_err(), "{schema} takes {value}");
        }
    }
}

#[test]
fn all_of_demands_what_each_demands() {
    check(
        json!({"allOf": [{"type": "integer", "minimum": 3}, {"maximum": 8, "type": "integer"}], "multipleOf": 2}),
        &[json!(4), json!(8)],
        &[json!(2), json!(10), json!(5), json!("4")],
    );
    check(json!({"allOf": [{"type": "string", "minLength": 2}]}), &[json!("ab")], &[json!("a"), json!(1)]);
    check(
        json!({"type": "string", "pattern": "a", "allOf": [{"pattern": "^.b"}, {"maxLength": 3}]}),
        &[json!("ab"), json!("bba")],
        &[json!("bb"), json!("aa"), json!("abaa")],
    );
    check(
        json!({"allOf": [
            {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
            {"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "integer", "minimum": 2}}},
        ]}),
        &[json!({"a": 2}), json!({"a": 3, "b": "x"})],
        &[json!({"a": 1}), json!({"b": "x"}), json!({"a": 2, "c": 0})],
    );
    check(
        json!({"allOf": [{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": true}, {"type": "object"}]}),
        &[json!({"a": 2, "c": 0})],
        &[json!({"a": "x"})],
    );
}

#[test]
fn all_of_through_references() {
    let tool = json!({
        "$defs": {"Base": {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}},
        "type": "object",
        "allOf": [{"$ref": "#/$defs/Base"}],
        "properties": {"name": {"type": "string"}},
    });
    let spec = ToolSpec::from_json_schema("tool", &tool).unwrap();
    assert_eq!(spec.parse(r#"{"id":1,"name":"a"}"#).unwrap().args, json!({"id": 1, "name": "a"}));
    assert!(spec.parse(r#"{"name":"a"}"#).is_err());
    assert!(spec.parse(r#"{"id":1,"other":"a"}"#).is_err());
}

#[test]
fn all_of_that_cannot_be_merged_is_refused() {
    for (schema, problem) in [
        (json!({"allOf": [{"type": "string"}, {"type": "integer"}]}), "different kinds"),
        (
            json!({"allOf": [
                {"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false},
                {"type": "object", "properties": {"b": {"type": "integer"}}},
            ]}),
            "speaks of the field `b`",
        ),
        (
            json!({"allOf": [
                {"type": "object", "properties": {"a": {"type": "integer"}}},
                {"type": "object", "properties": {"a": {"type": "string"}}},
            ]}),
            "the field `a` differs",
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "integer", "default": 1}},
                "allOf": [{"type": "object", "properties": {"a": {"type": "integer", "default": 2}}}]}),
            "two defaults",
        ),
        (json!({"type": "string", "allOf": []}), "list of schemas"),
    ] {
        let refusal = refusal(&schema);
        assert!(refusal.contains("allOf") && refusal.contains(problem), "{refusal}");
    }
}

#[test]
fn a_type_beside_alternatives_holds_for_each() {
    check(
        json!({"type": "string", "anyOf": [{"format": "ipv4"}, {"format": "ipv6"}]}),
        &[json!("192.0.2.1"), json!("::1")],
        &[json!("localhost"), json!(1), json!(null)],
    );
    check(json!({"type": ["string", "null"], "anyOf": [{"minLength": 1}, {"pattern": "^x"}]}), &[json!(null), json!("a")], &[json!(1), json!("")]);
    let refusal = refusal(&json!({"type": "string", "anyOf": [{"type": "integer"}, {"format": "ipv6"}]}));
    assert!(refusal.contains("`type` beside `anyOf`"), "{refusal}");
}

#[test]
fn alternatives_that_take_nothing_are_none() {
    check(json!({"anyOf": [{"not": {}}, {"type": "string"}]}), &[json!("a")], &[json!(1), json!(null)]);
    check(json!({"anyOf": [{"anyOf": [{"not": {}}, {"type": "object"}]}, {"type": "null"}]}), &[json!({"a": 1}), json!(null)], &[json!("a")]);
    check(json!({"type": "object", "properties": {"a": true}, "additionalProperties": {"not": {}}}), &[json!({"a": [1]})], &[json!({"b": 1})]);
    assert!(refusal(&json!({"anyOf": [{"not": {}}]})).contains("no value is valid"));
    assert!(refusal(&json!(false)).contains("no value is valid"));
}

#[test]
fn names_are_checked_without_a_type_too() {
    check(json!({"propertyNames": {"maxLength": 3}}), &[json!({"foo": 1}), json!("text")], &[json!({"foobar": 1})]);
    check(json!({"propertyNames": {"enum": ["foo", "bar"]}}), &[json!({"foo": 1}), json!({})], &[json!({"baz": 1})]);
}

#[test]
fn bounds_of_draft_4() {
    check(json!({"type": "integer", "minimum": 0, "exclusiveMinimum": true}), &[json!(1)], &[json!(0)]);
    check(json!({"type": "number", "maximum": 1, "exclusiveMaximum": true}), &[json!(0.5)], &[json!(1)]);
    check(json!({"type": "integer", "minimum": 0, "exclusiveMinimum": false}), &[json!(0)], &[json!(-1)]);
    assert!(refusal(&json!({"type": "integer", "exclusiveMinimum": true})).contains("a flag beside `minimum`"));
}

#[test]
fn references_to_any_place_of_the_schema() {
    let tool = json!({"type": "object", "properties": {
        "first": {"type": "object", "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/properties/first"}}}},
        "second": {"$ref": "#/properties/first/properties/name"},
    }});
    let spec = ToolSpec::from_json_schema("tool", &tool).unwrap();
    let args = json!({"first": {"name": "a", "children": [{"name": "b"}]}, "second": "c"});
    assert_eq!(spec.parse(&args).unwrap().args, args);
    assert!(spec.parse(r#"{"first":{"children":[{"name":1}]}}"#).is_err());
    assert!(spec.parse(r#"{"second":1}"#).is_err());
    let outside = json!({"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}});
    assert!(ToolSpec::from_json_schema("tool", &outside).unwrap_err().to_string().contains("only references"));
}

#[test]
fn a_password_is_not_shown() {
    let error = field(&json!({"type": "integer", "format": "password"})).parse(r#"{"value":"hunter2"}"#).unwrap_err();
    assert!(!error.to_string().contains("hunter2") && !error.for_model().contains("hunter2"), "{error}");
    let error = field(&json!({"type": "integer"})).parse(r#"{"value":"hunter2"}"#).unwrap_err();
    assert!(error.to_string().contains("hunter2"));
}

#[test]
fn references_upon_references_cost_no_more_than_they_are_long() {
    let mut definitions = serde_json::Map::new();
    for index in 0..30 {
        let next = json!({"$ref": format!("#/$defs/d{}", index + 1)});
        definitions.insert(format!("d{index}"), json!({"anyOf": [next, next]}));
    }
    definitions.insert("d30".to_owned(), json!({"type": "integer"}));
    let tool = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions});
    let error = ToolSpec::from_json_schema("tool", &tool).map(|spec| spec.to_json_schema().to_string().len());
    assert!(error.is_ok_and(|length| length < 20_000));

    let chain: serde_json::Map<String, Value> =
        (0..3000).map(|index| (format!("d{index}"), json!({"$ref": format!("#/$defs/d{}", index + 1)}))).collect();
    let backwards: serde_json::Map<String, Value> =
        (0..3000).rev().map(|index| (format!("p{:04}", 3000 - index), json!({"$ref": format!("#/$defs/d{index}")}))).collect();
    let mut tool = json!({"type": "object", "properties": backwards, "$defs": chain});
    tool["$defs"]["d3000"] = json!({"type": "integer"});
    let error = ToolSpec::from_json_schema("tool", &tool).unwrap_err();
    assert!(error.to_string().contains("references"), "{error}");
}
