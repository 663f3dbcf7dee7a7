//! OpenAI: Chat Completions and Responses, each with and without strict arguments.

use serde_json::{Map, Value, json};

use super::dialect::{Alternatives, Dialect, Formats, Keywords, Nulls, References};
use super::rewrite::Rewritten;
use super::{Form, Name, named, no_limits};

const TOOL_NAME: Name = Name { others: "_-", free_start: true, longest: 64 };

pub(super) static CHAT: Form = Form { tool_name: TOOL_NAME, dialect: PLAIN, check: no_limits, wrap: chat };
pub(super) static CHAT_STRICT: Form = Form { tool_name: TOOL_NAME, dialect: STRICT, check: limits, wrap: chat_strict };
pub(super) static RESPONSES: Form = Form { tool_name: TOOL_NAME, dialect: PLAIN, check: no_limits, wrap: responses };
pub(super) static RESPONSES_STRICT: Form =
    Form { tool_name: TOOL_NAME, dialect: STRICT, check: limits, wrap: responses_strict };

const PLAIN: Dialect = Dialect { parameter_name: Name::ANY, ..Dialect::JSON_SCHEMA };

const STRICT: Dialect = Dialect {
    keywords: Keywords::Only(&[
        "pattern",
        "multipleOf",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minItems",
        "maxItems",
    ]),
    formats: Formats::Only(&["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]),
    alternatives: Alternatives::Any,
    nulls: Nulls::Type,
    references: References::Alone,
    closed: true,
    all_required: true,
    typed: true,
    parameter_name: Name::ANY,
    ..Dialect::JSON_SCHEMA
};

/// Limits of the strict forms, on one schema.
fn limits(rewritten: &Rewritten) -> Result<(), String> {
    let size = &rewritten.size;
    for (found, most, what) in [
        (size.properties, 5000, "properties"),
        (size.depth, 10, "levels of nesting"),
        (size.characters, 120_000, "characters in names and enum values"),
        (size.enum_values, 1000, "enum values"),
    ] {
        if found > most {
            return Err(format!("the schema has {found} {what}, and a strict form takes {most}"));
        }
    }
    if size.longest_enum > 15_000 {
        return Err(format!(
            "an enum of more than 250 values has {} characters, and a strict form takes 15000",
            size.longest_enum
        ));
    }
    Ok(())
}

fn function(name: &str, description: &str, schema: Map<String, Value>) -> Map<String, Value> {
    let mut function = named(name, description);
    function.insert("parameters".to_owned(), schema.into());
    function
}

fn chat(name: &str, description: &str, schema: Map<String, Value>) -> Value {
    json!({"type": "function", "function": function(name, description, schema)})
}

fn chat_strict(name: &str, description: &str, schema: Map<String, Value>) -> Value {
    let mut function = function(name, description, schema);
    function.insert("strict".to_owned(), true.into());
    json!({"type": "function", "function": function})
}

fn responses(name: &str, description: &str, schema: Map<String, Value>) -> Value {
    flat(name, description, schema, false)
}

fn responses_strict(name: &str, description: &str, schema: Map<String, Value>) -> Value {
    flat(name, description, schema, true)
}

fn flat(name: &str, description: &str, schema: Map<String, Value>, strict: bool) -> Value {
    let mut tool = function(name, description, schema);
    tool.insert("type".to_owned(), "function".into());
    tool.insert("strict".to_owned(), strict.into());
    tool.into()
}
