//! Langfuse: one observation a line, as its API and its exports have it, or a trace with its observations.
//!
//! Shapes as in "Blob storage export field reference" of its documentation (snake case, `input`, `output` and the items of
//! `tool_calls` as JSON in text) and in its API's `Observation` (camel case, values as they are).

use std::borrow::Cow;

use super::bad::BadRecord;
use super::calls::{self, Calls};
use super::chat;
use super::line::{Object, Raw};

const TYPES: &[&str] =
    &["SPAN", "GENERATION", "EVENT", "AGENT", "TOOL", "CHAIN", "RETRIEVER", "EVALUATOR", "EMBEDDING", "GUARDRAIL"];

pub(super) fn read<'l>(line: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    if line.some("observations")?.is_some_and(Raw::is_array) {
        name_conversation(line, &["sessionId", "session_id", "id"], calls)?;
        calls.enter(line)?;
        for item in line.items("observations")? {
            if let Some(item) = item.object()? {
                let outer = calls.scope.clone();
                observation(&item, calls)?;
                calls.scope = outer;
            }
        }
        return Ok(true);
    }
    let kind = line.get("type")?.and_then(Raw::text);
    if !kind.is_some_and(|kind| TYPES.contains(&&*kind)) || !(line.has("traceId") || line.has("trace_id")) {
        return Ok(false);
    }
    observation(line, calls)?;
    Ok(true)
}

fn name_conversation<'l>(line: &Object<'l>, keys: &[&str], calls: &mut Calls<'_, 'l>) -> Result<(), BadRecord> {
    if calls.scope.conversation.is_none() && !calls.conversation_is_named() {
        // an export has empty text for what is not set
        for key in keys {
            let value = line.some(key)?.and_then(calls::short).filter(|value| !value.is_empty());
            calls.scope.conversation = calls.scope.conversation.take().or(value);
        }
    }
    Ok(())
}

fn observation<'l>(line: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<(), BadRecord> {
    name_conversation(line, &["sessionId", "session_id", "traceId", "trace_id"], calls)?;
    calls.enter(line)?;
    if line.says("type", "TOOL")? {
        return tool(line, calls);
    }
    if !line.says("type", "GENERATION")? {
        return Ok(());
    }
    let listed = line.items("tool_calls")?;
    for item in &listed {
        match item.text() {
            Some(text) => {
                if !calls.within(&text, |calls, item| chat::call(item, calls))? {
                    return Err(BadRecord::new("an item of `tool_calls` is no JSON"));
                }
            }
            None => chat::call(*item, calls)?,
        }
    }
    match line.some("output")? {
        Some(output) if listed.is_empty() => calls.answer(output),
        _ => Ok(()),
    }
}

fn tool<'l>(line: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<(), BadRecord> {
    // nothing, where the content is not recorded
    let Some(input) = line.some("input")?.filter(|input| !input.is_text("")) else { return Ok(()) };
    let (id, name) = (line.some("id")?, line.some("name")?);
    let Some(text) = input.text() else {
        calls.push(id, name, Some(keywords(input)?));
        return Ok(());
    };
    calls.push(id, name, Some(input));
    if let Some(value) = Raw::read(&text)
        && let inner = keywords(value)?
        && inner.get().len() < value.get().len()
        && let Some(call) = calls.found.last_mut()
    {
        call.evidence = super::Evidence::Arguments(Cow::Owned(inner.get().as_bytes().to_vec()));
    }
    Ok(())
}

/// The arguments of a Python function that the SDK's decorator observes: `{"args":[],"kwargs":{…}}`.
fn keywords(input: Raw<'_>) -> Result<Raw<'_>, BadRecord> {
    if let Some(object) = input.object()?
        && object.0.len() == 2
        && object.some("args")?.is_some_and(|args| args.is_array() && args.items().is_ok_and(|args| args.is_empty()))
        && let Some(keywords) = object.some("kwargs")?
        && keywords.is_object()
    {
        return Ok(keywords);
    }
    Ok(input)
}
