//! Schemas made to hurt: a spec or an error, soon, and on a small stack.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use toolargs::ToolSpec;

/// A quarter of what a thread has; frames without optimisation are several times as large.
const STACK: usize = if cfg!(debug_assertions) { 2 << 20 } else { 512 << 10 };

/// Imports a schema on a small stack and, where that goes well, parses a payload and writes the schema again.
fn import(schema: Value, payload: &str) -> Result<bool, String> {
    let payload = payload.to_owned();
    let begun = Instant::now();
    let work = move || {
        let imported = match ToolSpec::from_json_schema("hostile", &schema) {
            Ok(spec) => {
                let written = spec.to_json_schema();
                assert!(written.is_object() && spec.lint().len() < 100_000);
                Ok(spec.parse(&payload).is_ok())
            }
            Err(error) => {
                assert!(error.to_string().len() < 8192, "{} bytes of error", error.to_string().len());
                Err(error.problem().to_owned())
            }
        };
        // a deep value is not dropped here, where the standard library would recurse
        std::mem::forget(schema);
        imported
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    let result = thread.join().expect("no panic, no overflow");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    result
}

/// An object of one entry, moved into place: `json!` would write the value anew, in recursion.
fn holding(key: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(key.to_owned(), value)]))
}

fn tool(x: Value, definitions: Value) -> Value {
    let mut schema = json!({"type": "object", "required": ["x"], "$defs": definitions});
    schema["properties"] = holding("x", x);
    schema
}

#[test]
fn references_in_circles_are_refused_and_recursion_is_not() {
    let circles = [
        json!({"a": {"$ref": "#/$defs/a"}}),
        json!({"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}),
        json!({"a": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/a"}]}}),
        json!({"a": {"anyOf": [{"type": "integer"}, {"$ref": "#/$defs/a"}]}}),
        json!({"a": {"oneOf": [{"$ref": "#/$defs/b"}, {"type": "string"}]}, "b": {"anyOf": [{"$ref": "#/$defs/a"}, {"type": "boolean"}]}}),
        json!({"a": {"allOf": [{"$ref": "#/$defs/a"}]}}),
    ];
    for definitions in circles {
        let problem =
            import(tool(json!({"$ref": "#/$defs/a"}), definitions.clone()), "{}").expect_err(&definitions.to_string());
        assert!(!problem.is_empty());
    }
    let tree = json!({"a": {"type": "object", "properties": {"next": {"$ref": "#/$defs/a"}, "all": {"type": "array", "items": {"$ref": "#/$defs/a"}}}}});
    assert_eq!(import(tool(json!({"$ref": "#/$defs/a"}), tree.clone()), r#"{"x":{"next":{"all":[{}]}}}"#), Ok(true));
    let deep = format!("{{\"x\":{}{{}}{}}}", "{\"next\":".repeat(120), "}".repeat(120));
    assert_eq!(import(tool(json!({"$ref": "#/$defs/a"}), tree.clone()), &deep), Ok(true));
    let deeper = format!("{{\"x\":{}{{}}{}}}", "{\"next\":".repeat(100_000), "}".repeat(100_000));
    assert_eq!(import(tool(json!({"$ref": "#/$defs/a"}), tree), &deeper), Ok(false));
    let root = json!({"type": "object", "properties": {"x": {"$ref": "#"}}});
    assert_eq!(import(root, r#"{"x":{"x":{}}}"#), Ok(true));
    assert!(import(json!({"$ref": "#"}), "{}").is_err());
}

#[test]
fn chains_of_references_end() {
    for links in [10, 1_000, 30_000] {
        let mut definitions = Map::new();
        for link in 0..links {
            definitions.insert(format!("d{link}"), json!({"$ref": format!("#/$defs/d{}", link + 1)}));
        }
        definitions.insert(format!("d{links}"), json!({"type": "integer"}));
        let imported = import(tool(json!({"$ref": "#/$defs/d0"}), definitions.into()), r#"{"x":1}"#);
        assert_eq!(imported.is_ok(), links == 10, "{links}: {imported:?}");
    }
    // each definition holds the next one twice: small to read, and 2^30 if it were written out
    let mut definitions = Map::new();
    for link in 0..30 {
        let next = json!({"$ref": format!("#/$defs/d{}", link + 1)});
        definitions.insert(format!("d{link}"), json!({"type": "object", "properties": {"l": next, "r": next}}));
    }
    definitions.insert("d30".to_owned(), json!({"type": "integer"}));
    assert_eq!(import(tool(json!({"$ref": "#/$defs/d0"}), definitions.into()), r#"{"x":{"l":{"r":{}}}}"#), Ok(true));
}

#[test]
fn unions_of_unions_cost_no_more_than_they_are_long() {
    let mut definitions = Map::new();
    for link in 0..30 {
        let next = json!({"$ref": format!("#/$defs/d{}", link + 1)});
        definitions.insert(format!("d{link}"), json!({"anyOf": [next, {"type": "array", "items": next}]}));
    }
    definitions.insert("d30".to_owned(), json!({"type": "integer"}));
    let schema = tool(json!({"$ref": "#/$defs/d0"}), definitions.into());
    for payload in [r#"{"x":"no"}"#.to_owned(), format!("{{\"x\":{}1{}}}", "[".repeat(30), "]".repeat(30))] {
        let imported = import(schema.clone(), &payload);
        assert!(imported.is_err() || imported == Ok(false) || imported == Ok(true));
    }
}

#[test]
fn size_is_bounded() {
    let properties: Map<String, Value> =
        (0..1_000_000).map(|number| (format!("p{number}"), json!({"type": "string"}))).collect();
    assert!(import(json!({"type": "object", "properties": properties}), "{}").unwrap_err().contains("20000"));
    let properties: Map<String, Value> =
        (0..15_000).map(|number| (format!("p{number}"), json!({"type": "string"}))).collect();
    assert_eq!(import(json!({"type": "object", "properties": properties}), r#"{"p14999":"x"}"#), Ok(true));
    let names: Vec<String> = (0..100_000).map(|number| format!("name {number}")).collect();
    assert_eq!(
        import(tool(json!({"type": "string", "enum": names.clone()}), json!({})), r#"{"x":"NAME 99999"}"#),
        Ok(true)
    );
    let values: Vec<Value> = (0..50_000).map(|number| json!({"n": number})).collect();
    assert_eq!(import(tool(json!({"enum": values}), json!({})), r#"{"x":{"n":49999}}"#), Ok(true));
    let required: Vec<&str> = names.iter().map(String::as_str).collect();
    let open = json!({"type": "object", "required": required, "additionalProperties": true});
    assert_eq!(import(open, "{}"), Ok(false));
    let alternatives: Vec<Value> = (0..10_000).map(|number| json!({"type": "array", "minItems": number})).collect();
    assert_eq!(import(tool(json!({"anyOf": alternatives}), json!({})), r#"{"x":[]}"#), Ok(true));
}

#[test]
fn depth_is_bounded() {
    let nest = |levels: usize| {
        (0..levels).fold(json!({"type": "integer"}), |inner, _| {
            let mut list = holding("items", inner);
            list["type"] = "array".into();
            list
        })
    };
    for (levels, imported) in [(60, true), (62, true), (63, false)] {
        assert_eq!(import(tool(nest(levels), json!({})), "{}").is_ok(), imported, "{levels}");
    }
    for levels in [100, 5_000] {
        assert!(import(tool(nest(levels), json!({})), "{}").unwrap_err().contains("deep"), "{levels}");
    }
    for keyword in ["anyOf", "allOf", "oneOf"] {
        let nested = (0..100).fold(json!({"type": "integer"}), |inner, _| json!({keyword: [inner]}));
        assert!(import(tool(nested, json!({})), "{}").is_err(), "{keyword}");
    }
    // a deep constant is compared, and a deep default tried
    let deep = |levels: usize| (0..levels).fold(json!(1), |inner, _| Value::Array(vec![inner]));
    let outcome = import(tool(json!({"enum": [deep(100)]}), json!({})), "{\"x\":1}");
    assert_eq!(outcome, Ok(false));
    for levels in [100, 2_000] {
        let mut list = holding("default", deep(levels));
        list["type"] = "array".into();
        let imported = import(tool(list, json!({})), "{\"x\":[]}");
        assert!(imported == Ok(true) || imported.is_err(), "{imported:?}");
    }
}

#[test]
fn patterns_are_matched_in_linear_time_or_refused() {
    let long = format!("{{\"x\":\"{}!\"}}", "a".repeat(100_000));
    for pattern in ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(.*a){20}$", "a*a*a*a*a*b"] {
        assert_eq!(
            import(tool(json!({"type": "string", "pattern": pattern}), json!({})), &long),
            Ok(false),
            "{pattern}"
        );
    }
    for pattern in
        ["(", "[", "a{1000000}{1000000}", "(?<=a)b", "(a)\\1", "(?=a)", &"(".repeat(100_000), &"a{2}".repeat(100_000)]
    {
        let imported = import(tool(json!({"type": "string", "pattern": pattern}), json!({})), &long);
        assert!(imported.is_err(), "{}: {imported:?}", &pattern[..pattern.len().min(20)]);
    }
}

#[test]
fn pointers_are_followed_within_the_schema_alone() {
    let odd = json!({"a/b": {"type": "integer"}, "c~d": {"type": "integer"}, "e%f": {"type": "integer"}, "g h": {"type": "integer"}, "é": {"type": "integer"}});
    for pointer in ["a~1b", "c~0d", "e%25f", "g%20h", "g h", "%C3%A9", "é", "a%7E1b"] {
        let reference = json!({"$ref": format!("#/$defs/{pointer}")});
        assert_eq!(import(tool(reference, odd.clone()), r#"{"x":1}"#), Ok(true), "{pointer}");
    }
    let elsewhere = [
        "https://example.org/schema.json",
        "other.json#/a",
        "#anchor",
        "file:///etc/passwd",
        "#/$defs/none",
        "#/$defs/a~1b/none",
        "",
        "#/",
        "#/$defs/%",
        "#/$defs/%ff",
        "#/$defs/~2",
        "urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380",
    ];
    for reference in elsewhere {
        assert!(import(tool(json!({"$ref": reference}), odd.clone()), "{}").is_err(), "{reference}");
    }
    for value in [json!(1), json!(null), json!(["#"]), json!({})] {
        assert!(import(tool(json!({"$ref": value}), odd.clone()), "{}").is_err(), "{value}");
    }
}

#[test]
fn every_keyword_of_a_wrong_kind_is_an_error() {
    let keywords = [
        "type",
        "enum",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "maxProperties",
        "propertyNames",
        "oneOf",
        "anyOf",
        "allOf",
        "$ref",
        "nullable",
    ];
    for keyword in keywords {
        for wrong in [json!(-1.5e300), json!("\u{202e}"), json!([[]]), json!({"\u{0}": 1}), Value::Null] {
            let schema = tool(json!({keyword: wrong}), json!({}));
            let imported = import(schema, "{}");
            // a bound may be any number, and text may be a pattern
            let fits = matches!((keyword, &wrong), (_, Value::Number(_)) if keyword.contains("inimum") || keyword.contains("aximum"))
                || (keyword == "pattern" && wrong.is_string())
                || (keyword == "enum" && wrong.is_array());
            assert_eq!(imported.is_ok(), fits, "{keyword}: {wrong}: {imported:?}");
        }
    }
    for root in [json!(null), json!(true), json!([]), json!("object"), json!(1), json!({"type": "string"}), json!({})] {
        let imported = import(root.clone(), "{}");
        assert!(imported.is_err() || root == json!({}), "{root}: {imported:?}");
    }
}
