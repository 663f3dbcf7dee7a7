//! Floating-point numbers: never NaN, never infinite, never quietly another number.

use serde_json::Value;

use super::integer::{bounds, broken_step};
use crate::args::{Flow, FromArg};
use crate::at::At;
use crate::code::Code;
use crate::echo;
use crate::error::Detail;
use crate::input::Input;
use crate::json::number::{Double, double, is_plain_decimal};
use crate::json::reader::Token;
use crate::rule::Rule;
use crate::shape::{Defs, Shape};
use crate::spec::{Bound, FieldSpec};

const EXPECTED: &str = "number";
const AMBIGUOUS: &str = "is not a plain decimal; send a JSON number such as 19.99";
const LOSSY: &str = "has digits that a double does not hold; send fewer digits";

/// Reads a number as its type sees it, and makes the value of the double and its literal.
pub(crate) fn read<T>(input: &mut Input<'_>, at: &At<'_>, precision: Precision, make: fn(f64, &str) -> T) -> Flow<T> {
    if input.reader.peek() == b'[' {
        let recorded = input.records.recorded();
        return match input.single_item(at)? {
            Some(text) => {
                let value = input.within(text, |input| read(input, at, precision, make))?;
                Ok(input.records.settle(at, recorded, value))
            }
            None => input.mismatch(at, EXPECTED),
        };
    }
    let recorded = input.records.recorded();
    let Input { reader, records, .. } = input;
    let token = reader.token(at)?;
    let literal = match token {
        Token::Number(text) => text,
        Token::String(text) => match records.trimmed(at, text) {
            text if is_plain_decimal(text) => text,
            text => {
                records.settle::<()>(at, recorded, None);
                return Ok(records.wrong(at, Code::AmbiguousNumber, text, AMBIGUOUS));
            }
        },
        token => return Ok(records.mismatch(at, EXPECTED, &token)),
    };
    let value = match (precision.judge)(literal) {
        Double::Value(value) if at.specs(|spec| !spec.bounded || keeps(spec, value, precision)) => value,
        Double::Lossy => {
            records.settle::<()>(at, recorded, None);
            return Ok(records.wrong(at, Code::LossyNumber, literal, LOSSY));
        }
        Double::Value(_) | Double::Infinite => {
            records.settle::<()>(at, recorded, None);
            let detail = Detail::Range { value: Some(echo::cut(literal)), bounds: Box::new(bounds(at, None)) };
            return Ok(records.error(at, Code::OutOfRange, detail));
        }
    };
    if let Some(step) = broken_step(at, literal) {
        records.settle::<()>(at, recorded, None);
        let detail = Detail::MultipleOf { value: Some(echo::cut(literal)), step };
        return Ok(records.error(at, Code::MultipleOf, detail));
    }
    if matches!(token, Token::String(_)) {
        let after = crate::json::value::number(literal).unwrap_or_else(|| value.into());
        records.note(at, Rule::NumericStringToNumber, true, literal.into(), after);
    }
    Ok(records.settle(at, recorded, Some(make(value, literal))))
}

/// How a type sees a literal, and a bound.
#[derive(Clone, Copy)]
pub(crate) struct Precision {
    judge: fn(&str) -> Double,
    bound: fn(f64) -> f64,
}

/// Of `f64`.
pub(crate) const DOUBLE: Precision = Precision { judge: double, bound: |bound| bound };
/// Of `f32`: its bounds are singles as well.
pub(crate) const SINGLE: Precision = Precision { judge: single, bound: |bound| f64::from(bound as f32) };

fn keeps(spec: &FieldSpec, value: f64, precision: Precision) -> bool {
    let bound = |bound: &Bound| (precision.bound)(bound.double());
    spec.min.as_ref().is_none_or(|min| value >= bound(min))
        && spec.max.as_ref().is_none_or(|max| value <= bound(max))
        && spec.exclusive_min.as_ref().is_none_or(|min| value > bound(min))
        && spec.exclusive_max.as_ref().is_none_or(|max| value < bound(max))
}

/// A literal as a single: rounded once, from the text.
fn single(text: &str) -> Double {
    let value: f32 = text.parse().unwrap_or(f32::INFINITY);
    match double(text) {
        Double::Value(_) if value.is_infinite() => Double::Infinite,
        Double::Value(wide) if value == 0.0 && wide != 0.0 => Double::Lossy,
        Double::Value(wide) if wide.fract() == 0.0 && f64::from(value) != wide && is_whole(text) => Double::Lossy,
        Double::Value(_) => Double::Value(value.into()),
        other => other,
    }
}

fn is_whole(text: &str) -> bool {
    !text.contains(['.', 'e', 'E'])
}

impl FromArg for f64 {
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        read(input, at, DOUBLE, |value, _| value)
    }

    fn to_json(&self) -> Value {
        Value::from(*self)
    }

    fn shape(_: &mut Defs) -> Shape {
        Shape::Number
    }
}

impl FromArg for f32 {
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        read(input, at, SINGLE, |value, _| value as f32)
    }

    /// The shortest decimal that is this single, not the digits of the double beside it.
    fn to_json(&self) -> Value {
        crate::json::value::number(&format!("{self:?}")).unwrap_or_default()
    }

    fn shape(_: &mut Defs) -> Shape {
        Shape::Single
    }
}
