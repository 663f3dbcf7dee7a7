//! The tool that calls are read for: a schema file, and the policy on top.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use toolargs::{Rule, ToolSpec};

use crate::cli::Failure;

#[derive(Debug, Args)]
pub(crate) struct Tool {
    /// JSON Schema of the arguments
    #[arg(long, value_name = "FILE")]
    schema: PathBuf,
    /// The tool's name; `unwrap_envelope` knows it as an envelope's key
    // the default is a word that `unwrap_envelope` knows anyway
    #[arg(long, default_value = "arguments", hide_default_value = true)]
    name: String,
    /// Run an opt-in rule, once for each rule (`toolargs policy` lists them)
    #[arg(long, value_name = "RULE", value_parser = rule(), hide_possible_values = true)]
    allow: Vec<Rule>,
    /// Forbid a rule, once for each rule
    #[arg(long, value_name = "RULE", value_parser = rule(), hide_possible_values = true)]
    deny: Vec<Rule>,
    /// Forbid every repair
    #[arg(long, conflicts_with = "allow")]
    strict: bool,
}

fn rule() -> impl TypedValueParser<Value = Rule> {
    PossibleValuesParser::new(Rule::ALL.iter().map(|rule| rule.as_str())).try_map(|name| name.parse::<Rule>())
}

impl Tool {
    pub(crate) fn spec(&self) -> Result<ToolSpec, Failure> {
        if let Some(rule) = self.allow.iter().find(|rule| self.deny.contains(rule)) {
            return Err(Failure::new(format_args!("`{rule}` is both allowed and denied")));
        }
        let name = self.schema.display();
        let schema = self.read()?;
        let spec = ToolSpec::from_json_schema(&self.name, &schema)
            .map_err(|error| Failure::new(format_args!("{name}: {error}")))?;
        let spec = spec.allow(&self.allow).deny(&self.deny);
        Ok(if self.strict { spec.strict() } else { spec })
    }

    fn read(&self) -> Result<Value, Failure> {
        read(&self.schema)
    }
}

/// A JSON file, read by the gate itself, so that a keyword that stands twice is not lost.
fn read(path: &Path) -> Result<Value, Failure> {
    let name = path.display();
    let text = fs::read(path).map_err(Failure::at(&name))?;
    let any = ToolSpec::from_json_schema("schema", &json!({ "type": "object" })).map_err(Failure::new)?;
    match any.strict().max_bytes(usize::MAX).parse(&text) {
        Ok(parsed) => Ok(parsed.args),
        Err(rejection) => Err(Failure::new(format_args!("{name}: {rejection}"))),
    }
}

/// The tools of a file: one JSON Schema, or an MCP server's `tools/list`.
#[derive(Debug, Args)]
pub(crate) struct Tools {
    /// JSON Schema of a tool's arguments, or the result of an MCP server's `tools/list`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The tool's name, for a JSON Schema
    #[arg(long, default_value = "arguments")]
    name: String,
}

impl Tools {
    /// Every tool, or why one cannot be read.
    pub(crate) fn specs(&self) -> Result<Vec<ToolSpec>, Failure> {
        let file = self.file.display();
        let value = read(&self.file)?;
        let list = value.get("tools").or_else(|| value.pointer("/result/tools")).and_then(Value::as_array);
        let Some(list) = list else { return Ok(vec![import(&self.name, &value, &file)?]) };
        list.iter()
            .map(|tool| {
                let name = tool.get("name").and_then(Value::as_str);
                let schema = tool.get("inputSchema").or_else(|| tool.get("input_schema"));
                let (Some(name), Some(schema)) = (name, schema) else {
                    return Err(Failure::new(format_args!("{file}: a tool without `name` or `inputSchema`")));
                };
                let mut schema = schema.clone();
                if let (Some(text), Some(keywords)) = (tool.get("description"), schema.as_object_mut()) {
                    keywords.insert("description".to_owned(), text.clone());
                }
                import(name, &schema, &format_args!("{file}: {name}"))
            })
            .collect()
    }
}

fn import(name: &str, schema: &Value, place: &dyn fmt::Display) -> Result<ToolSpec, Failure> {
    ToolSpec::from_json_schema(name, schema).map_err(|error| Failure::new(format_args!("{place}: {error}")))
}
