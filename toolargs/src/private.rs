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
pub use crate::object::Object;
pub use crate::rule::Rule;
pub use crate::shape::{Defs, Members, Shape, ToolSpec, generic_spec, type_key};
pub use crate::spec::{Bound, FieldSpec, Tool, VariantSpec};

/// The object that a value is written as.
#[derive(Debug, Default)]
pub struct ObjectValue(serde_json::Map<String, Value>);

impl ObjectValue {
    /// Without fields yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The object.
    pub fn done(self) -> Value {
        Value::Object(self.0)
    }
}

/// What the derive does with the type of a field. It hangs on one trait, and no method has a bound of its own, so that a type
/// that is no `FromArg` is one error, under the type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be parsed from tool-call arguments",
    label = "no `FromArg` for this type",
    note = "supported: String, bool, char, integers, floats, Option, Vec, sets, arrays, maps, Box, nested `#[derive(ToolArgs)]` types, serde_json::Value, time and std::net types, and with features uuid, url, rust_decimal and chrono",
    note = "wrap any other type in a struct of your own and implement `toolargs::FromArg` for it"
)]
pub trait Field: Sized {
    /// Reads the field when it has no default of its own.
    ///
    /// # Errors
    ///
    /// [`Stop`](crate::Stop) when the text is not JSON.
    fn read(input: &mut Input<'_>, at: &At<'_>, spec: &FieldSpec) -> Flow<Self>;

    /// Reads the field when it has a default.
    ///
    /// # Errors
    ///
    /// [`Stop`](crate::Stop) when the text is not JSON.
    fn read_or(input: &mut Input<'_>, at: &At<'_>, spec: &FieldSpec, default: impl FnOnce() -> Self) -> Flow<Self>;

    /// The value of the field when it was not sent and has no default.
    fn need(object: &Object<'_>, input: &mut Input<'_>, at: &At<'_>, index: usize, value: &mut Option<Self>);

    /// Adds the field to an object, unless its value is that of an absent one.
    fn put(value: &Self, object: &mut ObjectValue, spec: &FieldSpec);

    /// Adds the field to a shape.
    fn member(members: &mut Members<'_>, spec: &'static FieldSpec);

    /// Adds the field with its default to a shape.
    fn member_or(members: &mut Members<'_>, spec: &'static FieldSpec, default: impl FnOnce() -> Self);
}

impl<T: FromArg> Field for T {
    #[inline]
    fn read(input: &mut Input<'_>, at: &At<'_>, spec: &FieldSpec) -> Flow<Self> {
        crate::object::required(input, at, spec)
    }

    #[inline]
    fn read_or(input: &mut Input<'_>, at: &At<'_>, spec: &FieldSpec, default: impl FnOnce() -> Self) -> Flow<Self> {
        crate::object::defaulted(input, at, spec, default)
    }

    #[inline]
    fn need(object: &Object<'_>, input: &mut Input<'_>, at: &At<'_>, index: usize, value: &mut Option<Self>) {
        object.need(input, at, index, value);
    }

    fn put(value: &Self, object: &mut ObjectValue, spec: &FieldSpec) {
        if !value.is_absent() {
            object.0.insert(spec.name().to_owned(), value.to_json());
        }
    }

    fn member(members: &mut Members<'_>, spec: &'static FieldSpec) {
        members.add::<Self>(spec);
    }

    fn member_or(members: &mut Members<'_>, spec: &'static FieldSpec, default: impl FnOnce() -> Self) {
        members.add_default::<Self>(spec, default);
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
