//! Between JSON text and `serde_json::Value`, without a change of digits.

use std::fmt::Write;

use serde_json::{Number, Value};

use super::number::{Double, Literal, double};
use super::reader::MAX_DEPTH;
use super::scan::plain_end;

/// A number literal as a value, where a value here can hold it: integers of 64 bits and doubles,
/// or any literal when the program is built with `serde_json/arbitrary_precision`.
pub(crate) fn number(text: &str) -> Option<Value> {
    if let Some(number) = exact(text) {
        return Some(number);
    }
    // serde_json's own reading of a double may be off in its last digit
    match double(text) {
        Double::Value(value) => Number::from_f64(value).map(Value::Number),
        Double::Infinite | Double::Lossy => None,
    }
}

/// As [`number`], where no digit changes.
pub(crate) fn exact(text: &str) -> Option<Value> {
    let number: Number = text.parse().ok()?;
    // fifteen digits without an exponent are the same in every form
    let short = text.len() <= 16 && !text.contains(['e', 'E']);
    let kept = short
        || number.is_i64()
        || number.is_u64()
        || Literal::new(&number.to_string()).canonical() == Literal::new(text).canonical();
    kept.then_some(Value::Number(number))
}

/// A text that the reader has walked, as a value; a number that no value holds comes as its text.
pub(crate) fn of_text(text: &str) -> Value {
    let mut input = crate::input::Input::new(text);
    let root = crate::at::At::root(&crate::spec::EMPTY);
    match crate::coerce::any::read(&mut input, &root) {
        Ok(Some(value)) if input.reader.end().is_ok() => value,
        _ => Value::from(text),
    }
}

/// A value as JSON text; `None` when it is nested deeper than any payload may be.
pub(crate) fn to_text(value: &Value) -> Option<String> {
    let mut out = String::with_capacity(128);
    write(value, 0, &mut out).then_some(out)
}

fn write(value: &Value, depth: u32, out: &mut String) -> bool {
    match value {
        Value::Array(_) | Value::Object(_) if depth > MAX_DEPTH => false,
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                if !write(item, depth + 1, out) {
                    return false;
                }
            }
            out.push(']');
            true
        }
        Value::Object(entries) => {
            out.push('{');
            for (index, (key, item)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_string(key, out);
                out.push(':');
                if !write(item, depth + 1, out) {
                    return false;
                }
            }
            out.push('}');
            true
        }
        Value::String(text) => {
            write_string(text, out);
            true
        }
        scalar => write!(out, "{scalar}").is_ok(),
    }
}

/// Appends a JSON string literal.
pub(crate) fn write_string(text: &str, out: &mut String) {
    out.push('"');
    let mut start = 0;
    loop {
        let end = plain_end(text.as_bytes(), start);
        out.push_str(&text[start..end]);
        let Some(byte) = text.as_bytes().get(end) else { break };
        let _ = match byte {
            b'"' | b'\\' => write!(out, "\\{}", *byte as char),
            b'\n' => write!(out, "\\n"),
            b'\r' => write!(out, "\\r"),
            b'\t' => write!(out, "\\t"),
            control => write!(out, "\\u{control:04x}"),
        };
        start = end + 1;
    }
    out.push('"');
}

/// Text that is equal for equal values: keys in order, numbers by their exact value.
pub(crate) fn canonical(value: &Value) -> String {
    let mut out = String::new();
    write_canonical(value, &mut out);
    out
}

fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Number(number) => out.push_str(&Literal::new(&number.to_string()).canonical()),
        Value::Array(items) => {
            out.push('[');
            for item in items {
                write_canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(entries) => {
            let mut keys: Vec<&String> = entries.keys().collect();
            keys.sort();
            out.push('{');
            for key in keys {
                write_string(key, out);
                out.push(':');
                write_canonical(&entries[key], out);
                out.push(',');
            }
            out.push('}');
        }
        Value::String(text) => write_string(text, out),
        scalar => {
            let _ = write!(out, "{scalar}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn equal_values_have_one_canonical_text() {
        assert_eq!(canonical(&json!({"b": 1, "a": [1.0, "x"]})), canonical(&json!({"a": [1, "x"], "b": 1.0})));
        assert_ne!(canonical(&json!(0)), canonical(&json!(false)));
        assert_ne!(canonical(&json!(9007199254740992u64)), canonical(&json!(9007199254740993u64)));
        assert_ne!(canonical(&json!("1")), canonical(&json!(1)));
    }

    #[test]
    fn text_and_value_are_the_same() {
        let value = json!({"a\"\n\u{1}": [null, true, -1, 1.5, 1e300, "é\u{2028}"], "b": {}});
        let text = to_text(&value).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        assert_eq!(of_text(&text), value);
    }

    #[test]
    fn numbers_that_a_value_would_change_are_not_taken() {
        assert_eq!(number("18446744073709551615"), Some(json!(u64::MAX)));
        assert_eq!(number("0.1"), Some(json!(0.1)));
        // with `arbitrary_precision` somewhere in the build, a value holds every literal
        let holds_all = "1e400".parse::<Number>().is_ok();
        assert_eq!(number("1e400").is_some(), holds_all);
        assert_eq!(number("123456789012345678901234567890").is_some(), holds_all);
    }
}
