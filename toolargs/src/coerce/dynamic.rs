//! Values by a shape that is known only at run time: the same coercers, with `serde_json::Value` out.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::enumeration::{Variants, enumeration};
use super::list::ItemKind;
use super::option::{Optional, optional};
use super::union::{Union, tag, tagged_value};
use super::{any, float, integer, list, map, object, text};
use crate::args::{Flow, FromArg};
use crate::at::At;
use crate::code::Code;
use crate::echo;
use crate::error::{Detail, Names};
use crate::input::{Input, integer_value};
use crate::json::number::Integer;
use crate::json::value::{self, canonical};
use crate::object::{Key, Object, missing};
use crate::shape::{Definition, Extra, Member, ObjectShape, PerKind, Shape, TaggedShape, UnionShape};
use crate::spec::{EMPTY, FieldSpec};

/// Reads values by shape.
#[derive(Clone, Copy)]
pub(crate) struct Dynamic<'s> {
    pub(crate) definitions: &'s [Definition],
}

impl<'s> Dynamic<'s> {
    /// Reads a value of the shape.
    pub(crate) fn read(self, input: &mut Input<'_>, at: &At<'_>, shape: &'s Shape) -> Flow<Value> {
        match shape {
            Shape::Any => any::read(input, at),
            Shape::Null => Ok(super::union::null(input, at)?.map(|()| Value::Null)),
            Shape::Boolean => Ok(bool::from_arg(input, at)?.map(Value::from)),
            &Shape::Integer { min, max } => Ok(integer::read(input, at, (min, max))?.map(integer_value)),
            &Shape::NonZero { min, max } => non_zero(input, at, (min, max)),
            Shape::Number => float::read(input, at, float::DOUBLE, |number, literal| {
                value::number(literal).unwrap_or_else(|| number.into())
            }),
            Shape::Single => float::read(input, at, float::SINGLE, |number, literal| {
                value::number(literal).unwrap_or_else(|| number.into())
            }),
            #[cfg(feature = "rust_decimal")]
            Shape::Decimal => Ok(rust_decimal::Decimal::from_arg(input, at)?.map(|decimal| decimal.to_json())),
            Shape::Text { format: None } => Ok(String::from_arg(input, at)?.map(Value::from)),
            Shape::Text { format: Some(format) } => Ok(text::formatted(input, at, *format)?.map(Value::from)),
            Shape::Character => Ok(char::from_arg(input, at)?.map(|char| char.to_json())),
            Shape::Enumeration { spec, variants } => {
                let found = enumeration(input, &at.typed(spec), Variants::Shared(variants))?;
                Ok(found.map(|index| variants[index].value()))
            }
            Shape::Constants { base, values } => self.constant(input, at, base, values),
            Shape::PerKind(kinds) => self.per_kind(input, at, kinds),
            Shape::List { item, length, set } => self.list(input, at, item, *length, *set),
            Shape::Map { key, value } => self.map(input, at, key, value),
            Shape::Object(object) => self.object(input, at, object),
            Shape::Tagged(union) => self.tagged(input, at, union),
            Shape::Untagged(union) => self.untagged(input, at, union),
            Shape::Nullable(inner) => match input.reader.peek() {
                b'n' => self.read(input, at, &Shape::Null),
                _ => self.read(input, at, inner),
            },
            Shape::Refined { spec, inner } => self.read(input, &at.typed(spec), inner),
            Shape::Reference(index) => match self.definitions.get(*index) {
                Some(definition) => self.read(input, at, &definition.shape),
                None => any::read(input, at),
            },
        }
    }

    /// Reads a value of the base shape and holds it against the list of values.
    fn constant(self, input: &mut Input<'_>, at: &At<'_>, base: &'s Shape, values: &[Value]) -> Flow<Value> {
        let recorded = input.records.recorded();
        let Some(read) = self.read(input, at, base)? else { return Ok(None) };
        let wanted = canonical(&read);
        if values.iter().any(|constant| canonical(constant) == wanted) {
            return Ok(Some(read));
        }
        input.records.forget(recorded);
        let names = values.iter().map(|constant| constant.to_string().into()).collect();
        let shown = read.as_str().map_or_else(|| read.to_string(), str::to_owned);
        let detail = Detail::Name { value: Some(echo::cut(&shown)), names: Names::List(names) };
        Ok(input.records.error(at, Code::Enum, detail))
    }

    fn per_kind(self, input: &mut Input<'_>, at: &At<'_>, kinds: &'s PerKind) -> Flow<Value> {
        let shape = match input.reader.peek() {
            b'{' => &kinds.object,
            b'[' => &kinds.array,
            b'"' => &kinds.string,
            b'-' | b'0'..=b'9' => &kinds.number,
            _ => &Shape::Any,
        };
        self.read(input, at, shape)
    }

    fn list(
        self,
        input: &mut Input<'_>,
        at: &At<'_>,
        item: &'s Shape,
        length: Option<usize>,
        set: bool,
    ) -> Flow<Value> {
        static UNIQUE: FieldSpec = FieldSpec::new("").unique_items();
        let kind = ItemKind {
            text: item.text(self.definitions).under(at.each()),
            to_json: &Value::clone,
            sensitive: &|| item.holds_sensitive(self.definitions),
        };
        let unique = at.typed(&UNIQUE);
        let at = if set { &unique } else { at };
        let Some(items) = list::items(input, at, &kind, |input, at| self.read(input, at, item))? else {
            return Ok(None);
        };
        let found = items.len();
        if length.is_some_and(|length| length != found) {
            let detail = Detail::Size { unit: "items", found, min: length, max: length };
            return Ok(input.records.error(at, Code::Items, detail));
        }
        Ok(Some(Value::Array(items)))
    }

    fn map(self, input: &mut Input<'_>, at: &At<'_>, key: &'s Shape, value: &'s Shape) -> Flow<Value> {
        if !input.at_object() {
            let sensitive = || value.holds_sensitive(self.definitions);
            return object::from_text(
                input,
                at,
                &mut |input| self.map(input, at, key, value),
                &Value::clone,
                &sensitive,
            );
        }
        let mut entries = Map::new();
        let read = map::entries(
            input,
            at,
            |input, at| self.read(input, at, key),
            |input, at| self.read(input, at, value),
            |key, value| match key {
                Value::String(key) => entries.insert(key, value).is_none(),
                _ => true,
            },
        )?;
        Ok(read.map(|()| Value::Object(entries)))
    }

    fn object(self, input: &mut Input<'_>, at: &At<'_>, shape: &'s ObjectShape) -> Flow<Value> {
        let at = &at.typed(&shape.spec);
        if !input.at_object() {
            let sensitive = || Shape::Object(Arc::new(shape.clone())).holds_sensitive(self.definitions);
            return object::from_text(input, at, &mut |input| self.object(input, at, shape), &Value::clone, &sensitive);
        }
        let mut reading = Object::open(input, crate::object::Fields::Shared(&shape.fields))?;
        let mut values: Vec<Option<Value>> = vec![None; shape.fields.len()];
        let (mut extras, mut whole) = (Map::new(), true);
        match &shape.extra {
            Extra::Refused => {
                while let Some(index) = reading.next(input, at)? {
                    let read = self.member(input, at, &shape.fields[index], &shape.members[index])?;
                    whole &= read.is_some();
                    values[index] = read.flatten();
                }
            }
            Extra::Admitted(extra) => {
                while let Some(key) = reading.next_open(input, at)? {
                    match key {
                        Key::Field(index) => {
                            let read = self.member(input, at, &shape.fields[index], &shape.members[index])?;
                            whole &= read.is_some();
                            values[index] = read.flatten();
                        }
                        Key::Extra(key) => match self.read(input, &at.key(&key, &EMPTY), extra)? {
                            Some(value) => drop(extras.insert(key.into(), value)),
                            None => whole = false,
                        },
                    }
                }
            }
        }
        let sent = extras.len() + values.iter().flatten().count();
        for (index, member) in shape.members.iter().enumerate().filter(|(index, _)| !reading.saw(*index)) {
            match &member.default {
                Some(default) => values[index] = Some(default.clone()),
                None if member.required => reading.missing(input, at, index),
                None => {}
            }
        }
        whole &= reading.close(input).is_some();
        if !whole || map::sized(input, at, sent).is_none() {
            return Ok(None);
        }
        let fields = shape.fields.iter().zip(values);
        let mut object: Map<String, Value> =
            fields.filter_map(|(field, value)| Some((field.name.clone().into_owned(), value?))).collect();
        object.append(&mut extras);
        Ok(Some(Value::Object(object)))
    }

    /// Reads a declared field; the value of an absent one is its default, or none.
    fn member(self, input: &mut Input<'_>, at: &At<'_>, spec: &FieldSpec, member: &'s Member) -> Flow<Option<Value>> {
        let at = at.field(spec, !member.required);
        let nullable = member.shape.nullable_here(self.definitions);
        if member.required {
            if !nullable && input.reader.peek() == b'n' {
                input.reader.skip(&at)?;
                return Ok(missing(&mut input.records, &at));
            }
            return Ok(self.read(input, &at, &member.shape)?.map(Some));
        }
        let text = member.shape.text(self.definitions).under(spec);
        match optional(input, &at, text, nullable, |input, at| self.read(input, at, &member.shape))? {
            Optional::Sent(value) => Ok(value.map(Some)),
            Optional::Absent(absence) => {
                let after = member.default.clone();
                let settled = absence.settle(input, &at, after.clone().unwrap_or_default());
                Ok(settled.map(|()| after))
            }
        }
    }

    fn tagged(self, input: &mut Input<'_>, at: &At<'_>, union: &'s TaggedShape) -> Flow<Value> {
        let at = &at.typed(&union.spec);
        if !input.at_object() {
            let sensitive = || union.shapes.iter().any(|shape| shape.holds_sensitive(self.definitions));
            return object::from_text(input, at, &mut |input| self.tagged(input, at, union), &Value::clone, &sensitive);
        }
        let Some(index) = tag(input, at, &union.tag, Variants::Shared(&union.variants))? else { return Ok(None) };
        let object = self.read(input, &at.tagged(&union.tag), &union.shapes[index])?;
        Ok(object.map(|object| tagged_value(&union.tag, &union.variants[index], object)))
    }

    fn untagged(self, input: &mut Input<'_>, at: &At<'_>, union: &'s UnionShape) -> Flow<Value> {
        let at = &at.typed(&union.spec);
        let text = Shape::Untagged(Arc::new(union.clone())).text(self.definitions);
        let mut reading = Union::of(input, Variants::Shared(&union.variants), text);
        for shape in &union.shapes {
            reading.attempt(input, at, |input, at| self.read(input, at, shape))?;
        }
        if !union.exclusive {
            reading.merge_equal(|a, b| canonical(a) == canonical(b));
        }
        reading.finish(input, at)
    }
}

fn non_zero(input: &mut Input<'_>, at: &At<'_>, limits: (Integer, Integer)) -> Flow<Value> {
    let recorded = input.records.recorded();
    let Some(integer) = integer::read(input, at, limits)? else { return Ok(None) };
    if integer == Integer::unsigned(0) {
        input.records.forget(recorded);
        return Ok(integer::is_zero(input, at));
    }
    Ok(Some(integer_value(integer)))
}
