//! Output of one JSON value a line, whatever the reader takes for a line's end.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Compact JSON that escapes the line ends which JSON itself allows in a string.
struct OneLine;

impl Formatter for OneLine {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        if fragment.is_ascii() {
            return out.write_all(fragment.as_bytes());
        }
        for part in fragment.split_inclusive(['\u{85}', '\u{2028}', '\u{2029}']) {
            match part.chars().next_back() {
                Some(end @ ('\u{85}' | '\u{2028}' | '\u{2029}')) => {
                    out.write_all(&part.as_bytes()[..part.len() - end.len_utf8()])?;
                    write!(out, "\\u{:04x}", u32::from(end))?;
                }
                _ => out.write_all(part.as_bytes())?,
            }
        }
        Ok(())
    }
}

/// Writes a value, without a line end behind it.
pub(crate) fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, OneLine)).map_err(io::Error::from)
}
