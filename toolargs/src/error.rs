//! What is wrong: an error of one value, and the rejection of a call. Errors keep data; text is made when somebody asks.

use std::fmt::{self, Write};
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::args::Repair;
use crate::at::At;
use crate::code::Code;
use crate::echo;
use crate::json::number::Integer;
use crate::rule::Rule;
use crate::spec::{Bound, FieldSpec, VariantSpec};
use crate::suggest;

/// How many errors a rejection lists; the rest is a count.
pub(crate) const MAX_ERRORS: usize = 16;

/// One thing wrong with the arguments of a call.
///
/// [`Display`](fmt::Display) prints `path: code: message`. The message may quote up to 40 characters of the value,
/// except on a `sensitive` field: for logs, use the code and the path.
/// Its `Debug` prints the same facts: values of strangers are in neither beyond what the message quotes.
#[derive(Clone)]
pub struct ArgumentError {
    path: String,
    code: Code,
    detail: Detail,
    /// The field may be left out, and the model is told not to do that.
    optional: bool,
    pub(crate) slot: u32,
}

/// The facts that a message is made of. Values of strangers are cut before they come here, and absent on sensitive fields.
#[derive(Clone, Debug)]
pub(crate) enum Detail {
    /// A sentence of ours.
    Text(&'static str),
    /// A sentence of the tool's author.
    Custom(Box<str>),
    /// Another kind of value was due.
    Kind {
        expected: &'static str,
        found: &'static str,
    },
    /// The value and what is wrong with it.
    Value {
        value: Option<Box<str>>,
        problem: &'static str,
    },
    Range {
        value: Option<Box<str>>,
        bounds: Box<Bounds>,
    },
    MultipleOf {
        value: Option<Box<str>>,
        step: Box<Bound>,
    },
    Pattern {
        value: Option<Box<str>>,
        pattern: Names,
    },
    Name {
        value: Option<Box<str>>,
        names: Names,
    },
    Unknown {
        name: Box<str>,
        names: Names,
    },
    Size {
        unit: &'static str,
        found: usize,
        min: Option<usize>,
        max: Option<usize>,
    },
    Forbidden(Rule),
    Duplicate,
    NonFinite(&'static str),
    Alternatives(Box<[Failed]>),
    Ambiguous(Box<[Box<str>]>),
    TooLarge {
        bytes: usize,
        limit: usize,
    },
    NotEncoded {
        expected: &'static str,
        path: Box<str>,
        code: Code,
    },
}

/// An alternative of a union that does not fit, and why.
#[derive(Clone, Debug)]
pub(crate) struct Failed {
    pub(crate) name: Box<str>,
    pub(crate) code: Code,
    pub(crate) path: Box<str>,
}

/// The range that a number has to keep.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    pub(crate) min: Option<Bound>,
    pub(crate) max: Option<Bound>,
    pub(crate) exclusive_min: Option<Bound>,
    pub(crate) exclusive_max: Option<Bound>,
    pub(crate) of_type: Option<(Integer, Integer)>,
}

/// Declared names, held so that hints cost nothing until they are read.
#[derive(Clone, Debug)]
pub(crate) enum Names {
    Fields(&'static [FieldSpec]),
    SharedFields(Arc<[FieldSpec]>),
    Variants(&'static [VariantSpec]),
    SharedVariants(Arc<[VariantSpec]>),
    Text(std::borrow::Cow<'static, str>),
    List(Box<[Box<str>]>),
}

impl Names {
    fn iter(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        match self {
            Names::Fields(fields) => Box::new(fields.iter().map(|field| &*field.name)),
            Names::SharedFields(fields) => Box::new(fields.iter().map(|field| &*field.name)),
            Names::Variants(variants) => Box::new(variants.iter().map(|variant| &*variant.name)),
            Names::SharedVariants(variants) => Box::new(variants.iter().map(|variant| &*variant.name)),
            Names::Text(text) => Box::new(std::iter::once(&**text)),
            Names::List(names) => Box::new(names.iter().map(|name| &**name)),
        }
    }
}

impl ArgumentError {
    /// Records what is wrong at a place.
    #[cold]
    #[inline(never)]
    pub(crate) fn new(at: &At<'_>, code: Code, detail: Detail) -> Self {
        let detail = if at.sensitive() { detail.without_value() } else { detail };
        ArgumentError { path: at.path(), code, detail, optional: at.in_optional(), slot: 0 }
    }

    /// An error of the payload as a whole.
    pub(crate) fn of_payload(code: Code, detail: Detail) -> Self {
        ArgumentError { path: "$".to_owned(), code, detail, optional: false, slot: 0 }
    }

    /// Where: `$.amount_cents`, `$.tags[1]`, `$["odd name"]`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Why, as a stable code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// What to send instead, in at most 512 bytes in which nothing is invisible.
    pub fn message(&self) -> String {
        let mut out = String::with_capacity(128);
        self.detail.write(&mut out);
        if self.optional && !matches!(self.code, Code::UnknownField | Code::DuplicateKey) {
            out.push_str("; correct the value, do not leave the field out");
        }
        echo::visible(&out)
    }

    /// The tool result to send back to the model: exactly `{"ok":false,"error":CODE,"path":PATH,"message":MESSAGE}`.
    pub fn for_model(&self) -> String {
        let mut out = String::with_capacity(256);
        self.write_model(&mut out, true);
        out.push('}');
        out
    }

    fn write_model(&self, out: &mut String, whole: bool) {
        out.push('{');
        if whole {
            out.push_str("\"ok\":false,");
        }
        let _ = write!(
            out,
            "\"error\":\"{}\",\"path\":{},\"message\":{}",
            self.code,
            Value::from(self.path()),
            Value::from(self.message())
        );
    }

    fn to_value(&self) -> Value {
        json!({ "error": self.code, "path": self.path, "message": self.message() })
    }
}

impl fmt::Debug for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ArgumentError({self})")
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.path, self.code, self.message())
    }
}

impl std::error::Error for ArgumentError {}

impl Detail {
    fn without_value(mut self) -> Self {
        match &mut self {
            Detail::Value { value, .. }
            | Detail::Range { value, .. }
            | Detail::MultipleOf { value, .. }
            | Detail::Pattern { value, .. }
            | Detail::Name { value, .. } => *value = None,
            Detail::Unknown { name, .. } => *name = "".into(),
            _ => {}
        }
        self
    }

    fn write(&self, out: &mut String) {
        let _ = match self {
            Detail::Text(text) => write!(out, "{text}"),
            Detail::Custom(text) => write!(out, "{text}"),
            Detail::Kind { expected, found } => write!(out, "expected {expected}, got {found}"),
            Detail::Value { value, problem } => {
                write_value(value, out);
                write!(out, " {problem}")
            }
            Detail::Range { value, bounds } => {
                write_value(value, out);
                write!(out, " is outside {bounds}")
            }
            Detail::MultipleOf { value, step } => {
                write_value(value, out);
                write!(out, " is no multiple of {step}")
            }
            Detail::Pattern { value, pattern } => {
                write_value(value, out);
                let pattern = pattern.iter().next().unwrap_or_default();
                write!(out, " does not match the pattern {}", echo::cut_to(pattern, 200))
            }
            Detail::Name { value, names } => {
                write_value(value, out);
                out.push_str(" is not one of ");
                write_names(names, out);
                value.as_deref().and_then(|name| suggest::nearest(name, names.iter())).map_or(Ok(()), |near| {
                    out.push_str("; did you mean ");
                    echo::quote(near, out);
                    write!(out, "?")
                })
            }
            Detail::Unknown { name, names } => {
                out.push_str("unknown field");
                if let Some(near) = suggest::nearest(name, names.iter()) {
                    out.push_str("; did you mean ");
                    echo::quote(near, out);
                    out.push('?');
                }
                match names.iter().next() {
                    Some(_) => {
                        out.push_str(if out.ends_with('?') { " accepted: " } else { "; accepted: " });
                        write_names(names, out);
                    }
                    None => out.push_str("; no fields are accepted here, send {}"),
                }
                Ok(())
            }
            Detail::Size { unit, found, min, max } => {
                let _ = match (min, max) {
                    (Some(min), Some(max)) if min == max => write!(out, "expected exactly {min} {unit}"),
                    (Some(min), Some(max)) => write!(out, "expected {min} to {max} {unit}"),
                    (Some(min), None) => write!(out, "expected at least {min} {unit}"),
                    (None, Some(max)) => write!(out, "expected at most {max} {unit}"),
                    (None, None) => write!(out, "expected another number of {unit}"),
                };
                write!(out, ", got {found}")
            }
            Detail::Forbidden(rule) => {
                write!(out, "{rule} is not allowed for this field; send the value exactly as the schema says")
            }
            Detail::Duplicate => write!(out, "key appears more than once; send it once"),
            Detail::NonFinite(word) => write!(out, "{word} is not allowed; send a finite number"),
            Detail::Alternatives(failed) => {
                out.push_str("no alternative fits:");
                for (at, Failed { name, code, path }) in failed.iter().enumerate() {
                    let _ = write!(out, "{} {name} ({code} at {path})", if at == 0 { "" } else { "," });
                }
                Ok(())
            }
            Detail::Ambiguous(names) => {
                out.push_str("more than one alternative fits: ");
                write_names(&Names::List(names.clone()), out);
                Ok(())
            }
            Detail::TooLarge { bytes, limit } => write!(out, "{bytes} bytes are more than the limit of {limit}"),
            Detail::NotEncoded { expected, path, code } => {
                write!(out, "expected {expected}, got string; the text in it does not fit ({code} at {path})")
            }
        };
    }
}

fn write_value(value: &Option<Box<str>>, out: &mut String) {
    match value {
        Some(value) => echo::quote(value, out),
        None => out.push_str("the value"),
    }
}

/// The names, as many as a message has room for.
fn write_names(names: &Names, out: &mut String) {
    out.push('[');
    for (at, name) in names.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        if out.len() > 320 {
            out.push('…');
            break;
        }
        echo::quote(&echo::cut_to(name, 80), out);
    }
    out.push(']');
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_type = self.of_type.map(|(low, high)| (low.to_string(), high.to_string()));
        let (low, high) = of_type.unwrap_or_default();
        let (open, min) = match (&self.exclusive_min, &self.min) {
            (Some(bound), _) => ("(", bound.to_string()),
            (None, Some(bound)) => ("[", bound.to_string()),
            (None, None) => ("[", low),
        };
        let (close, max) = match (&self.exclusive_max, &self.max) {
            (Some(bound), _) => (")", bound.to_string()),
            (None, Some(bound)) => ("]", bound.to_string()),
            (None, None) => ("]", high),
        };
        match (min.is_empty(), max.is_empty()) {
            (true, true) => f.write_str("the range of a double"),
            (false, true) => write!(f, "{open}{min}, …)"),
            (true, false) => write!(f, "(…, {max}{close}"),
            (false, false) => write!(f, "{open}{min}, {max}{close}"),
        }
    }
}

/// The arguments of a call, refused: one error at least, and the repairs found before it failed.
///
/// ```
/// use toolargs::{Code, ToolArgs};
///
/// #[derive(Debug, ToolArgs)]
/// struct Search { query: String, #[arg(default)] limit: u8 }
///
/// let rejection = Search::parse(r#"{"query":"rust","limit":"1e3"}"#).unwrap_err();
/// assert_eq!(rejection.first().code(), Code::AmbiguousInteger);
/// assert_eq!(rejection.first().path(), "$.limit");
/// assert!(rejection.for_model().starts_with(r#"{"ok":false,"error":"ambiguous_integer","path":"$.limit","message":"#));
/// ```
#[derive(Clone)]
pub struct Rejection {
    /// Never empty.
    errors: Vec<ArgumentError>,
    repairs: Vec<Repair>,
    /// Errors found beyond those listed.
    more: usize,
}

impl Rejection {
    pub(crate) fn new(mut errors: Vec<ArgumentError>, repairs: Vec<Repair>, dropped: usize) -> Self {
        let more = dropped + errors.len().saturating_sub(MAX_ERRORS);
        errors.truncate(MAX_ERRORS);
        if errors.is_empty() {
            // only a hand-written `FromArg` can fail without a word
            let silent = Detail::Text("a value was refused without a reason");
            errors.push(ArgumentError::of_payload(Code::Custom, silent));
        }
        Rejection { errors, repairs, more }
    }

    /// The call named a tool that does not exist; `names` are those that do.
    ///
    /// ```
    /// use toolargs::{Code, Rejection};
    ///
    /// let rejection = Rejection::unknown_tool("issue_refunds", ["issue_refund", "cancel_order"]);
    /// assert_eq!(rejection.first().code(), Code::UnknownTool);
    /// assert!(rejection.first().message().contains("issue_refund"));
    /// ```
    pub fn unknown_tool<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Self {
        let names: Box<[Box<str>]> = names.into_iter().map(Box::from).collect();
        let detail = Detail::Name { value: Some(echo::cut(name)), names: Names::List(names) };
        Rejection::new(vec![ArgumentError::of_payload(Code::UnknownTool, detail)], Vec::new(), 0)
    }

    /// The provider marked the call as cut off, so its arguments are not looked at: a part of them may read as a whole.
    ///
    /// ```
    /// use toolargs::{Code, Rejection};
    ///
    /// let rejection = Rejection::cut_off();
    /// assert_eq!(rejection.first().code(), Code::InvalidJson);
    /// assert!(rejection.first().message().contains("cut off"));
    /// ```
    pub fn cut_off() -> Self {
        let detail = Detail::Text("the call was cut off before its end; send it again, whole, with shorter values");
        Rejection::new(vec![ArgumentError::of_payload(Code::InvalidJson, detail)], Vec::new(), 0)
    }

    /// The error to look at first: of the payload, else of the unknown fields by name, else of the fields in declared order.
    pub fn first(&self) -> &ArgumentError {
        &self.errors[0]
    }

    /// The errors, at most 16, in the order that [`first`](Self::first) describes.
    pub fn errors(&self) -> &[ArgumentError] {
        &self.errors
    }

    /// How many errors there are beyond [`errors`](Self::errors).
    pub fn more(&self) -> usize {
        self.more
    }

    /// The repairs made before the call failed.
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// The tool result to send back to the model: the keys of the first error, and with several errors
    /// `"errors"` with all that are listed (and `"more"`, the count of the rest).
    pub fn for_model(&self) -> String {
        let mut out = String::with_capacity(256 * self.errors.len());
        self.first().write_model(&mut out, true);
        if self.errors.len() > 1 {
            for (index, error) in self.errors.iter().enumerate() {
                out.push_str(if index == 0 { ",\"errors\":[" } else { "," });
                error.write_model(&mut out, false);
                out.push('}');
            }
            out.push(']');
            if self.more > 0 {
                let _ = write!(out, ",\"more\":{}", self.more);
            }
        }
        out.push('}');
        out
    }

    /// [`for_model`](Self::for_model) as a JSON value.
    pub fn to_value(&self) -> Value {
        let Value::Object(mut body) = self.first().to_value() else { return Value::Null };
        let mut whole = Map::new();
        whole.insert("ok".to_owned(), Value::Bool(false));
        whole.append(&mut body);
        if self.errors.len() > 1 {
            whole.insert("errors".to_owned(), self.errors.iter().map(ArgumentError::to_value).collect());
            if self.more > 0 {
                whole.insert("more".to_owned(), self.more.into());
            }
        }
        Value::Object(whole)
    }
}

/// Errors and repairs as they display: no value but what a message quotes.
impl fmt::Debug for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let repairs: Vec<String> = self.repairs.iter().map(Repair::to_string).collect();
        f.debug_struct("Rejection")
            .field("errors", &self.errors)
            .field("more", &self.more)
            .field("repairs", &repairs)
            .finish()
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first())?;
        match self.errors.len() + self.more - 1 {
            0 => Ok(()),
            others => write!(f, " (and {others} more)"),
        }
    }
}

impl std::error::Error for Rejection {}
