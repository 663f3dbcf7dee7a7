//! The schema and the gate are one: derived against imported, and both against JSON Schema.

mod agree;
mod drift;
mod hostile;
mod suite;
mod support;
mod types;
