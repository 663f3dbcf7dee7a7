//! Text of a stranger, shown: cut, and with everything invisible escaped.

use std::fmt::Write;

/// How many characters of a value a message shows.
pub(crate) const VALUE_CHARS: usize = 40;
/// How many bytes a message has at the most.
pub(crate) const MESSAGE_BYTES: usize = 512;

/// The first characters of `text`, owned: all that a message may need of it.
pub(crate) fn cut(text: &str) -> Box<str> {
    cut_to(text, VALUE_CHARS)
}

/// At most `chars` characters of `text`.
pub(crate) fn cut_to(text: &str, chars: usize) -> Box<str> {
    if text.len() <= chars {
        return text.into();
    }
    match text.char_indices().nth(chars) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// Appends `text` as a JSON string literal in which nothing is invisible.
pub(crate) fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if invisible(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Escapes what is invisible in text that is not quoted, and cuts it to the length of a message.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(MESSAGE_BYTES));
    for c in text.chars() {
        // room for the longest escape and the sign of the cut
        if out.len() > MESSAGE_BYTES - 16 {
            out.push('…');
            break;
        }
        if invisible(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Controls, format characters (bidi, zero width, soft hyphen, tags), separators other than the space,
/// variation selectors, fillers, private use and non-characters. After Unicode 16, general categories Cc, Cf, Zl, Zp, Zs and Co.
pub(crate) fn invisible(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    matches!(c,
        '\u{80}'..='\u{A0}' | '\u{AD}' | '\u{34F}' | '\u{600}'..='\u{605}' | '\u{61C}' | '\u{6DD}' | '\u{70F}'
        | '\u{890}'..='\u{891}' | '\u{8E2}' | '\u{115F}'..='\u{1160}' | '\u{1680}' | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{2000}'..='\u{200F}' | '\u{2028}'..='\u{202F}' | '\u{205F}'..='\u{206F}'
        | '\u{3000}' | '\u{3164}' | '\u{E000}'..='\u{F8FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}' | '\u{110BD}' | '\u{110CD}' | '\u{13430}'..='\u{1343F}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}' | '\u{F0000}'..='\u{10FFFF}')
        || (c as u32) & 0xFFFE == 0xFFFE
        || matches!(c, '\u{FDD0}'..='\u{FDEF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str) -> String {
        let mut out = String::new();
        quote(text, &mut out);
        out
    }

    #[test]
    fn nothing_invisible_is_left() {
        assert_eq!(quoted("a\"b\\\n\u{202e}\u{e0041}"), r#""a\"b\\\n\u202e\udb40\udc41""#);
        assert_eq!(quoted("\u{0}\u{7f}\u{fffe}é"), "\"\\u0000\\u007f\\ufffeé\"");
        assert!(!visible("x\u{200b}y").contains('\u{200b}'));
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(cut(&"x".repeat(100)).chars().count(), VALUE_CHARS + 1);
        assert_eq!(&*cut("short"), "short");
        for c in ["é", "x", "\u{e0041}"] {
            for start in 0..20 {
                assert!(visible(&format!("{}{}", "x".repeat(480 + start), c.repeat(400))).len() <= MESSAGE_BYTES);
            }
        }
    }
}
