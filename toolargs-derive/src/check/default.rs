//! Defaults and examples that are literals, against what the field demands.

use quote::ToTokens;

use super::bounds::range_of;
use crate::ast::Field;
use crate::attr::{Constraints, DefaultValue, Given};
use crate::errors::Errors;
use crate::kind::{Kind, show};
use crate::value::{Literal, Number, NumberValue};

pub(super) fn check(field: &Field<'_>, errors: &Errors) {
    let constraints = &field.attrs.constraints;
    if let Some(Given { key, value }) = &field.attrs.default {
        if field.is_option() {
            errors.at(key, "an absent `Option` is `None` already; remove `default`, or make the field a plain `T` with this default");
            return;
        }
        match value {
            DefaultValue::OfType => of_type(key, field.kind(), constraints, errors),
            DefaultValue::Expr(expr) => literal("default", expr, field, errors),
        }
    }
    if let Some(Given { value, .. }) = &field.attrs.example {
        literal("example", value, field, errors);
    }
}

fn literal(what: &str, expr: &proc_macro2::TokenStream, field: &Field<'_>, errors: &Errors) {
    let Some(value) = Literal::of(expr) else {
        return;
    };
    if let Some(message) = wrong_kind(&value, field) {
        errors.at(expr, format!("{what} `{value}` {message}"));
    } else if let Some(demand) = broken_by(&value, &field.attrs.constraints) {
        errors.at(expr, format!("{what} `{value}` {demand}"));
    }
}

/// The default of the type itself, where its kind tells it.
fn of_type(key: &impl ToTokens, kind: Kind<'_>, constraints: &Constraints, errors: &Errors) {
    let broken = match kind {
        Kind::Int(int) if !int.non_zero => {
            out_of_bounds(NumberValue::Int(0), constraints).map(|demand| format!("`0` {demand}"))
        }
        Kind::Float { .. } | Kind::Decimal => {
            out_of_bounds(NumberValue::Float(0.0), constraints).map(|demand| format!("`0` {demand}"))
        }
        Kind::Text => wrong_text("", constraints).map(|demand| format!("`\"\"` {demand}")),
        Kind::List { .. } | Kind::Map { .. } => match &constraints.min_items {
            Some(least) if least.value.value > 0 => {
                Some(format!("of no items is outside `min_items = {}`", least.value))
            }
            _ => None,
        },
        _ => None,
    };
    if let Some(broken) = broken {
        errors.at(key, format!("default {broken}; write `default = …`"));
    }
}

/// The literal is of another kind than the field. The compiler would say so of the generated code.
fn wrong_kind(value: &Literal, field: &Field<'_>) -> Option<String> {
    let is = match value {
        Literal::Text(_) => "a string",
        Literal::Bool(_) => "a boolean",
        Literal::Number(Number { value: NumberValue::Int(_), .. }) => "an integer",
        Literal::Number(_) => "a number with a fraction",
    };
    let ty = show(&field.node.ty);
    match (value, Kind::of(&field.node.ty)) {
        (Literal::Text(_), Kind::Text) | (Literal::Bool(_), Kind::Bool) => None,
        (Literal::Number(number), Kind::Int(int)) if !int.non_zero => match number.value {
            NumberValue::Int(value) if (int.min..=int.max).contains(&value) => None,
            NumberValue::Int(_) => Some(format!("does not fit in {}", range_of(int))),
            NumberValue::Float(_) => Some(format!("is {is}, but this field is `{ty}`")),
        },
        (Literal::Number(number), Kind::Float { .. }) => match number.value {
            NumberValue::Float(_) => None,
            NumberValue::Int(value) => Some(format!("is an integer, but this field is `{ty}`; write `{value}.0`")),
        },
        // literals convert to these by no rule of the language, but an `Into` of the user's may exist
        (Literal::Text(_), Kind::Unknown | Kind::Boxed(_) | Kind::Option(_)) => None,
        (_, Kind::Unknown) => None,
        _ => Some(format!("is {is}, but this field is `{ty}`")),
    }
}

/// The demand that the literal breaks.
fn broken_by(value: &Literal, constraints: &Constraints) -> Option<String> {
    match value {
        Literal::Number(number) => out_of_bounds(number.value, constraints),
        Literal::Text(text) => wrong_text(&text.value(), constraints),
        Literal::Bool(_) => None,
    }
}

fn out_of_bounds(value: NumberValue, constraints: &Constraints) -> Option<String> {
    let Constraints { min, max, exclusive_min, exclusive_max, multiple_of, .. } = constraints;
    let outside = min.as_ref().is_some_and(|low| value.less(low.value.value))
        || max.as_ref().is_some_and(|high| high.value.value.less(value))
        || exclusive_min.as_ref().is_some_and(|low| !low.value.value.less(value))
        || exclusive_max.as_ref().is_some_and(|high| !value.less(high.value.value));
    if outside {
        let bounds = [min, exclusive_min, max, exclusive_max].into_iter().flatten();
        let bounds: Vec<String> = bounds.map(|given| format!("{} = {}", given.key, given.value)).collect();
        return Some(format!("is outside `{}`", bounds.join(", ")));
    }
    match (value, multiple_of) {
        (NumberValue::Int(value), Some(Given { value: step, .. })) => match step.value {
            NumberValue::Int(step_value) if step_value > 0 && value % step_value != 0 => {
                Some(format!("is no multiple of {step}"))
            }
            _ => None,
        },
        _ => None,
    }
}

fn wrong_text(text: &str, constraints: &Constraints) -> Option<String> {
    let Constraints { min_len, max_len, pattern, .. } = constraints;
    let chars = text.chars().count();
    let outside = min_len.as_ref().is_some_and(|low| chars < low.value.value)
        || max_len.as_ref().is_some_and(|high| chars > high.value.value);
    if outside {
        let bounds: Vec<String> =
            [min_len, max_len].into_iter().flatten().map(|given| format!("{} = {}", given.key, given.value)).collect();
        return Some(format!("is outside `{}`", bounds.join(", ")));
    }
    let pattern = pattern.as_ref()?.value.value();
    (!matches(&pattern, text)).then(|| format!("does not match `pattern = {pattern:?}`"))
}

#[cfg(feature = "regex")]
fn matches(pattern: &str, text: &str) -> bool {
    // a pattern that does not compile has an error of its own
    toolargs_pattern::Matcher::new(pattern).map_or(true, |matcher| matcher.is_full_match(text))
}

#[cfg(not(feature = "regex"))]
fn matches(_: &str, _: &str) -> bool {
    true
}
