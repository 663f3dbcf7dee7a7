//! Unions: by the tag alone, or by trying every alternative without choosing between two.

use crate::args::{Flow, FromArg, Repair, Text};
use crate::at::At;
use crate::code::Code;
use crate::echo;
use crate::error::{ArgumentError, Detail, Failed, MAX_ERRORS};
use crate::input::{Input, Noted, Recorded};
use crate::json::reader::{Defects, Fault, Mark, Stop};
use crate::object::missing;
use crate::spec::{EMPTY, VariantSpec};

use super::enumeration::{Variants, enumeration};

/// Reads the tag of the object that stands here, wherever in it the tag is, and goes back to the object's start.
/// Without a tag that names a variant, the object is walked and the error recorded.
///
/// # Errors
///
/// [`Stop`] when the text is not JSON.
#[inline]
pub fn tag<'s>(input: &mut Input<'_>, at: &At<'_>, tag: &str, variants: impl Into<Variants<'s>>) -> Flow<usize> {
    let variants = variants.into();
    let start = input.reader.mark();
    input.reader.open()?;
    let mut first = true;
    while input.reader.entry(&mut first)? {
        if input.reader.string()? == tag {
            input.reader.colon()?;
            if let Some(index) = exact(input, variants)? {
                input.reader.rewind(start);
                return Ok(Some(index));
            }
            return unusual(input, at, tag, variants, start);
        }
        input.reader.colon()?;
        input.reader.skip(at)?;
    }
    input.reader.rewind(start);
    input.reader.skip(at)?;
    Ok(missing(&mut input.records, &at.key(tag, &EMPTY)))
}

/// The variant whose name stands here as it is declared. Nothing is taken otherwise.
#[inline]
fn exact(input: &mut Input<'_>, variants: Variants<'_>) -> Flow<usize> {
    if input.reader.peek() != b'"' {
        return Ok(None);
    }
    let place = input.reader.place;
    let found = variants.exact(input.reader.string()?);
    input.reader.place = place;
    Ok(found)
}

/// A tag that needs a repair, or is wrong.
#[cold]
#[inline(never)]
fn unusual(input: &mut Input<'_>, at: &At<'_>, tag: &str, variants: Variants<'_>, start: Mark) -> Flow<usize> {
    let tag_at = at.key(tag, &EMPTY);
    if input.reader.peek() == b'n' {
        input.reader.rewind(start);
        input.reader.skip(at)?;
        return Ok(missing(&mut input.records, &tag_at));
    }
    let found = enumeration(input, &tag_at, variants)?;
    input.reader.rewind(start);
    if found.is_none() {
        input.reader.skip(at)?;
    }
    Ok(found)
}

/// The alternatives of an untagged union, tried one after the other on the same text.
#[derive(Debug)]
pub struct Union<'s, T> {
    variants: Variants<'s>,
    start: Mark,
    before: Recorded,
    /// Any text is a value of the union.
    admits_text: bool,
    tried: usize,
    clean: Vec<(usize, T)>,
    repaired: Vec<(usize, T)>,
    /// The records of the only repaired alternative so far.
    repairs: Vec<(Noted, Repair)>,
    why_not: Vec<(usize, Option<ArgumentError>)>,
    /// Of alternatives that failed by forbidden repairs alone, why.
    forbidden: Vec<ArgumentError>,
    /// What the alternative tried last found wrong with the payload itself.
    defects: Option<Defects>,
    /// How many alternatives found such.
    defective: usize,
}

impl<'s, T: FromArg> Union<'s, T> {
    /// At the value that stands here.
    pub fn new(input: &mut Input<'_>, variants: impl Into<Variants<'s>>) -> Self {
        Union::of(input, variants, T::TEXT)
    }
}

impl<'s, T> Union<'s, T> {
    /// At the value that stands here, with the text that the union admits.
    pub(crate) fn of(input: &mut Input<'_>, variants: impl Into<Variants<'s>>, text: Text) -> Self {
        input.reader.peek();
        Union {
            variants: variants.into(),
            start: input.reader.mark(),
            before: input.records.recorded(),
            admits_text: text.is_free(),
            tried: 0,
            clean: Vec::new(),
            repaired: Vec::new(),
            repairs: Vec::new(),
            why_not: Vec::new(),
            forbidden: Vec::new(),
            defects: None,
            defective: 0,
        }
    }

    /// Tries the next alternative.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the text is not JSON, or when unions are nested so deep that trying them all would cost
    /// more than 16 times the payload.
    pub fn attempt(
        &mut self,
        input: &mut Input<'_>,
        at: &At<'_>,
        read: impl FnOnce(&mut Input<'_>, &At<'_>) -> Flow<T>,
    ) -> Result<(), Stop> {
        let index = self.tried;
        self.tried += 1;
        if index > 0 {
            input.reader.rewind(self.start);
            if input.reader.rereads == 0 {
                return input.reader.stop(Fault::TooManyReadings);
            }
        }
        let value = read(input, &at.alternative(self.admits_text))?;
        let recorded = input.records.recorded();
        let defects = input.reader.defects_since(self.start);
        match value {
            _ if !defects.is_empty() => {
                self.defective += 1;
                self.why_not.push((index, defects.first().cloned()));
                self.defects = Some(defects);
            }
            Some(value) if recorded == self.before => self.clean.push((index, value)),
            Some(value) if recorded.same_errors(self.before) => {
                let repairs = input.records.take_repairs(self.before);
                if self.repaired.is_empty() {
                    self.repairs = repairs;
                }
                self.repaired.push((index, value));
            }
            _ => {
                let errors = &input.records.errors[self.before.errors..];
                self.why_not.push((index, errors.first().cloned()));
                if errors.iter().all(|error| error.code() == Code::RepairForbidden) {
                    self.forbidden.extend(errors.first().cloned());
                }
            }
        }
        input.records.forget(self.before);
        Ok(())
    }

    /// Counts alternatives that give the same value as one, for unions of which one value may be several alternatives.
    pub(crate) fn merge_equal(&mut self, equal: impl Fn(&T, &T) -> bool) {
        for fitting in [&mut self.clean, &mut self.repaired] {
            let alike = fitting.first().is_some_and(|(_, first)| fitting.iter().all(|(_, value)| equal(first, value)));
            if alike {
                fitting.truncate(1);
            }
        }
    }

    /// The one alternative that takes the value clean, else the one that repairs it; two or more are ambiguous.
    ///
    /// # Errors
    ///
    /// None of its own; the type is that of a read.
    pub fn finish(mut self, input: &mut Input<'_>, at: &At<'_>) -> Flow<T> {
        let from_repaired = self.clean.is_empty();
        let fitting = if from_repaired { &mut self.repaired } else { &mut self.clean };
        if fitting.len() > 1 {
            let names = fitting.iter().map(|&(index, _)| name(self.variants, index)).collect();
            return Ok(input.records.error(at, Code::AmbiguousUnion, Detail::Ambiguous(names)));
        }
        let Some((_, value)) = fitting.pop() else { return Ok(self.no_variant(input, at)) };
        if from_repaired {
            input.records.put_repairs(self.repairs);
        }
        Ok(Some(value))
    }

    /// Why each alternative failed. Where exactly one would have taken the value but for a forbidden repair, that is the error.
    fn no_variant(self, input: &mut Input<'_>, at: &At<'_>) -> Option<T> {
        // what every alternative finds wrong with the payload is wrong with the payload
        if self.defective == self.tried
            && let Some(defects) = self.defects
        {
            input.reader.defects.append(defects);
            return None;
        }
        if let [forbidden] = &self.forbidden[..] {
            input.records.errors.push(forbidden.clone());
            return None;
        }
        let failed = self.why_not.iter().take(MAX_ERRORS).map(|(index, why)| {
            let (code, path) = why.as_ref().map_or((Code::Type, at.path()), |why| (why.code(), why.path().to_owned()));
            Failed { name: name(self.variants, *index), code, path: path.into() }
        });
        input.records.error(at, Code::NoVariant, Detail::Alternatives(failed.collect()))
    }
}

fn name(variants: Variants<'_>, index: usize) -> Box<str> {
    variants
        .slice()
        .get(index)
        .map_or_else(|| index.to_string().into(), |variant: &VariantSpec| echo::cut(&variant.name))
}

/// Reads `null`, the value of a unit variant without a tag.
///
/// # Errors
///
/// [`Stop`] when the text is not JSON.
pub fn null(input: &mut Input<'_>, at: &At<'_>) -> Flow<()> {
    if input.reader.peek() == b'n' {
        input.reader.skip(at)?;
        return Ok(Some(()));
    }
    input.mismatch(at, "null")
}

/// The object of a variant, with its tag in front.
pub fn tagged_value(tag: &str, variant: &VariantSpec, object: serde_json::Value) -> serde_json::Value {
    let mut entries = serde_json::Map::new();
    entries.insert(tag.to_owned(), variant.value());
    if let serde_json::Value::Object(fields) = object {
        entries.extend(fields.into_iter().filter(|(name, _)| name != tag));
    }
    serde_json::Value::Object(entries)
}
