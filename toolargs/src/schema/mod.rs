//! JSON Schema: out of a spec, and into one.

mod emit;
mod import;
mod lint;

pub use import::SpecError;
pub use lint::Lint;
