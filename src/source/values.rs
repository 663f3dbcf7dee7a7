//! Where the objects of a JSON document are, found without reading what is in them.

use std::mem;

use memchr::{memchr, memchr_iter};

use super::chunk::Value;

/// Finds the values of a document as its bytes come by: objects, inside of arrays and outside, and whatever else stands
/// where an object could, for the fold to refuse.
#[derive(Debug)]
pub(super) struct Scanner {
    /// Where the value begins that has no end yet.
    open: Option<usize>,
    /// Brackets that are open in it.
    depth: u64,
    in_string: bool,
    escaped: bool,
    /// The open value was too long to be held.
    forgotten: bool,
    /// The line on which the open value begins, or that of `counted`.
    line: u64,
    /// As far have line ends been counted.
    counted: usize,
    /// Line ends behind `line`, in bytes that are gone.
    passed: u64,
}

impl Scanner {
    pub(super) fn new() -> Self {
        Scanner {
            open: None,
            depth: 0,
            in_string: false,
            escaped: false,
            forgotten: false,
            line: 1,
            counted: 0,
            passed: 0,
        }
    }

    /// Goes on at `at`, and adds the values that end in these bytes.
    pub(super) fn scan(&mut self, bytes: &[u8], mut at: usize, found: &mut Vec<Value>) {
        while at < bytes.len() {
            if self.in_string {
                at = self.string(bytes, at, found);
                continue;
            }
            if self.depth > 0 {
                at += bytes[at..].iter().position(|&byte| is_structure(byte)).unwrap_or(bytes.len() - at);
            }
            let Some(&byte) = bytes.get(at) else { return };
            match byte {
                b'"' => {
                    self.begin(bytes, at);
                    self.in_string = true;
                }
                b'{' if self.depth == 0 => {
                    self.end(at, found);
                    self.begin(bytes, at);
                    self.depth = 1;
                }
                b'{' | b'[' if self.depth > 0 => self.depth += 1,
                b'}' | b']' if self.depth > 0 => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        self.end(at + 1, found);
                    }
                }
                b'[' | b']' | b',' | b'\n' if self.depth == 0 => self.end(at, found),
                _ if self.depth == 0 && !byte.is_ascii_whitespace() => self.begin(bytes, at),
                _ => {}
            }
            at += 1;
        }
    }

    /// Goes on inside of a string, and gives the place behind what was looked at.
    fn string(&mut self, bytes: &[u8], mut at: usize, found: &mut Vec<Value>) -> usize {
        if mem::take(&mut self.escaped) {
            at += 1;
        }
        while let Some(next) = bytes.get(at..).and_then(|rest| rest.iter().position(|&byte| is_special(byte))) {
            at += next;
            if bytes[at] == b'"' {
                self.in_string = false;
                if self.depth == 0 {
                    self.end(at + 1, found);
                }
                return at + 1;
            }
            at += 2;
        }
        self.escaped = at > bytes.len();
        bytes.len()
    }

    fn begin(&mut self, bytes: &[u8], at: usize) {
        if self.open.is_none() {
            self.count(&bytes[..at]);
            self.open = Some(at);
        }
    }

    fn end(&mut self, at: usize, found: &mut Vec<Value>) {
        if let Some(start) = self.open.take() {
            let text = if mem::take(&mut self.forgotten) { at..at } else { start..at };
            found.push(Value { line: self.line, text });
        }
    }

    fn count(&mut self, bytes: &[u8]) {
        self.pass(bytes);
        self.line += mem::take(&mut self.passed);
    }

    fn pass(&mut self, bytes: &[u8]) {
        self.passed += memchr_iter(b'\n', &bytes[self.counted..]).count() as u64;
        self.counted = bytes.len();
    }

    /// Where the open value begins.
    pub(super) fn open(&self) -> Option<usize> {
        self.open
    }

    /// The bytes before the open value, or all, are about to go.
    pub(super) fn let_go(&mut self, bytes: &[u8]) {
        match &mut self.open {
            Some(start) => {
                // its line ends are counted from its beginning on, once it has ended
                self.counted -= *start;
                *start = 0;
            }
            None => {
                self.count(bytes);
                self.counted = 0;
            }
        }
    }

    /// All bytes are about to go, as the open value is too long.
    pub(super) fn forget(&mut self, bytes: &[u8]) {
        self.pass(bytes);
        (self.open, self.counted, self.forgotten) = (Some(0), 0, true);
    }

    /// The document ends here, perhaps within a value.
    pub(super) fn close(&mut self, bytes: &[u8], found: &mut Vec<Value>) {
        self.end(bytes.len(), found);
    }
}

/// What opens or closes a value, outside of strings.
fn is_structure(byte: u8) -> bool {
    matches!(byte, b'"' | b'{' | b'}' | b'[' | b']')
}

/// What ends a string, or keeps the next byte from ending it.
fn is_special(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\')
}

/// How an input is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A record on each line. A broken one spoils no other.
    Lines,
    /// A document of values, each on as many lines as it likes.
    Document,
}

/// Tells lines from a document by the beginning of an input; `None` where more of it is needed.
pub(super) fn form(head: &[u8]) -> Option<Form> {
    let start = head.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let rest = &head[start..];
    match rest[0] {
        b'[' => return Some(Form::Document),
        b'{' => {}
        _ => return Some(Form::Lines),
    }
    let line_end = memchr(b'\n', rest);
    let line = &rest[..line_end.unwrap_or(rest.len())];
    let (mut scanner, mut found) = (Scanner::new(), Vec::new());
    scanner.scan(line, 0, &mut found);
    if let Some(object) = found.first() {
        return match line[object.text.end..].trim_ascii_start().first() {
            // a list without its brackets, or a stream without line ends
            Some(b'{' | b',') => Some(Form::Document),
            Some(_) => Some(Form::Lines),
            None => line_end.map(|_| Form::Lines),
        };
    }
    let next_line = &rest[line_end?..];
    if scanner.in_string {
        // no string goes over a line's end: this is a line that broke off
        return Some(Form::Lines);
    }
    if let Some(b'{' | b'[' | b',' | b':') = line.trim_ascii_end().last() {
        return Some(Form::Document);
    }
    match next_line.trim_ascii_start().first()? {
        // nothing goes on with an object here: the first line broke off, and this is the second
        b'{' => Some(Form::Lines),
        _ => Some(Form::Document),
    }
}
