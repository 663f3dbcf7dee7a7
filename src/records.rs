//! Logs of tool calls: JSON lines with `arguments` and perhaps an `id`.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::de::{self, Deserializer as _, Visitor};
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;
use toolargs::{Parsed, Rejection, ToolSpec};

use crate::cli::{self, Failure};

/// A line longer than this is no record, and is never held.
const MAX_LINE: usize = 64 << 20;
/// Room for a line that is kept between lines.
const USUAL_LINE: usize = 1 << 20;

/// One logged call. Both parts are the exact text of the line.
#[derive(Debug, serde::Deserialize)]
pub(crate) struct Record<'l> {
    #[serde(borrow)]
    id: Option<&'l RawValue>,
    #[serde(borrow)]
    arguments: &'l RawValue,
}

impl<'l> Record<'l> {
    fn read(line: &'l [u8]) -> Result<Self, String> {
        let line =
            std::str::from_utf8(line).map_err(|error| format!("no UTF-8 from byte {} on", error.valid_up_to()))?;
        let is_object = line.trim_start().starts_with('{');
        serde_json::from_str(line).map_err(|error| {
            // what `serde` says of data may quote it, unless it speaks of an object's fields
            let message = error.to_string();
            match error.classify() {
                Category::Data if !is_object => "no object".to_owned(),
                Category::Data => message.split(" at line").next().unwrap_or_default().to_owned(),
                _ => format!("no JSON at column {}", error.column()),
            }
        })
    }

    /// The call's id as it was sent; `null` where there is none.
    pub(crate) fn id(&self) -> &'l str {
        self.id.map_or("null", RawValue::get)
    }

    /// Reads the arguments as text, decoded or not, so that the gate sees every key and digit.
    pub(crate) fn parse(&self, spec: &ToolSpec) -> Result<Parsed<Value>, Rejection> {
        let text = self.arguments.get();
        match text.starts_with('"').then(|| unquoted(text)) {
            Some(Ok(payload)) => spec.parse(&*payload),
            _ => spec.parse(text),
        }
    }
}

/// What a JSON string holds. A lone surrogate becomes bytes that are no UTF-8, which the gate refuses as it should.
fn unquoted(text: &str) -> serde_json::Result<Cow<'_, [u8]>> {
    struct Bytes;

    impl<'t> Visitor<'t> for Bytes {
        type Value = Cow<'t, [u8]>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_borrowed_bytes<E: de::Error>(self, bytes: &'t [u8]) -> Result<Self::Value, E> {
            Ok(bytes.into())
        }

        fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
            Ok(bytes.to_vec().into())
        }
    }

    serde_json::Deserializer::from_str(text).deserialize_bytes(Bytes)
}

/// Calls `each` with the records of all inputs in order (the standard input where there are none) and gives the number
/// of lines that are no record, each of which has been named to the operator.
pub(crate) fn each(
    inputs: &[PathBuf],
    mut each: impl FnMut(Record<'_>) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let standard = [PathBuf::from("-")];
    let inputs = if inputs.is_empty() { &standard } else { inputs };
    let mut bad = 0;
    for path in inputs {
        bad += if path == Path::new("-") {
            each_line("standard input", io::stdin().lock(), &mut each)?
        } else {
            let name = path.display().to_string();
            let file = File::open(path).map_err(Failure::at(&name))?;
            each_line(&name, BufReader::with_capacity(1 << 16, file), &mut each)?
        };
    }
    Ok(bad)
}

fn each_line(
    name: &str,
    mut input: impl BufRead,
    each: &mut impl FnMut(Record<'_>) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let (mut line, mut number, mut bad) = (Vec::new(), 0u64, 0);
    while let Some(whole) = next_line(&mut input, &mut line).map_err(Failure::at(name))? {
        number += 1;
        let record = match whole {
            true if line.trim_ascii().is_empty() => continue,
            true => Record::read(&line),
            false => Err(format!("longer than {MAX_LINE} bytes")),
        };
        match record {
            Ok(record) => each(record)?,
            Err(why) => {
                bad += 1;
                cli::say(&format!("{name}:{number}: bad_record: {why}"));
            }
        }
    }
    Ok(bad)
}

/// Reads one line without its end; false where it is too long, and `None` at the end of the input.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    line.shrink_to(USUAL_LINE);
    let limit = MAX_LINE as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_LINE {
        input.skip_until(b'\n')?;
        line.clear();
        return Ok(Some(false));
    }
    Ok(Some(true))
}
