//! The gate and the `jsonschema` crate say the same of every value: clean if and only if valid, but for what is listed here.

use std::collections::BTreeMap;

use serde_json::Value;
use toolargs::{Code, Rule};

use crate::support::generate::Generator;
use crate::support::mutate;
use crate::support::node::Node;
use crate::support::outcome::{Outcome, Subject};
use crate::support::rng::Rng;
use crate::support::subjects;
use crate::types::*;

const VALUES: usize = 5_000;

/// What JSON Schema calls valid and the gate does not take as it is.
fn why_not_clean(node: &Node, outcome: &Outcome) -> Option<&'static str> {
    let all_errors =
        |codes: &[Code]| !outcome.errors.is_empty() && outcome.errors.iter().all(|(code, _)| codes.contains(code));
    let all_repairs = |rules: &[Rule]| {
        outcome.args.is_some()
            && outcome.repairs.iter().all(|repair| rules.iter().any(|rule| repair["rule"] == rule.as_str()))
    };
    if all_errors(&[Code::LossyNumber]) {
        Some("a number that the field's type does not hold exactly")
    } else if all_errors(&[Code::OutOfRange, Code::NoVariant]) && no_double(node) {
        Some("a number that no double holds, in a union or beyond every double")
    } else if all_errors(&[Code::Custom]) {
        Some("a `validate` function refused")
    } else if all_errors(&[Code::TooDeep]) {
        Some("deeper than any payload may be")
    } else if all_repairs(&[Rule::TrimWhitespace]) {
        Some("white space around a valid text, which its own field cuts")
    } else {
        None
    }
}

fn no_double(node: &Node) -> bool {
    let changed = |text: &str, double: f64| text.parse::<i128>().is_ok_and(|whole| double as i128 != whole);
    match node {
        Node::Number(text) | Node::Raw(text) => {
            text.parse::<f64>().is_ok_and(|double| double.is_infinite() || changed(text, double))
        }
        Node::List(items) => items.iter().any(no_double),
        Node::Object(entries) => entries.iter().any(|(_, value)| no_double(value)),
        _ => false,
    }
}

/// `1.0` is an integer to JSON Schema, and a recorded repair here: spelled as `1` it has to be clean.
fn spelled_as_float(subject: &Subject, node: &Node) -> Option<&'static str> {
    let mut plain = node.clone();
    let mut changed = false;
    for number in 0..plain.count() {
        if let Some(Node::Number(text)) = plain.nth(number)
            && let Some(digits) = whole(text)
        {
            changed |= *text != digits;
            *text = digits;
        }
    }
    (changed && subject.derived(&plain.to_json()).is_clean()).then_some("`1.0` for `1`")
}

/// The digits of a number in float form that is whole.
fn whole(text: &str) -> Option<String> {
    let (mantissa, exponent) =
        text.split_once(['e', 'E']).map_or((text, Ok(0)), |(mantissa, exponent)| (mantissa, exponent.parse::<i32>()));
    let exponent = exponent.ok().filter(|exponent| exponent.abs() < 400)?;
    let (ones, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{ones}{fraction}{}", "0".repeat((exponent - fraction.len() as i32).max(0) as usize));
    let dropped = (fraction.len() as i32 - exponent).max(0) as usize;
    let (whole, rest) = digits.split_at_checked(digits.len().checked_sub(dropped)?)?;
    let plain = whole.trim_start_matches('-').trim_start_matches('0');
    let sign = if whole.starts_with('-') && !plain.is_empty() { "-" } else { "" };
    rest.bytes().all(|digit| digit == b'0').then(|| format!("{sign}{}", if plain.is_empty() { "0" } else { plain }))
}

/// An integer beyond 64 bits as text is what a JSON value holds of it in most builds, and so it is canonical.
fn wide_text(subject: &Subject, value: &Value, valid: impl Fn(&Value) -> bool) -> Option<&'static str> {
    let mut value = value.clone();
    for field in ["i128", "u128"] {
        if let Some(Value::String(text)) = value.get(field)
            && let Ok(number) = text.parse::<serde_json::Number>()
        {
            value[field] = Value::Number(number);
        }
    }
    (subject.name == "numbers" && valid(&value)).then_some("more than 64 bits as text")
}

/// Where the crate's formats, or formats that it does not know, make the difference.
fn other_format(subject: &Subject, value: &Value, outcome: &Outcome) -> Option<&'static str> {
    if !outcome.errors.is_empty() && outcome.errors.iter().all(|(code, _)| *code == Code::Format) {
        return Some("a text that the crate takes for the format");
    }
    let wide =
        |(code, path): &(Code, String)| *code == Code::OutOfRange && ["$.i128", "$.u128"].contains(&path.as_str());
    if !outcome.errors.is_empty() && outcome.errors.iter().all(wide) {
        return Some("beyond 128 bits, which only our own format name says");
    }
    let without = jsonschema::options().with_draft(jsonschema::Draft::Draft202012).should_validate_formats(false);
    let valid = without.build(&subject.schema).expect("a valid schema").is_valid(value);
    (outcome.is_clean() && valid).then_some("a text that the crate does not take for the format")
}

fn hold(subject: &Subject) {
    let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012).should_validate_formats(true);
    let validator = options.build(&subject.schema).expect("a valid schema");
    let generator = Generator::new(&subject.schema);
    let mut rng = Rng::new(subject.name);
    let (mut clean, mut invalid) = (0, 0);
    let mut excused: BTreeMap<&str, (usize, String)> = BTreeMap::new();
    let mut drifting = Vec::new();
    for _ in 0..VALUES {
        let mut node = generator.value(&mut rng);
        let changes = rng.below(3);
        for _ in 0..changes {
            mutate::node(&mut node, &mut rng);
        }
        let payload = node.to_json();
        // what is no JSON, or has a key twice, is no value
        let Some(value) = value_of(&node, &payload) else { continue };
        let (outcome, valid) = (subject.derived(&payload), validator.is_valid(&value));
        clean += usize::from(outcome.is_clean());
        invalid += usize::from(!valid);
        assert!(
            changes > 0 || valid || why_not_clean(&node, &outcome).is_some(),
            "made to be valid: {payload} {outcome:?}"
        );
        if outcome.is_clean() == valid {
            continue;
        }
        let reason = match valid {
            true => why_not_clean(&node, &outcome).or_else(|| spelled_as_float(subject, &node)),
            false => wide_text(subject, &value, |value| validator.is_valid(value)),
        };
        match reason.or_else(|| other_format(subject, &value, &outcome)) {
            Some(reason) => {
                let known = excused.entry(reason).or_insert((0, payload));
                known.0 += 1;
            }
            None => drifting.push(format!("{payload}\n valid {valid}, {outcome:?}")),
        }
    }
    println!("{}: {clean} clean, {invalid} invalid", subject.name);
    for (reason, (count, example)) in &excused {
        println!("  {count} {reason}, such as {}", example.chars().take(300).collect::<String>());
    }
    drifting.sort_by_key(String::len);
    let shown: String =
        drifting.iter().take(6).map(|text| text.chars().take(1500).collect::<String>() + "\n").collect();
    assert!(drifting.is_empty(), "{} drift:\n{shown}\n{:#}", drifting.len(), subject.schema);
    assert!(clean > VALUES / 5 && invalid > VALUES / 10, "{clean} clean, {invalid} invalid");
}

fn value_of(node: &Node, payload: &str) -> Option<Value> {
    if node.repeats_a_key() {
        return None;
    }
    serde_json::from_str(payload).ok()
}

macro_rules! drifts {
    ($($test:ident: $type:ty,)+) => {$(
        #[test]
        fn $test() {
            hold(&Subject::new::<$type>(stringify!($test)));
        }
    )+};
}

subjects!(drifts);
