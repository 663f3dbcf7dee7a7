//! The expansion under lints that projects forbid.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    unused,
    missing_docs,
    unused_qualifications,
    unreachable_pub,
    unused_results,
    single_use_lifetimes,
    trivial_casts,
    missing_debug_implementations,
    elided_lifetimes_in_paths,
    rust_2018_idioms,
    unused_lifetimes,
    redundant_lifetimes,
    unit_bindings,
    non_ascii_idents
)]

use toolargs::ToolArgs;

mod checks {
    pub(crate) fn even(value: &i64) -> Result<(), &'static str> {
        if value % 2 == 0 { Ok(()) } else { Err("must be even") }
    }
}

/// All of it.
#[derive(Debug, ToolArgs)]
#[tool(deny(enum_casefold), rename_all = "camelCase", max_bytes = 4096)]
pub struct Args {
    /// With everything.
    #[arg(min = 2, max = 10, multiple_of = 2, default = 4, validate = checks::even, example = 6)]
    pub even_number: i64,
    #[arg(validate = checks::even)]
    pub(crate) maybe: Option<i64>,
    #[arg(min_len = 1, max_len = 3, default = "abc", sensitive, strict)]
    secret: String,
    #[arg(exclusive_min = 0.0, exclusive_max = 1e3)]
    ratio: Option<f64>,
    #[arg(min_items = 1, unique_items, each(format = "email", allow(trim_whitespace)), default = Vec::from(["a@b.example".to_owned()]))]
    mails: Vec<String>,
    mode: Option<Mode>,
    action: Option<Action>,
    either: Option<Either>,
    cents: Option<Cents>,
    nothing: Option<Nothing>,
    #[deprecated]
    #[allow(dead_code)]
    old: Option<u8>,
}

/// Nothing.
#[derive(Debug, ToolArgs)]
pub struct Nothing {}

/// Names.
#[derive(Debug, Clone, Copy, ToolArgs)]
pub enum Mode {
    /// The only one.
    Only,
}

/// Objects.
#[derive(Debug, ToolArgs)]
pub enum Action {
    /// A variant.
    Stop {
        /// At once.
        now: bool,
    },
    /// Another.
    Go,
    /// A third.
    Wait(Nothing),
}

/// Values.
#[derive(Debug, ToolArgs)]
#[tool(untagged)]
pub enum Either {
    /// A number.
    Number(i64),
    /// An object.
    Object {
        /// Of one field.
        value: Option<bool>,
    },
    /// Null.
    Nothing,
}

/// Money.
#[derive(Debug, ToolArgs)]
#[tool(transparent, allow(trim_whitespace))]
pub struct Cents(#[arg(min = 1, validate = checks::even)] i64);

fn main() {
    let args = Args::parse("{}").unwrap().args;
    assert_eq!((args.even_number, args.secret.as_str(), args.maybe), (4, "abc", None));
    let rejection = Args::parse(r#"{"maybe":3,"cents":"3"}"#).unwrap_err();
    let all: Vec<String> = rejection.errors().iter().map(ToString::to_string).collect();
    assert_eq!(all.len(), 2, "{all:?}");
    let _ = (args.ratio, args.mails, args.mode, args.action, args.either, args.cents, args.nothing);
}
