//! Any JSON value, as it is.

use serde_json::{Map, Value};

use crate::args::{Flow, FromArg, Text};
use crate::at::At;
use crate::code::Code;
use crate::echo;
use crate::error::Detail;
use crate::input::Input;
use crate::json::number::{Double, double};
use crate::json::reader::Token;
use crate::json::value;
use crate::shape::{Defs, Shape};
use crate::spec::EMPTY;

/// Reads any value. A number that a JSON value here cannot hold exactly is refused rather than changed.
pub(crate) fn read(input: &mut Input<'_>, at: &At<'_>) -> Flow<Value> {
    match input.reader.peek() {
        b'[' => return array(input, at),
        b'{' => return object(input, at),
        _ => {}
    }
    let Input { reader, records, .. } = input;
    Ok(match reader.token(at)? {
        Token::Null => Some(Value::Null),
        Token::Boolean(value) => Some(value.into()),
        Token::String(text) => Some(text.into()),
        Token::Number(text) => match value::number(text) {
            Some(number) => Some(number),
            None => {
                let code = if double(text) == Double::Infinite { Code::OutOfRange } else { Code::LossyNumber };
                let problem = "has digits that no double holds; send fewer digits, or text";
                records.error(at, code, Detail::Value { value: Some(echo::cut(text)), problem })
            }
        },
        Token::NonFinite | Token::Array | Token::Object => None,
    })
}

fn array(input: &mut Input<'_>, at: &At<'_>) -> Flow<Value> {
    input.reader.open()?;
    let (recorded, quiet) = (input.records.recorded(), input.records.quiet);
    let (mut items, mut first, mut index, mut whole) = (Vec::new(), true, 0, true);
    while input.reader.item(&mut first)? {
        match read(input, &at.item(index, &EMPTY))? {
            Some(item) => items.push(item),
            None => {
                whole = false;
                input.records.hush(recorded);
            }
        }
        index += 1;
    }
    input.records.quiet = quiet;
    Ok(whole.then_some(Value::Array(items)))
}

fn object(input: &mut Input<'_>, at: &At<'_>) -> Flow<Value> {
    input.reader.open()?;
    let (recorded, quiet) = (input.records.recorded(), input.records.quiet);
    let (mut entries, mut first, mut whole) = (Map::new(), true, true);
    while input.reader.entry(&mut first)? {
        let key = input.reader.kept_string()?.into_owned();
        input.reader.colon()?;
        let at = at.key(&key, &EMPTY);
        let value = read(input, &at)?;
        if let Some(first) = entries.get(&key) {
            input.duplicate(&at, value.clone().filter(|value| value == first));
        }
        match value {
            Some(value) => {
                entries.insert(key, value);
            }
            None => {
                // kept for the sake of duplicates
                entries.insert(key, Value::Null);
                whole = false;
                input.records.hush(recorded);
            }
        }
    }
    input.records.quiet = quiet;
    Ok(whole.then_some(Value::Object(entries)))
}

impl FromArg for Value {
    const TEXT: Text = Text::Also;
    const NULLABLE: bool = true;

    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        read(input, at)
    }

    fn to_json(&self) -> Value {
        self.clone()
    }

    fn shape(_: &mut Defs) -> Shape {
        Shape::Any
    }
}
