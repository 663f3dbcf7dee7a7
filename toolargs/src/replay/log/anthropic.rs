//! Anthropic Messages.
//!
//! Shapes as in `anthropic-sdk-python`, `types/message.py`, `tool_use_block.py` and
//! `messages/message_batch_individual_response.py`.

use super::bad::BadRecord;
use super::calls::Calls;
use super::line::Object;

/// False where a message has none of the blocks that Anthropic alone has.
pub(super) fn read<'l>(object: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    if object.says("type", "tool_use")? {
        return block(object, calls);
    }
    let (before, mut known, mut ends_in_call) = (calls.found.len(), object.says("type", "message")?, false);
    for item in object.items("content")? {
        if let Some(item) = item.object()? {
            ends_in_call = block(&item, calls)?;
            known |= ends_in_call || item.says("type", "tool_result")?;
        }
    }
    if ends_in_call
        && let Some(reason) = object.get("stop_reason")?.and_then(|reason| reason.text())
        && matches!(&*reason, "max_tokens" | "model_context_window_exceeded")
    {
        calls.cut_off_last(before);
    }
    Ok(known)
}

fn block<'l>(block: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    let is_call = block.says("type", "tool_use")?;
    if is_call {
        calls.push(block.some("id")?, block.some("name")?, block.get("input")?);
    }
    Ok(is_call)
}
