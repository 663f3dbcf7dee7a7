//! A value that serialises, as the model reads it: text as it is, a `Result` by its side, anything else as JSON.

use std::fmt;

use serde::ser::{Impossible, Serialize, Serializer};

use crate::reply::Reply;

pub(crate) fn reply_of(value: &impl Serialize) -> Reply {
    match value.serialize(Outer) {
        Ok(reply) => reply,
        // whatever the outer form does not know is plain JSON
        Err(_) => Reply::json(value),
    }
}

/// Knows text and `Result`, and fails on the rest before it costs anything.
struct Outer;

/// The value is none of those; what it says of itself is not asked for.
#[derive(Debug)]
struct Other;

impl fmt::Display for Other {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plain JSON")
    }
}

impl std::error::Error for Other {}

impl serde::ser::Error for Other {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Other
    }
}

macro_rules! others {
    ($($method:ident($($argument:ty),*) $(-> $compound:ident)?;)+) => {
        $(others!(@ $method($($argument),*) $(-> $compound)?);)+
    };
    (@ $method:ident($($argument:ty),*)) => {
        fn $method(self $(, _: $argument)*) -> Result<Reply, Other> { Err(Other) }
    };
    (@ $method:ident($($argument:ty),*) -> $compound:ident) => {
        fn $method(self $(, _: $argument)*) -> Result<Self::$compound, Other> { Err(Other) }
    };
}

impl Serializer for Outer {
    type Ok = Reply;
    type Error = Other;
    type SerializeSeq = Impossible<Reply, Other>;
    type SerializeTuple = Impossible<Reply, Other>;
    type SerializeTupleStruct = Impossible<Reply, Other>;
    type SerializeTupleVariant = Impossible<Reply, Other>;
    type SerializeMap = Impossible<Reply, Other>;
    type SerializeStruct = Impossible<Reply, Other>;
    type SerializeStructVariant = Impossible<Reply, Other>;

    fn serialize_str(self, text: &str) -> Result<Reply, Other> {
        Ok(Reply::plain(text))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Reply, Other> {
        match (name, variant) {
            ("Result", "Ok") => Ok(value.serialize(Outer).unwrap_or_else(|_| Reply::json(value))),
            ("Result", "Err") => {
                let text = value.serialize(Outer).unwrap_or_else(|_| Reply::json(value));
                Ok(Reply::error(text.text()))
            }
            _ => Err(Other),
        }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<Reply, Other> {
        Err(Other)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, _: &T) -> Result<Reply, Other> {
        Err(Other)
    }

    others! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
        serialize_seq(Option<usize>) -> SerializeSeq;
        serialize_tuple(usize) -> SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> SerializeTupleVariant;
        serialize_map(Option<usize>) -> SerializeMap;
        serialize_struct(&'static str, usize) -> SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant;
    }
}
