//! The coercers: one file per kind of value. Each gives the canonical value or records a coded error.

pub(crate) mod any;
pub(crate) mod boolean;
pub(crate) mod date;
pub(crate) mod enumeration;
pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod list;
pub(crate) mod map;
pub(crate) mod object;
pub(crate) mod option;
pub(crate) mod string;
pub(crate) mod text;
pub(crate) mod union;
