//! Places in a schema, and what is wrong there.

use std::fmt;

/// A schema that the gate cannot run on.
///
/// ```
/// use serde_json::json;
/// use toolargs::ToolSpec;
///
/// let schema = json!({"type": "object", "properties": {"x": {"not": {"type": "string"}}}});
/// let error = ToolSpec::from_json_schema("tool", &schema).unwrap_err();
/// assert_eq!(error.to_string(), "#/properties/x: the keyword `not` cannot be enforced");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    place: String,
    problem: String,
}

impl SpecError {
    /// Where in the schema, as a JSON pointer in a URI fragment.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What is wrong there.
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl std::error::Error for SpecError {}

/// A place in the schema, on the stack.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub(super) parent: Option<&'p Place<'p>>,
    pub(super) step: &'p str,
}

impl<'p> Place<'p> {
    pub(super) const ROOT: Place<'static> = Place { parent: None, step: "#" };

    pub(super) fn child(&'p self, step: &'p str) -> Place<'p> {
        Place { parent: Some(self), step }
    }

    pub(super) fn error<T>(&self, problem: impl Into<String>) -> Result<T, SpecError> {
        let problem: String = problem.into();
        Err(SpecError { place: self.pointer(), problem: crate::echo::visible(&problem) })
    }

    fn pointer(&self) -> String {
        let step = crate::echo::cut_to(self.step, 80).replace('~', "~0").replace('/', "~1");
        match self.parent {
            Some(parent) => format!("{}/{step}", parent.pointer()),
            None => self.step.to_owned(),
        }
    }
}
