//! A place in the pattern's text.

/// Longer than most patterns' parts, shorter than a line.
const MAX_EXCERPT: usize = 24;

pub(super) struct Cursor<'a> {
    source: &'a str,
    position: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Cursor { source, position: 0 }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.position += c.len_utf8();
        Some(c)
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.source[self.position..]
    }

    /// All text from `start` to the end of the pattern.
    pub(super) fn text_from(&self, start: usize) -> &'a str {
        &self.source[start..]
    }

    /// The text from `start` to the cursor.
    pub(super) fn between(&self, start: usize) -> &'a str {
        &self.source[start..self.position]
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.position += text.len();
        }
        found
    }

    pub(super) fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.position += end;
        &rest[..end]
    }

    /// Exactly `count` hexadecimal digits, or nothing.
    pub(super) fn hex(&mut self, count: usize) -> Option<u32> {
        let digits = self.rest().get(..count)?;
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        self.position += count;
        u32::from_str_radix(digits, 16).ok()
    }

    pub(super) fn rewind(&mut self, position: usize) {
        self.position = position;
    }
}

/// A part of the pattern for a message: in back-quotes, cut, nothing invisible in it.
pub(crate) fn excerpt(text: &str) -> String {
    let mut shown = String::from("`");
    for (index, c) in text.chars().enumerate() {
        if index == MAX_EXCERPT {
            shown.push_str("...");
            break;
        }
        match c {
            '\\' | '\'' | '"' => shown.push(c),
            c => shown.extend(c.escape_debug()),
        }
    }
    shown.push('`');
    shown
}
