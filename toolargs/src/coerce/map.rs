//! Maps from names to values.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use serde_json::{Map, Value};

use crate::args::{Flow, FromArg};
use crate::at::At;
use crate::code::Code;
use crate::error::Detail;
use crate::input::Input;
use crate::json::reader::Stop;
use crate::shape::{Defs, Shape};
use crate::spec::EMPTY;

/// Reads the entries of a map, each with `key` and `value`. Two keys that mean the same are a duplicate, repaired or not.
pub(crate) fn entries<K, V>(
    input: &mut Input<'_>,
    at: &At<'_>,
    mut key: impl FnMut(&mut Input<'_>, &At<'_>) -> Flow<K>,
    mut value: impl FnMut(&mut Input<'_>, &At<'_>) -> Flow<V>,
    mut insert: impl FnMut(K, V) -> bool,
) -> Flow<()> {
    input.reader.open()?;
    let (recorded, quiet) = (input.records.recorded(), input.records.quiet);
    let defects = input.reader.mark();
    let each = at.each();
    let mut sent: HashMap<std::borrow::Cow<'_, str>, &str> = HashMap::new();
    let (mut first, mut whole, mut tags) = (true, true, 0);
    while input.reader.entry(&mut first)? {
        let place = input.reader.place;
        let name = input.reader.kept_string()?;
        let name_at = at.key(&name, &EMPTY);
        let again = sent.contains_key(&name);
        if again || at.carries_tag(&name) {
            // neither a value that stands again nor a tag is an entry of its own
            input.reader.colon()?;
            let text = skipped(input, &name_at)?;
            match sent.insert(name.clone(), text) {
                Some(first) => input.duplicate(&name_at, (first == text).then(|| crate::json::value::of_text(text))),
                None => tags += 1,
            }
            continue;
        }
        input.reader.place = place;
        let parsed = key(input, &name_at)?;
        input.reader.colon()?;
        input.reader.peek();
        let start = input.reader.mark();
        let read = value(input, &at.key(&name, each))?;
        match (parsed, read) {
            (Some(key), Some(value)) => {
                // false for another spelling of a key that stands already
                if !insert(key, value) {
                    input.duplicate(&name_at, None);
                }
            }
            _ => {
                whole = false;
                input.records.hush(recorded);
            }
        }
        let text = input.reader.since(start);
        sent.insert(name, text);
    }
    input.records.quiet = quiet;
    if !whole || input.reader.defective_since(defects) {
        return Ok(None);
    }
    Ok(sized(input, at, sent.len() - tags))
}

/// Passes over a value and gives its text.
fn skipped<'a>(input: &mut Input<'a>, at: &At<'_>) -> Result<&'a str, Stop> {
    input.reader.peek();
    let start = input.reader.mark();
    input.reader.skip(at)?;
    Ok(input.reader.since(start))
}

/// Holds a map against its entry counts.
pub(crate) fn sized(input: &mut Input<'_>, at: &At<'_>, found: usize) -> Option<()> {
    let mut wrong = None;
    at.specs(|spec| {
        if spec.min_items.is_some_and(|min| found < min) || spec.max_items.is_some_and(|max| found > max) {
            wrong = Some(Detail::Size { unit: "entries", found, min: spec.min_items, max: spec.max_items });
        }
        wrong.is_none()
    });
    match wrong {
        Some(detail) => input.records.error(at, Code::Items, detail),
        None => Some(()),
    }
}

/// A key as it stands in the object.
fn key_text<K: FromArg>(key: &K) -> String {
    match key.to_json() {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

macro_rules! maps {
    ($($map:ident<$key:ident, $value:ident $(, $hasher:ident)?> where ($($bound:tt)+);)+) => {$(
        impl<$key: FromArg + $($bound)+, $value: FromArg $(, $hasher: std::hash::BuildHasher + Default)?> FromArg for $map<$key, $value $(, $hasher)?> {
            fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
                const { assert!(K::KEY, "the keys of a map are String, a unit enum, or a newtype of one of them") };
                if !input.at_object() {
                    return super::object::object_from_text(input, at, Self::from_arg);
                }
                let mut map = Self::default();
                let read = entries(input, at, K::from_arg, V::from_arg, |key, value| map.insert(key, value).is_none())?;
                Ok(read.map(|()| map))
            }

            fn to_json(&self) -> Value {
                Value::Object(self.iter().map(|(key, value)| (key_text(key), value.to_json())).collect::<Map<_, _>>())
            }

            fn shape(defs: &mut Defs) -> Shape {
                Shape::map::<K, V>(defs)
            }
        }
    )+};
}

maps! {
    BTreeMap<K, V> where (Ord);
    HashMap<K, V, S> where (Hash + Eq);
}
