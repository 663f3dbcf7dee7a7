//! Places in the arguments.

use serde_json::Value;

use super::read::Schema;
use crate::rule::Rule;

/// Why there is no schema in the dialect.
pub(super) struct Fault {
    pub(super) path: String,
    pub(super) problem: String,
}

pub(super) type Result<T> = std::result::Result<T, Fault>;

/// Where a schema stands in the arguments, and whether null means absence there.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) path: String,
    pub(super) levels: usize,
    pub(super) strict: bool,
    pub(super) denied: bool,
}

impl Place {
    pub(super) fn fault<T>(&self, problem: impl Into<String>) -> Result<T> {
        Err(Fault { path: self.path.clone(), problem: problem.into() })
    }

    pub(super) fn field(&self, name: &str) -> Place {
        let mut path = self.path.clone();
        crate::at::write_name(name, None, &mut path);
        Place { path, levels: self.levels + 1, ..*self }
    }

    pub(super) fn items(&self) -> Place {
        Place { path: format!("{}[*]", self.path), levels: self.levels + 1, ..*self }
    }

    /// Under the policy that the schema carries.
    pub(super) fn under(&self, schema: &Schema) -> Place {
        let names = |keyword: &str| {
            let rules = schema.get(keyword).and_then(Value::as_array);
            rules.is_some_and(|rules| rules.iter().any(|rule| rule == Rule::NullToAbsent.as_str()))
        };
        let strict = self.strict || schema.get("x-strict").is_some_and(|strict| *strict == Value::Bool(true));
        let denied = (self.denied || names("x-deny")) && !names("x-allow");
        Place { path: self.path.clone(), levels: self.levels, strict, denied }
    }
}
