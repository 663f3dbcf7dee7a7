//! Calls written down for `toolargs replay`.

use std::fmt;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use crate::call::Arguments;

type Redact = dyn Fn(&str, &Arguments) -> Option<Arguments> + Send + Sync;

/// Writes each call to a tool that exists as one line of JSON, `{"id":…,"tool":…,"arguments":…}`, which `toolargs replay` and
/// `toolargs parse` read.
///
/// What a replay has to judge are values, so nothing is written that the redaction layer has not passed: it gets the tool's name
/// and the arguments, and gives what may be written, or `None` for calls that must not be kept.
///
/// ```
/// use toolargs::ToolArgs;
/// use toolargs_agent::{Arguments, CallLog, Toolbox, ToolCall};
///
/// #[derive(ToolArgs)]
/// struct Refund { order: String, cents: u32 }
///
/// fn refund(args: Refund) -> String { format!("{} of {}", args.cents, args.order) }
///
/// let log = CallLog::new(std::io::sink(), |_tool, arguments| match arguments {
///     Arguments::Text(text) => Some(text.replace("ord_A1b2C3d4", "ord_00000000").into()),
///     _ => None,
/// });
/// let toolbox = Toolbox::new().tool(refund).call_log(log).build()?;
/// # let _ = toolbox;
/// # Ok::<(), toolargs_agent::BuildError>(())
/// ```
pub struct CallLog {
    redact: Box<Redact>,
    writer: Mutex<Box<dyn Write + Send>>,
}

impl CallLog {
    /// To a writer, which should buffer. An error while writing is dropped: a log must not stop a refund.
    pub fn new(
        writer: impl Write + Send + 'static,
        redact: impl Fn(&str, &Arguments) -> Option<Arguments> + Send + Sync + 'static,
    ) -> Self {
        CallLog { redact: Box::new(redact), writer: Mutex::new(Box::new(writer)) }
    }

    pub(crate) fn write(&self, id: &str, tool: &str, arguments: &Arguments) {
        let arguments = match (self.redact)(tool, arguments) {
            Some(Arguments::Text(text)) => Value::from(text),
            Some(Arguments::Decoded(value)) => value,
            Some(Arguments::CutOff) | None => return,
        };
        let line =
            format!(r#"{{"id":{},"tool":{},"arguments":{arguments}}}"#, Value::from(id), Value::from(tool)) + "\n";
        let _ = self.writer.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
    }
}

impl fmt::Debug for CallLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CallLog")
    }
}
