//! Lines that are no record.

use std::borrow::Cow;
use std::fmt;

/// Why a line is no record. It speaks of the line's form and of names that formats have, never of what the line holds.
///
/// ```
/// use toolargs::replay::LogReader;
///
/// let bad = LogReader::new().calls(br#"{"arguments":"{}""#, &mut |_| {}).unwrap_err();
/// assert_eq!(bad.to_string(), "no JSON at column 17");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRecord(Cow<'static, str>);

impl BadRecord {
    pub(super) fn new(why: impl Into<Cow<'static, str>>) -> Self {
        BadRecord(why.into())
    }

    /// A name that the program asked for, never one that only the line holds.
    #[cold]
    pub(super) fn twice(asked: &str) -> Self {
        BadRecord(format!("duplicate field `{asked}`").into())
    }

    #[cold]
    pub(super) fn missing(asked: &str) -> Self {
        BadRecord(format!("missing field `{asked}`").into())
    }
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadRecord {}
