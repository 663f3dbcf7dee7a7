//! Strings with escapes, decoded.

use super::scan::plain_end;

/// A string, decoded.
pub(super) struct Decoded {
    /// Where its closing quote stands.
    pub(super) end: usize,
    /// How many bytes it has.
    pub(super) length: usize,
}

/// A string that is not JSON.
pub(super) struct Broken {
    pub(super) place: usize,
    /// `None` where the text ends too early.
    pub(super) what: Option<&'static str>,
}

/// Decodes the string that is plain from `start` to `end`, into a buffer that holds as many bytes as the text has left.
pub(super) fn decode(text: &[u8], start: usize, end: usize, out: &mut [u8]) -> Result<Decoded, Broken> {
    let (mut place, mut length) = (end, end - start);
    out[..length].copy_from_slice(&text[start..end]);
    loop {
        let broken = |what| Err(Broken { place, what });
        match text.get(place) {
            Some(b'"') => return Ok(Decoded { end: place, length }),
            Some(b'\\') => {}
            Some(_) => return broken(Some("a raw control character in a string")),
            None => return broken(None),
        }
        let decoded = match text.get(place + 1) {
            Some(&byte @ (b'"' | b'\\' | b'/')) => byte,
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'b') => 0x8,
            Some(b'f') => 0xc,
            Some(b'u') => 0,
            Some(_) => return broken(Some("an escape that JSON does not know")),
            None => return broken(None),
        };
        place += 2;
        if decoded == 0 {
            let char = char_at(text, &mut place)?;
            length += char.encode_utf8(&mut out[length..]).len();
        } else {
            out[length] = decoded;
            length += 1;
        }
        let run = copy_plain(&text[place..], &mut out[length..]);
        place += run;
        length += run;
    }
}

/// Copies plain text up to what is none. Where escapes are, runs are short, and copied byte by byte sooner than found and copied.
#[inline]
fn copy_plain(from: &[u8], to: &mut [u8]) -> usize {
    const SHORT: usize = 16;
    let bytes = from.iter().zip(&mut *to).take(SHORT);
    let run = bytes.take_while(|(byte, _)| PLAIN[usize::from(**byte)]).map(|(byte, copy)| *copy = *byte).count();
    if run < SHORT {
        return run;
    }
    let run = plain_end(from, run);
    to[..run].copy_from_slice(&from[..run]);
    run
}

/// The character of a `\u` whose digits stand at `place`, of two where the first is half of a surrogate pair.
#[inline]
fn char_at(text: &[u8], place: &mut usize) -> Result<char, Broken> {
    let mut unit = unit_at(text, place)?;
    if (0xD800..0xDC00).contains(&unit) && text[*place..].starts_with(b"\\u") {
        *place += 2;
        let low = unit_at(text, place)?;
        if !(0xDC00..0xE000).contains(&low) {
            return Err(Broken { place: *place, what: Some(LONE) });
        }
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    }
    char::from_u32(unit).ok_or(Broken { place: *place, what: Some(LONE) })
}

const LONE: &str = "a lone surrogate, which is no character";

#[inline]
fn unit_at(text: &[u8], place: &mut usize) -> Result<u32, Broken> {
    let Some(digits) = text.get(*place..).and_then(|rest| rest.first_chunk::<4>()) else {
        return Err(Broken { place: *place, what: None });
    };
    let [a, b, c, d] = digits.map(|digit| u32::from(HEX[usize::from(digit)]));
    if (a | b | c | d) > 0xf {
        return Err(Broken { place: *place, what: Some("`\\u` without four hexadecimal digits") });
    }
    *place += 4;
    Ok(a << 12 | b << 8 | c << 4 | d)
}

/// The bytes that stand for themselves in a string.
static PLAIN: [bool; 256] = {
    let (mut table, mut byte) = ([true; 256], 0);
    while byte < 0x20 {
        table[byte] = false;
        byte += 1;
    }
    table[b'"' as usize] = false;
    table[b'\\' as usize] = false;
    table
};

/// The values of hexadecimal digits; every other byte is beyond them.
static HEX: [u8; 256] = {
    let (mut table, mut value) = ([u8::MAX; 256], 0);
    while value < 16 {
        let digit = b"0123456789abcdef"[value];
        table[digit as usize] = value as u8;
        table[digit.to_ascii_uppercase() as usize] = value as u8;
        value += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> Result<String, Option<&'static str>> {
        let mut out = vec![0; text.len()];
        let end = plain_end(text.as_bytes(), 0);
        match decode(text.as_bytes(), 0, end, &mut out) {
            Ok(Decoded { end, length }) => {
                assert_eq!(end, text.len() - 1, "{text}");
                Ok(String::from_utf8(out[..length].to_vec()).unwrap())
            }
            Err(broken) => {
                assert!(broken.place <= text.len(), "{text}");
                Err(broken.what)
            }
        }
    }

    #[test]
    fn escapes_are_decoded_between_runs_of_every_length() {
        for length in 0..100 {
            let run = "é€x".repeat(length / 3) + &"y".repeat(length % 3);
            let text = format!(r#"{run}\n{run}\"\\\/\b\f\r\t{run}\u00e9\u20AC{run}\uD83D\uDE00{run}""#);
            let want = format!("{run}\n{run}\"\\/\u{8}\u{c}\r\t{run}é€{run}😀{run}");
            assert_eq!(decoded(&text), Ok(want));
        }
    }

    #[test]
    fn broken_escapes_are_told_from_cut_ones() {
        for text in [
            r#"\x""#,
            r#"\u12g4""#,
            r#"\u+123""#,
            r#"\ud800""#,
            r#"\ud800\n""#,
            r#"\ud800\ud800""#,
            r#"\udc00""#,
            "\\n\u{1}\"",
        ] {
            assert!(matches!(decoded(text), Err(Some(_))), "{text}");
        }
        for text in [r"\n", r"\", r"\u12", r"\ud800\u12", r"\nx"] {
            assert_eq!(decoded(text), Err(None), "{text}");
        }
    }
}
