//! A line as objects and values that are still text, so that nothing of a call is read before the gate reads it.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::bad::BadRecord;
use crate::json::reader::Reader;

/// The exact text of one JSON value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw<'l>(&'l str);

impl<'l> Raw<'l> {
    /// The text of one JSON value and nothing else.
    pub(super) fn read(text: &'l str) -> Option<Self> {
        serde_json::from_str::<&RawValue>(text).ok().map(|value| Raw(value.get()))
    }

    pub(super) fn get(self) -> &'l str {
        self.0
    }

    pub(super) fn is_null(self) -> bool {
        self.0 == "null"
    }

    pub(super) fn is_array(self) -> bool {
        self.begins_with(b'[')
    }

    pub(super) fn is_object(self) -> bool {
        self.begins_with(b'{')
    }

    fn begins_with(self, byte: u8) -> bool {
        self.0.as_bytes().first() == Some(&byte)
    }

    /// What a string holds; `None` where this is no string, or one that is no text for a lone surrogate.
    pub(super) fn text(self) -> Option<Cow<'l, str>> {
        if !self.begins_with(b'"') {
            return None;
        }
        let mut reader = Reader::new(self.0);
        reader.peek();
        reader.kept_string().ok()
    }

    pub(super) fn is_text(self, wanted: &str) -> bool {
        self.text().is_some_and(|text| text == wanted)
    }

    /// Arguments: what a string holds, or the text of what is none.
    pub(super) fn arguments(self) -> Cow<'l, [u8]> {
        if !self.begins_with(b'"') {
            return Cow::Borrowed(self.0.as_bytes());
        }
        match self.text() {
            Some(Cow::Borrowed(text)) => Cow::Borrowed(text.as_bytes()),
            Some(Cow::Owned(text)) => Cow::Owned(text.into_bytes()),
            None => not_unicode(self.0),
        }
    }

    pub(super) fn object(self) -> Result<Option<Object<'l>>, BadRecord> {
        if self.begins_with(b'{') { Object::read(self.0).map(Some).map_err(|_| bad_key()) } else { Ok(None) }
    }

    /// The items of an array; none where this is no array.
    pub(super) fn items(self) -> Result<Vec<Raw<'l>>, BadRecord> {
        match self.is_array() {
            true => Ok(serde_json::from_str::<Items<'l>>(self.0).map_err(not_json)?.0),
            false => Ok(Vec::new()),
        }
    }
}

/// A string with a lone surrogate, as bytes that are no UTF-8, which the gate refuses as it should.
#[cold]
fn not_unicode(text: &str) -> Cow<'static, [u8]> {
    struct Bytes;

    impl Visitor<'_> for Bytes {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }
    }

    let read = serde_json::Deserializer::from_str(text).deserialize_bytes(Bytes);
    Cow::Owned(read.unwrap_or_else(|_| b"\xff".to_vec()))
}

#[cold]
fn not_json(error: serde_json::Error) -> BadRecord {
    BadRecord::new(format!("no JSON at column {}", error.column()))
}

/// All that can be wrong within a line that was read as JSON.
#[cold]
fn bad_key() -> BadRecord {
    BadRecord::new("a key with a lone surrogate")
}

/// An object: its keys and values in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Object<'l>(pub(super) Vec<(Cow<'l, str>, Raw<'l>)>);

impl<'l> Object<'l> {
    pub(super) fn of_line(line: &'l str) -> Result<Self, BadRecord> {
        match line.trim_ascii_start().starts_with('{') {
            true => Object::read(line).map_err(not_json),
            // told from what is no JSON at all
            false => Err(match serde_json::from_str::<de::IgnoredAny>(line) {
                Ok(_) => BadRecord::new("no object"),
                Err(error) => not_json(error),
            }),
        }
    }

    fn read(text: &'l str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// The value of a key, also `null`. A key that stands twice has no one value.
    pub(super) fn get(&self, key: &str) -> Result<Option<Raw<'l>>, BadRecord> {
        let mut values = self.0.iter().filter(|(name, _)| name == key).map(|&(_, value)| value);
        match (values.next(), values.next()) {
            (_, Some(_)) => Err(BadRecord::twice(key)),
            (value, None) => Ok(value),
        }
    }

    /// The value of a key, where it is not `null`.
    pub(super) fn some(&self, key: &str) -> Result<Option<Raw<'l>>, BadRecord> {
        Ok(self.get(key)?.filter(|value| !value.is_null()))
    }

    /// The first of several keys that has a value.
    pub(super) fn first(&self, keys: &[&str]) -> Result<Option<Raw<'l>>, BadRecord> {
        for key in keys {
            if let Some(value) = self.some(key)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    pub(super) fn object(&self, key: &str) -> Result<Option<Object<'l>>, BadRecord> {
        self.get(key)?.map_or(Ok(None), Raw::object)
    }

    pub(super) fn items(&self, key: &str) -> Result<Vec<Raw<'l>>, BadRecord> {
        self.get(key)?.map_or(Ok(Vec::new()), Raw::items)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(name, _)| name == key)
    }

    /// True where the key has this text.
    pub(super) fn says(&self, key: &str, text: &str) -> Result<bool, BadRecord> {
        Ok(self.get(key)?.is_some_and(|value| value.is_text(text)))
    }

    /// The value at a dotted name: of a key that is spelled so, dots and all, or within the object under its first part.
    pub(super) fn at(&self, path: &str) -> Result<Option<Raw<'l>>, BadRecord> {
        if let Some(value) = self.some(path)? {
            return Ok(Some(value));
        }
        let Some((first, rest)) = path.split_once('.') else { return Ok(None) };
        match self.object(first)? {
            Some(inner) => inner.at(rest),
            None => Ok(None),
        }
    }
}

impl<'l> Deserialize<'l> for Object<'l> {
    fn deserialize<D: Deserializer<'l>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;

        impl<'l> Visitor<'l> for Pairs {
            type Value = Object<'l>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'l>>(self, mut map: A) -> Result<Object<'l>, A::Error> {
                let mut pairs = Vec::with_capacity(8);
                while let Some(Key(key)) = map.next_key()? {
                    pairs.push((key, Raw(map.next_value::<&RawValue>()?.get())));
                }
                Ok(Object(pairs))
            }
        }

        deserializer.deserialize_map(Pairs)
    }
}

/// A key, borrowed where it has no escapes.
struct Key<'l>(Cow<'l, str>);

impl<'l> Deserialize<'l> for Key<'l> {
    fn deserialize<D: Deserializer<'l>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl<'l> Visitor<'l> for Text {
            type Value = Key<'l>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_borrowed_str<E: de::Error>(self, text: &'l str) -> Result<Key<'l>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Key<'l>, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

struct Items<'l>(Vec<Raw<'l>>);

impl<'l> Deserialize<'l> for Items<'l> {
    fn deserialize<D: Deserializer<'l>>(deserializer: D) -> Result<Self, D::Error> {
        struct Values;

        impl<'l> Visitor<'l> for Values {
            type Value = Items<'l>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_seq<A: SeqAccess<'l>>(self, mut items: A) -> Result<Items<'l>, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = items.next_element::<&RawValue>()? {
                    values.push(Raw(value.get()));
                }
                Ok(Items(values))
            }
        }

        deserializer.deserialize_seq(Values)
    }
}
