//! OpenAI Responses.
//!
//! Shapes as in `openai-python`, `types/responses/response.py` and `response_function_tool_call.py`. Agents that keep
//! their sessions write one item a line.

use super::bad::BadRecord;
use super::call::Evidence;
use super::calls::Calls;
use super::line::Object;

pub(super) fn read<'l>(object: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    if bare(object, calls)? {
        return Ok(true);
    }
    if !object.some("output")?.is_some_and(|output| output.is_array()) {
        return object.says("object", "response");
    }
    let (before, mut statuses) = (calls.found.len(), false);
    for item in object.items("output")? {
        let Some(item) = item.object()?.filter(|item| item.has("type")) else { continue };
        if item.says("type", "function_call")? {
            statuses |= item.some("status")?.is_some();
            call(&item, calls)?;
        }
    }
    // where no call has a status of its own
    if !statuses && object.says("status", "incomplete")? {
        calls.cut_off_last(before);
    }
    Ok(true)
}

/// An item or an event of a stream, either of which may have `arguments` as a record has.
pub(super) fn bare<'l>(object: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    let Some(kind) = object.get("type")?.and_then(|kind| kind.text()) else { return Ok(false) };
    match &*kind {
        "function_call" => call(object, calls)?,
        // items that are no call
        "function_call_output" | "reasoning" | "custom_tool_call" => {}
        "response.completed" | "response.incomplete" => match object.object("response")? {
            Some(response) => {
                calls.enter(&response)?;
                return read(&response, calls);
            }
            None => return Ok(false),
        },
        // the others say in parts what the last one says again
        event if event.starts_with("response.") => {}
        _ => return Ok(false),
    }
    Ok(true)
}

fn call<'l>(item: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<(), BadRecord> {
    let (id, name) = (item.first(&["call_id", "id"])?, item.some("name")?);
    match item.says("status", "incomplete")? {
        true => calls.add(id, name, Evidence::CutOff),
        false => calls.push(id, name, item.get("arguments")?),
    }
    Ok(())
}
