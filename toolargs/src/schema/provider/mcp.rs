//! Model Context Protocol: a tool as `tools/list` answers it.

use serde_json::{Map, Value};

use super::dialect::Dialect;
use super::{Form, Name, named, no_limits};

pub(super) static FORM: Form = Form {
    tool_name: Name { others: "_-.", free_start: true, longest: 128 },
    dialect: Dialect { root_union: true, parameter_name: Name::ANY, ..Dialect::JSON_SCHEMA },
    check: no_limits,
    wrap,
};

fn wrap(name: &str, description: &str, mut schema: Map<String, Value>) -> Value {
    // the form that the specification recommends for a tool without parameters
    let empty = schema.get("properties").is_some_and(|properties| properties.as_object().is_some_and(Map::is_empty));
    if empty {
        schema.remove("properties");
    }
    let mut tool = named(name, description);
    tool.insert("inputSchema".to_owned(), schema.into());
    tool.into()
}
