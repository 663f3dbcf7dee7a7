//! A payload that is one Python literal dict.
//!
//! What is read here has one meaning in Python, and JSON can say the same. All else is left alone: prefixed, adjacent and
//! triple-quoted strings, comments, sets, bytes, names, arithmetic, numbers that JSON spells otherwise.

use super::lenient::{Options, Rewritten};
use super::reader::MAX_DEPTH;
use super::value::write_string;
use crate::rule::Rule;

/// The dict as JSON text; `None` when the text is anything but one literal dict, or has nothing of Python's own.
pub(crate) fn to_json(text: &str, options: Options) -> Option<Rewritten> {
    let mut reader = Reader {
        text,
        place: 0,
        out: String::with_capacity(text.len() + 16),
        options,
        foreign: false,
        commas: false,
        controls: false,
    };
    reader.space();
    (reader.peek() == Some(b'{')).then_some(())?;
    reader.value(1)?;
    reader.space();
    (reader.place == text.len() && reader.foreign).then_some(())?;
    let mut rules = vec![Rule::PythonLiterals];
    rules.extend(reader.commas.then_some(Rule::DropTrailingComma));
    rules.extend(reader.controls.then_some(Rule::EscapeControlChars));
    Some(Rewritten { text: reader.out, rules })
}

struct Reader<'a> {
    text: &'a str,
    place: usize,
    out: String,
    options: Options,
    /// Something was read that is Python and not JSON.
    foreign: bool,
    commas: bool,
    controls: bool,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.place).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.place += 1)
    }

    /// Takes the bytes that `of` admits.
    fn run(&mut self, of: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.text[self.place..];
        let run = &rest[..rest.bytes().take_while(|&byte| byte.is_ascii() && of(byte)).count()];
        self.place += run.len();
        run
    }

    fn space(&mut self) {
        self.run(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    }

    /// A value that is nested in `depth - 1` others.
    fn value(&mut self, depth: u32) -> Option<()> {
        match self.peek()? {
            b'{' => self.dict(depth),
            b'[' => self.sequence(depth, b']'),
            b'(' => {
                self.foreign = true;
                self.sequence(depth, b')')
            }
            b'"' | b'\'' => self.string(),
            b'-' | b'0'..=b'9' => self.number(),
            _ => self.word(),
        }
    }

    fn dict(&mut self, depth: u32) -> Option<()> {
        self.items(depth, b'}', |reader| {
            reader.string()?;
            reader.space();
            reader.take(b':')?;
            reader.out.push(':');
            reader.space();
            reader.value(depth + 1)
        })
        .map(drop)
    }

    fn sequence(&mut self, depth: u32, closer: u8) -> Option<()> {
        let (count, comma) = self.items(depth, closer, |reader| reader.value(depth + 1))?;
        // one value in parentheses is that value, unless a comma makes a tuple of it
        (closer != b')' || count != 1 || comma).then_some(())
    }

    /// Reads items to the closer: how many there are, and whether a comma follows the last.
    fn items(
        &mut self,
        depth: u32,
        closer: u8,
        mut item: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<(usize, bool)> {
        (depth <= MAX_DEPTH).then_some(())?;
        self.place += 1;
        let (opens, closes) = if closer == b'}' { ('{', '}') } else { ('[', ']') };
        self.out.push(opens);
        let (mut count, mut comma) = (0, true);
        loop {
            self.space();
            if self.take(closer).is_some() {
                break;
            }
            comma.then_some(())?;
            if count > 0 {
                self.out.push(',');
            }
            item(self)?;
            count += 1;
            self.space();
            comma = self.take(b',').is_some();
        }
        self.out.push(closes);
        let trailing = comma && count > 0;
        if trailing && !(closer == b')' && count == 1) {
            self.options.trailing_comma.then_some(())?;
            self.commas = true;
        }
        Some((count, trailing))
    }

    /// A number that both languages spell alike, with its own digits.
    fn number(&mut self) -> Option<()> {
        let start = self.place;
        let _ = self.take(b'-');
        let whole = self.run(|byte| byte.is_ascii_digit());
        (whole.len() == 1 || (whole.len() > 1 && !whole.starts_with('0'))).then_some(())?;
        if self.take(b'.').is_some() {
            (!self.run(|byte| byte.is_ascii_digit()).is_empty()).then_some(())?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.place += 1;
            self.take(b'-').or_else(|| self.take(b'+'));
            (!self.run(|byte| byte.is_ascii_digit()).is_empty()).then_some(())?;
        }
        self.out.push_str(&self.text[start..self.place]);
        Some(())
    }

    fn word(&mut self) -> Option<()> {
        let word = match self.run(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            "True" => "true",
            "False" => "false",
            "None" => "null",
            _ => return None,
        };
        self.foreign = true;
        self.out.push_str(word);
        Some(())
    }

    fn string(&mut self) -> Option<()> {
        let quote = self.peek().filter(|quote| matches!(quote, b'"' | b'\''))?;
        self.place += 1;
        self.foreign |= quote == b'\'';
        let rest = &self.text[self.place..];
        let plain = rest.bytes().position(|byte| byte == quote || byte == b'\\' || byte < b' ')?;
        if rest.as_bytes()[plain] == quote {
            write_string(&rest[..plain], &mut self.out);
            self.place += plain + 1;
            return Some(());
        }
        let mut text = String::new();
        loop {
            let rest = &self.text[self.place..];
            let stop = rest.bytes().position(|byte| byte == quote || byte == b'\\' || byte < b' ')?;
            text.push_str(&rest[..stop]);
            self.place += stop + 1;
            match rest.as_bytes()[stop] {
                b'\\' => text.push(self.escape()?),
                control @ (b'\n' | b'\r' | b'\t') if self.options.control_chars => {
                    self.controls = true;
                    text.push(control.into());
                }
                byte if byte == quote => break,
                _ => return None,
            }
        }
        write_string(&text, &mut self.out);
        Some(())
    }

    /// What stands behind a backslash. An escape that Python does not know keeps its backslash there, with a warning: two readings.
    fn escape(&mut self) -> Option<char> {
        let kind = self.peek()?;
        self.place += 1;
        self.foreign |= !b"\\\"bfnrtu".contains(&kind);
        Some(match kind {
            b'\\' | b'\'' | b'"' => kind.into(),
            b'a' => '\u{7}',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'v' => '\u{b}',
            b'x' => self.code_point(2)?,
            b'u' => self.code_point(4)?,
            b'U' => self.code_point(8)?,
            b'0'..=b'7' => {
                let digits = self.text.as_bytes()[self.place..]
                    .iter()
                    .take(2)
                    .take_while(|digit| matches!(digit, b'0'..=b'7'))
                    .count();
                let digits = &self.text[self.place - 1..self.place + digits];
                self.place += digits.len() - 1;
                // beyond one byte Python warns
                u8::from_str_radix(digits, 8).ok()?.into()
            }
            _ => return None,
        })
    }

    /// So many hexadecimal digits. A surrogate is no character, not even before its other half.
    fn code_point(&mut self, digits: usize) -> Option<char> {
        let digits = self.text.get(self.place..self.place + digits)?;
        digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
        self.place += digits.len();
        char::from_u32(u32::from_str_radix(digits, 16).ok()?)
    }
}

#[cfg(test)]
mod tests;
