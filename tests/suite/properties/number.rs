//! What integers are made of a literal, against its exact value.

use proptest::prelude::*;
use toolargs::{Code, ToolArgs};

use crate::support::decimal::Decimal;

#[derive(Debug, ToolArgs)]
struct Signed {
    n: i64,
}

#[derive(Debug, ToolArgs)]
struct Unsigned {
    n: u64,
}

#[derive(Debug, ToolArgs)]
struct Wide {
    n: i128,
}

/// Number literals of every form, many of them whole, many near the borders of the types.
pub(super) fn literal() -> BoxedStrategy<String> {
    let border = proptest::sample::select(vec![
        i128::from(i64::MIN),
        i128::from(i64::MAX),
        i128::from(u64::MAX),
        1 << 53,
        -(1 << 53),
        0,
        i128::MAX - 3,
        i128::MIN + 3,
    ]);
    let near = (border, -3i128..4).prop_map(|(border, off)| (border + off).to_string());
    let plain =
        prop_oneof![any::<i128>(), any::<i64>().prop_map(i128::from), (-9999i128..9999)].prop_map(|n| n.to_string());
    let digits = prop_oneof!["-?[1-9][0-9]{0,45}", Just("0".to_owned()), Just("-0".to_owned())];
    let fraction = prop_oneof![3 => Just(String::new()), 2 => r"\.0{1,20}", 1 => r"\.[0-9]{1,20}", 1 => r"\.0{15,20}1"];
    let exponent = prop_oneof![3 => Just(String::new()), 2 => "[eE][+]?[0-9]{1,2}", 2 => "[eE]-[0-9]{1,2}", 1 => "[eE][+-]?[0-9]{3,30}"];
    let base = prop_oneof![near, plain, digits];
    (base, fraction, exponent).prop_map(|(base, fraction, exponent)| format!("{base}{fraction}{exponent}")).boxed()
}

/// Holds what every integer type makes of the literal, and of the literal as text, against the exact number.
pub(super) fn check(literal: &str) -> Result<(), String> {
    let outcome =
        |result: Result<(i128, usize), toolargs::Rejection>| result.map_err(|rejection| rejection.first().code());
    let raw = format!(r#"{{"n":{literal}}}"#);
    let text = format!(r#"{{"n":"{literal}"}}"#);
    for (raw, quoted) in [(raw, false), (text, true)] {
        let signed = Signed::parse(&raw).map(|parsed| (i128::from(parsed.args.n), parsed.repairs.len()));
        let unsigned = Unsigned::parse(&raw).map(|parsed| (i128::from(parsed.args.n), parsed.repairs.len()));
        let wide = Wide::parse(&raw).map(|parsed| (parsed.args.n, parsed.repairs.len()));
        judge(literal, quoted, outcome(signed), i64::MIN.into(), i64::MAX.into())?;
        judge(literal, quoted, outcome(unsigned), 0, u64::MAX.into())?;
        judge(literal, quoted, outcome(wide), i128::MIN, i128::MAX)?;
    }
    Ok(())
}

fn judge(literal: &str, quoted: bool, got: Result<(i128, usize), Code>, low: i128, high: i128) -> Result<(), String> {
    let exact = Decimal::of(literal);
    let plain = literal.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let inside = exact.to_i128().filter(|value| (low..=high).contains(value));
    let safe = exact.to_i128().is_some_and(|value| value.unsigned_abs() <= 1 << 53);
    let want = match inside {
        _ if quoted && !plain => Err(Code::AmbiguousInteger),
        _ if !exact.is_whole() => Err(Code::LossyNumber),
        None => Err(Code::OutOfRange),
        // beyond 64 bits the canonical form is text, whether or not a JSON value here could hold the number
        Some(value) if plain && quoted && wide(value) => Ok((value, 0)),
        Some(value) if plain => Ok((value, usize::from(quoted))),
        Some(value) if safe => Ok((value, 1)),
        Some(_) => Err(Code::LossyNumber),
    };
    if got == want { Ok(()) } else { Err(format!("{literal} (text: {quoted}, from {low}): {got:?}, want {want:?}")) }
}

fn wide(value: i128) -> bool {
    i64::try_from(value).is_err() && u64::try_from(value).is_err()
}

#[test]
fn a_wrong_integer_is_seen() {
    assert!(check("19.5").is_ok() && judge("5", false, Ok((6, 0)), 0, 9).is_err());
}
