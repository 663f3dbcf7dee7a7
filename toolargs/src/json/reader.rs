//! The pull reader: one pass over the text, values on demand, numbers as their exact text.

use std::borrow::Cow;
use std::collections::HashSet;

use super::escape;
use super::number::leading_integer;
use super::scan::plain_end;
use crate::at::At;
use crate::code::Code;
use crate::error::{ArgumentError, Detail, MAX_ERRORS};
use crate::spec::{EMPTY, FieldSpec};

/// The text is not JSON, or too deep: nothing more can be read from it. What is wrong is held by the gate,
/// so that this type has no size and results stay in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop(());

/// Objects and arrays within one another, at the most.
pub(crate) const MAX_DEPTH: u32 = 128;

/// What stopped the reader, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) kind: Fault,
    pub(crate) place: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    TooDeep,
    /// Alternatives within alternatives, more than can be tried.
    TooManyReadings,
    Truncated,
    TextAfter,
    Prose,
    Syntax(&'static str),
}

impl Fault {
    /// A bound of the gate was met: the text may be JSON for all that.
    pub(crate) fn is_limit(self) -> bool {
        matches!(self, Fault::TooDeep | Fault::TooManyReadings)
    }
}

/// One value, reduced to what a scalar's coercer needs. Containers have been walked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'t> {
    Null,
    Boolean(bool),
    Number(&'t str),
    /// `NaN` or an infinity, already reported.
    NonFinite,
    String(&'t str),
    Array,
    Object,
}

impl Token<'_> {
    /// The value's kind, as messages name it.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Token::Null => "null",
            Token::Boolean(_) => "boolean",
            Token::Number(_) | Token::NonFinite => "number",
            Token::String(_) => "string",
            Token::Array => "array",
            Token::Object => "object",
        }
    }
}

/// Reads one JSON text.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    text: &'a str,
    pub(crate) place: usize,
    pub(crate) depth: u32,
    /// The last string with escapes, decoded.
    scratch: Vec<u8>,
    pub(crate) failure: Option<Failure>,
    /// Errors of the payload itself: duplicate keys, non-finite numbers.
    pub(crate) defects: Defects,
    /// Bytes that alternatives of unions may still read again.
    pub(crate) rereads: usize,
}

/// Errors of the payload itself, in the order in which the article's decoder meets them:
/// a number where it stands, a duplicate where its object closes. One is enough to reject, so a flood of them is cut.
#[derive(Debug, Default)]
pub(crate) struct Defects {
    kept: Vec<(Option<u32>, ArgumentError)>,
    /// Those beyond the first few.
    pub(crate) dropped: usize,
}

impl Defects {
    pub(crate) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    /// Adds an error, with the depth of the object that has to close before it counts.
    #[cold]
    fn push(&mut self, open: Option<u32>, error: impl FnOnce() -> ArgumentError) {
        match self.kept.len() < MAX_ERRORS {
            true => self.kept.push((open, error())),
            false => self.dropped += 1,
        }
    }

    /// The object at `depth` closes: its duplicates move behind what was found within it.
    #[cold]
    fn close(&mut self, depth: u32) {
        let own = self.kept.extract_if(.., |(open, _)| *open == Some(depth)).collect::<Vec<_>>();
        self.kept.extend(own.into_iter().map(|(_, error)| (None, error)));
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.kept.truncate(length);
    }

    pub(crate) fn append(&mut self, other: Defects) {
        self.kept.extend(other.kept);
        self.dropped += other.dropped;
    }

    pub(crate) fn first(&self) -> Option<&ArgumentError> {
        self.kept.first().map(|(_, error)| error)
    }

    fn split_off(&mut self, from: usize) -> Defects {
        Defects { kept: self.kept.split_off(from.min(self.kept.len())), dropped: 0 }
    }

    /// Takes out the errors from `from` on.
    pub(crate) fn take(&mut self, from: usize) -> Vec<ArgumentError> {
        self.kept.drain(from..).map(|(_, error)| error).collect()
    }
}

/// A place to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    place: usize,
    depth: u32,
    defects: usize,
}

impl<'a> Reader<'a> {
    #[inline]
    pub(crate) fn new(text: &'a str) -> Self {
        Reader {
            text,
            place: 0,
            depth: 0,
            scratch: Vec::new(),
            failure: None,
            defects: Defects::default(),
            rereads: 16 * text.len() + (1 << 16),
        }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    #[inline]
    pub(crate) fn owns_nothing(&self) -> bool {
        self.scratch.capacity() == 0 && self.defects.kept.capacity() == 0
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn fail<T>(&mut self, what: &'static str) -> Result<T, Stop> {
        let kind = match self.place >= self.text.len() {
            true => Fault::Truncated,
            false if self.depth == 0 && self.text[..self.place].trim_ascii().is_empty() => Fault::Prose,
            false => Fault::Syntax(what),
        };
        self.stop(kind)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn stop<T>(&mut self, kind: Fault) -> Result<T, Stop> {
        self.failure = Some(Failure { kind, place: self.place.min(self.text.len()) });
        Err(Stop(()))
    }

    #[inline(always)]
    fn byte(&self, place: usize) -> u8 {
        self.text.as_bytes().get(place).copied().unwrap_or(0)
    }

    /// Skips white space and gives the next byte, or 0 at the end; a NUL byte is valid nowhere, so 0 is never a value.
    #[inline(always)]
    pub(crate) fn peek(&mut self) -> u8 {
        let mut byte = self.byte(self.place);
        while matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
            self.place += 1;
            byte = self.byte(self.place);
        }
        byte
    }

    /// The byte behind the one peeked.
    pub(crate) fn second(&self) -> u8 {
        self.byte(self.place + 1)
    }

    /// Checks that nothing but white space is left.
    pub(crate) fn end(&mut self) -> Result<(), Stop> {
        self.peek();
        if self.place == self.text.len() { Ok(()) } else { self.stop(Fault::TextAfter) }
    }

    /// Enters the array or object whose opening byte was peeked.
    #[inline]
    pub(crate) fn open(&mut self) -> Result<(), Stop> {
        self.place += 1;
        self.depth += 1;
        if self.depth > MAX_DEPTH { self.stop(Fault::TooDeep) } else { Ok(()) }
    }

    /// Inside an array: true when another item follows.
    #[inline(always)]
    pub(crate) fn item(&mut self, first: &mut bool) -> Result<bool, Stop> {
        let byte = self.peek();
        if byte == b']' {
            self.place += 1;
            self.depth -= 1;
            return Ok(false);
        }
        if std::mem::replace(first, false) {
            return Ok(true);
        }
        if byte != b',' {
            return self.fail("expected `,` or `]`");
        }
        self.place += 1;
        if self.peek() == b']' {
            return self.fail("a comma before `]`");
        }
        Ok(true)
    }

    /// Inside an object: true when another key follows, with its quote peeked.
    #[inline]
    pub(crate) fn entry(&mut self, first: &mut bool) -> Result<bool, Stop> {
        let mut byte = self.peek();
        if byte == b'}' {
            self.place += 1;
            if !self.defects.is_empty() {
                self.defects.close(self.depth);
            }
            self.depth -= 1;
            return Ok(false);
        }
        if !std::mem::replace(first, false) {
            if byte != b',' {
                return self.fail("expected `,` or `}`");
            }
            self.place += 1;
            byte = self.peek();
        }
        match byte {
            b'"' => Ok(true),
            b'}' => self.fail("a comma before `}`"),
            b'\'' => self.fail("single quotes, where JSON takes double ones"),
            _ => self.fail("expected a key in double quotes"),
        }
    }

    #[inline(always)]
    pub(crate) fn colon(&mut self) -> Result<(), Stop> {
        if self.peek() != b':' {
            return self.fail("expected `:`");
        }
        self.place += 1;
        Ok(())
    }

    /// Takes `word` if it stands here.
    #[inline(always)]
    pub(crate) fn eat(&mut self, word: &str) -> bool {
        let found = self.text.as_bytes().get(self.place..).is_some_and(|rest| rest.starts_with(word.as_bytes()));
        if found {
            self.place += word.len();
        }
        found
    }

    /// Takes the field's key if it stands here without escapes; its opening quote has been peeked.
    #[inline(always)]
    pub(crate) fn eat_key(&mut self, field: &FieldSpec) -> bool {
        let rest = self.text.as_bytes().get(self.place + 1..).unwrap_or_default();
        let found = field.key.begins(rest, &field.name);
        if found {
            self.place += field.name.len() + 2;
        }
        found
    }

    /// Reads the string whose opening quote was peeked: borrowed from the text, or from the scratch buffer where it held escapes.
    #[inline(always)]
    pub(crate) fn string(&mut self) -> Result<&str, Stop> {
        let start = self.place + 1;
        let end = plain_end(self.text.as_bytes(), start);
        if self.byte(end) != b'"' {
            return self.unescape(start, end);
        }
        self.place = end + 1;
        Ok(&self.text[start..end])
    }

    /// As [`string`](Self::string), to keep: borrowed from the text where it can be.
    pub(crate) fn kept_string(&mut self) -> Result<Cow<'a, str>, Stop> {
        let start = self.place + 1;
        let end = plain_end(self.text.as_bytes(), start);
        if self.byte(end) == b'"' {
            self.place = end + 1;
            return Ok(Cow::Borrowed(&self.text[start..end]));
        }
        Ok(Cow::Owned(self.unescape(start, end)?.to_owned()))
    }

    /// Decodes the string whose opening quote was peeked, and which is plain from `start` to `end` but not to its end.
    #[inline(never)]
    fn unescape(&mut self, start: usize, end: usize) -> Result<&str, Stop> {
        if self.scratch.is_empty() {
            // no escape is shorter than what it stands for, here or in any string behind
            self.scratch = vec![0; self.text.len() - start];
        }
        match escape::decode(self.text.as_bytes(), start, end, &mut self.scratch) {
            Ok(decoded) => {
                self.place = decoded.end + 1;
                str::from_utf8(&self.scratch[..decoded.length]).map_err(|_| Stop(()))
            }
            Err(broken) => {
                self.place = broken.place;
                match broken.what {
                    Some(what) => self.fail(what),
                    None => self.stop(Fault::Truncated),
                }
            }
        }
    }

    /// A plain integer of at most 18 digits, when one stands here; nothing is taken otherwise.
    #[inline]
    pub(crate) fn small_integer(&mut self) -> Option<i64> {
        let (value, length) = leading_integer(self.text.as_bytes().get(self.place..)?)?;
        let end = self.place + length;
        if matches!(self.byte(end), b'.' | b'e' | b'E') {
            return None;
        }
        self.place = end;
        Some(value)
    }

    /// The number literal that stands here, or `None` for a non-finite word, which is reported.
    #[inline]
    pub(crate) fn number(&mut self, at: &At<'_>) -> Result<Option<&'a str>, Stop> {
        let start = self.place;
        let mut end = start + usize::from(self.byte(start) == b'-');
        match self.byte(end) {
            b'0' => end += 1,
            b'1'..=b'9' => end = self.digits(end + 1),
            b'I' => return self.non_finite(at).map(|()| None),
            _ => {
                self.place = end;
                return self.fail("expected a number");
            }
        }
        if matches!(self.byte(end), b'.' | b'e' | b'E' | b'0'..=b'9') {
            end = self.fraction(end)?;
        }
        self.place = end;
        Ok(Some(&self.text[start..end]))
    }

    #[inline]
    fn digits(&self, mut at: usize) -> usize {
        while self.byte(at).is_ascii_digit() {
            at += 1;
        }
        at
    }

    fn fraction(&mut self, mut end: usize) -> Result<usize, Stop> {
        if self.byte(end) == b'.' {
            end = self.some_digits(end + 1)?;
        }
        if matches!(self.byte(end), b'e' | b'E') {
            end += 1;
            end += usize::from(matches!(self.byte(end), b'+' | b'-'));
            end = self.some_digits(end)?;
        }
        if self.byte(end).is_ascii_digit() {
            self.place = end;
            return self.fail("a number with a leading zero");
        }
        Ok(end)
    }

    fn some_digits(&mut self, start: usize) -> Result<usize, Stop> {
        let end = self.digits(start);
        if end == start {
            self.place = start;
            return self.fail("expected a digit");
        }
        Ok(end)
    }

    #[cold]
    #[inline(never)]
    fn non_finite(&mut self, at: &At<'_>) -> Result<(), Stop> {
        for word in ["NaN", "Infinity", "-Infinity"] {
            if self.eat(word) {
                self.defects.push(None, || ArgumentError::new(at, Code::NonFiniteNumber, Detail::NonFinite(word)));
                return Ok(());
            }
        }
        self.fail("expected a value")
    }

    /// The next value as a token. A container is walked for its syntax and its duplicates.
    #[inline]
    pub(crate) fn token(&mut self, at: &At<'_>) -> Result<Token<'_>, Stop> {
        match self.peek() {
            b'"' => Ok(Token::String(self.string()?)),
            b'0'..=b'9' | b'-' => Ok(self.number(at)?.map_or(Token::NonFinite, Token::Number)),
            b't' => self.word("true", Token::Boolean(true)),
            b'f' => self.word("false", Token::Boolean(false)),
            b'n' => self.word("null", Token::Null),
            b'[' => self.skip_array(at).map(|()| Token::Array),
            b'{' => self.skip_object(at).map(|()| Token::Object),
            b'N' | b'I' => self.non_finite(at).map(|()| Token::NonFinite),
            b'\'' => self.fail("single quotes, where JSON takes double ones"),
            _ => self.fail("expected a value"),
        }
    }

    fn word(&mut self, word: &str, token: Token<'static>) -> Result<Token<'static>, Stop> {
        if self.eat(word) { Ok(token) } else { self.fail("expected a value") }
    }

    /// Walks one value that nobody wants, for its syntax and its duplicates.
    #[inline(never)]
    pub(crate) fn skip(&mut self, at: &At<'_>) -> Result<(), Stop> {
        self.token(at).map(drop)
    }

    #[cold]
    #[inline(never)]
    fn skip_array(&mut self, at: &At<'_>) -> Result<(), Stop> {
        self.open()?;
        let (mut first, mut index) = (true, 0);
        while self.item(&mut first)? {
            self.skip(&at.item(index, &EMPTY))?;
            index += 1;
        }
        Ok(())
    }

    /// The set of keys hashes with random keys, so chosen keys cannot make it slow.
    #[cold]
    #[inline(never)]
    fn skip_object(&mut self, at: &At<'_>) -> Result<(), Stop> {
        self.open()?;
        let mut first = true;
        let mut keys = HashSet::new();
        while self.entry(&mut first)? {
            let key = self.kept_string()?;
            self.colon()?;
            let at = at.key(&key, &EMPTY);
            self.skip(&at)?;
            if keys.contains(&key) {
                self.report_duplicate(&at);
            } else {
                keys.insert(key);
            }
        }
        Ok(())
    }

    /// Reports a key that stands again in the object that is open.
    #[cold]
    pub(crate) fn report_duplicate(&mut self, at: &At<'_>) {
        self.defects.push(Some(self.depth), || ArgumentError::new(at, Code::DuplicateKey, Detail::Duplicate));
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { place: self.place, depth: self.depth, defects: self.defects.len() }
    }

    /// Goes back to read the same text again, forgetting what was found wrong with it.
    /// What is read twice is counted, so that nested alternatives cannot cost without bound.
    pub(crate) fn rewind(&mut self, mark: Mark) {
        self.rereads = self.rereads.saturating_sub(self.place - mark.place);
        self.place = mark.place;
        self.depth = mark.depth;
        self.defects.truncate(mark.defects);
    }

    /// A second reader from the mark on, while the bytes that may be read again last.
    pub(crate) fn again_from(&self, mark: Mark) -> Option<Reader<'a>> {
        (self.rereads > 0).then(|| Reader { place: mark.place, depth: mark.depth, ..Reader::new(self.text) })
    }

    /// Counts what a second reader has read.
    pub(crate) fn charge(&mut self, mark: Mark, again: &Reader<'_>) {
        self.rereads = self.rereads.saturating_sub(again.place - mark.place);
    }

    /// Takes out what was found wrong with the payload since the mark.
    pub(crate) fn defects_since(&mut self, mark: Mark) -> Defects {
        self.defects.split_off(mark.defects)
    }

    /// The text read since the mark, without outer white space.
    pub(crate) fn since(&self, mark: Mark) -> &'a str {
        self.text[mark.place..self.place].trim_ascii()
    }

    /// True when anything was found wrong with the payload since the mark.
    pub(crate) fn defective_since(&self, mark: Mark) -> bool {
        self.defects.len() > mark.defects
    }
}
