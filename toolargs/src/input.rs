//! The gate at work on one payload: the reader, and the record of errors and repairs.

use serde_json::Value;

use crate::args::{Flow, Repair};
use crate::at::{At, Verdict};
use crate::code::Code;
use crate::echo;
use crate::error::{ArgumentError, Detail, MAX_ERRORS};
use crate::json::number::Integer;
use crate::json::reader::{Reader, Stop, Token};
use crate::rule::Rule;

/// What a [`FromArg`](crate::FromArg) reads from and records to.
pub struct Input<'a> {
    pub(crate) reader: Reader<'a>,
    pub(crate) records: Records,
    /// Whether any field of the tool must not be shown.
    sensitive: Option<&'a dyn Fn() -> bool>,
    /// What that said, once it has been asked.
    asked: std::cell::Cell<Option<bool>>,
}

impl std::fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input").finish_non_exhaustive()
    }
}

/// Errors and repairs, in the order of the contract once every object has been closed.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) errors: Vec<ArgumentError>,
    pub(crate) repairs: Vec<Repair>,
    /// For each repair, what is needed to place it and to refuse it.
    pub(crate) noted: Vec<Noted>,
    /// The declared place of the field being read in the innermost object, by which records are put in order.
    pub(crate) slot: u32,
    /// Errors found but not kept.
    pub(crate) dropped: usize,
    /// Further errors are only counted.
    pub(crate) quiet: bool,
}

/// Where a repair belongs among the fields, and whether the policy forbids it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noted {
    pub(crate) slot: u32,
    forbidden: bool,
}

/// How much was recorded at some point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recorded {
    pub(crate) errors: usize,
    pub(crate) repairs: usize,
    dropped: usize,
    quiet: bool,
}

impl Recorded {
    /// True when no error stands between the two.
    pub(crate) fn same_errors(self, other: Recorded) -> bool {
        (self.errors, self.dropped) == (other.errors, other.dropped)
    }
}

impl<'a> Input<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Input { reader: Reader::new(text), records: Records::default(), sensitive: None, asked: Default::default() }
    }

    /// Of a tool of which `sensitive` tells whether any field must not be shown.
    pub(crate) fn of_tool(text: &'a str, sensitive: &'a dyn Fn() -> bool) -> Self {
        Input { sensitive: Some(sensitive), ..Input::new(text) }
    }

    /// True when some field of the tool must not be shown.
    fn of_sensitive_tool(&self) -> bool {
        let known = self.asked.get().unwrap_or_else(|| self.sensitive.is_none_or(|sensitive| sensitive()));
        self.asked.set(Some(known));
        known
    }

    /// The two values of a container's repair, unless something within it must not be shown.
    pub(crate) fn show(&self, at: &At<'_>, before: Value, after: Value, part: &dyn Fn() -> bool) -> (Value, Value) {
        match at.sensitive() || (self.of_sensitive_tool() && part()) {
            true => (redacted(), redacted()),
            false => (before, after),
        }
    }

    /// True when nothing has been allocated, or all of it has been taken.
    #[inline]
    pub(crate) fn owns_nothing(&self) -> bool {
        let Records { errors, repairs, noted, .. } = &self.records;
        errors.capacity() + repairs.capacity() + noted.capacity() == 0 && self.reader.owns_nothing()
    }

    /// True when an object stands here.
    #[inline]
    pub fn at_object(&mut self) -> bool {
        self.reader.peek() == b'{'
    }

    /// A key that stands again: an error, or a repair where the policy drops what is `identical` to the first value.
    #[cold]
    #[inline(never)]
    pub(crate) fn duplicate(&mut self, at: &At<'_>, identical: Option<Value>) {
        let dropped = identical.filter(|_| at.verdict(Rule::DropIdenticalDuplicate, false) != Verdict::Off);
        let Some(value) = dropped else {
            self.reader.report_duplicate(at);
            return;
        };
        let recorded = self.records.recorded();
        let before = Value::Array(vec![value.clone(), value.clone()]);
        // which part of the tool the value belongs to is not known here
        let shown = self.show(at, before, value, &|| true);
        self.records.note(at, Rule::DropIdenticalDuplicate, false, shown.0, shown.1);
        self.records.settle(at, recorded, Some(()));
    }

    /// Refuses the value at this place with the code `custom` and a message that says what to send instead.
    pub fn refuse<T>(&mut self, at: &At<'_>, message: impl Into<String>) -> Option<T> {
        let detail = match at.sensitive() {
            // the author's sentence may quote the value
            true => Detail::Text("the value was refused"),
            false => Detail::Custom(message.into().into()),
        };
        self.records.error(at, Code::Custom, detail)
    }

    /// Reads `text`, which stands for the value at this place, with the same records.
    pub(crate) fn within<T>(&mut self, text: &str, read: impl FnOnce(&mut Input<'_>) -> Flow<T>) -> Flow<T> {
        let mut inner = Input {
            reader: Reader::new(text),
            records: std::mem::take(&mut self.records),
            sensitive: self.sensitive,
            asked: self.asked.clone(),
        };
        inner.reader.depth = self.reader.depth;
        inner.reader.rereads = self.reader.rereads;
        let result = read(&mut inner).and_then(|value| inner.reader.end().map(|()| value));
        self.records = inner.records;
        self.reader.rereads = inner.reader.rereads;
        self.reader.failure = inner.reader.failure;
        self.reader.defects.append(inner.reader.defects);
        result
    }

    /// Tries `text` as the JSON of the value at this place: the value if it passes, else why not. Errors leave no trace.
    #[cold]
    pub(crate) fn encoded<T>(
        &mut self,
        text: &str,
        read: impl FnOnce(&mut Input<'_>) -> Flow<T>,
    ) -> Result<T, Option<ArgumentError>> {
        let recorded = self.records.recorded();
        let defects = self.reader.defects.len();
        let result = self.within(text, read);
        self.reader.failure = None;
        let why = match self.reader.defects.take(defects).into_iter().next() {
            Some(defect) => Some(defect),
            None => self.records.errors.get(recorded.errors).cloned(),
        };
        match (result, why) {
            (Ok(Some(value)), None) => Ok(value),
            (_, why) => {
                self.records.forget(recorded);
                Err(why)
            }
        }
    }

    /// Reads a value that is not what `expected` names and says so.
    #[cold]
    #[inline(never)]
    pub(crate) fn mismatch<T>(&mut self, at: &At<'_>, expected: &'static str) -> Flow<T> {
        let found = self.reader.token(at)?;
        Ok(self.records.mismatch(at, expected, &found))
    }

    /// Where a list of exactly one scalar stands and may be read as that scalar: its text.
    #[cold]
    #[inline(never)]
    pub(crate) fn single_item(&mut self, at: &At<'_>) -> Result<Option<&'a str>, Stop> {
        let verdict = at.verdict(Rule::SingletonToScalar, false);
        if verdict == Verdict::Off {
            return Ok(None);
        }
        let start = self.reader.mark();
        self.reader.open()?;
        let mut first = true;
        if self.reader.item(&mut first)? && !matches!(self.reader.peek(), b'[' | b'{') {
            let item = self.reader.mark();
            self.reader.skip(at)?;
            let text = self.reader.since(item);
            if !self.reader.item(&mut first)? && !self.reader.defective_since(start) {
                let before = Value::Array(vec![crate::json::value::of_text(text)]);
                self.records.note(at, Rule::SingletonToScalar, false, before, crate::json::value::of_text(text));
                return Ok(Some(text));
            }
        }
        self.reader.rewind(start);
        Ok(None)
    }

    /// Reads a scalar that stands alone in a list, or says that `expected` was due.
    #[cold]
    #[inline(never)]
    pub(crate) fn unlisted<T>(
        &mut self,
        at: &At<'_>,
        expected: &'static str,
        read: fn(&mut Input<'_>, &At<'_>) -> Flow<T>,
    ) -> Flow<T> {
        let recorded = self.records.recorded();
        match self.single_item(at)? {
            Some(text) => {
                let value = self.within(text, |input| read(input, at))?;
                Ok(self.records.settle(at, recorded, value))
            }
            None => self.mismatch(at, expected),
        }
    }
}

impl Records {
    /// Records an error; `None`, to be passed on as the missing value.
    #[cold]
    #[inline(never)]
    pub(crate) fn error<T>(&mut self, at: &At<'_>, code: Code, detail: Detail) -> Option<T> {
        if self.quiet {
            self.dropped += 1;
            return None;
        }
        let mut error = ArgumentError::new(at, code, detail);
        error.slot = self.slot;
        push_first(&mut self.errors, error);
        None
    }

    /// Another kind of value was due. A non-finite number has been reported already.
    #[cold]
    pub(crate) fn mismatch<T>(&mut self, at: &At<'_>, expected: &'static str, found: &Token<'_>) -> Option<T> {
        match found {
            Token::NonFinite => None,
            found => self.error(at, Code::Type, Detail::Kind { expected, found: found.kind() }),
        }
    }

    /// The value is of the right kind and wrong.
    #[cold]
    pub(crate) fn wrong<T>(&mut self, at: &At<'_>, code: Code, value: &str, problem: &'static str) -> Option<T> {
        self.error(at, code, Detail::Value { value: Some(echo::cut(value)), problem })
    }

    /// Notes a repair. Whether the policy forbids it is said by [`settle`](Self::settle), after the value's own checks.
    #[cold]
    pub(crate) fn note(&mut self, at: &At<'_>, rule: Rule, default: bool, before: Value, after: Value) {
        let forbidden = at.verdict(rule, default) == Verdict::Forbidden;
        let (before, after) = match at.sensitive() {
            true => (redacted(), redacted()),
            false => (before, after),
        };
        push_first(&mut self.repairs, Repair { path: at.path(), rule, before, after });
        push_first(&mut self.noted, Noted { slot: self.slot, forbidden });
    }

    /// Gives the value on, unless a repair noted since `from` is forbidden here: then that is the error.
    /// A value that failed leaves no repair behind.
    pub(crate) fn settle<T>(&mut self, at: &At<'_>, from: Recorded, value: Option<T>) -> Option<T> {
        let forbidden = self.noted[from.repairs..].iter().position(|noted| noted.forbidden);
        let forbidden = forbidden.map(|index| self.repairs[from.repairs + index].rule);
        if value.is_none() || forbidden.is_some() {
            self.truncate_repairs(from.repairs);
        }
        match forbidden {
            Some(rule) if value.is_some() => self.error(at, Code::RepairForbidden, Detail::Forbidden(rule)),
            _ => value,
        }
    }

    /// The text without outer white space, where the policy cuts it.
    pub(crate) fn trimmed<'t>(&mut self, at: &At<'_>, text: &'t str) -> &'t str {
        let outer = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_graphic());
        if outer(text.as_bytes().first()) && outer(text.as_bytes().last()) {
            return text;
        }
        let trimmed = text.trim();
        if trimmed.len() == text.len() || at.verdict(Rule::TrimWhitespace, false) == Verdict::Off {
            return text;
        }
        self.note(at, Rule::TrimWhitespace, false, text.into(), trimmed.into());
        trimmed
    }

    pub(crate) fn recorded(&self) -> Recorded {
        Recorded { errors: self.errors.len(), repairs: self.repairs.len(), dropped: self.dropped, quiet: self.quiet }
    }

    /// Forgets what was recorded since.
    pub(crate) fn forget(&mut self, from: Recorded) {
        self.errors.truncate(from.errors);
        self.truncate_repairs(from.repairs);
        self.dropped = from.dropped;
        self.quiet = from.quiet;
    }

    fn truncate_repairs(&mut self, length: usize) {
        self.repairs.truncate(length);
        self.noted.truncate(length);
    }

    /// Moves the repair recorded last in front of those recorded since: the envelope before what was in it.
    pub(crate) fn last_repair_first(&mut self, from: Recorded) {
        if self.repairs.len() > from.repairs + 1 {
            self.repairs[from.repairs..].rotate_right(1);
            self.noted[from.repairs..].rotate_right(1);
        }
    }

    /// Takes out the repairs recorded since.
    pub(crate) fn take_repairs(&mut self, from: Recorded) -> Vec<(Noted, Repair)> {
        self.noted.drain(from.repairs..).zip(self.repairs.drain(from.repairs..)).collect()
    }

    /// The repairs of the payload itself, which come first, as records to begin again with.
    pub(crate) fn of_payload(&self) -> Records {
        let length = self.repairs.iter().take_while(|repair| repair.path == "$").count();
        Records { repairs: self.repairs[..length].to_vec(), noted: self.noted[..length].to_vec(), ..Records::default() }
    }

    /// Puts repairs at the end.
    pub(crate) fn put_repairs(&mut self, repairs: impl IntoIterator<Item = (Noted, Repair)>) {
        for (noted, repair) in repairs {
            self.noted.push(noted);
            self.repairs.push(repair);
        }
    }

    /// Once a list or map has its fill of errors, those that follow in it are only counted.
    #[cold]
    pub(crate) fn hush(&mut self, from: Recorded) {
        let kept = (from.errors + MAX_ERRORS).min(self.errors.len());
        self.dropped += self.errors.len() - kept;
        self.errors.truncate(kept);
        self.quiet |= kept == from.errors + MAX_ERRORS;
    }
}

/// The first record of a kind is mostly the only one: room for one, then as a vector grows.
fn push_first<T>(records: &mut Vec<T>, record: T) {
    if records.capacity() == 0 {
        records.reserve_exact(1);
    }
    records.push(record);
}

pub(crate) fn redacted() -> Value {
    Value::from("[redacted]")
}

/// A whole number as a JSON value; beyond 64 bits as text, where a value here cannot hold its digits.
pub(crate) fn integer_value(integer: Integer) -> Value {
    match (integer.to_i128().map(i64::try_from), integer.to_u128().map(u64::try_from)) {
        (Some(Ok(signed)), _) => signed.into(),
        (_, Some(Ok(unsigned))) => unsigned.into(),
        _ => {
            let text = integer.to_string();
            crate::json::value::exact(&text).unwrap_or_else(|| text.into())
        }
    }
}
