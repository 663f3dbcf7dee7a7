//! JSON Schema: out of a spec, and into one.

mod checks;
mod constraints;
mod defaults;
mod emit;
mod import;
mod lint;
mod merge;
mod parts;
mod place;
pub mod provider;
mod widen;

pub use lint::{Lint, LintCode};
pub use place::SpecError;

#[cfg(all(test, feature = "regex"))]
mod tests;
