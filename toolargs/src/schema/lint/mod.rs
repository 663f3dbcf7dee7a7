//! What is legal in a spec and dangerous.

use crate::shape::ToolSpec;

/// Something that is legal and dangerous.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lint {
    pub(super) place: String,
    pub(super) problem: String,
}

impl ToolSpec {
    /// What is legal in this spec and dangerous.
    pub fn lint(&self) -> Vec<Lint> {
        Vec::new()
    }
}
