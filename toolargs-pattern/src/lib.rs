//! Patterns of tool specs.
#![forbid(unsafe_code)]

mod anchors;
mod ecma;
mod matcher;
mod units;

pub use anchors::{anchored, strip_anchors};
pub use matcher::{Matcher, check};
