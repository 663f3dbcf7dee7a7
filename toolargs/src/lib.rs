//! A gate for the arguments of LLM tool calls: repair what has exactly one meaning, reject what has two or more,
//! record every repair.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

// the derive names this crate `::toolargs`, here too
extern crate self as toolargs;

mod args;
mod at;
mod code;
mod coerce;
mod echo;
mod error;
mod format;
mod input;
mod json;
mod object;
mod pattern;
mod payload;
#[doc(hidden)]
pub mod private;
#[cfg(feature = "replay")]
pub mod replay;
mod rule;
mod schema;
mod shape;
mod spec;
mod suggest;

pub use toolargs_derive::ToolArgs;

pub use crate::args::{Flow, FromArg, Parsed, Repair, Text, ToolArgs};
pub use crate::at::At;
pub use crate::code::Code;
pub use crate::error::{ArgumentError, Rejection};
pub use crate::format::Format;
pub use crate::input::Input;
pub use crate::json::reader::Stop;
pub use crate::payload::Payload;
pub use crate::rule::{Rule, RuleSet, UnknownName};
pub use crate::schema::{Lint, LintCode, SpecError, provider};
pub use crate::shape::{Defs, Shape, ToolSpec};

#[cfg(all(doctest, feature = "regex", feature = "time"))]
#[doc = include_str!("../../README.md")]
struct Readme;
