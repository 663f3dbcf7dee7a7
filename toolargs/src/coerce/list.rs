//! Lists of every kind, and the two ways in which a list arrives as a string.

use std::collections::{BTreeSet, HashSet};
use std::hash::Hash;

use serde_json::Value;

use crate::args::{Flow, FromArg, Text};
use crate::at::{At, Verdict};
use crate::code::Code;
use crate::echo;
use crate::error::Detail;
use crate::input::Input;
use crate::json::reader::{Reader, Token};
use crate::json::value;
use crate::rule::Rule;
use crate::shape::{Defs, Shape, holds_sensitive};
use crate::spec::{EMPTY, FieldSpec};

const EXPECTED: &str = "array";
const AMBIGUOUS: &str = "cannot be turned into a list safely; send a JSON array of strings";

/// What a list has to know of its items.
pub(crate) struct ItemKind<'k, T> {
    pub(crate) text: Text,
    pub(crate) to_json: &'k dyn Fn(&T) -> Value,
    /// Whether an item holds anything that must not be shown.
    pub(crate) sensitive: &'k dyn Fn() -> bool,
}

/// Reads a list: one item at a time, with `read`.
#[inline]
pub(crate) fn items<T>(
    input: &mut Input<'_>,
    at: &At<'_>,
    kind: &ItemKind<'_, T>,
    mut read: impl FnMut(&mut Input<'_>, &At<'_>) -> Flow<T>,
) -> Flow<Vec<T>> {
    if input.reader.peek() != b'[' {
        return from_other(input, at, kind, &mut read);
    }
    Ok(array(input, at, read)?.and_then(|values| checked(input, at, values, kind.to_json)))
}

/// Reads the array that stands here, before its items are counted and compared.
#[inline]
pub(crate) fn array<T>(
    input: &mut Input<'_>,
    at: &At<'_>,
    mut read: impl FnMut(&mut Input<'_>, &At<'_>) -> Flow<T>,
) -> Flow<Vec<T>> {
    input.reader.open()?;
    let (recorded, quiet) = (input.records.recorded(), input.records.quiet);
    let each = at.each();
    let (mut values, mut first, mut index) = (Vec::new(), true, 0);
    let start = input.reader.place;
    while input.reader.item(&mut first)? {
        match read(input, &at.item(index, each))? {
            Some(value) => {
                if values.len() == values.capacity() {
                    values.reserve_exact(room::<T>(&mut input.reader, start, values.len()));
                }
                values.push(value);
            }
            None => input.records.hush(recorded),
        }
        index += 1;
    }
    input.records.quiet = quiet;
    if values.len() < index {
        return Ok(None);
    }
    if values.len() < values.capacity() / 4 {
        values.shrink_to_fit();
    }
    Ok(Some(values))
}

/// The bytes of room made for items that have not been read, unless the list holds a third of them already:
/// no text can ask for much that it does not fill, list by list.
const ROOM: usize = 4096;

/// How many items to make room for behind the first `held`: as many of their length as the text may still hold.
fn room<T>(reader: &mut Reader<'_>, start: usize, held: usize) -> usize {
    if reader.peek() == b']' {
        return 1;
    }
    let (read, left) = (reader.place - start + 1, reader.text().len() - reader.place);
    let more = left.saturating_mul(held + 1) / read;
    1 + more.min(ROOM / size_of::<T>().max(1)).max(3).max(more.min(3 * held))
}

/// Holds a list against its item counts and, after every repair, against `unique_items`.
pub(crate) fn checked<T>(
    input: &mut Input<'_>,
    at: &At<'_>,
    values: Vec<T>,
    to_json: &dyn Fn(&T) -> Value,
) -> Option<Vec<T>> {
    let unique = counted(input, at, values.len())?;
    if unique && let Some(index) = repeated(values.iter().map(to_json)) {
        return input.records.error(
            &at.item(index, &EMPTY),
            Code::NotUnique,
            Detail::Text("an equal item stands before this one; send each item once"),
        );
    }
    Some(values)
}

/// Holds a list against its item counts, and tells whether its items must differ.
pub(crate) fn counted(input: &mut Input<'_>, at: &At<'_>, found: usize) -> Option<bool> {
    let (mut size, mut unique) = (None, false);
    at.specs(|spec| {
        let few = spec.min_items.is_some_and(|min| found < min);
        let many = spec.max_items.is_some_and(|max| found > max);
        if few || many {
            size = Some(Detail::Size { unit: "items", found, min: spec.min_items, max: spec.max_items });
        }
        unique |= spec.unique_items;
        size.is_none()
    });
    match size {
        Some(detail) => input.records.error(at, Code::Items, detail),
        None => Some(unique),
    }
}

/// The index of the first value that equals one before it.
fn repeated(values: impl Iterator<Item = Value>) -> Option<usize> {
    let mut seen = HashSet::new();
    values.enumerate().find(|(_, item)| !seen.insert(value::canonical(item))).map(|(index, _)| index)
}

/// A list that did not arrive as an array.
#[cold]
#[inline(never)]
fn from_other<T>(
    input: &mut Input<'_>,
    at: &At<'_>,
    kind: &ItemKind<'_, T>,
    read: &mut dyn FnMut(&mut Input<'_>, &At<'_>) -> Flow<T>,
) -> Flow<Vec<T>> {
    let start = input.reader.mark();
    // where a union takes the text as it is, the text is no envelope
    let encoded_by_default = kind.text == Text::Never && !at.in_union_of_text();
    let wrapped_by_default = kind.text.is_string() && !at.in_union_of_text();
    let wraps = !at.is_wrapped() && at.verdict(Rule::ScalarToList, wrapped_by_default) != Verdict::Off;
    let string = match input.reader.token(at)? {
        Token::String(string) => string.to_owned(),
        token if wraps && !matches!(token, Token::Null | Token::NonFinite) && !kind.text.is_string() => {
            input.reader.rewind(start);
            return wrap(input, at, kind, wrapped_by_default, read);
        }
        token => return Ok(input.records.mismatch(at, EXPECTED, &token)),
    };
    let recorded = input.records.recorded();
    if at.verdict(Rule::JsonStringToArray, encoded_by_default) != Verdict::Off
        && string.trim_start().starts_with('[')
        && let Ok(values) = input.encoded(&string, |input| items(input, at, kind, &mut *read))
    {
        let after = Value::Array(values.iter().map(kind.to_json).collect());
        let shown = input.show(at, string.into(), after, &|| at.each().sensitive || (kind.sensitive)());
        input.records.note(at, Rule::JsonStringToArray, encoded_by_default, shown.0, shown.1);
        input.records.last_repair_first(recorded);
        return Ok(input.records.settle(at, recorded, Some(values)));
    }
    if !wraps {
        return Ok(input.records.mismatch(at, EXPECTED, &Token::String("")));
    }
    if !is_one_item(&string) {
        let shown = (!at.each().sensitive && !(kind.sensitive)()).then(|| echo::cut(&string));
        return Ok(input.records.error(at, Code::AmbiguousList, Detail::Value { value: shown, problem: AMBIGUOUS }));
    }
    input.reader.rewind(start);
    wrap(input, at, kind, wrapped_by_default, read)
}

/// Reads a lone scalar as the only item of a list.
fn wrap<T>(
    input: &mut Input<'_>,
    at: &At<'_>,
    kind: &ItemKind<'_, T>,
    default: bool,
    read: &mut dyn FnMut(&mut Input<'_>, &At<'_>) -> Flow<T>,
) -> Flow<Vec<T>> {
    let recorded = input.records.recorded();
    let start = input.reader.mark();
    let item = read(input, &at.wrapped())?;
    let Some(item) = item else { return Ok(None) };
    let before = value::of_text(input.reader.since(start));
    let after = Value::Array(vec![(kind.to_json)(&item)]);
    let shown = input.show(at, before, after, &|| at.each().sensitive || (kind.sensitive)());
    input.records.note(at, Rule::ScalarToList, default, shown.0, shown.1);
    // the wrapping came first, then what was repaired in the item
    input.records.last_repair_first(recorded);
    let values = checked(input, at, vec![item], kind.to_json);
    Ok(input.records.settle(at, recorded, values))
}

/// Text that is one item: something visible, no separator of any script, no null word,
/// and no opening of encoded JSON or of a quoted literal.
fn is_one_item(text: &str) -> bool {
    let visible = text.contains(|c: char| !c.is_whitespace() && !echo::invisible(c));
    let core = text.trim();
    let null = ["null", "none", "nil", "undefined"].iter().any(|word| core.eq_ignore_ascii_case(word));
    visible && !null && !core.starts_with(['[', '{', '"', '\'']) && !text.contains(is_separator)
}

/// What people put between the items of a list, and every end of a line.
fn is_separator(c: char) -> bool {
    matches!(
        c,
        ',' | ';' | '|' | '\t' | '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{1C}'
            ..='\u{1F}'
                | '\u{85}'
                | '\u{2028}'
                | '\u{2029}'
                | '，'
                | '；'
                | '｜'
                | '、'
                | '､'
                | '،'
                | '؛'
                | '﹐'
                | '﹑'
                | '﹔'
                | '︐'
                | '︑'
                | '︔'
    )
}

impl<T: FromArg> FromArg for Vec<T> {
    #[inline]
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        let kind = ItemKind { text: T::TEXT, to_json: &T::to_json, sensitive: &holds_sensitive::<T> };
        items(input, at, &kind, T::from_arg)
    }

    fn to_json(&self) -> Value {
        Value::Array(self.iter().map(T::to_json).collect())
    }

    fn shape(defs: &mut Defs) -> Shape {
        Shape::list::<T>(defs, None, false)
    }
}

impl<T: FromArg, const N: usize> FromArg for [T; N] {
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        let length = FieldSpec::new("").min_items(N).max_items(N);
        let values = Vec::<T>::from_arg(input, &at.typed(&length))?;
        Ok(values.and_then(|values| values.try_into().ok()))
    }

    fn to_json(&self) -> Value {
        Value::Array(self.iter().map(T::to_json).collect())
    }

    fn shape(defs: &mut Defs) -> Shape {
        Shape::list::<T>(defs, Some(N), false)
    }
}

/// A set refuses equal items: a list that repeats one did not mean a set.
fn set<T: FromArg, S: FromIterator<T>>(input: &mut Input<'_>, at: &At<'_>) -> Flow<S> {
    static UNIQUE: FieldSpec = FieldSpec::new("").unique_items();
    Ok(Vec::<T>::from_arg(input, &at.typed(&UNIQUE))?.map(S::from_iter))
}

impl<T: FromArg + Ord> FromArg for BTreeSet<T> {
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        set(input, at)
    }

    fn to_json(&self) -> Value {
        Value::Array(self.iter().map(T::to_json).collect())
    }

    fn shape(defs: &mut Defs) -> Shape {
        Shape::list::<T>(defs, None, true)
    }
}

impl<T: FromArg + Hash + Eq, S: std::hash::BuildHasher + Default> FromArg for HashSet<T, S> {
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        set(input, at)
    }

    /// In the order of the items' text, so that equal sets have equal JSON.
    fn to_json(&self) -> Value {
        let mut items: Vec<Value> = self.iter().map(T::to_json).collect();
        items.sort_by_cached_key(value::canonical);
        Value::Array(items)
    }

    fn shape(defs: &mut Defs) -> Shape {
        Shape::list::<T>(defs, None, true)
    }
}

#[cfg(test)]
mod tests {
    use super::is_one_item;

    #[test]
    fn one_item_has_no_second_reading() {
        for text in ["fragile", "two words", " padded ", "https://example.org/a", "x-y", "été", "#1", "0"] {
            assert!(is_one_item(text), "{text:?}");
        }
        for text in [
            "",
            "  ",
            "\u{1c}",
            "\u{200b}",
            "a,b",
            "a;b",
            "a|b",
            "a\tb",
            "a\nb",
            "a\rb",
            "a\u{b}b",
            "a\u{85}b",
            "a\u{2028}b",
            "易碎、礼品",
            "هش؛ هدية",
            "a，b",
            "null",
            "None",
            " NIL ",
            "undefined",
            "[\"a\"]",
            " {\"a\":1}",
            "\"a\"",
            "'a'",
        ] {
            assert!(!is_one_item(text), "{text:?}");
        }
    }
}
