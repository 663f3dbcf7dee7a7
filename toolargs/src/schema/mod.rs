//! JSON Schema: out of a spec, and into one.

mod constraints;
mod defaults;
mod emit;
mod import;
mod lint;
mod merge;
mod parts;
pub mod provider;
mod widen;

pub use import::SpecError;
pub use lint::Lint;

#[cfg(test)]
mod tests;
