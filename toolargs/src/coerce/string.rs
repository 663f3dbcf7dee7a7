//! Strings: never edited, but for outer white space where the field itself asks for it.

use std::borrow::Cow;

use serde_json::Value;

use crate::args::{Flow, FromArg, Text};
use crate::at::{At, Verdict};
use crate::code::Code;
use crate::echo;
use crate::error::{Detail, Names};
use crate::input::Input;
use crate::json::reader::Token;
use crate::rule::Rule;
use crate::shape::{Defs, Shape};
use crate::spec::FieldSpec;

const EXPECTED: &str = "string";

/// What is wrong with a text, by the constraints of one spec.
fn fault(spec: &FieldSpec, text: &str) -> Option<(Code, Detail)> {
    let value = || Some(echo::cut(text));
    if keeps(spec, text) {
        return None;
    }
    if let Some(pattern) = spec.pattern.as_ref().filter(|pattern| !pattern.matches(text)) {
        return Some((Code::Pattern, Detail::Pattern { value: value(), pattern: Names::Text(pattern.source()) }));
    }
    if spec.min_len.is_some() || spec.max_len.is_some() {
        let found = text.chars().count();
        if spec.min_len.is_some_and(|min| found < min) || spec.max_len.is_some_and(|max| found > max) {
            let detail = Detail::Size { unit: "characters", found, min: spec.min_len, max: spec.max_len };
            return Some((Code::Length, detail));
        }
    }
    let format = spec.format.as_ref()?;
    let (code, problem) = format.fault(text)?;
    Some((code, Detail::Value { value: value(), problem }))
}

/// True when nothing is wrong with a text, by the constraints of one spec.
#[inline]
fn keeps(spec: &FieldSpec, text: &str) -> bool {
    let fits =
        |chars: usize| spec.min_len.is_none_or(|min| min <= chars) && spec.max_len.is_none_or(|max| chars <= max);
    spec.pattern.as_ref().is_none_or(|pattern| pattern.matches(text))
        && ((spec.min_len.is_none() && spec.max_len.is_none()) || fits(text.chars().count()))
        && spec.format.is_none_or(|format| format.fault(text).is_none())
}

/// What is wrong with a text at a place.
#[inline]
pub(crate) fn fault_at(at: &At<'_>, text: &str) -> Option<(Code, Detail)> {
    let mut found = None;
    at.specs(|spec| {
        if spec.textual {
            found = fault(spec, text);
        }
        found.is_none()
    });
    found
}

/// True when the text needs no look beyond its characters: no constraint is broken, no white space to be cut.
#[inline]
fn plain(at: &At<'_>, text: &str) -> bool {
    at.specs(|spec| !spec.textual || (!spec.allow.contains(Rule::TrimWhitespace) && keeps(spec, text)))
}

#[cold]
#[inline(never)]
fn read(input: &mut Input<'_>, at: &At<'_>) -> Flow<String> {
    // text of a format is read as the types that have it are
    let mut format = None;
    at.specs(|spec| {
        format = format.or(spec.format);
        true
    });
    if let Some(format) = format {
        return super::text::formatted(input, at, format, str::to_owned);
    }
    match input.reader.peek() {
        b'[' => return input.unlisted(at, EXPECTED, read),
        b'0'..=b'9' | b'-' => return from_number(input, at),
        _ => {}
    }
    let recorded = input.records.recorded();
    let Input { reader, records, .. } = input;
    let text = match reader.token(at)? {
        Token::String(text) => text,
        token => return Ok(records.mismatch(at, EXPECTED, &token)),
    };
    // a valid text is cut only where its own field says so; a tool's or a type's word helps an invalid one
    let text = match at.asks_for(Rule::TrimWhitespace) || fault_at(at, text).is_some() {
        true => records.trimmed(at, text),
        false => text,
    };
    let value = match fault_at(at, text) {
        Some((code, detail)) => records.error(at, code, detail),
        None => Some(text.to_owned()),
    };
    Ok(records.settle(at, recorded, value))
}

/// A number where text is due: its digits, where the policy says so and the literal is a plain integer.
fn from_number(input: &mut Input<'_>, at: &At<'_>) -> Flow<String> {
    let recorded = input.records.recorded();
    let Input { reader, records, .. } = input;
    let token = reader.token(at)?;
    let Token::Number(text) = token else { return Ok(records.mismatch(at, EXPECTED, &token)) };
    let formatted = !at.specs(|spec| spec.format.is_none());
    if formatted
        || at.verdict(Rule::IntegerToString, false) == Verdict::Off
        || !crate::json::number::is_plain_integer(text)
        || text == "-0"
    {
        return Ok(records.mismatch(at, EXPECTED, &token));
    }
    let before = crate::json::value::number(text).unwrap_or_else(|| text.into());
    records.note(at, Rule::IntegerToString, false, before, text.into());
    let value = match fault_at(at, text) {
        Some((code, detail)) => records.error(at, code, detail),
        None => Some(text.to_owned()),
    };
    Ok(records.settle(at, recorded, value))
}

/// Reads a text and makes a value of it.
#[inline]
pub(crate) fn text<T>(input: &mut Input<'_>, at: &At<'_>, make: impl FnOnce(Cow<'_, str>) -> T) -> Flow<T> {
    if input.reader.peek() == b'"' {
        let place = input.reader.place;
        let text = input.reader.string()?;
        if plain(at, text) {
            return Ok(Some(make(text.into())));
        }
        input.reader.place = place;
    }
    Ok(read(input, at)?.map(|text| make(text.into())))
}

impl FromArg for String {
    const TEXT: Text = Text::Only;
    const KEY: bool = true;

    #[inline]
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        text(input, at, |text| text.into_owned())
    }

    fn to_json(&self) -> Value {
        Value::from(self.as_str())
    }

    fn shape(_: &mut Defs) -> Shape {
        Shape::Text { format: None }
    }
}

macro_rules! like_string {
    ($($type:ty),+) => {$(
        impl FromArg for $type {
            const TEXT: Text = Text::Only;
            const KEY: bool = true;

            fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
                Ok(String::from_arg(input, at)?.map(Self::from))
            }

            fn to_json(&self) -> Value {
                Value::from(&**self)
            }

            fn shape(defs: &mut Defs) -> Shape {
                String::shape(defs)
            }
        }
    )+};
}

like_string!(Box<str>, Cow<'_, str>);

impl FromArg for char {
    const TEXT: Text = Text::Only;

    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        let recorded = input.records.recorded();
        let Some(text) = String::from_arg(input, at)? else { return Ok(None) };
        let mut chars = text.chars();
        if let (Some(char), None) = (chars.next(), chars.next()) {
            return Ok(Some(char));
        }
        input.records.forget(recorded);
        let detail = Detail::Size { unit: "characters", found: text.chars().count(), min: Some(1), max: Some(1) };
        Ok(input.records.error(at, Code::Length, detail))
    }

    fn to_json(&self) -> Value {
        Value::from(self.to_string())
    }

    fn shape(_: &mut Defs) -> Shape {
        Shape::Character
    }
}
