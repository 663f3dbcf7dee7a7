//! Values that may be absent, and values behind a pointer.

use serde_json::Value;

use crate::args::{Flow, FromArg, Text};
use crate::at::{At, Verdict};
use crate::code::Code;
use crate::error::Detail;
use crate::input::Input;
use crate::json::reader::{Stop, Token};
use crate::rule::Rule;
use crate::shape::{Defs, Shape};

/// What was sent for an optional field.
#[derive(Debug)]
pub(crate) enum Optional<T> {
    /// A spelling of nothing.
    Absent(Absence),
    /// A value, or one that failed.
    Sent(Option<T>),
}

/// How an absent value was spelled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Absence {
    rule: Rule,
    before: &'static str,
}

/// Reads an optional field, of a type that takes the given text and null.
#[inline]
pub(crate) fn optional<T>(
    input: &mut Input<'_>,
    at: &At<'_>,
    text: Text,
    nullable: bool,
    read: impl Fn(&mut Input<'_>, &At<'_>) -> Flow<T>,
) -> Result<Optional<T>, Stop> {
    let nothing = match input.reader.peek() {
        b'n' => !nullable,
        b'"' => !text.is_free() && matches!(input.reader.second(), b'"' | b'n' | b'N'),
        _ => false,
    };
    if nothing {
        return absent_or_sent(input, at, text, &read);
    }
    Ok(Optional::Sent(read(input, at)?))
}

#[cold]
#[inline(never)]
fn absent_or_sent<T>(
    input: &mut Input<'_>,
    at: &At<'_>,
    text: Text,
    read: &dyn Fn(&mut Input<'_>, &At<'_>) -> Flow<T>,
) -> Result<Optional<T>, Stop> {
    let start = input.reader.mark();
    let Some(absence) = absence(input, at)? else {
        input.reader.rewind(start);
        return Ok(Optional::Sent(read(input, at)?));
    };
    if text == Text::Never || absence.rule == Rule::NullToAbsent {
        return Ok(Optional::Absent(absence));
    }
    // the text may be one of the field's own, which is then what was meant
    input.reader.rewind(start);
    let recorded = input.records.recorded();
    let value = read(input, at)?;
    if value.is_some() && input.records.recorded() == recorded {
        return Ok(Optional::Sent(value));
    }
    input.records.forget(recorded);
    Ok(match value {
        None => Optional::Absent(absence),
        Some(_) => Optional::Sent(input.records.error(at, Code::Enum, Detail::Text(TWO_MEANINGS))),
    })
}

const TWO_MEANINGS: &str = "may mean a name in another case or no value; send the name as it is declared, or null";

/// The spelling of absence that stands here, if the policy knows it; it has been read either way.
fn absence(input: &mut Input<'_>, at: &At<'_>) -> Result<Option<Absence>, Stop> {
    let (rule, before) = match input.reader.token(at)? {
        Token::Null => (Rule::NullToAbsent, ""),
        Token::String("") => (Rule::EmptyStringToAbsent, ""),
        Token::String("null") => (Rule::NullWordToAbsent, "null"),
        Token::String("None") => (Rule::NullWordToAbsent, "None"),
        _ => return Ok(None),
    };
    let known = at.verdict(rule, rule.default_on()) != Verdict::Off;
    Ok(known.then_some(Absence { rule, before }))
}

impl Absence {
    /// Records that the value was absent, and what stands in its place.
    #[cold]
    #[inline(never)]
    pub(crate) fn settle(self, input: &mut Input<'_>, at: &At<'_>, after: Value) -> Option<()> {
        let recorded = input.records.recorded();
        let before = if self.rule == Rule::NullToAbsent { Value::Null } else { self.before.into() };
        input.records.note(at, self.rule, self.rule.default_on(), before, after);
        input.records.settle(at, recorded, Some(()))
    }
}

impl<T: FromArg> FromArg for Option<T> {
    const TEXT: Text = T::TEXT;
    const NULLABLE: bool = true;

    #[inline]
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        if at.is_element() {
            // as an item, a map's value or an alternative, null is a value and no absence
            return match input.reader.peek() {
                b'n' if !T::NULLABLE => input.reader.skip(at).map(|()| Some(None)),
                _ => Ok(T::from_arg(input, at)?.map(Some)),
            };
        }
        match optional(input, at, T::TEXT.under(at.spec), T::NULLABLE, T::from_arg)? {
            Optional::Sent(value) => Ok(value.map(Some)),
            Optional::Absent(absence) => Ok(absence.settle(input, at, Value::Null).map(|()| None)),
        }
    }

    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_json)
    }

    fn shape(defs: &mut Defs) -> Shape {
        T::shape(defs).nullable()
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: FromArg> FromArg for Box<T> {
    const TEXT: Text = T::TEXT;
    const NULLABLE: bool = T::NULLABLE;
    const KEY: bool = T::KEY;

    #[inline]
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        Ok(T::from_arg(input, at)?.map(Box::new))
    }

    fn to_json(&self) -> Value {
        T::to_json(self)
    }

    fn shape(defs: &mut Defs) -> Shape {
        T::shape(defs)
    }

    fn absent() -> Option<Self> {
        T::absent().map(Box::new)
    }

    fn is_absent(&self) -> bool {
        T::is_absent(self)
    }
}
