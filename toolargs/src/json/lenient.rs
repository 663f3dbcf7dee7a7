//! Texts that are JSON but for a comma before a closer or raw line ends in strings.

use crate::rule::Rule;

/// Which departures from JSON are read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    pub(crate) trailing_comma: bool,
    pub(crate) control_chars: bool,
}

/// The text as JSON, with the rules that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rewritten {
    pub(crate) text: String,
    pub(crate) rules: Vec<Rule>,
}

/// Rewrites the departures that `options` admit; `None` when there are none. The result is not checked here.
pub(crate) fn to_json(text: &str, options: Options) -> Option<Rewritten> {
    let mut out = String::with_capacity(text.len() + 16);
    let (mut commas, mut controls, mut in_string) = (false, false, false);
    let mut chars = text.char_indices();
    while let Some((place, c)) = chars.next() {
        match c {
            '"' => in_string = !in_string,
            '\\' if in_string => {
                out.push(c);
                match chars.next() {
                    Some((_, escaped)) => out.push(escaped),
                    None => break,
                }
                continue;
            }
            '\n' | '\r' | '\t' if in_string && options.control_chars => {
                controls = true;
                out.push_str(match c {
                    '\n' => "\\n",
                    '\r' => "\\r",
                    _ => "\\t",
                });
                continue;
            }
            ',' if !in_string && options.trailing_comma && is_trailing(&text[..place], &text[place + 1..]) => {
                commas = true;
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    let mut rules = Vec::new();
    rules.extend(commas.then_some(Rule::DropTrailingComma));
    rules.extend(controls.then_some(Rule::EscapeControlChars));
    (!rules.is_empty()).then_some(Rewritten { text: out, rules })
}

/// A comma behind a value and before a closer. Behind an opener or another comma it would stand for a lost value.
fn is_trailing(before: &str, after: &str) -> bool {
    let space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    after.trim_start_matches(space).starts_with(['}', ']'])
        && !before.trim_end_matches(space).ends_with(['{', '[', ',', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(text: &str) -> Option<String> {
        to_json(text, Options { trailing_comma: true, control_chars: true }).map(|rewritten| rewritten.text)
    }

    #[test]
    fn only_the_departures_are_rewritten() {
        assert_eq!(rewritten("{\"a\":[1,2, ],}").as_deref(), Some("{\"a\":[1,2 ]}"));
        assert_eq!(rewritten("{\"a\":\"x\ny\t\\\"z,]\"}").as_deref(), Some("{\"a\":\"x\\ny\\t\\\"z,]\"}"));
        for text in ["{\"a\":1}", "{,}", "[1,,]", "{\"a\":,}", "{\"a\":\",}\"}"] {
            assert_eq!(rewritten(text), None, "{text}");
        }
    }
}
