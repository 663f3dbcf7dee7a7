//! Events as lines of JSON.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use toolargs::{Code, Rule};

use crate::observe::{Event, EventKind, Observer};

/// Writes one line of JSON for each event but [`EventKind::Started`]: `event`, `tool`, `call_id`, `attempt`, the `conversation`
/// where it has a name, and what the event has.
///
/// | `event` | keys |
/// |---|---|
/// | `tool_args_judged` | `outcome` (`clean`, `repaired` or `rejected`), `repairs` of `path` and `rule`, `errors` of `path` and `code` |
/// | `tool_args_escalated` | `reason` |
/// | `tool_call_finished` | `outcome`, `seconds` |
/// | `tool_call_dropped` | |
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
/// let lines = std::sync::Arc::new(JsonLines::new(Vec::new()).with("model", "m-1"));
/// let toolbox = Toolbox::new().tool(refund).observe(lines.clone()).build()?;
/// pollster::block_on(toolbox.call(ToolCall { id: "c1".into(), name: "refund".into(), arguments: r#"{"cents":"1999"}"#.into() }));
/// drop(toolbox);
/// let text = String::from_utf8(std::sync::Arc::into_inner(lines).unwrap().into_inner()).unwrap();
/// assert_eq!(text.lines().next().unwrap(), concat!(
///     r#"{"event":"tool_args_judged","tool":"refund","call_id":"c1","attempt":1,"outcome":"repaired","#,
///     r#""repairs":[{"path":"$.cents","rule":"numeric_string_to_int"}],"errors":[],"model":"m-1"}"#,
/// ));
/// # Ok::<(), toolargs_agent::BuildError>(())
/// ```
#[derive(Debug)]
pub struct JsonLines<W> {
    writer: Mutex<W>,
    extra: Vec<(String, String)>,
}

/// The keys that no caller can set.
const OURS: &[&str] =
    &["event", "tool", "call_id", "attempt", "conversation", "outcome", "repairs", "errors", "reason", "seconds"];

impl<W: Write + Send> JsonLines<W> {
    /// To a writer, which should buffer. An error while writing is dropped: a log must not stop a refund.
    pub fn new(writer: W) -> Self {
        JsonLines { writer: Mutex::new(writer), extra: Vec::new() }
    }

    /// Puts a key of yours at the end of every line: the model, the version of the prompt. A key that the lines have themselves
    /// stays theirs; of a key given twice the last value counts.
    pub fn with(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        let key = key.into();
        if !OURS.contains(&key.as_str()) {
            self.extra.retain(|(known, _)| *known != key);
            self.extra.push((key, value.into()));
        }
        self
    }

    /// The writer.
    pub fn into_inner(self) -> W {
        self.writer.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Write + Send> Observer for JsonLines<W> {
    fn event(&self, event: &Event<'_>) {
        let name = match event.kind {
            EventKind::Judged { .. } => "tool_args_judged",
            EventKind::Escalated { .. } => "tool_args_escalated",
            EventKind::Finished { .. } => "tool_call_finished",
            EventKind::Dropped => "tool_call_dropped",
            EventKind::Started => return,
        };
        let mut line = Line(String::new());
        line.put("event", name);
        line.put("tool", event.tool);
        line.put("call_id", event.call_id);
        line.put("attempt", &event.attempt);
        if let Some(conversation) = event.conversation {
            line.put("conversation", conversation);
        }
        match &event.kind {
            EventKind::Judged { repairs, errors } => {
                let outcome = match (repairs, errors) {
                    ([], []) => "clean",
                    (_, []) => "repaired",
                    _ => "rejected",
                };
                line.put("outcome", outcome);
                line.list("repairs", repairs, |(path, rule)| Repaired { path, rule: *rule });
                line.list("errors", errors, |(path, code)| Wrong { path, code: *code });
            }
            EventKind::Escalated { reason } => line.put("reason", reason.as_str()),
            EventKind::Finished { outcome, took } => {
                line.put("outcome", *outcome);
                line.put("seconds", &took.as_secs_f64());
            }
            EventKind::Dropped | EventKind::Started => {}
        }
        for (key, value) in &self.extra {
            line.put(key, value);
        }
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writer.write_all(line.end().as_bytes());
    }
}

#[derive(Serialize)]
struct Repaired<'e> {
    path: &'e str,
    rule: Rule,
}

#[derive(Serialize)]
struct Wrong<'e> {
    path: &'e str,
    code: Code,
}

/// An object written key by key, so that their order is the same under every feature of `serde_json`.
struct Line(String);

impl Line {
    fn put(&mut self, key: &str, value: &(impl Serialize + ?Sized)) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0.push_str(&json(key));
        self.0.push(':');
        self.0.push_str(&json(value));
    }

    fn list<'e, T, P: Serialize>(&mut self, key: &str, items: &'e [T], part: impl Fn(&'e T) -> P) {
        self.put(key, &items.iter().map(part).collect::<Vec<_>>());
    }

    fn end(mut self) -> String {
        self.0.push_str("}\n");
        self.0
    }
}

/// Texts, numbers and lists of those always serialise.
fn json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
