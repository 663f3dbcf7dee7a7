//! Objects that arrive as something else.

use crate::args::{Flow, FromArg};
use crate::at::{At, Verdict};
use crate::code::Code;
use crate::error::Detail;
use crate::input::Input;
use crate::json::reader::Token;
use crate::rule::Rule;
use crate::shape::holds_sensitive;

/// Reads an object where none stands: from its JSON text, if the policy admits that.
///
/// # Errors
///
/// [`Stop`](crate::Stop) when the text is not JSON.
#[cold]
#[inline(never)]
pub fn object_from_text<T: FromArg>(
    input: &mut Input<'_>,
    at: &At<'_>,
    read: fn(&mut Input<'_>, &At<'_>) -> Flow<T>,
) -> Flow<T> {
    from_text(input, at, &mut |input| read(input, at), &T::to_json, &holds_sensitive::<T>)
}

/// As [`object_from_text`], for any way to read the object.
pub(crate) fn from_text<T>(
    input: &mut Input<'_>,
    at: &At<'_>,
    read: &mut dyn FnMut(&mut Input<'_>) -> Flow<T>,
    to_json: &dyn Fn(&T) -> serde_json::Value,
    sensitive: &dyn Fn() -> bool,
) -> Flow<T> {
    let text = match input.reader.token(at)? {
        Token::String(text) => text.to_owned(),
        token => return Ok(input.records.mismatch(at, "object", &token)),
    };
    // where a union takes the text as it is, the text is no envelope
    let default = !at.in_union_of_text();
    if !text.trim_start().starts_with('{') || at.verdict(Rule::JsonStringToObject, default) == Verdict::Off {
        return Ok(input.records.mismatch(at, "object", &Token::String(&text)));
    }
    let recorded = input.records.recorded();
    match input.encoded(&text, read) {
        Ok(value) => {
            let shown = input.show(at, text.into(), to_json(&value), sensitive);
            input.records.note(at, Rule::JsonStringToObject, default, shown.0, shown.1);
            // the envelope was opened before what is in it was repaired
            input.records.last_repair_first(recorded);
            Ok(input.records.settle(at, recorded, Some(value)))
        }
        Err(Some(why)) => {
            let detail = Detail::NotEncoded { expected: "object", path: why.path().into(), code: why.code() };
            Ok(input.records.error(at, Code::Type, detail))
        }
        Err(None) => Ok(input.records.mismatch(at, "object", &Token::String(&text))),
    }
}
