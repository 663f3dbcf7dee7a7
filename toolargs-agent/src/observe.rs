//! Eyes on the loop: what happened to a call, without anything that the call held.

use std::borrow::Cow;
use std::collections::HashSet;
use std::time::Duration;

use serde_json::Value;
use toolargs::{Code, Rule, ToolSpec};

use crate::budget::Reason;

/// Sees what happens to calls. It never gets a value of the arguments, nor a key that the tool does not declare.
///
/// It is called where the call runs, so it must be quick.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::sync::Arc;
/// use toolargs_agent::observe::{Event, EventKind, Observer};
///
/// #[derive(Default)]
/// struct Repairs(AtomicU64);
///
/// impl Observer for Repairs {
///     fn event(&self, event: &Event<'_>) {
///         if let EventKind::Judged { repairs, .. } = event.kind {
///             self.0.fetch_add(repairs.len() as u64, Ordering::Relaxed);
///         }
///     }
/// }
///
/// let repairs = Arc::new(Repairs::default());
/// let toolbox = toolargs_agent::Toolbox::new().observe(repairs.clone()).build()?;
/// assert_eq!(repairs.0.load(Ordering::Relaxed), 0);
/// # Ok::<(), toolargs_agent::BuildError>(())
/// ```
pub trait Observer: Send + Sync {
    /// Something happened.
    fn event(&self, event: &Event<'_>);
}

impl<O: Observer + ?Sized> Observer for std::sync::Arc<O> {
    fn event(&self, event: &Event<'_>) {
        (**self).event(event);
    }
}

/// What happened, and to which call.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Event<'e> {
    /// The tool's name; [`UNKNOWN`] where there is none of the name that the model chose.
    pub tool: &'e str,
    /// The provider's id of the call.
    pub call_id: &'e str,
    /// The attempt, counted from one.
    pub attempt: u32,
    /// The conversation, where [`Session::conversation`](crate::Session::conversation) named it.
    pub conversation: Option<&'e str>,
    /// What happened.
    pub kind: EventKind<'e>,
}

/// What happened to a call. Paths have `*` for every key that the tool does not declare.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum EventKind<'e> {
    /// The arguments were judged; once for each call, before its handler begins.
    Judged {
        /// Where something was repaired, and how. Empty where the call was rejected.
        repairs: &'e [(Cow<'e, str>, Rule)],
        /// Where something is wrong, and what; all of it. Empty where the call was accepted.
        errors: &'e [(Cow<'e, str>, Code)],
    },
    /// The budget of corrections is used up.
    Escalated {
        /// Why.
        reason: Reason,
    },
    /// The handler began.
    Started,
    /// The call has its answer.
    Finished {
        /// `replied`, `tool_error`, `rejected`, `escalated`, `needs_confirmation`, `panicked` or `timed_out`.
        outcome: &'static str,
        /// How long it took, the gate included.
        took: Duration,
    },
    /// Nobody waited for the answer: the call's future was dropped while the handler ran.
    Dropped,
}

pub use crate::json_lines::JsonLines;
#[cfg(feature = "metrics")]
pub use crate::metrics::Metrics;
#[cfg(feature = "tracing")]
pub use crate::tracing::Tracing;

/// The name that observers see for a tool that does not exist.
pub const UNKNOWN: &str = "(unknown)";

/// The names that a tool declares, at any depth: the only keys that observers get to see.
#[derive(Debug, Default)]
pub(crate) struct Declared(HashSet<String>);

impl Declared {
    pub(crate) fn of(spec: &ToolSpec) -> Self {
        let mut names = HashSet::new();
        collect(&spec.to_json_schema(), &mut names);
        Declared(names)
    }

    /// The path with `*` for every key that is not declared.
    pub(crate) fn path<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let mut out = String::from("$");
        let mut rest = path.strip_prefix('$').unwrap_or_default();
        while !rest.is_empty() {
            let (segment, behind) = rest.split_at(segment_end(rest));
            rest = behind;
            let known = match segment.as_bytes() {
                [b'.', ..] => self.0.contains(&segment[1..]),
                [b'[', b'"', ..] => {
                    let name = segment.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or_default();
                    serde_json::from_str::<String>(name).is_ok_and(|name| self.0.contains(&name))
                }
                _ => segment.len() > 2 && segment[1..segment.len() - 1].bytes().all(|b| b.is_ascii_digit()),
            };
            out.push_str(if known { segment } else { ".*" });
        }
        if out == path { Cow::Borrowed(path) } else { Cow::Owned(out) }
    }
}

/// Where the first segment ends: before the next `.` or `[`, behind a quoted name's `"]`.
fn segment_end(rest: &str) -> usize {
    let quoted = rest.starts_with("[\"");
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(if quoted { 2 } else { 1 }) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' if quoted => return (at + 2).min(rest.len()),
            b'.' | b'[' if !quoted => return at,
            _ => {}
        }
    }
    rest.len()
}

fn collect(schema: &Value, names: &mut HashSet<String>) {
    match schema {
        Value::Object(object) => {
            for (key, value) in object {
                if let ("properties", Value::Object(properties)) = (key.as_str(), value) {
                    names.extend(properties.keys().cloned());
                }
                collect(value, names);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_are_not_declared_are_not_shown() {
        let declared = Declared(["a", "odd name", "b"].map(str::to_owned).into());
        for (path, shown) in [
            ("$", "$"),
            ("$.a", "$.a"),
            ("$.a[12].b", "$.a[12].b"),
            ("$.secret", "$.*"),
            ("$.a.secret[1].b", "$.a.*[1].b"),
            (r#"$["odd name"].b"#, r#"$["odd name"].b"#),
            (r#"$.a["x@\"].b[\"y"][0]"#, "$.a.*[0]"),
            (r#"$["cut"#, "$.*"),
            (r#"$["cut""#, "$.*"),
        ] {
            assert_eq!(declared.path(path), shown, "{path}");
        }
    }
}
