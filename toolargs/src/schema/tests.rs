//! Schemas as real tools publish them, and what they mean.

use serde_json::{Value, json};

use crate::{Rule, ToolArgs, ToolSpec};

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
    check(
        json!({"type": ["string", "null"], "anyOf": [{"minLength": 1}, {"pattern": "^x"}]}),
        &[json!(null), json!("a")],
        &[json!(1), json!("")],
    );
    let refusal = refusal(&json!({"type": "string", "anyOf": [{"type": "integer"}, {"format": "ipv6"}]}));
    assert!(refusal.contains("`type` beside `anyOf`"), "{refusal}");
}

#[test]
fn alternatives_that_take_nothing_are_none() {
    check(json!({"anyOf": [{"not": {}}, {"type": "string"}]}), &[json!("a")], &[json!(1), json!(null)]);
    check(
        json!({"anyOf": [{"anyOf": [{"not": {}}, {"type": "object"}]}, {"type": "null"}]}),
        &[json!({"a": 1}), json!(null)],
        &[json!("a")],
    );
    check(
        json!({"type": "object", "properties": {"a": true}, "additionalProperties": {"not": {}}}),
        &[json!({"a": [1]})],
        &[json!({"b": 1})],
    );
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
    let backwards: serde_json::Map<String, Value> = (0..3000)
        .rev()
        .map(|index| (format!("p{:04}", 3000 - index), json!({"$ref": format!("#/$defs/d{index}")})))
        .collect();
    let mut tool = json!({"type": "object", "properties": backwards, "$defs": chain});
    tool["$defs"]["d3000"] = json!({"type": "integer"});
    let error = ToolSpec::from_json_schema("tool", &tool).unwrap_err();
    assert!(error.to_string().contains("references"), "{error}");
}

/// The gate without repairs, as a validator.
fn validator(schema: &Value) -> ToolSpec {
    ToolSpec::from_json_schema("tool", schema).unwrap_or_else(|error| panic!("{error}: {schema}")).strict()
}

/// Every payload is repaired, is valid by the schema for hosts, and is not valid by the schema of canonical arguments.
fn repaired_and_valid(spec: &ToolSpec, payloads: &[Value]) {
    let (wide, exact) = (validator(&spec.schema_for_prevalidation()), validator(&spec.to_json_schema()));
    for payload in payloads {
        let parsed = spec.parse(payload).unwrap_or_else(|error| panic!("{payload}: {error}"));
        assert!(!parsed.repairs.is_empty(), "{payload}");
        assert!(exact.parse(payload).is_err(), "{payload} is valid already");
        wide.parse(payload).unwrap_or_else(|error| panic!("{payload}: {error}: {}", spec.schema_for_prevalidation()));
        assert!(wide.parse(&parsed.args).is_ok(), "{}", parsed.args);
    }
}

#[derive(crate::ToolArgs)]
#[allow(dead_code)]
struct IssueRefund {
    #[arg(pattern = "ord_[A-Za-z0-9]{8}")]
    order_id: String,
    #[arg(min = 1, max = 50000)]
    amount_cents: i64,
    #[arg(default)]
    notify_customer: bool,
    reason: Reason,
    #[arg(default)]
    tags: Vec<String>,
    rate: Option<f64>,
    lines: Option<Vec<Line>>,
    address: Option<Address>,
    how: Option<How>,
}

#[derive(crate::ToolArgs)]
enum Reason {
    Damaged,
    ArrivedLate,
}

#[derive(crate::ToolArgs)]
#[allow(dead_code)]
struct Line {
    count: u8,
}

#[derive(crate::ToolArgs)]
#[allow(dead_code)]
struct Address {
    street: String,
    next: Option<Box<Address>>,
}

#[derive(crate::ToolArgs)]
#[allow(dead_code)]
enum How {
    Card { last: u16 },
    Cash,
}

fn refund(changes: Value) -> Value {
    let mut payload = json!({"order_id": "ord_A1b2C3d4", "amount_cents": 1999, "reason": "damaged"});
    for (name, value) in changes.as_object().unwrap() {
        payload[name] = value.clone();
    }
    payload
}

#[test]
fn what_the_gate_repairs_a_validating_host_lets_pass() {
    use crate::ToolArgs;
    let payloads = [
        json!({"amount_cents": "1999"}),
        json!({"notify_customer": "True"}),
        json!({"reason": "DAMAGED"}),
        json!({"reason": "Arrived_Late"}),
        json!({"tags": "fragile"}),
        json!({"tags": null}),
        json!({"notify_customer": null}),
        json!({"rate": "19.99"}),
        json!({"rate": null}),
        json!({"lines": "[{\"count\": 3}]"}),
        json!({"lines": [{"count": "3"}]}),
        json!({"lines": ["{\"count\": 3}"]}),
        json!({"address": "{\"street\":\"a\"}"}),
        json!({"address": {"street": "a", "next": {"street": "b", "next": null}}}),
        json!({"address": {"street": "a", "next": "{\"street\":\"b\"}"}}),
        json!({"how": {"type": "CARD", "last": 1}}),
        json!({"how": {"type": "card", "last": "1"}}),
        json!({"how": "{\"type\":\"cash\"}"}),
    ];
    let payloads = payloads.map(refund);
    repaired_and_valid(IssueRefund::spec(), &payloads);
}

#[test]
fn what_the_gate_rejects_by_kind_stays_invalid() {
    use crate::ToolArgs;
    let wide = validator(&IssueRefund::spec().schema_for_prevalidation());
    for change in [
        json!({"amount_cents": "19.99"}),
        json!({"amount_cents": "1,999"}),
        json!({"amount_cents": 0}),
        json!({"amount_cents": null}),
        json!({"notify_customer": "yes"}),
        json!({"notify_customer": 1}),
        json!({"reason": "lost"}),
        json!({"rate": "1e3"}),
        json!({"order_id": "A1b2C3d4"}),
        json!({"amount": 1999}),
        json!({"how": {"type": "cheque"}}),
    ] {
        assert!(wide.parse(refund(change.clone())).is_err(), "{change}");
    }
}

#[test]
fn a_field_that_forbids_a_repair_is_not_widened() {
    let schema = json!({"type": "object", "properties": {
        "a": {"type": "integer", "x-strict": true},
        "b": {"type": "boolean", "x-deny": ["string_to_bool", "null_to_absent"]},
        "c": {"type": "object", "x-strict": true, "properties": {"d": {"type": "array", "items": {"type": "string"}}}},
    }});
    let spec = ToolSpec::from_json_schema("tool", &schema).unwrap();
    let wide = spec.schema_for_prevalidation();
    assert_eq!(wide["properties"]["a"], json!({"type": "integer"}));
    assert_eq!(wide["properties"]["b"], json!({"type": "boolean"}));
    assert_eq!(wide["properties"]["c"]["properties"]["d"], json!({"type": "array", "items": {"type": "string"}}));
    let strict =
        ToolSpec::from_json_schema("tool", &json!({"type": "object", "properties": {"a": {"type": "integer"}}}))
            .unwrap();
    assert_eq!(strict.strict().schema_for_prevalidation()["properties"]["a"], json!({"type": "integer"}));
}

#[test]
fn a_definition_is_widened_by_the_policy_where_it_stands() {
    let schema = json!({
        "$defs": {"Point": {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}},
        "type": "object",
        "properties": {"from": {"$ref": "#/$defs/Point"}, "to": {"$ref": "#/$defs/Point", "x-strict": true}},
    });
    let spec = ToolSpec::from_json_schema("tool", &schema).unwrap();
    let wide = validator(&spec.schema_for_prevalidation());
    assert!(wide.parse(r#"{"from":{"x":"1"},"to":{"x":1}}"#).is_ok());
    assert!(wide.parse(r#"{"from":{"x":1},"to":{"x":"1"}}"#).is_err());
}

#[test]
fn rules_that_are_asked_for_widen_too() {
    let field = |schema: Value| {
        ToolSpec::from_json_schema("tool", &json!({"type": "object", "properties": {"theField": schema}})).unwrap()
    };
    for (schema, rule, sent) in [
        (json!({"type": "integer"}), Rule::DecimalStringToInt, json!("20.0")),
        (json!({"type": "integer"}), Rule::TrimWhitespace, json!(" 20 ")),
        (json!({"type": "integer"}), Rule::SingletonToScalar, json!([20])),
        (json!({"type": "integer"}), Rule::EmptyStringToAbsent, json!("")),
        (json!({"enum": ["a", "b"]}), Rule::NullWordToAbsent, json!("None")),
        (json!({"type": "string", "maxLength": 3}), Rule::IntegerToString, json!(120)),
        (json!({"type": "string", "format": "date"}), Rule::MidnightToDate, json!("2026-03-04T00:00:00")),
        (json!({"type": "array", "items": {"type": "integer"}}), Rule::ScalarToList, json!(3)),
        (json!({"type": "array", "items": {"enum": ["a", "b"]}}), Rule::JsonStringToArray, json!("[\"a\"]")),
    ] {
        let spec = field(schema.clone()).allow(&[rule]);
        repaired_and_valid(&spec, &[json!({"theField": sent})]);
        assert!(
            validator(&field(schema).schema_for_prevalidation()).parse(json!({"theField": sent})).is_err(),
            "{rule}"
        );
    }
    repaired_and_valid(&field(json!({"type": "integer"})).allow(&[Rule::RenameKeyCase]), &[json!({"the_field": 1})]);
    repaired_and_valid(
        &field(json!({"type": "integer"})).allow(&[Rule::UnwrapEnvelope]),
        &[json!({"arguments": {"theField": 1}})],
    );
}

#[test]
fn counts_of_items_and_of_entries_are_not_mixed() {
    check(json!({"type": ["object", "null"], "minProperties": 1}), &[json!({"a": 1}), json!(null)], &[json!({})]);
    check(json!({"minProperties": 1}), &[json!({"a": 1}), json!([]), json!("")], &[json!({})]);
    for schema in [
        json!({"minItems": 1, "minProperties": 2}),
        json!({"type": ["array", "object"], "maxItems": 1}),
        json!({"items": {}, "minProperties": 1}),
    ] {
        assert!(refusal(&schema).contains("counts of items and of entries"), "{schema}");
    }
}

#[test]
fn definitions_of_one_name_are_told_apart_and_circles_named() {
    let item =
        |kind: &str| json!({"type": "object", "properties": {"items": {"type": kind}, "more": {"type": "array"}}});
    let mut tool =
        json!({"type": "object", "properties": {"a": item("integer"), "b": item("string"), "c": item("boolean")}});
    for name in ["a", "b", "c"] {
        tool["properties"][name]["properties"]["more"]["items"] =
            json!({"$ref": format!("#/properties/{name}/properties/items")});
        tool["properties"][format!("{name}2")] = json!({"$ref": format!("#/properties/{name}/properties/items")});
    }
    tool["properties"]["self"] = json!({"$ref": "#"});
    let spec = ToolSpec::from_json_schema("tool", &tool).unwrap();
    for schema in [spec.to_json_schema(), spec.schema_for_prevalidation()] {
        let names: Vec<&String> = schema["$defs"].as_object().unwrap().keys().collect();
        assert!(names.len() >= 4 && names.iter().any(|name| *name == "items3"), "{names:?}");
        let read = ToolSpec::from_json_schema("tool", &schema).unwrap();
        let args = json!({"a2": 1, "b2": "x", "c2": true, "self": {"a2": 2}});
        assert_eq!(read.parse(&args).unwrap().args, args);
        assert!(read.parse(r#"{"self":{"c2":"x"}}"#).is_err());
    }
}

#[test]
fn every_tag_around_a_variant_is_written_and_read() {
    #[derive(Debug, ToolArgs)]
    #[tool(tag = "kind")]
    enum Inner {
        X { n: i64 },
    }
    #[derive(Debug, ToolArgs)]
    enum Outer {
        In(Inner),
    }
    #[derive(Debug, ToolArgs)]
    struct Holder {
        outer: Outer,
    }
    let schema = Holder::json_schema();
    let inner = &schema["properties"]["outer"]["oneOf"][0]["oneOf"][0];
    assert_eq!(inner["required"], json!(["type", "kind", "n"]), "{schema}");
    let parsed = Holder::parse(r#"{"outer":{"type":"in","kind":"x","n":1}}"#).unwrap();
    assert!(parsed.repairs.is_empty());
    assert!(Holder::parse(parsed.args.to_value()).unwrap().repairs.is_empty());
    assert!(Holder::parse(r#"{"outer":{"kind":"x","n":1}}"#).is_err());
}

#[test]
fn the_items_of_a_newtype_keep_its_bounds_and_those_of_its_field() {
    #[derive(Debug, ToolArgs)]
    #[tool(transparent)]
    struct Names(#[arg(each(min_len = 2))] Vec<String>);
    #[derive(Debug, ToolArgs)]
    struct Holder {
        #[arg(each(max_len = 3))]
        names: Names,
    }
    assert!(Holder::parse(r#"{"names":["abc"]}"#).is_ok());
    for outside in ["a", "abcd"] {
        let rejection = Holder::parse(json!({"names": ["ab", outside]})).unwrap_err();
        assert_eq!(
            (rejection.first().path(), rejection.first().code()),
            ("$.names[1]", crate::Code::Length),
            "{outside}"
        );
    }
}
