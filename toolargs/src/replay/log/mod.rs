//! Reads calls out of the lines of logs.

mod anthropic;
mod bad;
mod call;
mod calls;
mod chat;
mod day;
mod envelope;
mod format;
mod gemini;
mod langchain;
mod langfuse;
mod langsmith;
mod line;
mod mcp;
mod observer;
mod otel;
mod otel_value;
mod record;
mod responses;

pub use bad::BadRecord;
pub use call::{Evidence, LoggedCall};
pub use day::Day;
pub use format::LogFormat;

use self::calls::{Calls, Scope};
use self::line::Object;

/// A part of a call for which a program names the field: see [`LogReader::field`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The arguments, as text or decoded.
    Arguments,
    /// The tool's name.
    Tool,
    /// The conversation that the call belongs to.
    Conversation,
    /// When the call was made.
    Time,
    /// The call's id.
    Id,
}

/// Reads calls out of log lines.
///
/// ```
/// use toolargs::replay::{Evidence, LogReader};
///
/// let line = br#"{"id":1,"tool":"issue_refund","arguments":"{\"amount_cents\":\"1999\"}","model":"m-1"}"#;
/// let mut calls = 0;
/// LogReader::new().group_by(["model"]).calls(line, &mut |call| {
///     assert_eq!(call.tool.as_deref(), Some("issue_refund"));
///     assert_eq!(call.evidence, Evidence::Arguments(br#"{"amount_cents":"1999"}"#.into()));
///     assert_eq!(call.group[0].as_deref(), Some("m-1"));
///     calls += 1;
/// })?;
/// assert_eq!(calls, 1);
/// # Ok::<(), toolargs::replay::BadRecord>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LogReader {
    format: Option<LogFormat>,
    fields: [Option<Box<str>>; 5],
    group_by: Vec<Box<str>>,
}

impl LogReader {
    /// A reader that finds the format of each line.
    pub fn new() -> Self {
        LogReader::default()
    }

    /// Reads every line as this format: a line of another is a bad record.
    #[must_use]
    pub fn format(mut self, format: LogFormat) -> Self {
        self.format = Some(format);
        self
    }

    /// Names the field of a part, with dots into nested objects, in place of the usual names.
    ///
    /// ```
    /// use toolargs::replay::{LogReader, Role};
    ///
    /// let reader = LogReader::new().field(Role::Arguments, "call.input").field(Role::Tool, "call.fn");
    /// let mut tools = Vec::new();
    /// reader.calls(br#"{"call":{"fn":"ping","input":{}}}"#, &mut |call| tools.push(call.tool.unwrap()))?;
    /// assert_eq!(tools, ["ping"]);
    /// # Ok::<(), toolargs::replay::BadRecord>(())
    /// ```
    #[must_use]
    pub fn field(mut self, role: Role, name: impl Into<Box<str>>) -> Self {
        self.fields[role as usize] = Some(name.into());
        self
    }

    /// Asks for the values of fields, with dots into nested objects, by which calls are to be counted apart.
    #[must_use]
    pub fn group_by<N: Into<Box<str>>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.group_by = names.into_iter().map(Into::into).collect();
        self
    }

    fn named(&self, role: Role) -> Option<&str> {
        self.fields[role as usize].as_deref()
    }

    /// Gives the calls of one line, which has no line end, in their order. A blank line has none.
    ///
    /// # Errors
    ///
    /// Where the line is no record of any format.
    pub fn calls<'l>(&self, line: &'l [u8], each: &mut dyn FnMut(LoggedCall<'l>)) -> Result<(), BadRecord> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let line = std::str::from_utf8(line)
            .map_err(|error| BadRecord::new(format!("no UTF-8 from byte {} on", error.valid_up_to())))?;
        let line = Object::of_line(line)?;
        match self.format {
            Some(LogFormat::Record) => each(record::call(self, &line)?),
            None if self.named(Role::Arguments).is_some() || record::is(&line)? => each(record::call(self, &line)?),
            _ => self.enveloped(&line)?.into_iter().for_each(each),
        }
        Ok(())
    }

    fn enveloped<'l>(&self, line: &Object<'l>) -> Result<Vec<LoggedCall<'l>>, BadRecord> {
        let mut calls = Calls { reader: self, scope: Scope::of_line(self, line)?, found: Vec::new() };
        let known = match self.format {
            Some(LogFormat::Observer) => observer::read(line, &mut calls)?,
            Some(LogFormat::OpenTelemetry) => otel::read(line, &mut calls)?,
            Some(LogFormat::LangSmith) => langsmith::read(line, &mut calls)?,
            Some(LogFormat::Langfuse) => langfuse::read(line, &mut calls)?,
            Some(only) => envelope::read(line, &mut calls, Some(only), envelope::MAX_AROUND)?,
            None => {
                observer::read(line, &mut calls)?
                    || otel::read(line, &mut calls)?
                    || langsmith::read(line, &mut calls)?
                    || langfuse::read(line, &mut calls)?
                    || envelope::read(line, &mut calls, None, envelope::MAX_AROUND)?
            }
        };
        match (known, self.format) {
            (true, _) => Ok(calls.found),
            (false, Some(format)) => Err(BadRecord::new(format!("no line of the format `{format}`"))),
            (false, None) => Err(BadRecord::new("missing field `arguments`, and no other format that is known")),
        }
    }
}
