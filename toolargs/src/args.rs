//! The way in: the two traits, and what a parse gives back.

use std::fmt;

use serde_json::Value;

use crate::at::At;
use crate::error::Rejection;
use crate::input::Input;
use crate::json::reader::Stop;
use crate::payload::Payload;
use crate::rule::Rule;
use crate::shape::{Defs, Shape, ToolSpec};
use crate::spec::Tool;

/// The arguments of a tool: a struct with named fields, or a tagged union.
///
/// Derive it. The derive reads `#[tool(...)]` and `#[arg(...)]`, see [`derive@crate::ToolArgs`].
///
/// ```
/// use toolargs::ToolArgs;
///
/// #[derive(Debug, PartialEq, ToolArgs)]
/// struct CancelOrder { order: u32, #[arg(default)] notify: bool }
///
/// let parsed = CancelOrder::parse(r#"{"order":"17"}"#).unwrap();
/// assert_eq!(parsed.args, CancelOrder { order: 17, notify: false });
/// assert_eq!(parsed.repairs[0].to_string(), "$.order: numeric_string_to_int");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the arguments of a tool",
    label = "not a struct with `#[derive(ToolArgs)]`",
    note = "derive `toolargs::ToolArgs` on a struct with named fields or on a tagged enum"
)]
pub trait ToolArgs: FromArg {
    #[doc(hidden)]
    fn tool() -> &'static Tool;

    /// The tool's spec: the same data that a run-time tool has.
    fn spec() -> &'static ToolSpec;

    /// Reads the arguments of a call.
    ///
    /// # Errors
    ///
    /// A [`Rejection`] with every error that one pass finds.
    fn parse<'p>(raw: impl Into<Payload<'p>>) -> Result<Parsed<Self>, Rejection> {
        crate::payload::parse(raw.into(), &Self::tool().door(), Self::from_arg, || Self::spec().holds_sensitive())
    }

    /// The JSON Schema (draft 2020-12) of the arguments, built from the spec that the gate runs on.
    fn json_schema() -> Value {
        Self::spec().to_json_schema()
    }

    /// The arguments as canonical JSON: parsing it gives the same value and no repair.
    fn to_value(&self) -> Value {
        self.to_json()
    }
}

/// Ok(Some(value)); Ok(None) when an error was recorded; Err when the text is not JSON.
pub type Flow<T> = Result<Option<T>, Stop>;

/// A type that can stand in a field.
///
/// To write it by hand, read a type that has it already and go on from there:
///
/// ```
/// use toolargs::{At, Code, Defs, Flow, FromArg, Input, Shape, Text, ToolArgs};
///
/// #[derive(Debug, PartialEq)]
/// struct Sku(String);
///
/// impl FromArg for Sku {
///     const TEXT: Text = String::TEXT;
///
///     fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
///         let Some(text) = String::from_arg(input, at)? else { return Ok(None) };
///         if text.len() == 5 { Ok(Some(Sku(text))) } else { Ok(input.refuse(at, "a SKU has five characters")) }
///     }
///
///     fn to_json(&self) -> serde_json::Value {
///         self.0.to_json()
///     }
///
///     fn shape(defs: &mut Defs) -> Shape {
///         String::shape(defs)
///     }
/// }
///
/// #[derive(Debug, ToolArgs)]
/// struct Restock { sku: Sku }
///
/// assert_eq!(Restock::parse(r#"{"sku":"AB-12"}"#).unwrap().args.sku, Sku("AB-12".into()));
/// assert_eq!(Restock::parse(r#"{"sku":"AB"}"#).unwrap_err().first().code(), Code::Custom);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be parsed from tool-call arguments",
    label = "no `FromArg` for this type",
    note = "supported: String, bool, char, integers, floats, Option, Vec, sets, arrays, maps, Box, nested `#[derive(ToolArgs)]` types, serde_json::Value, time and std::net types, and with features uuid, url, rust_decimal and chrono",
    note = "wrap any other type in a struct of your own and implement `toolargs::FromArg` for it"
)]
pub trait FromArg: Sized {
    /// Whether the type takes text as it is.
    const TEXT: Text = Text::Never;
    /// Whether `null` is one of the type's values.
    const NULLABLE: bool = false;
    /// Whether the type can be the key of a map: it reads any of its values from a string.
    const KEY: bool = false;

    /// Reads one value, the canonical one, or records a coded error and gives `None`.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the text is not JSON; pass it on.
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self>;

    /// The value as canonical JSON.
    fn to_json(&self) -> Value;

    /// What the type accepts, for the spec and the schema.
    fn shape(defs: &mut Defs) -> Shape;

    /// The value of an absent field, for types that have one.
    fn absent() -> Option<Self> {
        None
    }

    /// True for the value of an absent field, which canonical JSON leaves out.
    fn is_absent(&self) -> bool {
        false
    }
}

/// Which strings are values of a type as they are, which decides what a string can mean there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// None: `i64`, an object, a list.
    Never,
    /// Only those of a form, and nothing else: an enum's names, dates, addresses.
    Formed,
    /// Those of a form, and other values too: a decimal, a union of an enum and a number.
    Mixed,
    /// Any, and other values too: `serde_json::Value`, a union with a string variant.
    Also,
    /// Any, and nothing else: `String` and newtypes of it.
    Only,
}

impl Text {
    /// Of a union of the given kinds.
    pub const fn any(of: &[Text]) -> Text {
        let [first, ..] = of else { return Text::Never };
        let (mut any, mut at) = (first.or(*first), 1);
        while at < of.len() {
            any = any.or(of[at]);
            at += 1;
        }
        any
    }

    /// Of a union of two kinds.
    pub(crate) const fn or(self, other: Text) -> Text {
        match (self, other) {
            (Text::Also | Text::Only, _) | (_, Text::Also | Text::Only) => Text::Also,
            (Text::Formed, Text::Formed) => Text::Formed,
            (Text::Never, Text::Never) => Text::Never,
            _ => Text::Mixed,
        }
    }

    /// Where a spec asks for a format on top.
    pub(crate) const fn under(self, spec: &crate::spec::FieldSpec) -> Text {
        match self {
            Text::Only if spec.format.is_some() => Text::Formed,
            text => text,
        }
    }

    /// Every value is a string.
    pub(crate) const fn is_string(self) -> bool {
        matches!(self, Text::Only | Text::Formed)
    }

    /// Any string is a value as it is.
    pub(crate) const fn is_free(self) -> bool {
        matches!(self, Text::Only | Text::Also)
    }
}

/// The arguments of a call, accepted, with every repair that it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed<T> {
    /// The arguments.
    pub args: T,
    /// Every repair: of the payload first, then of the fields in declared order.
    pub repairs: Vec<Repair>,
    /// False when the payload came already decoded: a key that stood twice was lost upstream.
    pub duplicates_checked: bool,
}

/// One value that was repaired, and how.
///
/// [`Display`](fmt::Display) prints path and rule only, never values.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    /// Where: `$.tags[1]`, or `$` for the payload.
    pub path: String,
    /// The rule that was applied.
    pub rule: Rule,
    /// The value as sent; `"[redacted]"` on a sensitive field.
    pub before: Value,
    /// The value as the tool sees it; `"[redacted]"` on a sensitive field.
    pub after: Value,
}

impl Repair {
    /// The repair as the record that command line and logs write, values included.
    pub fn to_value(&self) -> Value {
        serde_json::json!({ "path": self.path, "rule": self.rule, "before": self.before, "after": self.after })
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.rule)
    }
}
