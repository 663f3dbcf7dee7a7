//! Events that the observer of `toolargs-agent` writes: verdicts without a value.

use std::borrow::Cow;
use std::str::FromStr;

use super::bad::BadRecord;
use super::call::Evidence;
use super::calls::Calls;
use super::line::Object;

/// The name that observers write for a tool that does not exist.
const UNKNOWN: &str = "(unknown)";

pub(super) fn read<'l>(event: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    let Some(kind) = event.get("event")?.and_then(|kind| kind.text()) else { return Ok(false) };
    if kind == "tool_args_judged" {
        calls.enter(event)?;
        let evidence =
            Evidence::Judged { repairs: named(event, "repairs", "rule")?, errors: named(event, "errors", "code")? };
        let tool = event.some("tool")?.filter(|tool| !tool.is_text(UNKNOWN));
        calls.add(event.some("call_id")?, tool, evidence);
    }
    Ok(true)
}

/// The paths of a list and what happened there, by a name of one of the tables.
fn named<'l, T: FromStr>(
    event: &Object<'l>,
    list: &str,
    key: &'static str,
) -> Result<Vec<(Cow<'l, str>, T)>, BadRecord> {
    let read = |item: &Object<'l>| -> Result<Option<(Cow<'l, str>, T)>, BadRecord> {
        let (Some(path), Some(name)) = (item.get("path")?, item.get(key)?) else { return Ok(None) };
        let (Some(path), Some(name)) = (path.text(), name.text()) else { return Ok(None) };
        match name.parse() {
            Ok(name) => Ok(Some((path, name))),
            Err(_) => Err(BadRecord::new(format!("a {key} that this version does not know"))),
        }
    };
    let mut found = Vec::new();
    for item in event.items(list)? {
        let item = item.object()?.unwrap_or_default();
        found.push(read(&item)?.ok_or_else(|| BadRecord::new(format!("an event without `path` and `{key}`")))?);
    }
    Ok(found)
}
