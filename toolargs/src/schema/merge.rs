//! Schemas that hold at once: `allOf`, and a type beside alternatives. What cannot be merged exactly is no merge.

use std::borrow::Cow;
use std::sync::Arc;

use super::parts::refined;
use crate::json::number::Integer;
use crate::shape::{Definition, Extra, Member, ObjectShape, PerKind, Shape, UnionShape};
use crate::spec::FieldSpec;

/// One of the schemas that hold at once.
pub(super) struct Part {
    pub(super) shape: Shape,
    /// Whether it says itself what it admits beside its fields. Silence says nothing of the fields of the others.
    pub(super) closed: bool,
}

type Definitions = [Option<Definition>];

/// The values that are valid by both.
pub(super) fn both(definitions: &Definitions, a: Part, b: Part) -> Result<Part, String> {
    let closed = a.closed || b.closed;
    let shape = match (open(definitions, a.shape)?, open(definitions, b.shape)?) {
        (Shape::Object(left), Shape::Object(right)) => {
            Shape::Object(Arc::new(objects(definitions, (&left, a.closed), (&right, b.closed))?))
        }
        // an object that declares no field and is silent about others takes any
        (Shape::Object(object), Shape::Map { key, value }) | (Shape::Map { key, value }, Shape::Object(object))
            if matches!((&*key, &*value), (Shape::Text { format: None }, Shape::Any)) =>
        {
            Shape::Object(object)
        }
        (Shape::Map { key, value }, map @ Shape::Map { .. }) | (map @ Shape::Map { .. }, Shape::Map { key, value })
            if matches!((&*key, &*value), (Shape::Text { format: None }, Shape::Any)) =>
        {
            map
        }
        (Shape::Map { .. } | Shape::Object(_), Shape::Map { .. } | Shape::Object(_)) => {
            return Err("`additionalProperties` of two schemas would have to be merged".to_owned());
        }
        (left, right) => shapes(definitions, left, right)?,
    };
    Ok(Part { shape, closed })
}

/// The shape behind references, in whose place something else is going to stand.
fn open(definitions: &Definitions, mut shape: Shape) -> Result<Shape, String> {
    while let Shape::Reference(index) = shape {
        match definitions.get(index) {
            Some(Some(definition)) => shape = definition.shape.clone(),
            _ => return Err("a schema cannot be merged with one that refers back to it".to_owned()),
        }
    }
    Ok(shape)
}

fn shapes(definitions: &Definitions, a: Shape, b: Shape) -> Result<Shape, String> {
    let merge = |a: &Shape, b: &Shape| shapes(definitions, a.clone(), b.clone());
    Ok(match (open(definitions, a)?, open(definitions, b)?) {
        (Shape::Any, shape) | (shape, Shape::Any) => shape,
        (Shape::Refined { spec, inner }, shape) | (shape, Shape::Refined { spec, inner }) => {
            Shape::Refined { spec, inner: Box::new(merge(&inner, &shape)?) }
        }
        (Shape::Nullable(a), Shape::Nullable(b)) => Shape::Nullable(Box::new(merge(&a, &b)?)),
        (Shape::PerKind(a), Shape::PerKind(b)) => Shape::PerKind(Arc::new(PerKind {
            object: both_silent(definitions, &a.object, &b.object)?,
            array: merge(&a.array, &b.array)?,
            string: merge(&a.string, &b.string)?,
            number: merge(&a.number, &b.number)?,
        })),
        (Shape::PerKind(kinds), shape) | (shape, Shape::PerKind(kinds)) => match &shape {
            Shape::Object(_) | Shape::Map { .. } => both_silent(definitions, &kinds.object, &shape)?,
            Shape::List { .. } => merge(&kinds.array, &shape)?,
            Shape::Text { .. } | Shape::Enumeration { .. } => merge(&kinds.string, &shape)?,
            Shape::Integer { .. } | Shape::NonZero { .. } | Shape::Number | Shape::Single => {
                merge(&kinds.number, &shape)?
            }
            Shape::Boolean | Shape::Null => shape,
            _ => return Err("alternatives and typed values are not merged".to_owned()),
        },
        (Shape::Boolean, Shape::Boolean) => Shape::Boolean,
        (Shape::Null, Shape::Null) => Shape::Null,
        (Shape::Integer { min, max }, Shape::Integer { min: low, max: high }) => {
            Shape::Integer { min: min.max(low), max: max.min(high) }
        }
        (integer @ Shape::Integer { .. }, Shape::Number) | (Shape::Number, integer @ Shape::Integer { .. }) => integer,
        (Shape::Number, Shape::Number) => Shape::Number,
        (Shape::Text { format: None }, text @ (Shape::Text { .. } | Shape::Enumeration { .. }))
        | (text @ (Shape::Text { .. } | Shape::Enumeration { .. }), Shape::Text { format: None }) => text,
        (Shape::List { item, length: None, set }, Shape::List { item: other, length: None, set: unique }) => {
            Shape::List { item: Box::new(merge(&item, &other)?), length: None, set: set || unique }
        }
        (a @ (Shape::Object(_) | Shape::Map { .. }), b @ (Shape::Object(_) | Shape::Map { .. })) => {
            return both_silent(definitions, &a, &b);
        }
        _ => return Err("its schemas are of different kinds, or not merged".to_owned()),
    })
}

/// Objects below the top, of which is not known what they say themselves of other fields: only such that admit all are merged.
fn both_silent(definitions: &Definitions, a: &Shape, b: &Shape) -> Result<Shape, String> {
    match (a, b) {
        (Shape::Any, shape) | (shape, Shape::Any) => Ok(shape.clone()),
        (Shape::Object(_) | Shape::Map { .. }, Shape::Object(_) | Shape::Map { .. }) => {
            let part = |shape: &Shape| Part { shape: shape.clone(), closed: !admits_any(shape) };
            Ok(both(definitions, part(a), part(b))?.shape)
        }
        _ => Err("its schemas are of different kinds".to_owned()),
    }
}

fn admits_any(shape: &Shape) -> bool {
    match shape {
        Shape::Object(object) => matches!(&object.extra, Extra::Admitted(extra) if matches!(**extra, Shape::Any)),
        Shape::Map { value, .. } => matches!(**value, Shape::Any),
        _ => false,
    }
}

/// The fields of both. One that says what it admits beside its own has to declare every field of the other.
fn objects(definitions: &Definitions, a: (&ObjectShape, bool), b: (&ObjectShape, bool)) -> Result<ObjectShape, String> {
    let declares = |object: &ObjectShape, name: &str| object.fields.iter().position(|field| field.name == name);
    for ((closed, says), (other, _)) in [(a, b), (b, a)] {
        let stranger = other.fields.iter().find(|field| declares(closed, &field.name).is_none());
        if let (true, Some(field)) = (says, stranger) {
            return Err(format!(
                "`additionalProperties` of one schema speaks of the field `{}` of another",
                field.name
            ));
        }
    }
    let ((left, left_says), (right, right_says)) = (a, b);
    let (mut fields, mut members) = (left.fields.to_vec(), left.members.clone());
    for (spec, member) in right.fields.iter().zip(&right.members) {
        match declares(left, &spec.name) {
            None => {
                fields.push(spec.clone());
                members.push(member.clone());
            }
            Some(index) => members[index] = same_field(definitions, &members[index], spec, member)?,
        }
    }
    let extra = match (left_says, right_says) {
        (true, true) if !matches!((&left.extra, &right.extra), (Extra::Refused, Extra::Refused)) => {
            return Err("`additionalProperties` of two schemas would have to be merged".to_owned());
        }
        (true, _) => left.extra.clone(),
        (false, true) => right.extra.clone(),
        // open where one says so and the other says nothing
        (false, false) => match (&left.extra, &right.extra) {
            (Extra::Refused, extra) | (extra, _) => extra.clone(),
        },
    };
    Ok(ObjectShape { spec: left.spec.clone(), fields: fields.into(), members, extra })
}

/// A field that both declare: what either demands of it.
fn same_field(definitions: &Definitions, known: &Member, spec: &FieldSpec, member: &Member) -> Result<Member, String> {
    let name = &spec.name;
    let shape = shapes(definitions, known.shape.clone(), member.shape.clone())
        .map_err(|_| format!("the field `{name}` differs in two of its schemas"))?;
    let default = match (&known.default, &member.default) {
        (Some(a), Some(b)) if a != b => return Err(format!("the field `{name}` has two defaults")),
        (a, b) => a.clone().or_else(|| b.clone()),
    };
    let demands = FieldSpec { name: Cow::Borrowed(""), description: Cow::Borrowed(""), ..spec.clone() };
    Ok(Member {
        shape: refined(demands, shape),
        required: known.required || member.required,
        default,
        refused_default: None,
    })
}

/// The values of a shape that are of a kind. None where that is not known, or where there is none.
pub(super) fn restrict(definitions: &Definitions, shape: &Shape, kind: &str, nullable: bool) -> Option<Shape> {
    let each = |shape: &Shape| restrict(definitions, shape, kind, nullable);
    let base = || {
        Some(match kind {
            "boolean" => Shape::Boolean,
            "integer" => Shape::Integer { min: Integer::MIN_I64, max: Integer::MAX_U64 },
            "number" => Shape::Number,
            "string" => Shape::Text { format: None },
            "array" => Shape::List { item: Box::new(Shape::Any), length: None, set: false },
            "object" => Shape::Map { key: Box::new(Shape::Text { format: None }), value: Box::new(Shape::Any) },
            _ => return None,
        })
    };
    match shape {
        Shape::Any => base().map(|shape| if nullable { shape.nullable() } else { shape }),
        Shape::PerKind(kinds) => {
            let of_kind = match kind {
                "string" => &kinds.string,
                "array" => &kinds.array,
                "object" => &kinds.object,
                "number" | "integer" => &kinds.number,
                _ => &Shape::Any,
            };
            let shape = shapes(definitions, of_kind.clone(), base()?).ok()?;
            Some(if nullable { shape.nullable() } else { shape })
        }
        Shape::Boolean => (kind == "boolean").then(|| shape.clone()),
        Shape::Integer { .. } | Shape::NonZero { .. } => matches!(kind, "integer" | "number").then(|| shape.clone()),
        Shape::Number if kind == "integer" => base(),
        Shape::Number => (kind == "number").then(|| shape.clone()),
        Shape::Text { .. } | Shape::Enumeration { .. } => (kind == "string").then(|| shape.clone()),
        Shape::List { .. } => (kind == "array").then(|| shape.clone()),
        Shape::Object(_) | Shape::Map { .. } | Shape::Tagged(_) => (kind == "object").then(|| shape.clone()),
        Shape::Nullable(inner) if nullable => Some(Shape::Nullable(Box::new(each(inner)?))),
        Shape::Nullable(inner) => each(inner),
        Shape::Refined { spec, inner } => {
            Some(Shape::Refined { spec: Arc::clone(spec), inner: Box::new(each(inner)?) })
        }
        Shape::Untagged(union) => {
            let shapes = union.shapes.iter().map(each).collect::<Option<_>>()?;
            Some(Shape::Untagged(Arc::new(UnionShape { shapes, ..(**union).clone() })))
        }
        Shape::Reference(index) => {
            // kept as a reference where nothing changes
            let target = &definitions.get(*index)?.as_ref()?.shape;
            let plain = matches!(target, Shape::Object(_) | Shape::Map { .. } | Shape::Tagged(_)) && kind == "object"
                || matches!(target, Shape::Enumeration { .. } | Shape::Text { .. }) && kind == "string";
            plain.then(|| shape.clone())
        }
        _ => None,
    }
}
