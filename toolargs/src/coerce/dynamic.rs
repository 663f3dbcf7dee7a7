//! Values by a shape that is known only at run time: the same coercers, with `serde_json::Value` out, or the judgement alone.

use std::sync::Arc;

use serde_json::Value;

use super::enumeration::{Variants, enumeration};
use super::list::ItemKind;
use super::make::Make;
use super::option::{Optional, optional};
use super::union::{Union, tag};
use super::{any, float, integer, list, map, object, string, text};
use crate::args::{Flow, FromArg};
use crate::at::At;
use crate::code::Code;
use crate::echo;
use crate::error::{Detail, Names};
use crate::input::{Input, integer_value};
use crate::json::number::Integer;
use crate::json::reader::Stop;
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
    pub(crate) fn read<T: Make>(self, input: &mut Input<'_>, at: &At<'_>, shape: &'s Shape) -> Flow<T> {
        match shape {
            Shape::Any => Ok(any::read(input, at)?.map(T::made)),
            Shape::Null => Ok(super::union::null(input, at)?.map(|()| T::of(|| Value::Null))),
            Shape::Boolean => Ok(bool::from_arg(input, at)?.map(|boolean| T::of(|| boolean.into()))),
            &Shape::Integer { min, max } => {
                Ok(integer::between(input, at, (min, max))?.map(|integer| T::of(|| integer_value(integer))))
            }
            &Shape::NonZero { min, max } => non_zero(input, at, (min, max)),
            Shape::Number => float::read(input, at, float::DOUBLE, number),
            Shape::Single => float::read(input, at, float::SINGLE, number),
            #[cfg(feature = "rust_decimal")]
            Shape::Decimal => {
                Ok(rust_decimal::Decimal::from_arg(input, at)?.map(|decimal| T::of(|| decimal.to_json())))
            }
            Shape::Text { format: None } => string::text(input, at, |text| T::of(|| text.into())),
            Shape::Text { format: Some(format) } => text::formatted(input, at, *format, |text| T::of(|| text.into())),
            Shape::Character => Ok(char::from_arg(input, at)?.map(|char| T::of(|| char.to_json()))),
            Shape::Enumeration { spec, variants } => {
                let found = enumeration(input, &at.typed(spec), Variants::Shared(variants))?;
                Ok(found.map(|index| T::of(|| variants[index].value())))
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
                None => self.read(input, at, &Shape::Any),
            },
        }
    }

    /// Reads a value of the base shape and holds it against the list of values.
    fn constant<T: Make>(self, input: &mut Input<'_>, at: &At<'_>, base: &'s Shape, values: &[Value]) -> Flow<T> {
        let recorded = input.records.recorded();
        let Some(read) = self.read::<Value>(input, at, base)? else { return Ok(None) };
        let wanted = canonical(&read);
        if values.iter().any(|constant| canonical(constant) == wanted) {
            return Ok(Some(T::made(read)));
        }
        input.records.forget(recorded);
        let names = values.iter().map(|constant| constant.to_string().into()).collect();
        let shown = read.as_str().map_or_else(|| read.to_string(), str::to_owned);
        let detail = Detail::Name { value: Some(echo::cut(&shown)), names: Names::List(names) };
        Ok(input.records.error(at, Code::Enum, detail))
    }

    fn per_kind<T: Make>(self, input: &mut Input<'_>, at: &At<'_>, kinds: &'s PerKind) -> Flow<T> {
        let shape = match input.reader.peek() {
            b'{' => &kinds.object,
            b'[' => &kinds.array,
            b'"' => &kinds.string,
            b'-' | b'0'..=b'9' => &kinds.number,
            _ => &Shape::Any,
        };
        self.read(input, at, shape)
    }

    fn list<T: Make>(
        self,
        input: &mut Input<'_>,
        at: &At<'_>,
        item: &'s Shape,
        length: Option<usize>,
        set: bool,
    ) -> Flow<T> {
        if set || input.reader.peek() != b'[' || !at.specs(|spec| !spec.unique_items) {
            return Ok(self.values(input, at, item, length, set)?.map(|items| T::made(Value::Array(items))));
        }
        let items = list::array(input, at, |input, at| self.read::<T>(input, at, item))?;
        let items = items.filter(|items| list::counted(input, at, items.len()).is_some());
        Ok(items.and_then(|items| of_length(input, at, items, length)).map(T::list))
    }

    /// Reads a list whose items are compared with one another, or shown in a repair.
    fn values(
        self,
        input: &mut Input<'_>,
        at: &At<'_>,
        item: &'s Shape,
        length: Option<usize>,
        set: bool,
    ) -> Flow<Vec<Value>> {
        static UNIQUE: FieldSpec = FieldSpec::new("").unique_items();
        let kind = ItemKind {
            text: item.text(self.definitions).under(at.each()),
            to_json: &Value::clone,
            sensitive: &|| item.holds_sensitive(self.definitions),
        };
        let unique = at.typed(&UNIQUE);
        let at = if set { &unique } else { at };
        let items = list::items(input, at, &kind, |input, at| self.read(input, at, item))?;
        Ok(items.and_then(|items| of_length(input, at, items, length)))
    }

    fn map<T: Make>(self, input: &mut Input<'_>, at: &At<'_>, key: &'s Shape, value: &'s Shape) -> Flow<T> {
        if !input.at_object() {
            let sensitive = || value.holds_sensitive(self.definitions);
            return from_text(input, at, &mut |input| self.map(input, at, key, value), &sensitive);
        }
        let mut entries = T::Entries::default();
        let read = map::entries(
            input,
            at,
            |input, at| self.read(input, at, key),
            |input, at| self.read(input, at, value),
            |key, value| match key {
                Value::String(key) => T::enter(&mut entries, key, value),
                _ => true,
            },
        )?;
        Ok(read.map(|()| T::object(&[], T::fields(0), entries)))
    }

    fn object<T: Make>(self, input: &mut Input<'_>, at: &At<'_>, shape: &'s ObjectShape) -> Flow<T> {
        let at = &at.typed(&shape.spec);
        if !input.at_object() {
            let sensitive = || Shape::Object(Arc::new(shape.clone())).holds_sensitive(self.definitions);
            return from_text(input, at, &mut |input| self.object(input, at, shape), &sensitive);
        }
        let mut reading = Object::open(input, crate::object::Fields::Shared(&shape.fields))?;
        let (mut fields, mut extras) = (T::fields(shape.fields.len()), T::Entries::default());
        let (mut sent, mut whole) = (0, true);
        loop {
            let key = match &shape.extra {
                Extra::Refused => reading.next(input, at)?.map(Key::Field),
                Extra::Admitted(_) => reading.next_open(input, at)?,
            };
            match (key, &shape.extra) {
                (Some(Key::Field(index)), _) => {
                    match self.member(input, at, &shape.fields[index], &shape.members[index])? {
                        Some(Some(value)) => {
                            T::put(&mut fields, index, value);
                            sent += 1;
                        }
                        Some(None) => {}
                        None => whole = false,
                    }
                }
                (Some(Key::Extra(key)), Extra::Admitted(extra)) => {
                    match self.read(input, &at.key(&key, &EMPTY), extra)? {
                        Some(value) => {
                            T::enter(&mut extras, key.into(), value);
                            sent += 1;
                        }
                        None => whole = false,
                    }
                }
                _ => break,
            }
        }
        for (index, member) in shape.members.iter().enumerate().filter(|(index, _)| !reading.saw(*index)) {
            match &member.default {
                Some(default) => T::put(&mut fields, index, T::of(|| default.clone())),
                None if member.required => reading.missing(input, at, index),
                None => {}
            }
        }
        whole &= reading.close(input).is_some();
        if !whole || map::sized(input, at, sent).is_none() {
            return Ok(None);
        }
        Ok(Some(T::object(&shape.fields, fields, extras)))
    }

    /// Reads a declared field; the value of an absent one is its default, or none.
    fn member<T: Make>(
        self,
        input: &mut Input<'_>,
        at: &At<'_>,
        spec: &FieldSpec,
        member: &'s Member,
    ) -> Flow<Option<T>> {
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
                let settled = absence.settle(input, &at, member.default.clone().unwrap_or_default());
                Ok(settled.map(|()| member.default.as_ref().map(|default| T::of(|| default.clone()))))
            }
        }
    }

    fn tagged<T: Make>(self, input: &mut Input<'_>, at: &At<'_>, union: &'s TaggedShape) -> Flow<T> {
        let at = &at.typed(&union.spec);
        if !input.at_object() {
            let sensitive = || union.shapes.iter().any(|shape| shape.holds_sensitive(self.definitions));
            return from_text(input, at, &mut |input| self.tagged(input, at, union), &sensitive);
        }
        let Some(index) = tag(input, at, &union.tag, Variants::Shared(&union.variants))? else { return Ok(None) };
        let object = self.read::<T>(input, &at.tagged(&union.tag), &union.shapes[index])?;
        Ok(object.map(|object| object.tagged(&union.tag, &union.variants[index])))
    }

    fn untagged<T: Make>(self, input: &mut Input<'_>, at: &At<'_>, union: &'s UnionShape) -> Flow<T> {
        let at = &at.typed(&union.spec);
        if union.exclusive {
            return self.alternatives(input, at, union)?.finish(input, at);
        }
        // whether two alternatives give the same value is known of values alone
        let mut reading = self.alternatives::<Value>(input, at, union)?;
        reading.merge_equal(|a, b| canonical(a) == canonical(b));
        Ok(reading.finish(input, at)?.map(T::made))
    }

    fn alternatives<T: Make>(
        self,
        input: &mut Input<'_>,
        at: &At<'_>,
        union: &'s UnionShape,
    ) -> Result<Union<'s, T>, Stop> {
        let mut reading = Union::of(input, Variants::Shared(&union.variants), union.text(self.definitions));
        for shape in &union.shapes {
            reading.attempt(input, at, |input, at| self.read(input, at, shape))?;
        }
        Ok(reading)
    }
}

/// Reads an object from its text; the repair shows its value.
fn from_text<T: Make>(
    input: &mut Input<'_>,
    at: &At<'_>,
    read: &mut dyn FnMut(&mut Input<'_>) -> Flow<Value>,
    sensitive: &dyn Fn() -> bool,
) -> Flow<T> {
    Ok(object::from_text(input, at, read, &Value::clone, sensitive)?.map(T::made))
}

/// Holds a list against the length that its type has.
fn of_length<T>(input: &mut Input<'_>, at: &At<'_>, items: Vec<T>, length: Option<usize>) -> Option<Vec<T>> {
    let found = items.len();
    if length.is_some_and(|length| length != found) {
        let detail = Detail::Size { unit: "items", found, min: length, max: length };
        return input.records.error(at, Code::Items, detail);
    }
    Some(items)
}

fn number<T: Make>(number: f64, literal: &str) -> T {
    T::of(|| value::number(literal).unwrap_or_else(|| number.into()))
}

fn non_zero<T: Make>(input: &mut Input<'_>, at: &At<'_>, limits: (Integer, Integer)) -> Flow<T> {
    let recorded = input.records.recorded();
    let Some(integer) = integer::between(input, at, limits)? else { return Ok(None) };
    if integer == Integer::unsigned(0) {
        input.records.forget(recorded);
        return Ok(integer::is_zero(input, at));
    }
    Ok(Some(T::of(|| integer_value(integer))))
}
