//! Undoing repairs: what was sent, from what came out and the record of what was changed.

use serde_json::{Map, Value};
use toolargs::{Parsed, Rule};

use crate::support::equal;

/// The payload without the fence that a repair of it would strip; `serde_json` reads the rest.
pub(super) fn body(text: &str) -> &str {
    let trimmed = text.trim();
    match trimmed.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")) {
        Some(inside) => inside.trim_start_matches("json").trim(),
        None => trimmed,
    }
}

/// The payload as JSON: the arguments with each repair taken back, the last first.
pub(super) fn undo(text: &str, parsed: &Parsed<Value>, defaults: &Value) -> Result<Value, String> {
    let mut value = parsed.args.clone();
    let mut undo_defaults = true;
    for repair in parsed.repairs.iter().rev() {
        match repair.rule {
            Rule::StripCodeFence => {
                if repair.before != text || !text.contains(repair.after.as_str().unwrap_or("\0")) {
                    return Err(format!("{repair:?} does not record {text}"));
                }
            }
            Rule::UnwrapDoubleEncoded => {
                let inner: Value =
                    repair.before.as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
                if std::mem::take(&mut undo_defaults) {
                    drop_defaults(&mut value, &inner, defaults);
                }
                if !equal(&value, &repair.after) {
                    return Err(format!("{value} is not {}", repair.after));
                }
                value = repair.before.clone();
            }
            _ => {
                let place = place(&mut value, &repair.path)?;
                *place = repair.before.clone();
            }
        }
    }
    if undo_defaults {
        let sent = serde_json::from_str(body(text)).unwrap_or_default();
        drop_defaults(&mut value, &sent, defaults);
    }
    Ok(value)
}

/// Takes out the fields that hold their default because they were not sent.
fn drop_defaults(value: &mut Value, sent: &Value, defaults: &Value) {
    let (Some(fields), Some(defaults)) = (value.as_object_mut(), defaults.as_object()) else { return };
    fields.retain(|name, value| sent.get(name).is_some() || defaults.get(name) != Some(value));
}

/// The value at a path; a field that is not there is made.
fn place<'v>(value: &'v mut Value, path: &str) -> Result<&'v mut Value, String> {
    let mut rest = path.strip_prefix('$').ok_or_else(|| format!("{path} does not begin with $"))?;
    let mut here = value;
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix("[\"") {
            let end = quoted.find("\"]").ok_or_else(|| format!("no end of a name in {path}"))?;
            let name: String = serde_json::from_str(&rest[1..end + 3]).map_err(|error| error.to_string())?;
            here = entry(here, name)?;
            rest = &quoted[end + 2..];
        } else if let Some(index) = rest.strip_prefix('[') {
            let end = index.find(']').ok_or_else(|| format!("no end of an index in {path}"))?;
            let number: usize = index[..end].parse().map_err(|_| format!("no index in {path}"))?;
            here = here.get_mut(number).ok_or_else(|| format!("no item at {path}"))?;
            rest = &index[end + 1..];
        } else {
            let name = rest.strip_prefix('.').ok_or_else(|| format!("{rest:?} in {path}"))?;
            let end = name.find(['.', '[']).unwrap_or(name.len());
            here = entry(here, name[..end].to_owned())?;
            rest = &name[end..];
        }
    }
    Ok(here)
}

fn entry(value: &mut Value, name: String) -> Result<&mut Value, String> {
    let fields: &mut Map<String, Value> = value.as_object_mut().ok_or_else(|| format!("{name} of no object"))?;
    Ok(fields.entry(name).or_insert(Value::Null))
}

#[test]
fn a_change_that_was_not_recorded_is_seen() {
    use serde_json::json;
    let text = r#"{"a":"5","b":1}"#;
    let parsed = |args| Parsed { args, repairs: Vec::new(), duplicates_checked: true };
    let sent: Value = serde_json::from_str(text).unwrap();
    let defaults = json!({"c": 0});
    assert!(equal(&undo(text, &parsed(json!({"a": "5", "b": 1, "c": 0})), &defaults).unwrap(), &sent));
    assert!(!equal(&undo(text, &parsed(json!({"a": 5, "b": 1, "c": 0})), &defaults).unwrap(), &sent));
    assert!(!equal(&undo(text, &parsed(json!({"a": "5", "b": 1, "c": 7})), &defaults).unwrap(), &sent));
    let mut value = json!({"x": [{"odd \"name": 1}]});
    *place(&mut value, r#"$.x[0]["odd \"name"]"#).unwrap() = 2.into();
    assert_eq!(value, json!({"x": [{"odd \"name": 2}]}));
}
