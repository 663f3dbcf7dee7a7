//! Values that are written as text: dates, addresses, identifiers.

use crate::args::Flow;
use crate::at::At;
use crate::code::Code;
use crate::format::Format;
use crate::input::Input;
use crate::json::reader::Token;
use crate::rule::Rule;

/// What is wrong with a text: the code, and the message's second half.
pub(crate) type Fault = (Code, &'static str);

/// Reads a text and makes a value of it.
#[inline]
pub(crate) fn parse<T>(
    input: &mut Input<'_>,
    at: &At<'_>,
    expected: &'static str,
    make: impl Fn(&str) -> Result<T, Fault>,
) -> Flow<T> {
    if input.reader.peek() == b'"' {
        let place = input.reader.place;
        let text = input.reader.string()?;
        if let Ok(value) = make(text)
            && !at.specs_speak_of_text()
        {
            return Ok(Some(value));
        }
        input.reader.place = place;
    }
    parse_slowly(input, at, expected, &make)
}

/// Reads a text of a format; a date with the rule for midnights.
pub(crate) fn formatted<T>(input: &mut Input<'_>, at: &At<'_>, format: Format, make: fn(&str) -> T) -> Flow<T> {
    let make = |text: &str| match format.fault(text) {
        None => Ok(make(text)),
        Some(fault) => Err(fault),
    };
    match format {
        Format::Date => super::date::read(input, at, make),
        _ => parse(input, at, "string", make),
    }
}

#[cold]
#[inline(never)]
fn parse_slowly<T>(
    input: &mut Input<'_>,
    at: &At<'_>,
    expected: &'static str,
    make: &dyn Fn(&str) -> Result<T, Fault>,
) -> Flow<T> {
    let recorded = input.records.recorded();
    if input.reader.peek() == b'[' {
        return match input.single_item(at)? {
            Some(text) => {
                let value = input.within(text, |input| parse_slowly(input, at, expected, make))?;
                Ok(input.records.settle(at, recorded, value))
            }
            None => input.mismatch(at, expected),
        };
    }
    let Input { reader, records, .. } = input;
    let text = match reader.token(at)? {
        Token::String(text) => text,
        token => return Ok(records.mismatch(at, expected, &token)),
    };
    // as with any text: a valid one is cut only where its own field says so
    let valid = super::string::fault_at(at, text).is_none() && make(text).is_ok();
    let text = if valid && !at.asks_for(Rule::TrimWhitespace) { text } else { records.trimmed(at, text) };
    let value = match (super::string::fault_at(at, text), make(text)) {
        (None, Ok(value)) => Some(value),
        (Some((code, detail)), _) => records.error(at, code, detail),
        (None, Err((code, problem))) => records.wrong(at, code, text, problem),
    };
    Ok(records.settle(at, recorded, value))
}

/// Types that are written as text of one format: how each is read and written.
macro_rules! textual {
    ($($type:ty: $format:ident, $expected:literal, $make:expr, $print:expr;)+) => {$(
        impl crate::args::FromArg for $type {
            const TEXT: crate::args::Text = crate::args::Text::Formed;

            fn from_arg(input: &mut crate::input::Input<'_>, at: &crate::at::At<'_>) -> crate::args::Flow<Self> {
                crate::coerce::text::parse(input, at, $expected, $make)
            }

            fn to_json(&self) -> serde_json::Value {
                let print: fn(&$type) -> String = $print;
                print(self).into()
            }

            fn shape(_: &mut crate::shape::Defs) -> crate::shape::Shape {
                crate::shape::Shape::Text { format: Some(crate::format::Format::$format) }
            }
        }
    )+};
}

pub(crate) use textual;
