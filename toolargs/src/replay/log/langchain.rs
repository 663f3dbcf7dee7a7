//! LangChain's messages, as tracers keep them.
//!
//! Shapes as in `langchain-core`, `messages/ai.py` and `messages/tool.py`: `tool_calls` has what could be read and
//! `invalid_tool_calls` what could not, while `additional_kwargs` may have the provider's own calls.

use super::bad::BadRecord;
use super::calls::Calls;
use super::chat;
use super::line::Object;

pub(super) fn read<'l>(message: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    let kept = message.object("additional_kwargs")?;
    if kept.is_none() && !message.has("invalid_tool_calls") {
        return Ok(false);
    }
    let before = calls.found.len();
    if let Some(kept) = kept {
        chat::message(&kept, calls)?;
    }
    if calls.found.len() == before {
        for call in [message.items("tool_calls")?, message.items("invalid_tool_calls")?].concat() {
            chat::call(call, calls)?;
        }
    }
    if let Some(about) = message.object("response_metadata")?
        && (about.says("finish_reason", "length")? || about.says("stop_reason", "max_tokens")?)
    {
        calls.cut_off_last(before);
    }
    Ok(true)
}
