//! Anthropic: Messages, with and without strict arguments.

use serde_json::{Map, Value};

use super::dialect::{Alternatives, Dialect, Formats, Keywords, Nulls, References};
use super::rewrite::Rewritten;
use super::{Form, Name, named, no_limits};

const TOOL_NAME: Name = Name { others: "_-", free_start: true, longest: 64 };
const PARAMETER_NAME: Name = Name { others: "_.-", free_start: true, longest: 64 };

pub(super) static PLAIN: Form = Form {
    tool_name: TOOL_NAME,
    dialect: Dialect { parameter_name: PARAMETER_NAME, ..Dialect::JSON_SCHEMA },
    check: no_limits,
    wrap: plain,
};

/// As the provider's own SDK transforms a schema.
pub(super) static STRICT: Form = Form {
    tool_name: TOOL_NAME,
    dialect: Dialect {
        // `minItems` of 0 or 1 only
        keywords: Keywords::Only(&["minItems"]),
        most_min_items: Some(1),
        formats: Formats::Only(&[
            "date-time",
            "time",
            "date",
            "duration",
            "email",
            "hostname",
            "uri",
            "ipv4",
            "ipv6",
            "uuid",
        ]),
        alternatives: Alternatives::Any,
        constants: false,
        nulls: Nulls::Alternative,
        references: References::Acyclic,
        closed: true,
        typed: true,
        parameter_name: PARAMETER_NAME,
        ..Dialect::JSON_SCHEMA
    },
    check: limits,
    wrap: strict,
};

/// Limits on all strict tools of a request; one tool that is beyond them is refused in any.
fn limits(rewritten: &Rewritten) -> Result<(), String> {
    let size = &rewritten.size;
    for (found, most, what) in
        [(size.optional, 24, "optional parameters"), (size.unions, 16, "parameters that are unions")]
    {
        if found > most {
            return Err(format!(
                "the tool has {found} {what}, and the strict tools of a request together may have {most}"
            ));
        }
    }
    Ok(())
}

fn plain(name: &str, description: &str, schema: Map<String, Value>) -> Value {
    let mut tool = named(name, description);
    tool.insert("input_schema".to_owned(), schema.into());
    tool.into()
}

fn strict(name: &str, description: &str, schema: Map<String, Value>) -> Value {
    let mut tool = named(name, description);
    tool.insert("strict".to_owned(), true.into());
    tool.insert("input_schema".to_owned(), schema.into());
    tool.into()
}
