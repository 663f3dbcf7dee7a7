//! Names on the wire: `snake_case` and its siblings.

/// What `rename_all` can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Snake,
    Camel,
    Pascal,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
    Lower,
    Upper,
}

impl Case {
    pub(crate) const ALL: [(&'static str, Case); 8] = [
        ("snake_case", Case::Snake),
        ("camelCase", Case::Camel),
        ("PascalCase", Case::Pascal),
        ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
        ("kebab-case", Case::Kebab),
        ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
        ("lowercase", Case::Lower),
        ("UPPERCASE", Case::Upper),
    ];

    pub(crate) fn named(name: &str) -> Option<Case> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, case)| *case)
    }

    pub(crate) fn apply(self, name: &str) -> String {
        let words = words(name);
        match self {
            Case::Snake => join(&words, "_", str::to_lowercase),
            Case::ScreamingSnake => join(&words, "_", str::to_uppercase),
            Case::Kebab => join(&words, "-", str::to_lowercase),
            Case::ScreamingKebab => join(&words, "-", str::to_uppercase),
            Case::Lower => join(&words, "", str::to_lowercase),
            Case::Upper => join(&words, "", str::to_uppercase),
            Case::Pascal => join(&words, "", capital),
            Case::Camel => {
                let (first, rest) = words.split_first().map_or(("", &[][..]), |(first, rest)| (*first, rest));
                first.to_lowercase() + &join(rest, "", capital)
            }
        }
    }
}

fn join(words: &[&str], between: &str, form: impl Fn(&str) -> String) -> String {
    words.iter().map(|word| form(word)).collect::<Vec<_>>().join(between)
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars.flat_map(char::to_lowercase)).collect())
}

/// Splits at `_`, before a capital that follows a small letter or digit, and before the last capital of a run (`HTTPServer`).
fn words(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for part in name.split('_').filter(|part| !part.is_empty()) {
        let chars: Vec<(usize, char)> = part.char_indices().collect();
        let mut start = 0;
        for i in 1..chars.len() {
            let (at, here) = chars[i];
            let before = chars[i - 1].1;
            let ends_run = before.is_uppercase() && chars.get(i + 1).is_some_and(|next| next.1.is_lowercase());
            if here.is_uppercase() && (!before.is_uppercase() || ends_run) {
                words.push(&part[start..at]);
                start = at;
            }
        }
        words.push(&part[start..]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case() {
        let forms = |name: &str| Case::ALL.map(|(_, case)| case.apply(name)).join(" ");
        assert_eq!(
            forms("IssueRefund"),
            "issue_refund issueRefund IssueRefund ISSUE_REFUND issue-refund ISSUE-REFUND issuerefund ISSUEREFUND"
        );
        assert_eq!(
            forms("amount_cents"),
            "amount_cents amountCents AmountCents AMOUNT_CENTS amount-cents AMOUNT-CENTS amountcents AMOUNTCENTS"
        );
    }

    #[test]
    fn runs_of_capitals_digits_and_other_scripts() {
        for (name, snake) in [
            ("HTTPServer", "http_server"),
            ("HTTP", "http"),
            ("V2Ray", "v2_ray"),
            ("Level2", "level2"),
            ("_private", "private"),
            ("ÄpfelBirnen", "äpfel_birnen"),
            ("A", "a"),
            ("_", ""),
        ] {
            assert_eq!(Case::Snake.apply(name), snake, "{name}");
        }
    }
}
