//! Constraints as words, for a description.

use serde_json::Value;

/// The clause of a keyword; none where it would tell the model nothing.
pub(super) fn clause(keyword: &str, value: &Value) -> Option<String> {
    let counted = |bound: &str, one: &str, many: &str| {
        let unit = if value.as_u64() == Some(1) { one } else { many };
        format!("{bound} {value} {unit}")
    };
    Some(match keyword {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" if is_of_a_type(value) => return None,
        "minimum" => format!("at least {value}"),
        "maximum" => format!("at most {value}"),
        "exclusiveMinimum" => format!("more than {value}"),
        "exclusiveMaximum" => format!("less than {value}"),
        "multipleOf" => format!("a multiple of {value}"),
        "minLength" => counted("at least", "character", "characters"),
        "maxLength" => counted("at most", "character", "characters"),
        "minItems" => counted("at least", "item", "items"),
        "maxItems" => counted("at most", "item", "items"),
        "minProperties" => counted("at least", "entry", "entries"),
        "maxProperties" => counted("at most", "entry", "entries"),
        "uniqueItems" => "no two items are equal".to_owned(),
        "pattern" => format!("must match {}", value.as_str()?),
        "format" => format!("in the format {}", value.as_str()?),
        "enum" => format!("one of {}", listed(value.as_array()?)),
        "const" => format!("always {value}"),
        "not" => format!("not {}", value.get("const")?),
        "default" => format!("default: {value}"),
        "examples" => format!("for example {}", listed(value.as_array()?)),
        _ => return None,
    })
}

/// A bound that a type of the language has, and no author chose.
fn is_of_a_type(value: &Value) -> bool {
    const WIDEST: [f64; 5] = [i64::MIN as f64, i64::MAX as f64, u64::MAX as f64, f32::MAX as f64, f32::MIN as f64];
    value.as_f64().is_some_and(|value| WIDEST.contains(&value) || value.abs() > u64::MAX as f64)
}

fn listed(values: &[Value]) -> String {
    values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")
}

/// A description, and what has to be said beside it.
pub(super) fn described(description: &str, clauses: &[String]) -> String {
    match (description.trim_end(), clauses.join("; ")) {
        (text, clauses) if clauses.is_empty() => text.to_owned(),
        ("", clauses) => clauses,
        (text, clauses) => format!("{text} ({clauses})"),
    }
}
