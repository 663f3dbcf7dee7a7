//! Case files: one JSON record a line, the payload written out or described, and what the gate says of it.

use std::io::Read;
use std::path::Path;

use base64::Engine;
use serde::Deserialize;
use serde_json::Value;
use toolargs::{ArgumentError, Payload};

use super::{Outcome, broken_promise, rules};

/// One case: a payload for a tool, and what is expected of the gate.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Case {
    pub(crate) id: String,
    /// A tool by its name …
    pub(crate) spec: Option<String>,
    /// … or by its schema.
    pub(crate) schema: Option<Value>,
    #[serde(default)]
    pub(crate) allow: Vec<String>,
    #[serde(default, deserialize_with = "present")]
    arguments: Option<Value>,
    arguments_b64: Option<String>,
    generator: Option<Generator>,
    /// `lifted`: the tool takes payloads of any length.
    pub(crate) limits: Option<String>,
    #[serde(default)]
    message: MessageLimits,
    expect: Expect,
    #[serde(skip)]
    any_order: bool,
}

/// Tells `null` from a key that is not there.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

#[derive(Clone, Debug, Default, Deserialize)]
struct MessageLimits {
    max_bytes: Option<usize>,
    #[serde(default)]
    must_not_contain: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Expect {
    ok: bool,
    error: Option<String>,
    path: Option<String>,
    hint: Option<String>,
    args: Option<Value>,
    #[serde(default)]
    repairs: Vec<(String, String)>,
}

#[derive(Clone, Debug, Deserialize)]
struct Generator {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Part {
    Text(String),
    Repeat {
        repeat: String,
        n: usize,
    },
    /// Every string of `bits` syllables.
    Combo {
        combo: [String; 2],
        bits: u32,
        seq: String,
        sep: String,
    },
    Sequence {
        seq: String,
        n: usize,
        sep: String,
    },
}

/// Generated payloads beyond this are cut down: what they show is linear cost, and that shows in less.
const LONGEST: usize = 4_000_000;

impl Part {
    fn write(&self, out: &mut String) {
        match self {
            Part::Text(text) => out.push_str(text),
            Part::Repeat { repeat, n } => out.push_str(&repeat.repeat((*n).min(LONGEST / repeat.len()))),
            Part::Sequence { seq, n, sep } => {
                let n = (*n).min(LONGEST / (seq.len() + 6));
                join(out, sep, (0..n).map(|i| seq.replace("{i}", &i.to_string())));
            }
            Part::Combo { combo, bits, seq, sep } => join(
                out,
                sep,
                (0..1u32 << bits).map(|n| {
                    let key: String = (0..*bits).rev().map(|bit| combo[(n >> bit & 1) as usize].as_str()).collect();
                    seq.replace("{k}", &key)
                }),
            ),
        }
    }
}

fn join(out: &mut String, separator: &str, items: impl Iterator<Item = String>) {
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        out.push_str(&item);
    }
}

/// A payload, owned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Raw {
    Text(String),
    Bytes(Vec<u8>),
    Decoded(Value),
}

impl Raw {
    pub(crate) fn payload(&self) -> Payload<'_> {
        match self {
            Raw::Text(text) => text.into(),
            Raw::Bytes(bytes) => bytes.as_slice().into(),
            Raw::Decoded(value) => value.into(),
        }
    }
}

impl Case {
    pub(crate) fn raw(&self) -> Raw {
        match (&self.arguments, &self.arguments_b64, &self.generator) {
            (Some(Value::String(text)), None, None) => Raw::Text(text.clone()),
            (Some(decoded), None, None) => Raw::Decoded(decoded.clone()),
            (None, Some(encoded), None) => {
                Raw::Bytes(base64::engine::general_purpose::STANDARD.decode(encoded).expect("base64"))
            }
            (None, None, Some(generator)) => {
                let mut text = String::new();
                generator.parts.iter().for_each(|part| part.write(&mut text));
                Raw::Text(text)
            }
            _ => panic!("{}: one of arguments, arguments_b64 and generator", self.id),
        }
    }

    /// Replaces what is expected by an error of the payload; it has to have been another one.
    pub(crate) fn expect_payload_error(&mut self, code: &str) {
        let before = self.expect.error.replace(code.to_owned());
        assert!(before.is_some_and(|before| before != code), "{} expects {code} already", self.id);
        self.expect.path = Some("$".to_owned());
    }

    /// Gives up on the order of errors and repairs, for a tool whose fields are in no known order.
    pub(crate) fn in_any_order(mut self) -> Self {
        self.any_order = true;
        self
    }

    /// What differs from what is expected, if anything does.
    pub(crate) fn disagreement(&self, gate: &dyn Fn(Payload<'_>) -> Outcome) -> Option<String> {
        let raw = self.raw();
        let started = std::time::Instant::now();
        let outcome = gate(raw.payload());
        let took = started.elapsed();
        // unoptimized and on a shared machine: this catches what is exponential or quadratic, benchmarks do the rest
        if took.as_secs() >= 20 {
            return Some(format!("took {took:?}"));
        }
        let found = self.differs(&outcome).or_else(|| broken_promise(gate, &outcome));
        found.map(|what| {
            let shown: String = format!("{raw:?}").chars().take(160).collect();
            let want = &self.expect;
            format!(
                "{}: want {} {:?} {:?} {:?}; got {what}; in {shown}",
                self.id, want.ok, want.error, want.path, want.repairs
            )
        })
    }

    fn same_repairs(&self, mut found: Vec<(String, String)>) -> bool {
        let mut want = self.expect.repairs.clone();
        if self.any_order {
            found.sort();
            want.sort();
        }
        found == want
    }

    fn differs(&self, outcome: &Outcome) -> Option<String> {
        let want = &self.expect;
        match outcome {
            Ok(parsed) if !want.ok => Some(format!("accepted {} after {:?}", parsed.args, rules(parsed))),
            Ok(parsed) if !self.same_repairs(rules(parsed)) => Some(format!("repairs {:?}", rules(parsed))),
            Ok(parsed) => match &want.args {
                Some(args) if !same(&parsed.args, args) => Some(format!("args {}", parsed.args)),
                _ => None,
            },
            Err(rejection) if want.ok => Some(rejection.to_string()),
            Err(rejection) => {
                let expected = |error: &&ArgumentError| {
                    want.error.as_deref() == Some(error.code().as_str())
                        && want.path.as_deref().is_none_or(|path| path == error.path())
                };
                let found = rejection.errors().iter().find(expected).filter(|_| self.any_order);
                let first = found.unwrap_or(rejection.first());
                let (message, sent) = (first.message(), rejection.for_model());
                let limits = &self.message;
                if want.error.as_deref() != Some(first.code().as_str()) {
                    return Some(rejection.to_string());
                }
                if want.path.as_deref().is_some_and(|path| path != first.path()) {
                    return Some(format!("path {}", first.path()));
                }
                if want.hint.as_deref().is_some_and(|hint| !message.contains(hint)) {
                    return Some(format!("no hint in {message}"));
                }
                if limits.max_bytes.is_some_and(|most| message.len() > most) {
                    return Some(format!("a message of {} bytes", message.len()));
                }
                let shown = |text: &&String| message.contains(text.as_str()) || sent.contains(text.as_str());
                limits.must_not_contain.iter().find(shown).map(|text| format!("{text:?} in {sent}"))
            }
        }
    }
}

/// Equal values. A double may be written as an integer where a double is due, never the other way round.
fn same(got: &Value, want: &Value) -> bool {
    match (got, want) {
        (Value::Number(got), Value::Number(want)) => got == want || (want.is_f64() && got.as_f64() == want.as_f64()),
        (Value::Array(got), Value::Array(want)) => {
            got.len() == want.len() && got.iter().zip(want).all(|(got, want)| same(got, want))
        }
        (Value::Object(got), Value::Object(want)) => {
            got.len() == want.len() && got.iter().all(|(key, got)| want.get(key).is_some_and(|want| same(got, want)))
        }
        (got, want) => got == want,
    }
}

/// Reads a case file, compressed or not.
pub(crate) fn read(path: &Path) -> Vec<Case> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    match path.extension() {
        Some(extension) if extension == "gz" => {
            flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).expect("gzip");
        }
        _ => text = String::from_utf8(bytes).expect("UTF-8"),
    }
    let case = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line:.200}"));
    text.lines().filter(|line| !line.trim().is_empty()).map(case).collect()
}

/// The case file of this project of that name.
pub(crate) fn data(name: &str) -> Vec<Case> {
    read(&super::project().join("tests/data").join(name))
}
