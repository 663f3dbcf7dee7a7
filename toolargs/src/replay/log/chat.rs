//! OpenAI Chat Completions, and the many servers that answer as it does.
//!
//! Shapes as in `openai-python`, `types/chat/chat_completion.py` and `chat_completion_message.py`; files for fine-tuning
//! have `{"messages":[…]}` a line, output files of batches `{"custom_id":…,"response":{"status_code":…,"body":…}}`.

use super::bad::BadRecord;
use super::calls::Calls;
use super::line::{Object, Raw};

pub(super) fn read<'l>(object: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    if object.has("choices") {
        return response(object, calls).map(|()| true);
    }
    if holds_calls(object)? {
        return message(object, calls).map(|()| true);
    }
    if let Some(function) = object.object("function")?.filter(|function| function.has("arguments")) {
        calls.push(object.some("id")?, function.some("name")?, function.get("arguments")?);
        return Ok(true);
    }
    Ok(false)
}

fn response<'l>(response: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<(), BadRecord> {
    for choice in response.items("choices")? {
        let Some(choice) = choice.object()? else { continue };
        if choice.object("delta")?.is_some_and(|delta| delta.has("tool_calls")) {
            return Err(BadRecord::new("a chunk of a stream, which holds a part of a call; log whole responses"));
        }
        let Some(answer) = choice.object("message")? else { continue };
        let before = calls.found.len();
        message(&answer, calls)?;
        if choice.says("finish_reason", "length")? {
            calls.cut_off_last(before);
        }
    }
    Ok(())
}

/// True for a message that calls tools, however it spells that.
fn holds_calls(message: &Object<'_>) -> Result<bool, BadRecord> {
    // a `function_call` that is a text is a request's setting
    Ok(message.some("tool_calls")?.is_some()
        || message.object("function_call")?.is_some_and(|call| call.has("arguments")))
}

pub(super) fn message<'l>(message: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<(), BadRecord> {
    for item in message.items("tool_calls")? {
        call(item, calls)?;
    }
    if let Some(function) = message.object("function_call")? {
        calls.push(None, function.some("name")?, function.get("arguments")?);
    }
    Ok(())
}

/// One of `tool_calls`: with a `function`, or flat as libraries keep it.
pub(super) fn call<'l>(item: Raw<'l>, calls: &mut Calls<'_, 'l>) -> Result<(), BadRecord> {
    let Some(item) = item.object()? else { return Err(BadRecord::new("a tool call is no object")) };
    if let Some(function) = item.object("function")? {
        calls.push(item.some("id")?, function.some("name")?, function.get("arguments")?);
    } else if !item.has("custom") {
        // the input of a custom tool is free text and no arguments
        calls.push(item.some("id")?, item.some("name")?, item.first(&["arguments", "args", "parameters"])?);
    }
    Ok(())
}
