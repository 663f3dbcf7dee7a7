//! "did you mean": the one known name close to what was written.

/// What people write who know another crate or JSON Schema, and what it is called here.
const SYNONYMS: &[(&str, &str)] = &[
    ("regex", "pattern"),
    ("ge", "min"),
    ("gte", "min"),
    ("minimum", "min"),
    ("gt", "exclusive_min"),
    ("le", "max"),
    ("lte", "max"),
    ("maximum", "max"),
    ("lt", "exclusive_max"),
    ("step", "multiple_of"),
    ("minLength", "min_len"),
    ("min_length", "min_len"),
    ("maxLength", "max_len"),
    ("max_length", "max_len"),
    ("items", "each"),
    ("inner", "each"),
    ("dive", "each"),
    ("doc", "description"),
    ("help", "description"),
    ("examples", "example"),
    ("secret", "sensitive"),
    ("custom", "validate"),
    ("default_value", "default"),
    ("tagged", "tag"),
    ("trim", "trim_whitespace"),
];

/// `; did you mean …?`, or nothing when no known name is close.
pub(crate) fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == written).map(|(_, ours)| *ours);
    let mut best: Option<(f64, &str)> = None;
    for name in known {
        if synonym == Some(name) {
            return format!("; did you mean `{name}`?");
        }
        let score = strsim::jaro_winkler(written, name);
        if score >= 0.85 && best.is_none_or(|(most, _)| score > most) {
            best = Some((score, name));
        }
    }
    best.map_or_else(String::new, |(_, name)| format!("; did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn close_names_and_synonyms_only() {
        let known = ["pattern", "min", "trim_whitespace", "description"];
        assert_eq!(did_you_mean("patern", known), "; did you mean `pattern`?");
        assert_eq!(did_you_mean("regex", known), "; did you mean `pattern`?");
        assert_eq!(did_you_mean("trim", known), "; did you mean `trim_whitespace`?");
        assert_eq!(did_you_mean("zebra", known), "");
        assert_eq!(did_you_mean("regex", ["min"]), "");
    }
}
