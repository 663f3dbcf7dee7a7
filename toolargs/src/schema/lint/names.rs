//! What a field's name says of its values, and a pattern's source of its anchors.

/// The words of a name, in lower case: `accessToken`, `access_token` and `access-token` have the same.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (lower && c.is_uppercase()) {
            words.push(String::new());
        }
        lower = c.is_lowercase() || c.is_numeric();
        if let Some(word) = words.last_mut()
            && c.is_alphanumeric()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn last_is(name: &str, known: &[&str]) -> bool {
    words(name).last().is_some_and(|last| known.contains(&last.as_str()))
}

/// Named for what must not be shown. A token that pages through results is none.
pub(super) fn is_secret(name: &str) -> bool {
    let words = words(name);
    let holds = |known: &[&str]| words.windows(known.len()).any(|window| window == known);
    let ends = |known: &[&str]| words.len() >= known.len() && words[words.len() - known.len()..] == *known;
    let last = words.last().map_or("", String::as_str);
    let before = words.iter().rev().nth(1).map_or("", String::as_str);
    matches!(
        last,
        "password"
            | "passwd"
            | "passphrase"
            | "secret"
            | "ssn"
            | "cvv"
            | "cvc"
            | "apikey"
            | "credential"
            | "credentials"
    ) || (last == "token"
        && !matches!(before, "page" | "next" | "continuation" | "pagination" | "cursor" | "sync" | "resume" | "start"))
        || [&["api", "key"][..], &["private", "key"], &["secret", "key"], &["access", "key"]].into_iter().any(ends)
        || [&["card", "number"][..], &["credit", "card"], &["social", "security"]].into_iter().any(holds)
}

pub(super) fn is_money(name: &str) -> bool {
    last_is(name, &["amount", "price", "cost", "fee", "balance", "total"])
}

pub(super) fn is_date(name: &str) -> bool {
    last_is(name, &["date", "datetime", "timestamp", "birthday", "birthdate"])
}

/// Whether a `|` stands outside of every group and class.
pub(super) fn has_alternatives(pattern: &str) -> bool {
    let (mut depth, mut class, mut escaped) = (0usize, false, false);
    pattern.bytes().any(|byte| {
        match byte {
            _ if std::mem::take(&mut escaped) => {}
            b'\\' => escaped = true,
            b']' => class = false,
            _ if class => {}
            b'[' => class = true,
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'|' => return depth == 0,
            _ => {}
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_words() {
        assert_eq!(words("accessToken"), ["access", "token"]);
        assert_eq!(words("access_token-2"), ["access", "token", "2"]);
        assert_eq!(words("HTTPHeader"), ["httpheader"]);
        assert_eq!(words("_"), [""; 0]);
    }

    #[test]
    fn secrets() {
        for name in [
            "password",
            "userPassword",
            "api_key",
            "apiKey",
            "token",
            "access_token",
            "client_secret",
            "ssn",
            "card_number",
            "credit_card",
            "social_security_number",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in [
            "max_tokens",
            "page_token",
            "nextPageToken",
            "key",
            "card",
            "password_length",
            "secretary",
            "token_count",
            "has_password_policy",
        ] {
            assert!(!is_secret(name), "{name}");
        }
    }

    #[test]
    fn alternatives_of_a_pattern() {
        assert!(has_alternatives("^a|b$") && has_alternatives(r"^\\|b$"));
        for pattern in ["^(a|b)$", "^[|]$", r"^\|$", r"^[\]|]$", "^ab$"] {
            assert!(!has_alternatives(pattern), "{pattern}");
        }
    }

    #[test]
    fn money_and_dates() {
        assert!(is_money("price") && is_money("totalAmount") && is_money("shipping_cost"));
        assert!(!is_money("amount_of_sugar") && !is_money("priced") && !is_money("total_distance"));
        assert!(is_date("date") && is_date("startDate") && is_date("due_date"));
        assert!(!is_date("update") && !is_date("date_format") && !is_date("candidate"));
    }
}
