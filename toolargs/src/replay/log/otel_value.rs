//! OTLP's values, each an object that names its type: `{"stringValue":"…"}`, `{"kvlistValue":{"values":[…]}}`.

use super::bad::BadRecord;
use super::line::{Object, Raw};

/// Structured values are read so deep; each level is read once more than the one around it.
const MAX_DEPTH: u8 = 32;

/// The value of a type that JSON has too, else the value as it stands.
pub(super) fn plain(value: Raw<'_>) -> Result<Raw<'_>, BadRecord> {
    let Some(object) = value.object()? else { return Ok(value) };
    // Go's exporter writes `{"Type":"STRING","Value":"…"}`
    let inside = object.first(&["stringValue", "intValue", "doubleValue", "boolValue", "string_value", "Value"])?;
    Ok(inside.unwrap_or(value))
}

/// The JSON of a value that is a list of keys and values; `None` for every other.
pub(super) fn structured(value: Raw<'_>) -> Result<Option<String>, BadRecord> {
    let typed = |object: Object<'_>| object.has("kvlistValue") || object.has("arrayValue");
    if !value.object()?.is_some_and(typed) {
        return Ok(None);
    }
    let mut json = String::with_capacity(value.get().len());
    write(value, &mut json, MAX_DEPTH)?;
    Ok(Some(json))
}

fn write(value: Raw<'_>, json: &mut String, depth: u8) -> Result<(), BadRecord> {
    let Some(depth) = depth.checked_sub(1) else { return Err(BadRecord::new("an attribute nested too deep")) };
    let object = value.object()?.unwrap_or_default();
    if let Some(list) = object.object("kvlistValue")? {
        json.push('{');
        for (index, pair) in list.items("values")?.into_iter().enumerate() {
            let pair = pair.object()?.unwrap_or_default();
            json.push_str(if index > 0 { "," } else { "" });
            json.push_str(pair.get("key")?.map_or("\"\"", Raw::get));
            json.push(':');
            match pair.get("value")? {
                Some(value) => write(value, json, depth)?,
                None => json.push_str("null"),
            }
        }
        json.push('}');
    } else if let Some(list) = object.object("arrayValue")? {
        json.push('[');
        for (index, item) in list.items("values")?.into_iter().enumerate() {
            json.push_str(if index > 0 { "," } else { "" });
            write(item, json, depth)?;
        }
        json.push(']');
    } else if let Some(integer) = object.some("intValue")? {
        // 64 bits stand in quotes
        json.push_str(integer.get().trim_matches('"'));
    } else {
        json.push_str(object.first(&["stringValue", "doubleValue", "boolValue"])?.map_or("null", Raw::get));
    }
    Ok(())
}
