//! A piece of an input that is folded at once.

use std::io::{self, Read};
use std::ops::Range;

use memchr::memchr_iter;

use super::Fold;
use super::report::Tally;

/// The sizes that bound memory, which tests make small.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// About as many bytes are folded at once.
    pub(super) chunk: usize,
    /// A line or object longer than this is a bad record, and is never held.
    pub(super) record: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { chunk: 1 << 20, record: 8 << 20 }
    }
}

/// A buffer that is used again and again: its bytes stay initialized, so that reading into them costs nothing.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    len: usize,
}

impl Buffer {
    pub(super) fn filled(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    pub(super) fn cut(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    fn reserve(&mut self, more: usize) {
        let len = self.len + more;
        if self.bytes.len() < len {
            self.bytes.reserve_exact(len - self.bytes.len());
            self.bytes.resize(len, 0);
        }
    }

    /// Starts anew with these bytes. Room that only a long line needed is given back.
    pub(super) fn restart(&mut self, bytes: &[u8], usual: usize) {
        self.len = 0;
        if self.bytes.len() > 2 * usual {
            self.bytes.truncate(usual);
            self.bytes.shrink_to_fit();
        }
        self.reserve(bytes.len());
        self.bytes[..bytes.len()].copy_from_slice(bytes);
        self.len = bytes.len();
    }

    /// Reads until there are `more` bytes or the input ends; says whether it goes on.
    pub(super) fn read(&mut self, input: &mut dyn Read, more: usize) -> io::Result<bool> {
        self.reserve(more);
        let end = self.len + more;
        while self.len < end {
            match input.read(&mut self.bytes[self.len..end]) {
                Ok(0) => return Ok(false),
                Ok(read) => self.len += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}

/// An object of a document, or what stands in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    /// The line on which it begins, from 1 on.
    pub(super) line: u64,
    /// Where its text is in the chunk; empty where it was too long to be held.
    pub(super) text: Range<usize>,
}

#[derive(Debug)]
pub(super) enum Content {
    /// Whole lines.
    Lines,
    /// One line that was too long to be held.
    LongLine,
    /// Values of a document.
    Values(Vec<Value>),
}

/// What a worker folds: whole records of one input.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) buffer: Buffer,
    pub(super) content: Content,
    /// Counts the chunks of a run, so that they can be merged in order.
    pub(super) number: usize,
    /// Which input it is from.
    pub(super) input: usize,
}

impl Default for Chunk {
    fn default() -> Self {
        Chunk { buffer: Buffer::default(), content: Content::Lines, number: 0, input: 0 }
    }
}

impl Chunk {
    /// Gives every record to the fold.
    pub(super) fn fold<F: Fold>(&self, mut fold: F, limits: Limits) -> (F::Out, Tally) {
        let (bytes, mut tally) = (self.buffer.filled(), Tally::default());
        match &self.content {
            Content::LongLine => {
                (tally.records, tally.lines) = (1, 1);
                tally.bad.push(1, too_long(limits));
            }
            Content::Values(values) => {
                for value in values {
                    record(&bytes[value.text.clone()], value.line, &mut fold, &mut tally, limits);
                }
            }
            Content::Lines => {
                let mut start = 0;
                for end in memchr_iter(b'\n', bytes) {
                    tally.lines += 1;
                    line(&bytes[start..end], &mut fold, &mut tally, limits);
                    start = end + 1;
                }
                if start < bytes.len() {
                    tally.lines += 1;
                    line(&bytes[start..], &mut fold, &mut tally, limits);
                }
            }
        }
        (fold.finish(), tally)
    }
}

fn line<F: Fold>(mut line: &[u8], fold: &mut F, tally: &mut Tally, limits: Limits) {
    if line.len() > limits.record {
        return record(line, tally.lines, fold, tally, limits);
    }
    // a file system that lost power fills what was not written with zeros, and the program goes on behind them
    if line.first() == Some(&0) {
        tally.records += 1;
        tally.bad.push(tally.lines, "a run of NUL bytes".to_owned());
        line = &line[line.iter().take_while(|&&byte| byte == 0).count()..];
    }
    while let Some(rest) = line.strip_suffix(b"\r") {
        line = rest;
    }
    if !line.trim_ascii_start().is_empty() {
        record(line, tally.lines, fold, tally, limits);
    }
}

/// Gives one record to the fold; an empty one is too long.
fn record<F: Fold>(text: &[u8], line: u64, fold: &mut F, tally: &mut Tally, limits: Limits) {
    tally.records += 1;
    let folded = if text.is_empty() || text.len() > limits.record {
        Err(too_long(limits))
    } else {
        tally.bytes += text.len() as u64;
        fold.line(text)
    };
    if let Err(why) = folded {
        tally.bad.push(line, why);
    }
}

fn too_long(limits: Limits) -> String {
    format!("longer than {} bytes", limits.record)
}
