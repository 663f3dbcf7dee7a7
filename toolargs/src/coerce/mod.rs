//! The coercers: one file per kind of value. Each gives the canonical value or records a coded error.

pub(crate) mod any;
pub(crate) mod boolean;
#[cfg(feature = "chrono")]
mod chrono;
pub(crate) mod date;
#[cfg(feature = "rust_decimal")]
mod decimal;
pub(crate) mod dynamic;
pub(crate) mod enumeration;
pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod list;
pub(crate) mod make;
pub(crate) mod map;
mod net;
pub(crate) mod object;
pub(crate) mod option;
pub(crate) mod string;
pub(crate) mod text;
#[cfg(feature = "time")]
mod time;
pub(crate) mod union;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;

#[cfg(test)]
mod forms;
