//! `did you mean …?`: the declared name closest to one that is not declared.

/// Names longer than this are nobody's misspelling; the bound keeps the cost of a long key constant.
const LONGEST: usize = 64;

/// The candidate closest to `name`, when one is close enough to be worth saying.
///
/// A shared start counts (`amount` is close to `amount_cents`), else the measure is Jaro-Winkler over 0.8,
/// which is about what Python's `difflib` (0.6 of matching blocks) accepts for short names.
pub(crate) fn nearest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if name.is_empty() || name.len() > LONGEST {
        return None;
    }
    let wanted = plain(name);
    let mut best = (0.8, None);
    for candidate in candidates.take(1024).filter(|candidate| candidate.len() <= LONGEST) {
        let score = closeness(&wanted, &plain(candidate));
        if score > best.0 {
            best = (score, Some(candidate));
        }
    }
    best.1
}

fn closeness(wanted: &str, candidate: &str) -> f64 {
    if wanted == candidate {
        return 2.0;
    }
    let start = candidate.starts_with(wanted) || wanted.starts_with(candidate);
    let shorter = wanted.len().min(candidate.len());
    let score = strsim::jaro_winkler(wanted, candidate);
    if start && shorter >= 3 { score + 1.0 } else { score }
}

/// Lower-case letters and digits only, so that `maxResults`, `max_results` and `max-results` are the same name.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// True when two names differ by case, `_` and `-` alone: what `rename_key_case` asks.
pub(crate) fn same_spelling(a: &str, b: &str) -> bool {
    let bare = |name: &str| name.replace(['_', '-'], "");
    crate::coerce::enumeration::same_letters(&bare(a), &bare(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: [&str; 6] = ["order_id", "amount_cents", "notify_customer", "reason", "tags", "effective_date"];

    #[test]
    fn close_names_are_suggested() {
        for (name, want) in [
            ("amount", Some("amount_cents")),
            ("amountCents", Some("amount_cents")),
            ("tag", Some("tags")),
            ("orderid", Some("order_id")),
            ("reasn", Some("reason")),
            ("zzz", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, FIELDS.into_iter()), want, "{name}");
        }
        assert_eq!(nearest(&"a".repeat(1_000_000), FIELDS.into_iter()), None);
    }
}
