//! All that generated code may call. Not a public interface: it changes with the derive, which is pinned to this version.

pub use core::default::Default;
pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{self, Err, Ok};
pub use std::sync::OnceLock;

pub use serde_json::Value;

pub use crate::args::{Flow, FromArg, Text, ToolArgs};
pub use crate::at::At;
pub use crate::coerce::enumeration::enumeration;
pub use crate::coerce::object::object_from_text;
pub use crate::coerce::union::{Union, null, tag, tagged_value};
pub use crate::format::Format;
pub use crate::input::Input;
pub use crate::object::{Object, defaulted, required};
pub use crate::rule::Rule;
pub use crate::shape::{Defs, Shape, ToolSpec, generic_spec, type_key};
pub use crate::spec::{Bound, FieldSpec, Tool, VariantSpec};

/// The object that a value is written as.
#[derive(Debug, Default)]
pub struct ObjectValue(serde_json::Map<String, Value>);

impl ObjectValue {
    /// Without fields yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field, unless its value is that of an absent one.
    pub fn put<T: FromArg>(&mut self, spec: &FieldSpec, value: &T) {
        if !value.is_absent() {
            self.0.insert(spec.name().to_owned(), value.to_json());
        }
    }

    /// The object.
    pub fn done(self) -> Value {
        Value::Object(self.0)
    }
}

/// Runs a field's own check on its value.
pub fn validated<T, E: std::fmt::Display>(
    input: &mut Input<'_>,
    at: &At<'_>,
    spec: &FieldSpec,
    value: Option<T>,
    check: impl FnOnce(&T) -> Result<(), E>,
) -> Option<T> {
    validated_here(input, &at.field(spec, false), value, check)
}

/// As [`validated`], for a field that may be absent: the check sees the value, if there is one.
pub fn validated_some<T, E: std::fmt::Display>(
    input: &mut Input<'_>,
    at: &At<'_>,
    spec: &FieldSpec,
    value: Option<Option<T>>,
    check: impl FnOnce(&T) -> Result<(), E>,
) -> Option<Option<T>> {
    match value {
        Some(Some(value)) => validated_here(input, &at.field(spec, true), Some(value), check).map(Some),
        other => other,
    }
}

/// Runs a check on the value at this place.
pub fn validated_here<T, E: std::fmt::Display>(
    input: &mut Input<'_>,
    at: &At<'_>,
    value: Option<T>,
    check: impl FnOnce(&T) -> Result<(), E>,
) -> Option<T> {
    let value = value?;
    match check(&value) {
        Ok(()) => Some(value),
        Err(error) => input.refuse(at, error.to_string()),
    }
}

/// An example as a JSON value.
pub fn example<T: FromArg, U: Into<T>>(value: U) -> Value {
    value.into().to_json()
}

/// A default written as something that becomes the field's type.
pub fn default_from<T, U: Into<T>>(value: U) -> T {
    value.into()
}
