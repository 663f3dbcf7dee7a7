//! Whole numbers of every type.

use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroU128, NonZeroUsize,
};

use serde_json::Value;

use crate::args::{Flow, FromArg};
use crate::at::{At, Verdict};
use crate::code::Code;
use crate::echo;
use crate::error::{Bounds, Detail};
use crate::input::{Input, integer_value};
use crate::json::number::{Integer, Literal, Whole, is_plain_decimal, is_plain_integer, leading_integer};
use crate::json::reader::Token;
use crate::rule::Rule;
use crate::shape::{Defs, Shape};
use crate::spec::FieldSpec;

const EXPECTED: &str = "integer";

/// Reads a whole number between `limits`, known at run time alone.
pub(crate) fn between(input: &mut Input<'_>, at: &At<'_>, limits: (Integer, Integer)) -> Flow<Integer> {
    let place = input.reader.place;
    if let Some(value) = plain(input, at) {
        let integer = Integer::signed(value.into());
        if limits.0 <= integer && integer <= limits.1 {
            return Ok(Some(integer));
        }
        input.reader.place = place;
    }
    read(input, at, limits)
}

/// Reads a whole number between `limits`, the type's own.
fn read(input: &mut Input<'_>, at: &At<'_>, limits: (Integer, Integer)) -> Flow<Integer> {
    let byte = input.reader.peek();
    if byte == b'[' {
        return unlisted(input, at, limits);
    }
    let recorded = input.records.recorded();
    let Input { reader, records, .. } = input;
    let token = reader.token(at)?;
    let range = |text: &str| Detail::Range { value: Some(echo::cut(text)), bounds: Box::new(bounds(at, Some(limits))) };
    let (value, literal, spelled) = match token {
        Token::Number(text) => (Literal::new(text).whole(), text, None),
        Token::String(text) => {
            let text = records.trimmed(at, text);
            match whole_of_text(text, at) {
                Some((whole, rule)) => (whole, text, Some(rule)),
                None => {
                    records.settle::<()>(at, recorded, None);
                    return Ok(records.wrong(at, Code::AmbiguousInteger, text, AMBIGUOUS));
                }
            }
        }
        token => return Ok(records.mismatch(at, EXPECTED, &token)),
    };
    let integer = match value {
        Whole::Plain(integer) | Whole::Integral(integer) => integer,
        Whole::Doubtful(integer) if within(at, integer, limits) => {
            return Ok(records.wrong(at, Code::LossyNumber, literal, DOUBTFUL));
        }
        Whole::Huge { .. } | Whole::Doubtful(_) => {
            records.settle::<()>(at, recorded, None);
            return Ok(records.error(at, Code::OutOfRange, range(literal)));
        }
        Whole::Fraction => return Ok(records.wrong(at, Code::LossyNumber, literal, FRACTION)),
    };
    if !within(at, integer, limits) {
        records.settle::<()>(at, recorded, None);
        return Ok(records.error(at, Code::OutOfRange, range(literal)));
    }
    if let Some(step) = broken_step(at, literal) {
        records.settle::<()>(at, recorded, None);
        let detail = Detail::MultipleOf { value: Some(echo::cut(literal)), step };
        return Ok(records.error(at, Code::MultipleOf, detail));
    }
    match (spelled, value) {
        // text is the canonical form of what JSON numbers of 64 bits cannot hold
        (Some(_), Whole::Plain(_)) if integer.is_wide() && !at.in_union() => {}
        (Some(rule), _) => records.note(at, rule, rule.default_on(), literal.into(), integer_value(integer)),
        (None, Whole::Integral(_)) => {
            let before = crate::json::value::number(literal).unwrap_or_else(|| literal.into());
            records.note(at, Rule::IntegralFloatToInt, true, before, integer_value(integer));
        }
        _ => {}
    }
    Ok(records.settle(at, recorded, Some(integer)))
}

const AMBIGUOUS: &str = "is not a plain base-10 integer; send a JSON integer such as 1999";
const FRACTION: &str = "has a fractional part; send a whole number";
const DOUBTFUL: &str = "is beyond 2^53 in float form and may have lost digits; send all its digits as an integer";

/// The whole number that a text spells, and the rule that reads it.
fn whole_of_text(text: &str, at: &At<'_>) -> Option<(Whole, Rule)> {
    if let Some((integer, length)) = leading_integer(text.as_bytes())
        && length == text.len()
    {
        return Some((Whole::Plain(Integer::signed(integer.into())), Rule::NumericStringToInt));
    }
    if is_plain_integer(text) {
        return Some((Literal::new(text).whole(), Rule::NumericStringToInt));
    }
    let decimal = is_plain_decimal(text) && at.verdict(Rule::DecimalStringToInt, false) != Verdict::Off;
    match Literal::new(decimal.then_some(text)?).whole() {
        Whole::Fraction => None,
        whole => Some((whole, Rule::DecimalStringToInt)),
    }
}

#[cold]
fn unlisted(input: &mut Input<'_>, at: &At<'_>, limits: (Integer, Integer)) -> Flow<Integer> {
    let recorded = input.records.recorded();
    match input.single_item(at)? {
        Some(text) => {
            let value = input.within(text, |input| read(input, at, limits))?;
            Ok(input.records.settle(at, recorded, value))
        }
        None => input.mismatch(at, EXPECTED),
    }
}

/// True when the number is in the range of its type and of every spec here.
fn within(at: &At<'_>, integer: Integer, (low, high): (Integer, Integer)) -> bool {
    low <= integer && integer <= high && at.specs(|spec| !spec.bounded || keeps(spec, integer))
}

fn keeps(spec: &FieldSpec, integer: Integer) -> bool {
    let compare = |bound: &crate::spec::Bound| match bound.integer() {
        Some(bound) => integer.cmp(&Integer::signed(bound)),
        None => integer.to_f64().total_cmp(&bound.double()),
    };
    spec.min.as_ref().is_none_or(|bound| compare(bound).is_ge())
        && spec.max.as_ref().is_none_or(|bound| compare(bound).is_le())
        && spec.exclusive_min.as_ref().is_none_or(|bound| compare(bound).is_gt())
        && spec.exclusive_max.as_ref().is_none_or(|bound| compare(bound).is_lt())
}

/// The step that the literal is no multiple of.
pub(crate) fn broken_step(at: &At<'_>, literal: &str) -> Option<Box<crate::spec::Bound>> {
    let mut broken = None;
    at.specs(|spec| {
        let step = spec.multiple_of.as_ref();
        broken = step
            .filter(|step| !Literal::new(literal).is_multiple_of(&Literal::new(&step.text())))
            .cloned()
            .map(Box::new);
        broken.is_none()
    });
    broken
}

/// The bounds that hold here, for the message.
pub(crate) fn bounds(at: &At<'_>, of_type: Option<(Integer, Integer)>) -> Bounds {
    let mut bounds = Bounds { min: None, max: None, exclusive_min: None, exclusive_max: None, of_type };
    at.specs(|spec| {
        bounds.min = bounds.min.take().or_else(|| spec.min.clone());
        bounds.max = bounds.max.take().or_else(|| spec.max.clone());
        bounds.exclusive_min = bounds.exclusive_min.take().or_else(|| spec.exclusive_min.clone());
        bounds.exclusive_max = bounds.exclusive_max.take().or_else(|| spec.exclusive_max.clone());
        true
    });
    bounds
}

/// The canonical case: a plain literal within every bound. Nothing is taken otherwise.
#[inline]
fn plain(input: &mut Input<'_>, at: &At<'_>) -> Option<i64> {
    input.reader.peek();
    let place = input.reader.place;
    let value = input.reader.small_integer()?;
    let inside = at.specs(|spec| !spec.bounded || (spec.plain.0 <= value && value <= spec.plain.1));
    if !inside {
        input.reader.place = place;
    }
    inside.then_some(value)
}

macro_rules! integers {
    ($wide:ident, $exact:ident: $($type:ty),+) => {$(
        impl FromArg for $type {
            #[inline]
            fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
                if let Some(value) = plain(input, at) {
                    return Ok(<$type>::try_from(value).ok().or_else(|| beyond(input, at, value, Self::limits())));
                }
                let integer = read(input, at, Self::limits())?;
                Ok(integer.and_then(|integer| integer.$exact()).and_then(|value| Self::try_from(value).ok()))
            }

            fn to_json(&self) -> Value {
                integer_value(Integer::$wide((*self).into_wide()))
            }

            fn shape(_: &mut Defs) -> Shape {
                let (min, max) = Self::limits();
                Shape::Integer { min, max }
            }
        }

        impl Wide for $type {
            #[inline]
            fn limits() -> (Integer, Integer) {
                (Integer::$wide(<$type>::MIN.into_wide()), Integer::$wide(<$type>::MAX.into_wide()))
            }
        }
    )+};
}

/// The range of a type.
trait Wide {
    fn limits() -> (Integer, Integer);
}

/// The widening that `From` does not have for `usize` and `isize`.
trait IntoWide<W> {
    fn into_wide(self) -> W;
}

macro_rules! widen {
    ($wide:ty: $($type:ty),+) => {$(
        impl IntoWide<$wide> for $type {
            #[inline]
            fn into_wide(self) -> $wide {
                self as $wide
            }
        }
    )+};
}

widen!(i128: i8, i16, i32, i64, i128, isize);
widen!(u128: u8, u16, u32, u64, u128, usize);
integers!(signed, to_i128: i8, i16, i32, i64, i128, isize);
integers!(unsigned, to_u128: u8, u16, u32, u64, u128, usize);

/// A plain literal that the bounds admit and the type does not.
#[cold]
#[inline(never)]
fn beyond<T>(input: &mut Input<'_>, at: &At<'_>, value: i64, limits: (Integer, Integer)) -> Option<T> {
    let detail = Detail::Range { value: Some(value.to_string().into()), bounds: Box::new(bounds(at, Some(limits))) };
    input.records.error(at, Code::OutOfRange, detail)
}

/// Zero, where the type has none.
pub(crate) fn is_zero<T>(input: &mut Input<'_>, at: &At<'_>) -> Option<T> {
    input.records.wrong(at, Code::OutOfRange, "0", "is outside the range, which has no zero")
}

macro_rules! non_zero {
    ($($type:ty = $inner:ty),+) => {$(
        impl FromArg for $type {
            fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
                let recorded = input.records.recorded();
                let Some(value) = <$inner>::from_arg(input, at)? else { return Ok(None) };
                match Self::new(value) {
                    Some(value) => Ok(Some(value)),
                    None => {
                        input.records.forget(recorded);
                        Ok(is_zero(input, at))
                    }
                }
            }

            fn to_json(&self) -> Value {
                self.get().to_json()
            }

            fn shape(defs: &mut Defs) -> Shape {
                <$inner>::shape(defs).without_zero()
            }
        }
    )+};
}

non_zero!(
    NonZeroI8 = i8,
    NonZeroI16 = i16,
    NonZeroI32 = i32,
    NonZeroI64 = i64,
    NonZeroI128 = i128,
    NonZeroIsize = isize,
    NonZeroU8 = u8,
    NonZeroU16 = u16,
    NonZeroU32 = u32,
    NonZeroU64 = u64,
    NonZeroU128 = u128,
    NonZeroUsize = usize
);
