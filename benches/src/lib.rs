//! The calls that are measured, and the sides that read them.

pub mod calls;
pub mod sides;
