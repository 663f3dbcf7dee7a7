//! JSON text: the pull reader, number literals, and the texts that are nearly JSON.

mod escape;
pub(crate) mod lenient;
pub(crate) mod number;
pub(crate) mod python;
pub(crate) mod reader;
mod scan;
pub(crate) mod value;
