//! Booleans: the two JSON words, in any case where they come as text.

use serde_json::Value;

use crate::args::{Flow, FromArg};
use crate::at::At;
use crate::code::Code;
use crate::input::Input;
use crate::json::reader::Token;
use crate::rule::Rule;
use crate::shape::{Defs, Shape};

const EXPECTED: &str = "boolean";
const AMBIGUOUS: &str = "is not \"true\" or \"false\"; send the JSON value true or false";

#[cold]
#[inline(never)]
fn read(input: &mut Input<'_>, at: &At<'_>) -> Flow<bool> {
    if input.reader.peek() == b'[' {
        return input.unlisted(at, EXPECTED, read);
    }
    let recorded = input.records.recorded();
    let Input { reader, records, .. } = input;
    let text = match reader.token(at)? {
        Token::Boolean(value) => return Ok(Some(value)),
        Token::String(text) => records.trimmed(at, text),
        token => return Ok(records.mismatch(at, EXPECTED, &token)),
    };
    let value = match text {
        text if text.eq_ignore_ascii_case("true") => true,
        text if text.eq_ignore_ascii_case("false") => false,
        text => {
            records.settle::<()>(at, recorded, None);
            return Ok(records.wrong(at, Code::AmbiguousBoolean, text, AMBIGUOUS));
        }
    };
    records.note(at, Rule::StringToBool, true, text.into(), value.into());
    Ok(records.settle(at, recorded, Some(value)))
}

impl FromArg for bool {
    #[inline]
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        match input.reader.peek() {
            b't' if input.reader.eat("true") => Ok(Some(true)),
            b'f' if input.reader.eat("false") => Ok(Some(false)),
            _ => read(input, at),
        }
    }

    fn to_json(&self) -> Value {
        Value::from(*self)
    }

    fn shape(_: &mut Defs) -> Shape {
        Shape::Boolean
    }
}
