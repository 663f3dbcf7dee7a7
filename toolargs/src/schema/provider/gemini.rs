//! Gemini: a function declaration, with its own kind of schema or with JSON Schema.

use serde_json::{Map, Value};

use super::dialect::{Alternatives, Dialect, Formats, Keywords, Nulls, References};
use super::{Form, Name, named, no_limits};

const TOOL_NAME: Name = Name { others: "_.:-", free_start: false, longest: 128 };
const PARAMETER_NAME: Name = Name { others: "_", free_start: false, longest: 64 };

/// Any other keyword is an unknown field to the API, which refuses the request.
pub(super) static PARAMETERS: Form = Form {
    tool_name: TOOL_NAME,
    dialect: Dialect {
        keywords: Keywords::Only(&[
            "minItems",
            "maxItems",
            "minLength",
            "maxLength",
            "minProperties",
            "maxProperties",
            "minimum",
            "maximum",
            "pattern",
        ]),
        formats: Formats::Only(&["date-time"]),
        alternatives: Alternatives::AnyAlone,
        constants: false,
        text_enums: true,
        nulls: Nulls::Keyword,
        references: References::Inlined,
        additional: false,
        typed: true,
        empty_objects: false,
        parameter_name: PARAMETER_NAME,
        ..Dialect::JSON_SCHEMA
    },
    check: no_limits,
    wrap: |name, description, schema| declaration(name, description, "parameters", schema),
};

/// Keywords that the documentation does not list may be ignored.
pub(super) static JSON_SCHEMA: Form = Form {
    tool_name: TOOL_NAME,
    dialect: Dialect {
        keywords: Keywords::Only(&["minItems", "maxItems", "minimum", "maximum"]),
        formats: Formats::Only(&["date-time", "date", "time"]),
        alternatives: Alternatives::Any,
        constants: false,
        nulls: Nulls::Type,
        references: References::Alone,
        parameter_name: PARAMETER_NAME,
        ..Dialect::JSON_SCHEMA
    },
    check: no_limits,
    wrap: |name, description, schema| declaration(name, description, "parametersJsonSchema", schema),
};

/// A tool without parameters has no schema: one of no properties is refused.
fn declaration(name: &str, description: &str, key: &str, schema: Map<String, Value>) -> Value {
    let mut declaration = named(name, description);
    let declares =
        schema.get("properties").is_some_and(|properties| properties.as_object().is_some_and(|all| !all.is_empty()));
    if declares || schema.get("additionalProperties").is_some_and(|extra| *extra != Value::Bool(false)) {
        declaration.insert(key.to_owned(), schema.into());
    }
    declaration.into()
}
