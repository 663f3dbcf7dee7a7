//! What the gate says of a payload, from a derived type and from its schema.

use serde_json::{Value, json};
use toolargs::{Code, Parsed, Rejection, ToolArgs, ToolSpec};

/// A verdict, with everything that two gates have to agree on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) args: Option<Value>,
    pub(crate) errors: Vec<(Code, String)>,
    /// Path, rule, before and after.
    pub(crate) repairs: Vec<Value>,
}

impl Outcome {
    fn of(result: Result<Parsed<Value>, Rejection>) -> Self {
        let record = |repairs: &[toolargs::Repair]| repairs.iter().map(toolargs::Repair::to_value).collect();
        match result {
            Ok(parsed) => Outcome { args: Some(parsed.args), errors: Vec::new(), repairs: record(&parsed.repairs) },
            Err(rejection) => Outcome {
                args: None,
                errors: rejection.errors().iter().map(|error| (error.code(), error.path().to_owned())).collect(),
                repairs: record(rejection.repairs()),
            },
        }
    }

    /// Accepted as sent.
    pub(crate) fn is_clean(&self) -> bool {
        self.args.is_some() && self.repairs.is_empty()
    }
}

/// A derived type, its schema, and what comes of the schema.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    pub(crate) schema: Value,
    pub(crate) imported: ToolSpec,
    derived: fn(&str) -> Outcome,
}

impl Subject {
    pub(crate) fn new<T: ToolArgs>(name: &'static str) -> Self {
        let schema = T::json_schema();
        let spec = T::spec();
        let imported = ToolSpec::from_json_schema(spec.name(), &schema)
            .unwrap_or_else(|error| panic!("{name}: {error}\n{schema:#}"));
        // the limit of a payload's length is no part of a schema
        let imported = if name == "opt_ins" { imported.max_bytes(4096) } else { imported };
        Subject { name, schema, imported, derived: derived::<T> }
    }

    pub(crate) fn derived(&self, payload: &str) -> Outcome {
        (self.derived)(payload)
    }

    pub(crate) fn imported(&self, payload: &str) -> Outcome {
        Outcome::of(self.imported.parse(payload))
    }

    /// The canonical form of arguments that the gate has let through.
    pub(crate) fn canonical(&self, args: &Value) -> Option<Value> {
        self.derived(&args.to_string()).args
    }
}

fn derived<T: ToolArgs>(payload: &str) -> Outcome {
    Outcome::of(T::parse(payload).map(|parsed| Parsed {
        args: parsed.args.to_value(),
        repairs: parsed.repairs,
        duplicates_checked: parsed.duplicates_checked,
    }))
}

/// A value with each number by its worth, whatever its spelling.
pub(crate) fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => {
            let text = number.to_string();
            let double = text.parse::<f64>().unwrap_or(f64::NAN);
            match text.parse::<i128>() {
                Ok(whole) => json!(format!("#{whole}")),
                Err(_) if double.fract() == 0.0 && double.abs() < 9e15 => json!(format!("#{}", double as i64)),
                Err(_) => json!(format!("#{double:?}")),
            }
        }
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(entries) => {
            Value::Object(entries.iter().map(|(key, value)| (key.clone(), plain(value))).collect())
        }
        other => other.clone(),
    }
}
