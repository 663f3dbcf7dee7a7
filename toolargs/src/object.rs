//! Reading an object field by field: declared keys, unknown ones, duplicates, and the order of the records.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::args::{Flow, FromArg};
use crate::at::{At, Verdict};
use crate::code::Code;
use crate::coerce::option::{Optional, optional};
use crate::error::{ArgumentError, Detail, MAX_ERRORS, Names};
use crate::input::{Input, Recorded, Records};
use crate::json::reader::{Mark, Stop};
use crate::rule::Rule;
use crate::spec::{EMPTY, FieldSpec};
use crate::suggest;

/// The declared fields of an object.
#[derive(Clone, Copy, Debug)]
pub enum Fields<'s> {
    /// Of a derived type.
    Static(&'static [FieldSpec]),
    /// Of a spec made at run time.
    Shared(&'s Arc<[FieldSpec]>),
}

impl<const N: usize> From<&'static [FieldSpec; N]> for Fields<'_> {
    fn from(fields: &'static [FieldSpec; N]) -> Self {
        Fields::Static(fields)
    }
}

impl<'s> Fields<'s> {
    fn slice(self) -> &'s [FieldSpec] {
        match self {
            Fields::Static(fields) => fields,
            Fields::Shared(fields) => fields,
        }
    }

    fn names(self) -> Names {
        match self {
            Fields::Static(fields) => Names::Fields(fields),
            Fields::Shared(fields) => Names::SharedFields(Arc::clone(fields)),
        }
    }
}

/// An object being read.
#[derive(Debug)]
pub struct Object<'s> {
    fields: &'s [FieldSpec],
    names: Fields<'s>,
    seen: Seen,
    /// The field that is expected next: models send fields in declared order.
    next: usize,
    first: bool,
    /// Where the object's first key stands.
    start: Mark,
    /// The slot and the records of the object around this one.
    outer: (u32, Recorded),
    /// The tag of the union has been passed over.
    tag_seen: bool,
    unknown: Option<Box<Unknown>>,
}

/// Which declared fields have been seen.
#[derive(Debug, Default)]
struct Seen {
    low: u64,
    high: Vec<u64>,
}

impl Seen {
    #[inline]
    fn mark(&mut self, index: usize) {
        match index {
            0..64 => self.low |= 1 << index,
            _ => self.mark_high(index - 64),
        }
    }

    #[cold]
    fn mark_high(&mut self, index: usize) {
        let word = index / 64;
        if self.high.len() <= word {
            self.high.resize(word + 1, 0);
        }
        self.high[word] |= 1 << (index % 64);
    }

    #[inline]
    fn contains(&self, index: usize) -> bool {
        match index {
            0..64 => self.low & (1 << index) != 0,
            _ => self.high.get(index / 64 - 1).is_some_and(|word| word & (1 << (index % 64)) != 0),
        }
    }
}

/// Keys that are not declared: all of them for duplicates, the first few by name for the report.
#[derive(Debug, Default)]
struct Unknown {
    keys: HashSet<Box<str>>,
    reported: BTreeMap<Box<str>, ArgumentError>,
    dropped: usize,
}

/// A key of an object, found.
pub(crate) enum Key {
    /// A declared field, by its index; its value stands next.
    Field(usize),
    /// A key that is not declared, on an object that admits such; its value stands next.
    Extra(Box<str>),
}

impl<'s> Object<'s> {
    /// Enters the object that stands here.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the text is nested too deep.
    #[inline]
    pub fn open(input: &mut Input<'_>, fields: impl Into<Fields<'s>>) -> Result<Self, Stop> {
        let names = fields.into();
        input.reader.open()?;
        Ok(Object {
            fields: names.slice(),
            names,
            seen: Seen::default(),
            next: 0,
            first: true,
            start: input.reader.mark(),
            outer: (input.records.slot, input.records.recorded()),
            tag_seen: false,
            unknown: None,
        })
    }

    /// The index of the next declared field, whose value stands next. Everything else is reported and passed over.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the text is not JSON.
    #[inline]
    pub fn next(&mut self, input: &mut Input<'_>, at: &At<'_>) -> Result<Option<usize>, Stop> {
        if !input.reader.entry(&mut self.first)? {
            return Ok(None);
        }
        let index = self.next;
        if let Some(field) = self.fields.get(index)
            && !self.seen.contains(index)
            && input.reader.eat_key(field)
        {
            input.reader.colon()?;
            self.turn_to(input, index);
            return Ok(Some(index));
        }
        self.next_further(input, at)
    }

    /// As [`next`](Self::next), from a key on that is not the one expected.
    #[inline(never)]
    fn next_further(&mut self, input: &mut Input<'_>, at: &At<'_>) -> Result<Option<usize>, Stop> {
        loop {
            // fields come in declared order, some of them left out
            let near = self.next + 1..self.fields.len().min(self.next + 4);
            let key = match near.into_iter().find(|&index| input.reader.eat_key(&self.fields[index])) {
                Some(index) => ControlFlow::Break(Key::Field(index)),
                None => self.look_up(input, at, false)?,
            };
            if let ControlFlow::Break(Key::Field(index)) = key {
                input.reader.colon()?;
                if self.take(input, at, index)? {
                    return Ok(Some(index));
                }
            }
            if !input.reader.entry(&mut self.first)? {
                return Ok(None);
            }
        }
    }

    /// As [`next`](Self::next) for an object that admits undeclared keys.
    pub(crate) fn next_open(&mut self, input: &mut Input<'_>, at: &At<'_>) -> Result<Option<Key>, Stop> {
        while input.reader.entry(&mut self.first)? {
            match self.look_up(input, at, true)? {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(Key::Field(index)) => {
                    input.reader.colon()?;
                    if self.take(input, at, index)? {
                        return Ok(Some(Key::Field(index)));
                    }
                }
                ControlFlow::Break(key) => {
                    input.reader.colon()?;
                    input.records.slot = self.fields.len() as u32 + 1;
                    return Ok(Some(key));
                }
            }
        }
        Ok(None)
    }

    /// Turns to a declared field, unless it has been read before.
    #[inline]
    fn take(&mut self, input: &mut Input<'_>, at: &At<'_>, index: usize) -> Result<bool, Stop> {
        if self.seen.contains(index) {
            let field = &self.fields[index];
            input.records.slot = index as u32 + 1;
            self.again(input, at, &field.name, field)?;
            return Ok(false);
        }
        self.turn_to(input, index);
        Ok(true)
    }

    #[inline]
    fn turn_to(&mut self, input: &mut Input<'_>, index: usize) {
        self.seen.mark(index);
        self.next = index + 1;
        input.records.slot = index as u32 + 1;
    }

    /// Finds the key that stands here among the declared ones; deals with every other key, its value included.
    #[inline(never)]
    fn look_up(&mut self, input: &mut Input<'_>, at: &At<'_>, open: bool) -> Result<ControlFlow<Key>, Stop> {
        let place = input.reader.place;
        let key = input.reader.string()?;
        if let Some(index) = self.fields.iter().position(|field| field.name == key) {
            return Ok(ControlFlow::Break(Key::Field(index)));
        }
        input.reader.place = place;
        self.undeclared(input, at, open)
    }

    #[cold]
    #[inline(never)]
    fn undeclared(&mut self, input: &mut Input<'_>, at: &At<'_>, open: bool) -> Result<ControlFlow<Key>, Stop> {
        let key = input.reader.kept_string()?;
        if at.tag == Some(&*key) {
            input.reader.colon()?;
            match std::mem::replace(&mut self.tag_seen, true) {
                true => self.again(input, at, &key, &EMPTY)?,
                false => input.reader.skip(&at.key(&key, &EMPTY))?,
            }
            return Ok(ControlFlow::Continue(()));
        }
        let unknown = self.unknown.get_or_insert_default();
        if unknown.keys.contains(&*key) {
            input.reader.colon()?;
            self.again(input, at, &key, &EMPTY)?;
            return Ok(ControlFlow::Continue(()));
        }
        unknown.keys.insert(key.as_ref().into());
        // the tag of a union around this one
        if at.carries_tag(&key) {
            input.reader.colon()?;
            input.reader.skip(&at.key(&key, &EMPTY))?;
            return Ok(ControlFlow::Continue(()));
        }
        if open {
            return Ok(ControlFlow::Break(Key::Extra(key.as_ref().into())));
        }
        if let Some(index) = self.renamed(input, at, &key) {
            return Ok(ControlFlow::Break(Key::Field(index)));
        }
        input.reader.colon()?;
        input.reader.skip(&at.key(&key, &EMPTY))?;
        self.report_unknown(at, &key);
        Ok(ControlFlow::Continue(()))
    }

    /// Keeps the first few unknown keys by name; the rest is a count.
    fn report_unknown(&mut self, at: &At<'_>, key: &str) {
        let unknown = self.unknown.get_or_insert_default();
        let full = unknown.reported.len() >= MAX_ERRORS;
        if full && unknown.reported.last_key_value().is_some_and(|(last, _)| key > &**last) {
            unknown.dropped += 1;
            return;
        }
        // a name is ordered by all of it and shown in part, so its start is enough to keep
        let start: Box<str> = crate::echo::cut_to(key, 4096);
        let detail = Detail::Unknown { name: crate::echo::cut_to(key, 80), names: self.names.names() };
        unknown.reported.insert(start, ArgumentError::new(&at.key(key, &EMPTY), Code::UnknownField, detail));
        if full {
            unknown.reported.pop_last();
            unknown.dropped += 1;
        }
    }

    /// A key that stands again: its value has been announced by the colon.
    #[cold]
    #[inline(never)]
    fn again(&mut self, input: &mut Input<'_>, at: &At<'_>, key: &str, spec: &FieldSpec) -> Result<(), Stop> {
        let at = at.key(key, spec);
        let value = input.reader.mark();
        input.reader.skip(&at)?;
        let text = input.reader.since(value);
        let drops = at.verdict(Rule::DropIdenticalDuplicate, false) != Verdict::Off;
        let identical = drops && self.first_value(input, &at, key) == Some(text);
        input.duplicate(&at, identical.then(|| crate::json::value::of_text(text)));
        Ok(())
    }

    /// The text of the first value under `key`, where reading the object again is within bounds.
    fn first_value<'a>(&self, input: &mut Input<'a>, at: &At<'_>, key: &str) -> Option<&'a str> {
        let mut again = input.reader.again_from(self.start)?;
        let (mut first, mut text) = (true, None);
        while text.is_none() && again.entry(&mut first).ok()? {
            let found = again.string().ok()? == key;
            again.colon().ok()?;
            let value = again.mark();
            again.skip(at).ok()?;
            text = found.then(|| again.since(value));
        }
        input.reader.charge(self.start, &again);
        text
    }

    /// The one absent field that differs from the key by case, `_` and `-` alone, where the policy renames.
    fn renamed(&mut self, input: &mut Input<'_>, at: &At<'_>, key: &str) -> Option<usize> {
        if at.verdict(Rule::RenameKeyCase, false) == Verdict::Off || key.len() > 1024 {
            return None;
        }
        let mut alike = (0..self.fields.len()).filter(|&index| suggest::same_spelling(&self.fields[index].name, key));
        let (Some(index), None) = (alike.next(), alike.next()) else { return None };
        let mut again = input.reader.again_from(self.start)?;
        let (mut first, mut sent) = (true, 0);
        while again.entry(&mut first).ok()? {
            sent += usize::from(suggest::same_spelling(again.string().ok()?, key));
            again.colon().ok()?;
            again.skip(at).ok()?;
        }
        input.reader.charge(self.start, &again);
        if sent != 1 {
            return None;
        }
        let key_at = at.key(key, &self.fields[index]);
        let recorded = input.records.recorded();
        input.records.slot = index as u32 + 1;
        input.records.note(&key_at, Rule::RenameKeyCase, false, key.into(), self.fields[index].name().into());
        // a forbidden rename leaves the field to be read, so that its other errors are seen as well
        input.records.settle(&key_at, recorded, Some(()));
        Some(index)
    }

    /// The value of a field that was not sent: the type's absent value, or a `missing` error.
    #[inline]
    pub fn need<T: FromArg>(&self, input: &mut Input<'_>, at: &At<'_>, index: usize, value: &mut Option<T>) {
        if !self.seen.contains(index) {
            *value = T::absent();
            if value.is_none() {
                self.missing(input, at, index);
            }
        }
    }

    /// The default of a field that was not sent.
    #[inline]
    pub fn default<T>(&self, index: usize, value: &mut Option<T>, default: impl FnOnce() -> T) {
        if !self.seen.contains(index) {
            *value = Some(default());
        }
    }

    /// Whether the field was sent.
    pub(crate) fn saw(&self, index: usize) -> bool {
        self.seen.contains(index)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn missing(&self, input: &mut Input<'_>, at: &At<'_>, index: usize) {
        input.records.slot = index as u32 + 1;
        missing::<()>(&mut input.records, &at.field(&self.fields[index], false));
    }

    /// Leaves the object: its records go into the contract's order. `None` when an error is among them.
    #[inline]
    pub fn close(&mut self, input: &mut Input<'_>) -> Option<()> {
        let (slot, before) = self.outer;
        if self.unknown.is_some() || input.records.recorded() != before {
            self.order(&mut input.records);
        }
        input.records.slot = slot;
        input.records.recorded().same_errors(before).then_some(())
    }

    #[cold]
    #[inline(never)]
    fn order(&mut self, records: &mut Records) {
        let (slot, before) = self.outer;
        if let Some(unknown) = self.unknown.take() {
            records.dropped += unknown.dropped;
            records.errors.extend(unknown.reported.into_values());
        }
        let errors = &mut records.errors[before.errors..];
        // stable: unknown fields, in slot 0, are in the order of their names, nested errors in that of their own object
        errors.sort_by_key(|error| error.slot);
        errors.iter_mut().for_each(|error| error.slot = slot);
        if !records.noted[before.repairs..].is_sorted_by_key(|noted| noted.slot) {
            let mut repairs = records.take_repairs(before);
            repairs.sort_by_key(|(noted, _)| noted.slot);
            records.put_repairs(repairs);
        }
        records.noted[before.repairs..].iter_mut().for_each(|noted| noted.slot = slot);
    }
}

/// A required value is absent or null.
#[cold]
pub(crate) fn missing<T>(records: &mut Records, at: &At<'_>) -> Option<T> {
    records.error(at, Code::Missing, Detail::Text("required field is absent or null; send it"))
}

/// Reads a declared field that has no default of its own.
///
/// # Errors
///
/// [`Stop`] when the text is not JSON.
#[inline]
pub(crate) fn required<T: FromArg>(input: &mut Input<'_>, at: &At<'_>, spec: &FieldSpec) -> Flow<T> {
    let optional = T::absent().is_some();
    let at = at.field(spec, optional);
    if !optional && !T::NULLABLE && input.reader.peek() == b'n' {
        return null_for_required(input, &at);
    }
    T::from_arg(input, &at)
}

#[cold]
#[inline(never)]
fn null_for_required<T>(input: &mut Input<'_>, at: &At<'_>) -> Flow<T> {
    input.reader.skip(at)?;
    Ok(missing(&mut input.records, at))
}

/// Reads a declared field that has a default.
///
/// # Errors
///
/// [`Stop`] when the text is not JSON.
#[inline]
pub(crate) fn defaulted<T: FromArg>(
    input: &mut Input<'_>,
    at: &At<'_>,
    spec: &FieldSpec,
    default: impl FnOnce() -> T,
) -> Flow<T> {
    let at = at.field(spec, true);
    match optional(input, &at, T::TEXT.under(spec), T::NULLABLE, T::from_arg)? {
        Optional::Sent(value) => Ok(value),
        Optional::Absent(absence) => {
            let value = default();
            Ok(absence.settle(input, &at, value.to_json()).map(|()| value))
        }
    }
}
