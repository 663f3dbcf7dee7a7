//! Properties: nothing panics, and the two engines agree.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;

use crate::ecma::translate;
use crate::matcher::{build, parse};
use crate::units::Units;
use crate::{Matcher, anchored, check, strip_anchors};

/// Classes that overlap, touch and differ, within ASCII and beyond it.
const CLASSES: &[&str] = &[
    "[a-c]",
    "[b-d]",
    "[d-f]",
    r"\d",
    r"\w",
    r"\W",
    "[^a]",
    "[^é]",
    ".",
    "[é-🐲]",
    "[a🐲]",
    "[^a-z]",
    "[]",
    "[^]",
    "-",
    "a",
    "b",
    "é",
    "🐲",
    r"\.",
    "ab",
    "éa",
    "(?:a)",
    "(ab)",
    "(a|b)",
];
const REPETITIONS: &[&str] = &["", "", "", "*", "+", "?", "{2}", "{0}", "{1,2}", "{0,3}", "{2,}", "{3}"];

fn simple_pattern() -> impl Strategy<Value = String> {
    let part = (prop::sample::select(CLASSES), prop::sample::select(REPETITIONS)).prop_map(|(class, repetition)| {
        // of several characters only the last would be repeated
        if class.starts_with('[') || class.starts_with('(') || class.chars().count() == 1 || class.starts_with('\\') {
            format!("{class}{repetition}")
        } else {
            format!("(?:{class}){repetition}")
        }
    });
    prop::collection::vec(part, 0..5).prop_map(|parts| parts.concat())
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&['a', 'b', 'c', 'd', 'é', '🐲', '-', '.', '1', '\n'][..]), 0..7)
        .prop_map(String::from_iter)
}

fn syntax() -> impl Strategy<Value = String> {
    let token = prop::sample::select(
        &[
            "(",
            "(?:",
            "(?<n>",
            "(?=",
            ")",
            "[",
            "[^",
            "]",
            "{",
            "{2",
            "}",
            "{2}",
            "{1,3}",
            ",",
            "*",
            "+",
            "?",
            "|",
            "^",
            "$",
            ".",
            "-",
            "\\",
            "\\d",
            "\\W",
            "\\s",
            "\\b",
            "\\B",
            "\\p{L}",
            "\\P{Lu}",
            "\\p{",
            "\\u{1F432}",
            "\\ud83d",
            "\\udc32",
            "\\u",
            "\\x41",
            "\\x",
            "\\cA",
            "\\c",
            "\\0",
            "\\1",
            "\\k<n>",
            "&&",
            "~~",
            "[:",
            ":]",
            "a",
            "z",
            "0",
            "9",
            "é",
            "🐲",
            " ",
            "#",
            "\n",
            "_",
        ][..],
    );
    prop::collection::vec(token, 0..16).prop_map(|tokens| tokens.concat())
}

/// `None` where the pattern is not for the units.
fn disagreement(translation: &str, text: &str) -> Option<bool> {
    let units = Units::new(&parse(translation).unwrap())?;
    Some(units.is_match(text) != build(translation).unwrap().is_match(text))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn engines_agree(pattern in simple_pattern(), texts in prop::collection::vec(text(), 8)) {
        let translation = translate(&pattern).unwrap();
        for form in [format!(r"\A(?:{translation})\z"), format!(r"\A{translation}"), translation] {
            for text in &texts {
                prop_assert_ne!(disagreement(&form, text), Some(true), "{} on {:?}", form, text);
            }
        }
    }

    #[test]
    fn no_panic(source in any::<String>(), text in any::<String>()) {
        never_panics(&source, &text)?;
    }

    #[test]
    fn no_panic_on_syntax(source in syntax(), text in text()) {
        never_panics(&source, &text)?;
    }

    /// Every message is one that this crate words.
    #[test]
    fn messages_are_one_line(source in syntax()) {
        if let Err(message) = check(&source) {
            prop_assert!(message != "invalid pattern", "{}", source);
            prop_assert!(message.len() < 200 && !message.contains('\n') && !message.ends_with('.'), "{}", message);
        }
    }
}

fn never_panics(source: &str, text: &str) -> Result<(), TestCaseError> {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let full = Matcher::full(source);
        let search = Matcher::search(source);
        assert_eq!(check(source).is_ok(), full.is_ok());
        if let (Ok(full), Ok(search)) = (full, search) {
            // what matches as a whole is found
            assert!(!full.is_match(text) || search.is_match(text));
            assert_eq!(strip_anchors(&anchored(source)), Some(source));
        }
        let _ = strip_anchors(source);
    }));
    prop_assert!(outcome.is_ok(), "{:?} on {:?}", source, text);
    Ok(())
}

/// The patterns that the units are for are theirs, so that a change which loses them is seen.
#[test]
fn simple_patterns_are_units() {
    let is_simple = |translation: &str| Units::new(&parse(translation).unwrap()).is_some();
    for pattern in [
        "ord_[A-Za-z0-9]{8}",
        r"\d{4}-\d{2}-\d{2}",
        "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
        "[a-z][a-z0-9_]*",
        "[a-z]+@[a-z]+",
        "-?[0-9]+",
        ".{1,500}",
        r"\p{L}{1,40}",
        "",
    ] {
        let translation = translate(pattern).unwrap();
        assert!(is_simple(&format!(r"\A(?:{translation})\z")), "{pattern}");
        assert!(is_simple(&format!(r"\A{translation}")), "{pattern}");
        assert!(!is_simple(&translation), "{pattern}");
    }
    for pattern in ["[a-z]*[a-z0-9]", "a?b?a", "cat|dog", "(ab)*", r"\ba", "[a-c]{1,2}[b-d]*"] {
        let translation = translate(pattern).unwrap();
        assert!(!is_simple(&format!(r"\A(?:{translation})\z")), "{pattern}");
    }
}
