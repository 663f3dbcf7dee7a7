//! What stands behind a backslash.

use super::cursor::{Cursor, excerpt};

/// The white space and line ends of ECMA 262, as items of a class.
const SPACE: &str =
    concat!(r"\t\n\x0B\x0C\r \x{A0}\x{1680}\x{2000}-\x{200A}", r"\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}");

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    Outside,
    Class,
}

pub(super) enum Escape {
    Char(char),
    Class(ClassEscape),
    WordBoundary,
    NotWordBoundary,
}

/// `\d` and its like, as what stands between the brackets of a class.
pub(super) struct ClassEscape {
    pub(super) items: String,
    pub(super) negated: bool,
    pub(super) is_property: bool,
}

/// Reads the escape whose backslash was just consumed.
pub(super) fn read(input: &mut Cursor<'_>, place: Place) -> Result<Escape, String> {
    let start = input.position() - 1;
    let Some(c) = input.next() else {
        return Err("pattern ends in a backslash".to_owned());
    };
    let unknown =
        |input: &Cursor<'_>, hint: &str| Err(format!("unknown escape {}{hint}", excerpt(input.between(start))));
    let c = match c {
        'd' | 'D' => return Ok(class("0-9", c == 'D')),
        'w' | 'W' => return Ok(class("A-Za-z0-9_", c == 'W')),
        's' | 'S' => return Ok(class(SPACE, c == 'S')),
        'p' | 'P' => return property(input, start, c == 'P'),
        'b' if place == Place::Class => '\u{8}',
        'b' => return Ok(Escape::WordBoundary),
        'B' if place == Place::Outside => return Ok(Escape::NotWordBoundary),
        't' => '\t',
        'n' => '\n',
        'v' => '\u{B}',
        'f' => '\u{C}',
        'r' => '\r',
        'c' => match input.peek() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                input.next();
                char::from(letter as u8 % 32)
            }
            _ => return unknown(input, "; `\\c` needs a letter"),
        },
        '0' if !input.peek().is_some_and(|c| c.is_ascii_digit()) => '\0',
        '0' => return unknown(input, "; for an octal code write `\\xHH`"),
        '1'..='9' if place == Place::Class => {
            return unknown(input, "; for an octal code write `\\xHH`");
        }
        '1'..='9' | 'k' => {
            return Err(format!(
                "back-reference {} is not supported: it cannot be matched in linear time",
                excerpt(input.between(start))
            ));
        }
        'x' => match input.hex(2).and_then(char::from_u32) {
            Some(c) => c,
            None => return unknown(input, "; `\\x` needs two hexadecimal digits"),
        },
        'u' => code_point(input, start)?,
        // with the `u` flag only the characters of the syntax may be escaped; published patterns escape any of these
        c if c.is_ascii_punctuation() || c == ' ' => c,
        'A' => return unknown(input, "; write `^` for the start of the text"),
        'z' | 'Z' => return unknown(input, "; write `$` for the end of the text"),
        'h' => return unknown(input, "; write `[ \\t]` for horizontal space"),
        'a' => return unknown(input, "; write `\\x07` for the bell"),
        'e' => return unknown(input, "; write `\\x1B` for escape"),
        _ => return unknown(input, ""),
    };
    Ok(Escape::Char(c))
}

fn class(items: &str, negated: bool) -> Escape {
    Escape::Class(ClassEscape { items: items.to_owned(), negated, is_property: false })
}

/// `\uHHHH`, a pair of surrogates, or `\u{H…}`.
fn code_point(input: &mut Cursor<'_>, start: usize) -> Result<char, String> {
    let bad = |input: &Cursor<'_>, why: &str| Err(format!("invalid escape {}: {why}", excerpt(input.between(start))));
    if input.eat("{") {
        let code = u32::from_str_radix(input.take_while(|c| c.is_ascii_hexdigit()), 16);
        let closed = input.eat("}");
        return match code.ok().and_then(char::from_u32) {
            Some(c) if closed => Ok(c),
            _ => bad(input, "not a code point"),
        };
    }
    let Some(unit) = input.hex(4) else {
        return bad(input, "`\\u` needs four hexadecimal digits or `{...}`");
    };
    if let Some(c) = char::from_u32(unit) {
        return Ok(c);
    }
    let after_first = input.position();
    if unit < 0xDC00
        && input.eat("\\u")
        && let Some(low @ 0xDC00..=0xDFFF) = input.hex(4)
        && let Some(c) = char::from_u32(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
    {
        return Ok(c);
    }
    input.rewind(after_first);
    bad(input, "half of a surrogate pair matches nothing; write `\\u{...}`")
}

/// `\p{…}`: the names are those of ECMA 262, which are case-sensitive and know no script without `Script=`.
fn property(input: &mut Cursor<'_>, start: usize, negated: bool) -> Result<Escape, String> {
    if !input.eat("{") {
        return Err(format!("{} needs a property in braces, as `\\p{{L}}`", excerpt(input.between(start))));
    }
    let name = input.take_while(|c| c.is_ascii_alphanumeric() || c == '_' || c == '=');
    if !input.eat("}") {
        return Err(format!("invalid property {}", excerpt(input.text_from(start))));
    }
    let value = name.split_once('=').map_or(name, |(_, value)| value);
    let plausible = (value.starts_with(|c: char| c.is_ascii_uppercase()) && !value.starts_with("Is"))
        || matches!(value, "cntrl" | "digit" | "punct");
    let items = format!("\\p{{{name}}}");
    if !plausible || !parses(&items) {
        return Err(format!("unknown property {}", excerpt(input.between(start))));
    }
    if !name.contains('=') && !parses(&format!("\\p{{gc={name}}}")) && parses(&format!("\\p{{sc={name}}}")) {
        return Err(format!(
            "unknown property {}; for a script write `\\p{{Script={name}}}`",
            excerpt(input.between(start))
        ));
    }
    Ok(Escape::Class(ClassEscape { items, negated, is_property: true }))
}

fn parses(pattern: &str) -> bool {
    regex_syntax::parse(pattern).is_ok()
}
