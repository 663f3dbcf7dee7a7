//! Cuts an input into chunks of whole records.

use std::io;
use std::mem;

use memchr::{memchr, memrchr};

use super::chunk::{Buffer, Chunk, Content, Limits};
use super::interrupt::Interrupt;
use super::open::Bytes;
use super::values::{Form, Scanner, form};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

pub(super) struct Splitter {
    input: Bytes,
    limits: Limits,
    interrupt: Interrupt,
    /// What was read and belongs to the next chunk.
    rest: Vec<u8>,
    form: Option<Form>,
    scanner: Scanner,
    /// The end was seen, or why there will be none.
    end: Option<io::Result<()>>,
}

impl Splitter {
    pub(super) fn new(input: Bytes, limits: Limits, interrupt: Interrupt) -> Self {
        Splitter { input, limits, interrupt, rest: Vec::new(), form: None, scanner: Scanner::new(), end: None }
    }

    /// Fills the chunk with the next records; false where there are no more. What stands before the place where an input
    /// breaks off is given before the error is.
    pub(super) fn next(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        let form = match self.form {
            Some(form) => form,
            None => self.begin(&mut chunk.buffer),
        };
        self.form = Some(form);
        let filled = match form {
            Form::Lines => self.lines(chunk),
            Form::Document => self.values(chunk),
        };
        match self.end.take_if(|end| !filled && end.is_err()) {
            Some(Err(error)) => Err(error),
            _ => Ok(filled),
        }
    }

    /// Reads as much as tells the form of the input.
    fn begin(&mut self, buffer: &mut Buffer) -> Form {
        buffer.restart(&[], self.limits.chunk);
        loop {
            let more = self.limits.chunk.max(buffer.filled().len());
            self.read(buffer, more);
            let bytes = buffer.filled();
            let ended = self.end.is_some();
            if bytes.len() < BYTE_ORDER_MARK.len() && !ended {
                continue;
            }
            let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
            let form = form(bytes).or_else(|| (ended || bytes.len() > self.limits.record).then_some(Form::Lines));
            if let Some(form) = form {
                self.rest.extend_from_slice(bytes);
                return form;
            }
        }
    }

    /// Reads `more` bytes, or to the end.
    fn read(&mut self, buffer: &mut Buffer, more: usize) {
        if self.end.is_some() {
            return;
        }
        if self.interrupt.is_raised() {
            self.end = Some(Err(io::Error::other("interrupted")));
            return;
        }
        self.end = match buffer.read(&mut *self.input, more) {
            Ok(true) => None,
            Ok(false) => Some(Ok(())),
            Err(error) => Some(Err(error)),
        };
    }

    /// Reads until the chunk has its usual size, and one chunk more where it has it already.
    fn fill(&mut self, buffer: &mut Buffer) {
        let usual = self.limits.chunk;
        let more = usual.saturating_sub(buffer.filled().len());
        self.read(buffer, if more == 0 { usual } else { more });
    }

    /// The chunk begins with what was left over.
    fn restart(&mut self, buffer: &mut Buffer) {
        buffer.restart(&self.rest, self.limits.chunk);
        self.rest.clear();
        self.rest.shrink_to(2 * self.limits.chunk);
    }

    /// What stands from `at` on belongs to the next chunk.
    fn leave(&mut self, buffer: &mut Buffer, at: usize) {
        self.rest.extend_from_slice(&buffer.filled()[at..]);
        buffer.cut(at);
    }

    fn lines(&mut self, chunk: &mut Chunk) -> bool {
        chunk.content = Content::Lines;
        let buffer = &mut chunk.buffer;
        self.restart(buffer);
        let mut searched = 0;
        loop {
            self.fill(buffer);
            if let Some(Ok(())) = self.end {
                return !buffer.filled().is_empty();
            }
            match memrchr(b'\n', &buffer.filled()[searched..]) {
                Some(end) => {
                    self.leave(buffer, searched + end + 1);
                    return true;
                }
                None if self.end.is_some() => return false,
                None if buffer.filled().len() > self.limits.record => {
                    chunk.content = Content::LongLine;
                    self.skip_line(buffer);
                    return true;
                }
                None => searched = buffer.filled().len(),
            }
        }
    }

    /// Reads on to the end of a line that is not held.
    fn skip_line(&mut self, buffer: &mut Buffer) {
        loop {
            buffer.cut(0);
            self.fill(buffer);
            if let Some(end) = memchr(b'\n', buffer.filled()) {
                self.leave(buffer, end + 1);
                return;
            }
            if self.end.is_some() {
                return;
            }
        }
    }

    fn values(&mut self, chunk: &mut Chunk) -> bool {
        let mut found = match mem::replace(&mut chunk.content, Content::Lines) {
            Content::Values(values) => values,
            _ => Vec::new(),
        };
        found.clear();
        let buffer = &mut chunk.buffer;
        // an open value has been looked at already
        let mut scanned = if self.scanner.open().is_some() { self.rest.len() } else { 0 };
        self.restart(buffer);
        loop {
            self.fill(buffer);
            self.scanner.scan(buffer.filled(), scanned, &mut found);
            if let Some(Ok(())) = self.end {
                self.scanner.close(buffer.filled(), &mut found);
            }
            let len = buffer.filled().len();
            let open = self.scanner.open();
            let full = len >= self.limits.chunk && !found.is_empty();
            if full || self.end.is_some() {
                self.scanner.let_go(buffer.filled());
                self.leave(buffer, open.unwrap_or(len));
                break;
            }
            if open.is_none_or(|start| len - start > self.limits.record) {
                if open.is_some() {
                    self.scanner.forget(buffer.filled());
                } else {
                    self.scanner.let_go(buffer.filled());
                }
                buffer.cut(0);
            }
            scanned = buffer.filled().len();
        }
        let any = !found.is_empty();
        chunk.content = Content::Values(found);
        any
    }
}
