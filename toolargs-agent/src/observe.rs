//! Eyes on the loop: what happened to a call, without anything that the call held.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
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
///         if let EventKind::Repaired { .. } = event.kind {
///             self.0.fetch_add(1, Ordering::Relaxed);
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
    /// What happened.
    pub kind: EventKind<'e>,
}

/// What happened to a call. Paths have `*` for every key that the tool does not declare.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum EventKind<'e> {
    /// One value was repaired.
    Repaired {
        /// Where.
        path: &'e str,
        /// How.
        rule: Rule,
    },
    /// One thing is wrong with the arguments; a rejection is one such event for each of its errors.
    Rejected {
        /// Where.
        path: &'e str,
        /// Why.
        code: Code,
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

#[cfg(feature = "metrics")]
pub use crate::metrics::Metrics;
#[cfg(feature = "tracing")]
pub use crate::tracing::Tracing;

/// The name that observers see for a tool that does not exist.
pub const UNKNOWN: &str = "(unknown)";

/// Writes one line of JSON for each event but [`EventKind::Started`]: `event`, `tool`, `call_id`, `attempt`, and what the event has:
/// `path` with `rule` or `code`, `reason`, `outcome` with `seconds`.
///
/// A line holds no arguments, so there is nothing in it to replay: see [`CallLog`](crate::CallLog) for that.
///
/// ```
/// use toolargs::ToolArgs;
/// use toolargs_agent::observe::JsonLines;
/// use toolargs_agent::{Toolbox, ToolCall};
///
/// #[derive(ToolArgs)]
/// struct Refund { cents: u32 }
///
/// fn refund(args: Refund) -> u32 { args.cents }
///
/// let lines = std::sync::Arc::new(JsonLines::new(Vec::new()));
/// let toolbox = Toolbox::new().tool(refund).observe(lines.clone()).build()?;
/// pollster::block_on(toolbox.call(ToolCall { id: "c1".into(), name: "refund".into(), arguments: r#"{"cents":"1999"}"#.into() }));
/// drop(toolbox);
/// let text = String::from_utf8(std::sync::Arc::into_inner(lines).unwrap().into_inner()).unwrap();
/// assert!(text.starts_with(
///     r#"{"event":"tool_args_repaired","tool":"refund","call_id":"c1","attempt":1,"path":"$.cents","rule":"numeric_string_to_int"}"#
/// ));
/// # Ok::<(), toolargs_agent::BuildError>(())
/// ```
#[derive(Debug)]
pub struct JsonLines<W>(Mutex<W>);

impl<W: Write + Send> JsonLines<W> {
    /// To a writer, which should buffer. An error while writing is dropped: a log must not stop a refund.
    pub fn new(writer: W) -> Self {
        JsonLines(Mutex::new(writer))
    }

    /// The writer.
    pub fn into_inner(self) -> W {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Write + Send> Observer for JsonLines<W> {
    fn event(&self, event: &Event<'_>) {
        let (name, details) = match &event.kind {
            EventKind::Repaired { path, rule } => {
                ("tool_args_repaired", json!({ "path": path, "rule": rule.as_str() }))
            }
            EventKind::Rejected { path, code } => {
                ("tool_args_rejected", json!({ "path": path, "code": code.as_str() }))
            }
            EventKind::Escalated { reason } => ("tool_args_escalated", json!({ "reason": reason.as_str() })),
            EventKind::Finished { outcome, took } => {
                ("tool_call_finished", json!({ "outcome": outcome, "seconds": took.as_secs_f64() }))
            }
            EventKind::Dropped => ("tool_call_dropped", json!({})),
            EventKind::Started => return,
        };
        let mut line = format!(
            r#"{{"event":"{name}","tool":{},"call_id":{},"attempt":{}"#,
            Value::from(event.tool),
            Value::from(event.call_id),
            event.attempt
        );
        // written key by key, so that their order is the same under every feature of `serde_json`
        for key in ["path", "rule", "code", "reason", "outcome", "seconds"] {
            if let Some(value) = details.get(key) {
                line.push_str(&format!(r#","{key}":{value}"#));
            }
        }
        line.push_str("}\n");
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writer.write_all(line.as_bytes());
    }
}

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
