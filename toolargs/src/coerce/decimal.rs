//! Exact decimals, from a number's own text or from a string of it.

use std::cmp::Ordering;

use rust_decimal::Decimal;
use serde_json::Value;

use super::integer::{bounds, broken_step};
use crate::args::{Flow, FromArg, Text};
use crate::at::At;
use crate::code::Code;
use crate::echo;
use crate::error::Detail;
use crate::input::Input;
use crate::json::number::{Integer, Literal, is_plain_decimal};
use crate::json::reader::Token;
use crate::shape::{Defs, Shape};
use crate::spec::{Bound, FieldSpec};

const EXPECTED: &str = "number or decimal string";
const AMBIGUOUS: &str = "is not a plain decimal; send a number or a string such as \"19.99\"";
const LOSSY: &str = "has more digits than a decimal holds; send at most 28";

const LIMITS: (Integer, Integer) = (Integer::signed(-MAX), Integer::signed(MAX));
const MAX: i128 = (1 << 96) - 1;

/// Reads a number or a string of one. Either is a value as it was sent: neither is a repair.
fn read(input: &mut Input<'_>, at: &At<'_>) -> Flow<Decimal> {
    if input.reader.peek() == b'[' {
        return input.unlisted(at, EXPECTED, read);
    }
    let recorded = input.records.recorded();
    let Input { reader, records, .. } = input;
    let literal = match reader.token(at)? {
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
    let inside = at.specs(|spec| !spec.bounded || keeps(spec, literal));
    let value = match exact(literal) {
        Ok(value) if inside => Some(value),
        Err(Inexact::Lossy) if inside => records.wrong(at, Code::LossyNumber, literal, LOSSY),
        _ => {
            let detail = Detail::Range { value: Some(echo::cut(literal)), bounds: bounds(at, Some(LIMITS)).into() };
            records.error(at, Code::OutOfRange, detail)
        }
    };
    let value = match value.and_then(|_| broken_step(at, literal)) {
        Some(step) => records.error(at, Code::MultipleOf, Detail::MultipleOf { value: Some(echo::cut(literal)), step }),
        None => value,
    };
    Ok(records.settle(at, recorded, value))
}

fn keeps(spec: &FieldSpec, literal: &str) -> bool {
    let is = |bound: &Option<Bound>, wanted: fn(Ordering) -> bool| {
        bound.as_ref().is_none_or(|bound| wanted(compare(literal, &bound.text())))
    };
    is(&spec.min, Ordering::is_ge)
        && is(&spec.max, Ordering::is_le)
        && is(&spec.exclusive_min, Ordering::is_gt)
        && is(&spec.exclusive_max, Ordering::is_lt)
}

/// Why a literal is no decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inexact {
    Large,
    Lossy,
}

/// The decimal that is exactly the literal, with the zeros behind its point.
fn exact(literal: &str) -> Result<Decimal, Inexact> {
    if is_plain_decimal(literal)
        && let Ok(value) = Decimal::from_str_exact(literal)
    {
        return Ok(if value.is_zero() { value.abs() } else { value });
    }
    let parts = Parts::new(literal);
    if parts.cmp_size(&Parts::new(&MAX.to_string())).is_gt() {
        return Err(Inexact::Large);
    }
    let scale = u32::try_from(-parts.exponent.min(0)).map_err(|_| Inexact::Lossy)?;
    let zeros = parts.exponent.max(0) as usize;
    if scale > Decimal::MAX_SCALE || parts.digits.len() + zeros > 29 {
        return Err(Inexact::Lossy);
    }
    let size = parts
        .digits
        .bytes()
        .chain(std::iter::repeat_n(b'0', zeros))
        .fold(0i128, |sum, digit| sum * 10 + i128::from(digit - b'0'));
    Decimal::try_from_i128_with_scale(if parts.negative { -size } else { size }, scale).map_err(|_| Inexact::Lossy)
}

/// Compares two number literals exactly.
fn compare(left: &str, right: &str) -> Ordering {
    let (left, right) = (Parts::new(left), Parts::new(right));
    match (left.negative, right.negative) {
        (false, false) => left.cmp_size(&right),
        (true, true) => right.cmp_size(&left),
        (negative, _) => {
            if negative {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        }
    }
}

/// ±digits × 10^exponent, the digits without outer zeros; none for zero.
struct Parts {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Parts {
    fn new(literal: &str) -> Parts {
        let canonical = Literal::new(literal).canonical();
        let (mantissa, exponent) = canonical.split_once('e').unwrap_or(("", "0"));
        let (negative, digits) = mantissa.strip_prefix('-').map_or((false, mantissa), |digits| (true, digits));
        Parts { negative, digits: digits.to_owned(), exponent: exponent.parse().unwrap_or_default() }
    }

    fn cmp_size(&self, other: &Parts) -> Ordering {
        let digits_before_point =
            |parts: &Parts| (!parts.digits.is_empty()).then_some(parts.digits.len() as i64 + parts.exponent);
        digits_before_point(self).cmp(&digits_before_point(other)).then_with(|| self.digits.cmp(&other.digits))
    }
}

impl FromArg for Decimal {
    const TEXT: Text = Text::Mixed;

    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        read(input, at)
    }

    /// As text: a reader of JSON numbers would make a double of it.
    fn to_json(&self) -> Value {
        Value::from(self.to_string())
    }

    fn shape(_: &mut Defs) -> Shape {
        Shape::Decimal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_held_exactly_or_not_at_all() {
        let good = [
            ("19.90", "19.90"),
            ("-0", "0"),
            ("-0.00", "0.00"),
            ("1e2", "100"),
            ("1.50e1", "15"),
            ("15e-1", "1.5"),
            ("0e999999999", "0"),
            ("79228162514264337593543950335", "79228162514264337593543950335"),
            ("-7.9228162514264337593543950335", "-7.9228162514264337593543950335"),
            ("0.0000000000000000000000000001", "0.0000000000000000000000000001"),
            ("1.00000000000000000000000000000000000000", "1"),
        ];
        for (literal, want) in good {
            assert_eq!(exact(literal).map(|value| value.to_string()), Ok(want.to_owned()), "{literal}");
        }
        for literal in ["79228162514264337593543950336", "1e29", "1e999999999999", "-79228162514264337593543950335.5"] {
            assert_eq!(exact(literal), Err(Inexact::Large), "{literal}");
        }
        for literal in [
            "1e-29",
            "1e-999999999999",
            "7.92281625142643375935439503355",
            "0.00000000000000000000000000001",
            "1.00000000000000000000000000001",
        ] {
            assert_eq!(exact(literal), Err(Inexact::Lossy), "{literal}");
        }
        assert_eq!(exact(&format!("1.{}", "0".repeat(1 << 20))), Ok(Decimal::ONE));
        assert_eq!(exact(&format!("1{}", "0".repeat(1 << 20))), Err(Inexact::Large));
    }

    #[test]
    fn literals_are_compared_exactly() {
        let ordered = [
            "-1e999999999999",
            "-2",
            "-1.5",
            "-1.4999999999999999999999999999999999",
            "-1e-400",
            "0",
            "1e-400",
            "0.1",
            "0.10000000000000000000000000000000000001",
            "9",
            "10",
            "11",
            "1e30",
        ];
        for (place, left) in ordered.iter().enumerate() {
            for (other, right) in ordered.iter().enumerate() {
                assert_eq!(compare(left, right), place.cmp(&other), "{left} {right}");
            }
        }
        assert_eq!(compare("-0.0", "0"), Ordering::Equal);
        assert_eq!(compare("1.50e1", "15"), Ordering::Equal);
    }
}
