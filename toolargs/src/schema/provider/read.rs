//! What stands in a schema of ours.

use serde_json::{Map, Value, json};

pub(super) type Schema = Map<String, Value>;

pub(super) fn object(value: Value) -> Schema {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// The name of the definition that a reference leads to.
pub(super) fn target_of(reference: &Value) -> String {
    let pointer = reference.as_str().unwrap_or_default();
    let name = pointer.strip_prefix("#/$defs/").unwrap_or(pointer);
    name.replace("%25", "%").replace("~1", "/").replace("~0", "~")
}

/// The types but null, and whether null is one.
pub(super) fn kinds(schema: &Schema) -> (Vec<&str>, bool) {
    let all: Vec<&str> = match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let null = all.contains(&"null");
    (all.into_iter().filter(|kind| *kind != "null").collect(), null)
}

pub(super) fn admits_null(schema: &Schema) -> bool {
    let alternative = schema.get("anyOf").and_then(Value::as_array);
    kinds(schema).1
        || schema.get("nullable").is_some_and(|nullable| *nullable == Value::Bool(true))
        || alternative.is_some_and(|all| all.iter().filter_map(Value::as_object).any(admits_null))
}

/// The one type of some values.
pub(super) fn kind_of(values: &[Value]) -> Option<&'static str> {
    let kind = |value: &Value| match value {
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
        Value::Null => "null",
    };
    let first = kind(values.first()?);
    values.iter().all(|value| kind(value) == first).then_some(first)
}

/// The names of an enum that are described one by one.
pub(super) fn named_constants(schema: &Schema) -> Option<Vec<&Schema>> {
    let names: Vec<&Schema> = schema.get("oneOf")?.as_array()?.iter().filter_map(Value::as_object).collect();
    names.iter().all(|name| name.get("const").is_some_and(Value::is_string)).then_some(names)
}

/// Alternatives as they are written, or as a list of types says them.
pub(super) fn alternatives(schema: &Schema) -> Option<(&'static str, Vec<Schema>)> {
    for keyword in ["oneOf", "anyOf"] {
        if let Some(all) = schema.get(keyword).and_then(Value::as_array) {
            return Some((keyword, all.iter().filter_map(Value::as_object).cloned().collect()));
        }
    }
    let (kinds, null) = kinds(schema);
    if kinds.len() < 2 {
        return None;
    }
    let own = |kind: &str| {
        let mut alternative = object(json!({"type": kind}));
        alternative.extend(
            schema.get("pattern").filter(|_| kind == "string").map(|pattern| ("pattern".to_owned(), pattern.clone())),
        );
        alternative
    };
    let null = null.then(|| object(json!({"type": "null"})));
    Some(("anyOf", kinds.into_iter().map(own).chain(null).collect()))
}

/// A lone alternative, which kept apart what a type and a field say of repairs, in place of the list of it.
pub(super) fn unwrapped(mut schema: Schema) -> Schema {
    let alone = match schema.get("anyOf").and_then(Value::as_array).map(Vec::as_slice) {
        Some([Value::Object(only)]) => only,
        _ => return schema,
    };
    let apart = |keyword: &String| matches!(keyword.as_str(), "description" | "title") || !schema.contains_key(keyword);
    if alone.contains_key("$ref") || !alone.keys().all(apart) {
        return schema;
    }
    let mut out = alone.clone();
    schema.remove("anyOf");
    out.extend(schema);
    out
}
