//! `toolargs schema`: a tool as a provider takes it.

use std::io::Write;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use toolargs::ToolSpec;
use toolargs::provider::Provider;

use crate::cli::{self, Done, Failure};
use crate::tool::Tools;

/// Print a tool's definition for a provider, or its JSON Schema
///
/// The output is one JSON value: the definition, or a list of them for an MCP server's tools. What the provider's form
/// cannot say is listed on the standard error: only the gate enforces it.
#[derive(Debug, Args)]
pub(crate) struct Schema {
    #[command(flatten)]
    tools: Tools,
    /// The provider's form; without it, JSON Schema 2020-12 with our own annotations
    #[arg(long, value_name = "FORM", value_parser = provider(), conflicts_with = "prevalidation")]
    provider: Option<Provider>,
    /// The widened schema, for hosts that validate before the gate sees the call
    #[arg(long)]
    prevalidation: bool,
}

fn provider() -> impl TypedValueParser<Value = Provider> {
    PossibleValuesParser::new(Provider::ALL.iter().map(|form| form.as_str())).try_map(|name| name.parse::<Provider>())
}

impl Schema {
    pub(crate) fn run(&self) -> Result<Done, Failure> {
        let specs = self.tools.specs()?;
        let mut written = specs.iter().map(|spec| self.write(spec)).collect::<Result<Vec<Value>, Failure>>()?;
        let value = if written.len() == 1 { written.remove(0) } else { json!(written) };
        let mut out = cli::output();
        serde_json::to_writer_pretty(&mut out, &value).map_err(|error| Failure::from(std::io::Error::from(error)))?;
        out.write_all(b"\n")?;
        out.flush()?;
        Ok(Done::Well)
    }

    fn write(&self, spec: &ToolSpec) -> Result<Value, Failure> {
        if self.prevalidation {
            return Ok(spec.schema_for_prevalidation());
        }
        let Some(provider) = self.provider else { return Ok(spec.to_json_schema()) };
        let name = spec.name();
        let definition = spec.definition(provider).map_err(|error| Failure::new(format_args!("{name}: {error}")))?;
        for kept in &definition.gate_only {
            cli::say(&format!("{name}: {kept}"));
        }
        Ok(definition.tool)
    }
}
