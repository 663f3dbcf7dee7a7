//! Shapes out of single keywords, for the importer.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::place::{Place, SpecError};
use crate::format::Format;
use crate::json::number::Integer;
use crate::rule::RuleSet;
use crate::shape::{ObjectShape, Shape};
use crate::spec::{FieldSpec, VariantSpec};

pub(super) fn variant(name: String, description: &str) -> VariantSpec {
    VariantSpec { name: name.into(), description: description.to_owned().into() }
}

/// One enumeration of several, each name with its alternative's description.
pub(super) fn merged(alternatives: &[Value], shapes: &[Shape]) -> Shape {
    let mut variants: Vec<VariantSpec> = Vec::new();
    for (alternative, shape) in
        alternatives.iter().filter(|one| one.get("type").is_none_or(|kind| kind != "null")).zip(shapes)
    {
        let Shape::Enumeration { variants: names, .. } = shape else { continue };
        let description = alternative.get("description").and_then(Value::as_str).unwrap_or_default();
        for name in
            names.iter().filter(|name| !variants.iter().any(|known| known.name == name.name)).collect::<Vec<_>>()
        {
            variants.push(variant(name.name.to_string(), description));
        }
    }
    Shape::Enumeration { spec: Arc::new(FieldSpec::new("")), variants: variants.into() }
}

pub(super) fn kind_name(shape: &Shape) -> String {
    match shape {
        Shape::Boolean => "boolean",
        Shape::Integer { .. } => "integer",
        Shape::Number => "number",
        Shape::Text { .. } => "string",
        Shape::Enumeration { .. } | Shape::Constants { .. } => "enum",
        Shape::List { .. } => "array",
        Shape::Object(_) | Shape::Tagged(_) => "object",
        _ => "value",
    }
    .to_owned()
}

/// The shape under its constraints, where it has any.
pub(super) fn refined(spec: FieldSpec, shape: Shape) -> Shape {
    let plain = !spec.strict
        && !spec.sensitive
        && spec.allow == RuleSet::NONE
        && spec.deny == RuleSet::NONE
        && !spec.bounded
        && !spec.textual
        && spec.min_items.is_none()
        && spec.max_items.is_none()
        && !spec.unique_items
        && spec.description.is_empty();
    if plain { shape } else { Shape::Refined { spec: Arc::new(spec), inner: Box::new(shape) } }
}

/// The constant that a required field of the object has.
pub(super) fn constant(object: &ObjectShape, name: &str) -> Option<String> {
    let index = object.fields.iter().position(|field| field.name == name)?;
    let member = &object.members[index];
    match &member.shape {
        Shape::Enumeration { variants, .. } if member.required && variants.len() == 1 => {
            Some(variants[0].name.to_string())
        }
        _ => None,
    }
}

pub(super) fn without_field(object: &ObjectShape, name: &str) -> ObjectShape {
    let keep: Vec<usize> = (0..object.fields.len()).filter(|&index| object.fields[index].name != name).collect();
    ObjectShape {
        spec: object.spec.clone(),
        fields: keep.iter().map(|&index| object.fields[index].clone()).collect(),
        members: keep.iter().map(|&index| object.members[index].clone()).collect(),
        extra: object.extra.clone(),
    }
}

/// One of some values: names where all are text, else values of a base shape.
pub(super) fn enumerated(base: Option<Shape>, values: Vec<Value>) -> Shape {
    let null = values.iter().any(Value::is_null);
    let others: Vec<Value> = values.iter().filter(|value| !value.is_null()).cloned().collect();
    let base = match base {
        Some(Shape::Nullable(inner)) => Some(*inner),
        base => base,
    };
    if others.is_empty() {
        return Shape::Null;
    }
    let all = |test: fn(&Value) -> bool| others.iter().all(test);
    let text = all(Value::is_string) && matches!(base, None | Some(Shape::Text { .. }));
    let shape = if text {
        let mut known = HashSet::new();
        let names = others.iter().filter_map(Value::as_str).filter(|name| known.insert(*name));
        let variants: Vec<VariantSpec> = names.map(|name| variant(name.to_owned(), "")).collect();
        Shape::Enumeration { spec: Arc::new(FieldSpec::new("")), variants: variants.into() }
    } else {
        let base = base.unwrap_or_else(|| {
            if all(Value::is_boolean) {
                Shape::Boolean
            } else if all(|value| value.is_i64() || value.is_u64()) {
                Shape::Integer { min: Integer::MIN_I64, max: Integer::MAX_U64 }
            } else if all(Value::is_number) {
                Shape::Number
            } else {
                Shape::Any
            }
        });
        Shape::Constants { base: Box::new(base), values: others.into() }
    };
    if null { shape.nullable() } else { shape }
}

pub(super) fn integer_of(keywords: &Map<String, Value>) -> Shape {
    let (min, max) = match keywords.get("format").and_then(Value::as_str) {
        Some("int32") => (Integer::signed(i32::MIN.into()), Integer::signed(i32::MAX.into())),
        Some("int64") => (Integer::signed(i64::MIN.into()), Integer::signed(i64::MAX.into())),
        Some("uint32") => (Integer::unsigned(0), Integer::unsigned(u32::MAX.into())),
        Some("uint64") => (Integer::unsigned(0), Integer::MAX_U64),
        Some("int128") => (Integer::signed(i128::MIN), Integer::signed(i128::MAX)),
        Some("uint128") => (Integer::unsigned(0), Integer::unsigned(u128::MAX)),
        _ => (Integer::MIN_I64, Integer::MAX_U64),
    };
    if keywords.contains_key("not") { Shape::NonZero { min, max } } else { Shape::Integer { min, max } }
}

pub(super) fn text_of(keywords: &Map<String, Value>, place: &Place<'_>) -> Result<Shape, SpecError> {
    let format = match keywords.get("format") {
        None => None,
        Some(Value::String(name)) => match Format::from_name(name) {
            Some(format) => Some(format),
            None if name == "password" || NUMBER_FORMATS.contains(&name.as_str()) => None,
            None => return place.child("format").error(format!("the format `{name}` cannot be enforced")),
        },
        Some(_) => return place.child("format").error("a format is a name"),
    };
    Ok(Shape::Text { format })
}

/// Formats of numbers, which say how they are stored. `decimal` is our own.
pub(super) const NUMBER_FORMATS: &[&str] =
    &["int32", "int64", "int128", "uint32", "uint64", "uint128", "float", "double", "decimal"];
