//! The payload: what an SDK hands over, and the envelopes around the object.

use std::borrow::Cow;

use serde_json::Value;

use crate::args::{Flow, Parsed};
use crate::at::{At, Verdict};
use crate::code::Code;
use crate::error::{ArgumentError, Detail, Rejection};
use crate::input::{Input, Records, redacted};
use crate::json::reader::{Failure, Fault, MAX_DEPTH, Reader, Stop, Token};
use crate::json::{lenient, python, value};
use crate::rule::Rule;
use crate::spec::{EMPTY, FieldSpec};

/// The arguments of a call as they came: text, or JSON that an SDK has decoded.
#[derive(Clone, Debug)]
pub struct Payload<'p>(Form<'p>);

#[derive(Clone, Debug)]
enum Form<'p> {
    Text(&'p str),
    Bytes(&'p [u8]),
    Decoded(Cow<'p, Value>),
}

impl<'p> From<&'p str> for Payload<'p> {
    fn from(text: &'p str) -> Self {
        Payload(Form::Text(text))
    }
}

impl<'p> From<&'p String> for Payload<'p> {
    fn from(text: &'p String) -> Self {
        Payload(Form::Text(text))
    }
}

impl<'p> From<&'p [u8]> for Payload<'p> {
    fn from(bytes: &'p [u8]) -> Self {
        Payload(Form::Bytes(bytes))
    }
}

impl<'p, const N: usize> From<&'p [u8; N]> for Payload<'p> {
    fn from(bytes: &'p [u8; N]) -> Self {
        Payload(Form::Bytes(bytes))
    }
}

impl<'p> From<&'p Vec<u8>> for Payload<'p> {
    fn from(bytes: &'p Vec<u8>) -> Self {
        Payload(Form::Bytes(bytes))
    }
}

impl<'p> From<&'p Value> for Payload<'p> {
    fn from(value: &'p Value) -> Self {
        Payload(Form::Decoded(Cow::Borrowed(value)))
    }
}

impl From<Value> for Payload<'_> {
    fn from(value: Value) -> Self {
        Payload(Form::Decoded(Cow::Owned(value)))
    }
}

/// How a tool reads its object.
type Read<'r, T> = &'r dyn Fn(&mut Input<'_>, &At<'_>) -> Flow<T>;

/// What the gate has to know of a tool before it reads.
#[derive(Clone, Copy)]
pub(crate) struct Door<'d> {
    pub(crate) name: &'d str,
    pub(crate) max_bytes: usize,
    pub(crate) has_fields: bool,
    pub(crate) policy: &'d FieldSpec,
}

/// Reads a payload for a tool.
pub(crate) fn parse<T>(
    payload: Payload<'_>,
    tool: &Door<'_>,
    read: impl Fn(&mut Input<'_>, &At<'_>) -> Flow<T>,
    sensitive: impl Fn() -> bool,
) -> Result<Parsed<T>, Rejection> {
    let gate = Gate { tool, sensitive: &sensitive };
    match payload.0 {
        Form::Text(text) => gate.text(text, &read),
        Form::Bytes(bytes) if bytes.len() > tool.max_bytes => Err(gate.too_large(bytes.len())),
        Form::Bytes(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => gate.text(text, &read),
            Err(error) => Err(not_utf8(error.valid_up_to())),
        },
        Form::Decoded(decoded) => {
            // a decoded payload goes the way of its own text: one reader, one set of coercers
            let Some(text) = value::to_text(&decoded) else {
                return Err(failed(&Failure { kind: Fault::TooDeep, place: 0 }, ""));
            };
            gate.text(&text, &read).map(|parsed| Parsed { duplicates_checked: false, ..parsed })
        }
    }
}

fn not_utf8(place: usize) -> Rejection {
    let detail = Detail::Custom(format!("the payload is not UTF-8 from byte {place} on; send UTF-8").into());
    Rejection::new(vec![ArgumentError::of_payload(Code::InvalidJson, detail)], Vec::new(), 0)
}

/// One tool, at its gate.
struct Gate<'g> {
    tool: &'g Door<'g>,
    sensitive: &'g dyn Fn() -> bool,
}

impl Gate<'_> {
    fn too_large(&self, bytes: usize) -> Rejection {
        let detail = Detail::TooLarge { bytes, limit: self.tool.max_bytes };
        Rejection::new(vec![ArgumentError::of_payload(Code::TooLarge, detail)], Vec::new(), 0)
    }

    #[inline]
    fn text<T>(&self, text: &str, read: &impl Fn(&mut Input<'_>, &At<'_>) -> Flow<T>) -> Result<Parsed<T>, Rejection> {
        if text.len() > self.tool.max_bytes {
            return Err(self.too_large(text.len()));
        }
        let root = At::root(self.tool.policy);
        let mut input = Input::of_tool(text, self.sensitive);
        let mut value = match input.reader.peek() {
            b'{' => read(&mut input, &root).and_then(|value| input.reader.end().map(|()| value)),
            _ => self.enveloped(&mut input, &root, read),
        };
        if value.is_err() || !input.records.errors.is_empty() {
            value = self.second_look(&mut input, &root, read, value);
        }
        match value {
            Ok(Some(args)) if input.records.errors.is_empty() && input.reader.defects.is_empty() => {
                let repairs = std::mem::take(&mut input.records.repairs);
                if input.owns_nothing() {
                    // spares a clean call the steps of dropping nothing
                    std::mem::forget(input);
                }
                Ok(Parsed { args, repairs, duplicates_checked: true })
            }
            Ok(_) => Err(rejected(input)),
            Err(Stop { .. }) => Err(stopped(&input)),
        }
    }

    /// A payload that does not begin with its object.
    #[cold]
    #[inline(never)]
    fn enveloped<T>(&self, input: &mut Input<'_>, root: &At<'_>, read: Read<'_, T>) -> Flow<T> {
        let text = input.reader.text();
        if let Some(inside) = fenced(json_trim(text)) {
            if !self.opened(input, root, Rule::StripCodeFence, text.into(), inside.into()) {
                return Ok(None);
            }
            input.reader = Reader::new(inside);
        }
        self.unfenced(input, root, read)
    }

    /// A payload without a fence.
    fn unfenced<T>(&self, input: &mut Input<'_>, root: &At<'_>, read: Read<'_, T>) -> Flow<T> {
        match input.reader.peek() {
            b'{' => self.object(input, root, read),
            b'"' => self.double_encoded(input, root, read),
            0 if json_trim(input.reader.text()).is_empty() => self.nothing(input, root, Rule::EmptyToObject, read),
            _ => {
                let token = input.reader.token(root)?;
                let (kind, null) = (token.kind(), token == Token::Null);
                let non_finite = token == Token::NonFinite;
                input.reader.end()?;
                if null {
                    return self.nothing(input, root, Rule::NullToObject, read);
                }
                Ok(if non_finite { None } else { not_object(&mut input.records, root, kind) })
            }
        }
    }

    /// The object, and nothing behind it.
    fn object<T>(&self, input: &mut Input<'_>, root: &At<'_>, read: Read<'_, T>) -> Flow<T> {
        let value = read(input, root)?;
        input.reader.end()?;
        Ok(value)
    }

    /// Records that an envelope was opened; false where the policy forbids it, which is then the error.
    fn opened(&self, input: &mut Input<'_>, root: &At<'_>, rule: Rule, before: Value, after: Value) -> bool {
        let recorded = input.records.recorded();
        let (before, after) = if (self.sensitive)() { (redacted(), redacted()) } else { (before, after) };
        input.records.note(root, rule, rule.default_on(), before, after);
        input.records.settle(root, recorded, Some(())).is_some()
    }

    /// Nothing, where an object is due: one meaning only for a tool that declares no field.
    fn nothing<T>(&self, input: &mut Input<'_>, root: &At<'_>, rule: Rule, read: Read<'_, T>) -> Flow<T> {
        let empty = rule == Rule::EmptyToObject;
        if self.tool.has_fields {
            return if empty {
                input.reader.fail("expected an object")
            } else {
                Ok(not_object(&mut input.records, root, "null"))
            };
        }
        let before = if empty { Value::from(input.reader.text()) } else { Value::Null };
        match self.opened(input, root, rule, before, Value::Object(Default::default())) {
            true => input.within("{}", |input| read(input, root)),
            false => Ok(None),
        }
    }

    /// The object as a JSON string: one level is unwrapped.
    fn double_encoded<T>(&self, input: &mut Input<'_>, root: &At<'_>, read: Read<'_, T>) -> Flow<T> {
        let text = input.reader.kept_string()?;
        input.reader.end()?;
        let recorded = input.records.recorded();
        let mut inner = Input::new(&text);
        if inner.reader.peek() != b'{' {
            let scalar = inner.reader.token(root).map(|token| token.kind());
            let found = match scalar {
                Ok(kind) if inner.reader.end().is_ok() => kind,
                _ => "string",
            };
            input.reader.failure = inner.reader.failure.filter(|failure| failure.kind.is_limit());
            if input.reader.failure.is_some() {
                return input.reader.stop(Fault::TooDeep);
            }
            input.reader.defects = inner.reader.defects;
            return Ok(match input.reader.defects.is_empty() {
                true => not_object(&mut input.records, root, found),
                false => None,
            });
        }
        let after = value::of_text(&text);
        if !self.opened(input, root, Rule::UnwrapDoubleEncoded, (*text).into(), after) {
            return Ok(None);
        }
        let value = input.within(&text, |input| read(input, root));
        if value.is_err() {
            if input.reader.failure.is_some_and(|failure| failure.kind.is_limit()) {
                return value;
            }
            input.records.forget(recorded);
            input.reader.defects.truncate(0);
            return Ok(not_object(&mut input.records, root, "string"));
        }
        value
    }

    /// The rules that a tool opts into for payloads that failed: other texts for the same object, and an envelope around it.
    #[cold]
    #[inline(never)]
    fn second_look<T>(&self, input: &mut Input<'_>, root: &At<'_>, read: Read<'_, T>, failed: Flow<T>) -> Flow<T> {
        if failed.is_err() && input.reader.failure.is_none_or(|failure| !failure.kind.is_limit()) {
            return self.relaxed(input, root, read, failed);
        }
        match failed {
            Ok(_) => self.unwrapped(input, root, read, failed),
            other => other,
        }
    }

    /// A text that is JSON but for what the tool's opt-in rules read.
    fn relaxed<T>(&self, input: &mut Input<'_>, root: &At<'_>, read: Read<'_, T>, failed: Flow<T>) -> Flow<T> {
        let on = |rule| root.verdict(rule, false) != Verdict::Off;
        let options = lenient::Options {
            trailing_comma: on(Rule::DropTrailingComma),
            control_chars: on(Rule::EscapeControlChars),
        };
        let text = input.reader.text();
        let python = if on(Rule::PythonLiterals) { python::to_json(text, options) } else { None };
        let Some(rewritten) = python.or_else(|| lenient::to_json(text, options)) else { return failed };
        let mut again = Input::of_tool(&rewritten.text, self.sensitive);
        again.records = input.records.of_payload();
        for &rule in &rewritten.rules {
            if !self.opened(&mut again, root, rule, text.into(), rewritten.text.as_str().into()) {
                input.records = again.records;
                return Ok(None);
            }
        }
        let value = self.unfenced(&mut again, root, read);
        if value.is_err() {
            return failed;
        }
        input.reader.failure = None;
        input.reader.defects = again.reader.defects;
        input.records = again.records;
        value
    }

    /// An object whose only key is an undeclared protocol word over the object itself.
    fn unwrapped<T>(&self, input: &mut Input<'_>, root: &At<'_>, read: Read<'_, T>, failed: Flow<T>) -> Flow<T> {
        if root.verdict(Rule::UnwrapEnvelope, false) == Verdict::Off || !input.reader.defects.is_empty() {
            return failed;
        }
        let Some((word, inside)) = self.envelope(input.reader.text(), root) else { return failed };
        let place = root.key(&word, &EMPTY).path();
        let undeclared = |error: &ArgumentError| error.code() == Code::UnknownField && error.path() == place;
        if !input.records.errors.iter().any(undeclared) {
            return failed;
        }
        let records = input.records.of_payload();
        let records = std::mem::replace(&mut input.records, records);
        let (before, after) = (value::of_text(json_trim(input.reader.text())), value::of_text(inside));
        let recorded = input.records.recorded();
        match input.encoded(inside, |input| read(input, root)) {
            Ok(value) => {
                let opened = self.opened(input, root, Rule::UnwrapEnvelope, before, after);
                input.records.last_repair_first(recorded);
                Ok(opened.then_some(value))
            }
            Err(_) => {
                input.records = records;
                failed
            }
        }
    }

    /// The only key and the text of the object under it, where the payload may be an envelope.
    fn envelope<'t>(&self, text: &'t str, root: &At<'_>) -> Option<(String, &'t str)> {
        let mut outer = Input::new(text);
        (outer.reader.peek() == b'{').then_some(())?;
        outer.reader.open().ok()?;
        let mut first = true;
        outer.reader.entry(&mut first).ok()?.then_some(())?;
        let word = outer.reader.string().ok()?.to_owned();
        let words = ["arguments", "args", "parameters", "input", "params", self.tool.name];
        words.contains(&word.as_str()).then_some(())?;
        outer.reader.colon().ok()?;
        (outer.reader.peek() == b'{').then_some(())?;
        let start = outer.reader.mark();
        outer.reader.skip(root).ok()?;
        let inside = outer.reader.since(start);
        (!outer.reader.entry(&mut first).ok()?).then_some((word, inside))
    }
}

/// Without the four characters that are white space to JSON.
fn json_trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r'])
}

/// The inside of a payload that is one code fence: plain or marked `json`, its marks on lines of their own.
fn fenced(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("```")?;
    let rest = match rest.split_at_checked(4) {
        Some((mark, rest)) if mark.eq_ignore_ascii_case("json") => rest,
        _ => rest,
    };
    let rest = rest.trim_start_matches([' ', '\t']);
    let inside = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n'))?.strip_suffix("\n```")?;
    Some(inside.strip_suffix('\r').unwrap_or(inside))
}

fn not_object<T>(records: &mut Records, root: &At<'_>, found: &'static str) -> Option<T> {
    records.error(root, Code::NotObject, Detail::Kind { expected: "a JSON object", found })
}

/// The rejection with all that was found: of the payload first.
#[cold]
fn rejected(input: Input<'_>) -> Rejection {
    let Input { mut reader, mut records, .. } = input;
    let mut errors = reader.defects.take(0);
    records.dropped += reader.defects.dropped;
    errors.append(&mut records.errors);
    let dropped = records.dropped;
    Rejection::new(errors, records.repairs, dropped)
}

/// The text is not JSON: that excludes every other error.
#[cold]
fn stopped(input: &Input<'_>) -> Rejection {
    let failure = input.reader.failure.unwrap_or(Failure { kind: Fault::Prose, place: 0 });
    failed(&failure, input.reader.text())
}

fn failed(failure: &Failure, text: &str) -> Rejection {
    let boundary = (0..=failure.place.min(text.len())).rev().find(|&place| text.is_char_boundary(place));
    let before = &text[..boundary.unwrap_or(0)];
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    let (code, message) = match failure.kind {
        Fault::TooDeep => (
            Code::TooDeep,
            format!("nested more than {MAX_DEPTH} deep at line {line}, column {column}; send a flatter value"),
        ),
        Fault::TooManyReadings => {
            (Code::TooDeep, "alternatives are nested too deep to try them all; send a flatter value".to_owned())
        }
        Fault::Truncated if json_trim(text).is_empty() => {
            (Code::InvalidJson, "the payload is empty; send one JSON object".to_owned())
        }
        Fault::Truncated => {
            (Code::InvalidJson, format!("the JSON is truncated at line {line}, column {column}; send the whole object"))
        }
        Fault::TextAfter => (
            Code::InvalidJson,
            format!("text after the object at line {line}, column {column}; send one JSON object and nothing else"),
        ),
        Fault::Prose => (
            Code::InvalidJson,
            "prose where the JSON object is due; send one JSON object and nothing around it".to_owned(),
        ),
        Fault::Syntax(what) => (Code::InvalidJson, format!("{what} at line {line}, column {column}; send valid JSON")),
    };
    Rejection::new(vec![ArgumentError::of_payload(code, Detail::Custom(message.into()))], Vec::new(), 0)
}
