//! Bounds that contradict each other, or that no value of the type can meet; patterns that do not compile.

use quote::quote;
use syn::LitStr;

use crate::attr::{Constraints, Given};
use crate::errors::Errors;
use crate::kind::{Int, Kind};
use crate::value::{Count, Number, NumberValue};

pub(super) fn check(constraints: &Constraints, kind: Kind<'_>, errors: &Errors) {
    numbers(constraints, kind, errors);
    counts(constraints.min_len.as_ref(), constraints.max_len.as_ref(), errors);
    counts(constraints.min_items.as_ref(), constraints.max_items.as_ref(), errors);
    if let Some(pattern) = &constraints.pattern {
        check_pattern(pattern, errors);
    }
}

#[cfg(feature = "regex")]
fn check_pattern(pattern: &Given<LitStr>, errors: &Errors) {
    if let Err(error) = toolargs_pattern::check(&pattern.value.value()) {
        errors.at(&pattern.value, format!("invalid regular expression in `pattern`: {error}"));
    }
}

#[cfg(not(feature = "regex"))]
fn check_pattern(pattern: &Given<LitStr>, errors: &Errors) {
    errors.at(&pattern.key, "`pattern` needs the `regex` feature");
}

fn numbers(constraints: &Constraints, kind: Kind<'_>, errors: &Errors) {
    let Constraints { min, max, exclusive_min, exclusive_max, multiple_of, .. } = constraints;
    let mut sound = true;
    for (closed, open, side) in [(min, exclusive_min, "below"), (max, exclusive_max, "above")] {
        if let (Some(closed), Some(open)) = (closed, open) {
            let message = format!("`{}` and `{}` both bound from {side}; keep one", closed.key, open.key);
            errors.at(&open.key, message);
            sound = false;
        }
    }
    if let Some(Given { value, .. }) = multiple_of
        && !NumberValue::Int(0).less(value.value)
    {
        errors.at(value, "`multiple_of` must be greater than 0");
        sound = false;
    }
    for given in [min, max, exclusive_min, exclusive_max, multiple_of].into_iter().flatten() {
        if let Some(message) = misfit(given, kind) {
            errors.at(&given.value, message);
            sound = false;
        }
    }
    if sound {
        range(constraints, kind, errors);
    }
}

/// Why no value of the type can equal the bound.
fn misfit(given: &Given<Number>, kind: Kind<'_>) -> Option<String> {
    let Given { key, value: number } = given;
    match (kind, number.value) {
        (Kind::Int(int), NumberValue::Int(value)) => {
            let fits = (int.min..=int.max).contains(&value) || (int.non_zero && value == 0);
            (!fits).then(|| format!("`{key} = {number}` does not fit in {}", range_of(int)))
        }
        (Kind::Int(int), NumberValue::Float(_)) => {
            Some(format!("`{key} = {number}` has a fraction, but the value is `{}`; write a whole number", int.name))
        }
        (Kind::Float { .. }, NumberValue::Int(value)) if value as f64 as i128 != value => {
            Some(format!("`{key} = {number}` is no `f64`; the nearest is {}", value as f64))
        }
        (Kind::Float { single: true }, value) if value.as_f64().abs() > f32::MAX.into() => {
            Some(format!("`{key} = {number}` does not fit in `f32`"))
        }
        _ => None,
    }
}

/// `` `u8` (0..=255) ``.
pub(super) fn range_of(int: Int) -> String {
    // the table holds `i128` only
    let max = if int.name == "u128" { u128::MAX.to_string() } else { int.max.to_string() };
    format!("`{}` ({}..={max})", int.name, int.min)
}

/// The bounds leave at least one value.
fn range(constraints: &Constraints, kind: Kind<'_>, errors: &Errors) {
    let Constraints { min, max, exclusive_min, exclusive_max, multiple_of, .. } = constraints;
    let (Some(low), Some(high)) = (min.as_ref().or(exclusive_min.as_ref()), max.as_ref().or(exclusive_max.as_ref()))
    else {
        return;
    };
    let (a, b) = (&low.value, &high.value);
    if b.value.less(a.value) {
        let message =
            format!("`{}` ({a}) is greater than `{}` ({b}); no value can satisfy this range", low.key, high.key);
        errors.at(quote!(#a #b), message);
        return;
    }
    let open = exclusive_min.is_some() || exclusive_max.is_some();
    let nothing_between = open && !a.value.less(b.value);
    let no_integer = matches!(kind, Kind::Int(_)) && integers(constraints).is_some_and(|(least, most)| least > most);
    if nothing_between || no_integer {
        let message = format!("no value lies between `{} = {a}` and `{} = {b}`", low.key, high.key);
        errors.at(quote!(#a #b), message);
    } else if let (Some(step), Kind::Int(_)) = (multiple_of, kind)
        && let (NumberValue::Int(step_value), Some((least, most))) = (step.value.value, integers(constraints))
        && most.div_euclid(step_value) * step_value < least
    {
        let message =
            format!("no multiple of {} lies between `{} = {a}` and `{} = {b}`", step.value, low.key, high.key);
        errors.at(&step.value, message);
    }
}

/// The least and the greatest integer within the bounds, where both are set.
fn integers(constraints: &Constraints) -> Option<(i128, i128)> {
    let Constraints { min, max, exclusive_min, exclusive_max, .. } = constraints;
    let integer = |given: &Option<Given<Number>>| match given.as_ref()?.value.value {
        NumberValue::Int(value) => Some(value),
        NumberValue::Float(_) => None,
    };
    let least = integer(min).or_else(|| integer(exclusive_min)?.checked_add(1))?;
    let most = integer(max).or_else(|| integer(exclusive_max)?.checked_sub(1))?;
    Some((least, most))
}

fn counts(min: Option<&Given<Count>>, max: Option<&Given<Count>>, errors: &Errors) {
    let (Some(low), Some(high)) = (min, max) else {
        return;
    };
    let (a, b) = (&low.value, &high.value);
    if a.value > b.value {
        let message =
            format!("`{}` ({a}) is greater than `{}` ({b}); no value can satisfy this range", low.key, high.key);
        errors.at(quote!(#a #b), message);
    }
}
