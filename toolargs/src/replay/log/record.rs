//! Records: an object with the arguments of one call.

use std::borrow::Cow;

use super::bad::BadRecord;
use super::call::{Evidence, LoggedCall};
use super::calls::Scope;
use super::line::{Object, Raw};
use super::{LogReader, Role};

const ID: &[&str] = &["id", "call_id", "tool_call_id"];
const TOOL: &[&str] = &["tool", "tool_name", "name"];

/// True where the arguments stand in the line itself, and it is no part of an answer that has `arguments` too.
pub(super) fn is(line: &Object<'_>) -> Result<bool, BadRecord> {
    if !line.has("arguments") {
        return Ok(false);
    }
    let kind = line.get("type")?.and_then(Raw::text);
    Ok(!kind.is_some_and(|kind| kind == "function_call" || kind.starts_with("response.")))
}

pub(super) fn call<'l>(reader: &LogReader, line: &Object<'l>) -> Result<LoggedCall<'l>, BadRecord> {
    let arguments = match reader.named(Role::Arguments) {
        Some(path) => line.at(path)?.ok_or_else(|| BadRecord::missing(path))?,
        None => line.get("arguments")?.ok_or_else(|| BadRecord::missing("arguments"))?,
    };
    let one = |role, usual: &[&str]| match reader.named(role) {
        Some(path) => line.at(path),
        None => line.first(usual),
    };
    let mut scope = Scope::of_line(reader, line)?;
    scope.enter(reader, line)?;
    Ok(LoggedCall {
        id: one(Role::Id, ID)?.map(|id| Cow::Borrowed(id.get())),
        tool: one(Role::Tool, TOOL)?.and_then(Raw::text),
        evidence: Evidence::Arguments(arguments.arguments()),
        conversation: scope.conversation,
        day: scope.day,
        group: scope.group,
    })
}
