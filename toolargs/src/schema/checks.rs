//! What the importer has to know of a schema before it reads on.

use serde_json::{Map, Value};

use super::import::MAX_DEPTH;
use super::place::{Place, SpecError};
use crate::shape::{Definition, Shape};

/// One count holds for items or for entries: refused where the schema admits both kinds and counts one of them.
pub(super) fn check_counts(keywords: &Map<String, Value>, place: &Place<'_>) -> Result<(), SpecError> {
    let says = |names: &[&str]| names.iter().any(|name| keywords.contains_key(*name));
    let admits = |kind: &str, silent: bool| match keywords.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|known| known == kind),
        Some(known) => known == kind,
        None => silent,
    };
    let (items, entries) = (["minItems", "maxItems"], ["minProperties", "maxProperties"]);
    let array = admits("array", says(&["items", "uniqueItems"]) || says(&items));
    let object =
        admits("object", says(&["properties", "required", "additionalProperties", "propertyNames"]) || says(&entries));
    if array && object && (says(&items) || says(&entries)) {
        return place.error(
            "counts of items and of entries cannot be enforced on a schema that admits both arrays and objects",
        );
    }
    Ok(())
}

/// Whether the value holds others more than so many levels deep, at which it could not even be copied on a thread's stack.
pub(super) fn is_deeper(value: &Value, levels: usize) -> bool {
    match value {
        Value::Array(items) => levels == 0 || items.iter().any(|item| is_deeper(item, levels - 1)),
        Value::Object(entries) => levels == 0 || entries.values().any(|value| is_deeper(value, levels - 1)),
        _ => false,
    }
}

/// Whether every value of the shape is an object. The definitions go in no circle.
pub(super) fn is_object(definitions: &[Definition], shape: &Shape) -> bool {
    match shape {
        Shape::Object(_) | Shape::Tagged(_) | Shape::Map { .. } => true,
        Shape::Reference(index) => {
            definitions.get(*index).is_some_and(|definition| is_object(definitions, &definition.shape))
        }
        Shape::Untagged(union) => union.shapes.iter().all(|shape| is_object(definitions, shape)),
        Shape::Refined { inner, .. } => is_object(definitions, inner),
        _ => false,
    }
}

/// How many references stand one behind the other from a definition on, without a container in between.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Height {
    Unknown,
    /// Being measured: who comes here again goes in a circle.
    Open,
    Known(usize),
}

/// None where references go in a circle, or on and on.
pub(super) fn height(definitions: &[Definition], shape: &Shape, heights: &mut [Height], depth: usize) -> Option<usize> {
    if depth > 4 * MAX_DEPTH {
        return None;
    }
    match shape {
        Shape::Reference(index) => match heights.get(*index)? {
            Height::Known(known) => Some(*known),
            Height::Open => None,
            Height::Unknown => {
                heights[*index] = Height::Open;
                let known = 1 + height(definitions, &definitions[*index].shape, heights, depth + 1)?;
                heights[*index] = Height::Known(known);
                Some(known)
            }
        },
        Shape::Nullable(inner) | Shape::Refined { inner, .. } => height(definitions, inner, heights, depth + 1),
        Shape::Untagged(union) => union
            .shapes
            .iter()
            .try_fold(0, |most, shape| Some(most.max(height(definitions, shape, heights, depth + 1)?))),
        _ => Some(0),
    }
}

/// True for a schema that no value is valid by, as some generators write the type of what must be left out.
pub(super) fn is_never(schema: &Value) -> bool {
    let is_true = |schema: &Value| *schema == Value::Bool(true) || schema.as_object().is_some_and(Map::is_empty);
    match schema {
        Value::Bool(admits) => !admits,
        Value::Object(keywords) => keywords.len() == 1 && keywords.get("not").is_some_and(is_true),
        _ => false,
    }
}

/// Undoes the escapes of a JSON pointer in a URI fragment that `Value::pointer` does not know.
pub(super) fn unescape(pointer: &str) -> String {
    let mut bytes = Vec::with_capacity(pointer.len());
    let mut rest = pointer.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = |digit: &u8| (*digit as char).to_digit(16);
        match rest {
            [b'%', high, low, tail @ ..] if hex(high).is_some() && hex(low).is_some() => {
                bytes.push((hex(high).unwrap_or(0) << 4 | hex(low).unwrap_or(0)) as u8);
                rest = tail;
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
