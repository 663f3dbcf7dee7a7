//! The keywords that narrow a shape, read as a field's constraints.

use serde_json::{Map, Value};

use super::place::{Place, SpecError};
use crate::format::Format;
use crate::json::number::Literal;
use crate::rule::{Rule, RuleSet};
use crate::spec::{Bound, Examples, FieldSpec};

pub(super) fn names<'k>(
    keywords: &'k Map<String, Value>,
    keyword: &str,
    place: &Place<'_>,
) -> Result<Vec<&'k str>, SpecError> {
    let Some(value) = keywords.get(keyword) else { return Ok(Vec::new()) };
    let names: Option<Vec<&str>> = value.as_array().and_then(|names| names.iter().map(Value::as_str).collect());
    match names {
        Some(names) => Ok(names),
        None => place.child(keyword).error("expected a list of names"),
    }
}

/// What the keywords demand beyond the shape.
pub(super) fn constraints(keywords: &Map<String, Value>, place: &Place<'_>) -> Result<Box<FieldSpec>, SpecError> {
    let size = |keyword: &str| match keywords.get(keyword) {
        None => Ok(None),
        Some(value) => match value
            .as_u64()
            .or_else(|| value.as_f64().filter(|size| size.fract() == 0.0 && *size >= 0.0).map(|size| size as u64))
        {
            Some(size) => Ok(Some(usize::try_from(size).unwrap_or(usize::MAX))),
            None => place.child(keyword).error("expected a whole number that is not negative"),
        },
    };
    let flag = |keyword: &str| match keywords.get(keyword) {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(_) => place.child(keyword).error("expected true or false"),
    };
    let rules = |keyword: &str| -> Result<RuleSet, SpecError> {
        let mut set = RuleSet::NONE;
        for name in names(keywords, keyword, place)? {
            match name.parse::<Rule>() {
                Ok(rule) => set = set.with(&[rule]),
                Err(error) => return place.child(keyword).error(format!("`{name}`: {error}")),
            }
        }
        Ok(set)
    };
    let mut spec = Box::new(FieldSpec::new(""));
    spec.description = keywords.get("description").and_then(Value::as_str).unwrap_or_default().to_owned().into();
    spec.strict = flag("x-strict")?;
    // by OpenAPI, a value to be hidden
    spec.sensitive = flag("x-sensitive")? || keywords.get("format").is_some_and(|format| format == "password");
    spec.allow = rules("x-allow")?;
    spec.deny = rules("x-deny")?;
    (spec.min, spec.exclusive_min) = bounds(keywords, ["minimum", "exclusiveMinimum"], place)?;
    (spec.max, spec.exclusive_max) = bounds(keywords, ["maximum", "exclusiveMaximum"], place)?;
    spec.multiple_of = number(keywords, "multipleOf", place)?;
    if let Some(step) = &spec.multiple_of {
        let usable = step.double() > 0.0 && Literal::new(&step.text()).small().is_some();
        if !usable {
            return place.child("multipleOf").error("a step is above zero and has at most 18 digits");
        }
    }
    spec.min_len = size("minLength")?;
    spec.max_len = size("maxLength")?;
    spec.pattern = match keywords.get("pattern") {
        None => None,
        // the pattern of a format says nothing more
        Some(Value::String(source)) if implied(source, keywords) => None,
        Some(Value::String(source)) => Some(pattern(source, place)?),
        Some(_) => return place.child("pattern").error("a pattern is a string"),
    };
    let (entries, items) = ((size("minProperties")?, size("maxProperties")?), (size("minItems")?, size("maxItems")?));
    spec.min_items = items.0.or(entries.0);
    spec.max_items = items.1.or(entries.1);
    spec.unique_items = flag("uniqueItems")?;
    spec.examples = match keywords.get("examples") {
        Some(Value::Array(examples)) => Examples::Given(examples.clone()),
        _ => Examples::None,
    };
    let bounded = spec.min.is_some()
        || spec.max.is_some()
        || spec.exclusive_min.is_some()
        || spec.exclusive_max.is_some()
        || spec.multiple_of.is_some();
    spec.textual = spec.min_len.is_some()
        || spec.max_len.is_some()
        || spec.pattern.is_some()
        || spec.allow.contains(Rule::TrimWhitespace);
    Ok(if bounded { Box::new(spec.bounded()) } else { spec })
}

fn implied(pattern: &str, keywords: &Map<String, Value>) -> bool {
    let format = keywords.get("format").and_then(Value::as_str).and_then(Format::from_name);
    format.and_then(Format::pattern) == Some(pattern)
}

fn number(keywords: &Map<String, Value>, keyword: &str, place: &Place<'_>) -> Result<Option<Bound>, SpecError> {
    match keywords.get(keyword) {
        None => Ok(None),
        Some(Value::Number(number)) => Ok(Some(Bound::from_text(&number.to_string()))),
        Some(_) => place.child(keyword).error("expected a number"),
    }
}

/// A bound and an exclusive one. In draft 4 the second is a flag that makes the first exclusive.
fn bounds(
    keywords: &Map<String, Value>,
    [inclusive, exclusive]: [&str; 2],
    place: &Place<'_>,
) -> Result<(Option<Bound>, Option<Bound>), SpecError> {
    let bound = number(keywords, inclusive, place)?;
    match keywords.get(exclusive) {
        Some(Value::Bool(true)) if bound.is_none() => {
            place.child(exclusive).error(format!("`{exclusive}` is a number, or a flag beside `{inclusive}`"))
        }
        Some(Value::Bool(true)) => Ok((None, bound)),
        Some(Value::Bool(false)) => Ok((bound, None)),
        _ => Ok((bound, number(keywords, exclusive, place)?)),
    }
}

#[cfg(feature = "regex")]
fn pattern(source: &str, place: &Place<'_>) -> Result<crate::pattern::Pattern, SpecError> {
    crate::pattern::Pattern::from_schema(source).or_else(|problem| place.child("pattern").error(problem))
}

#[cfg(not(feature = "regex"))]
fn pattern(_: &str, place: &Place<'_>) -> Result<crate::pattern::Pattern, SpecError> {
    place.child("pattern").error("patterns need the `regex` feature")
}
