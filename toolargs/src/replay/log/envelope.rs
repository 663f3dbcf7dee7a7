//! What providers answer, wherever it stands in a line.

use super::bad::BadRecord;
use super::calls::Calls;
use super::line::{Object, Raw};
use super::{LogFormat, anthropic, chat, gemini, langchain, mcp, responses};

type Read = for<'s, 'l> fn(&Object<'l>, &mut Calls<'s, 'l>) -> Result<bool, BadRecord>;

/// The most specific first.
const PROVIDERS: &[(LogFormat, Read)] = &[
    (LogFormat::Mcp, mcp::read),
    (LogFormat::OpenAiResponses, responses::read),
    (LogFormat::Anthropic, anthropic::read),
    (LogFormat::Gemini, gemini::read),
    (LogFormat::OpenAiChat, langchain::read),
    (LogFormat::OpenAiChat, chat::read),
];

/// Under these an answer or a conversation may stand in what programs, batches and tracers write around it.
const AROUND: &[&str] = &[
    "response",
    "body",
    "result",
    "message",
    "messages",
    "contents",
    "payload",
    "output",
    "outputs",
    "generations",
    "kwargs",
    "data",
];

/// How many objects and arrays may be around a message.
pub(super) const MAX_AROUND: u8 = 8;

/// Reads the calls of an answer or of a conversation; false where there is none of either.
pub(super) fn read<'l>(
    object: &Object<'l>,
    calls: &mut Calls<'_, 'l>,
    only: Option<LogFormat>,
    depth: u8,
) -> Result<bool, BadRecord> {
    calls.enter(object)?;
    let (own, others): (Vec<_>, Vec<_>) =
        PROVIDERS.iter().partition(|(format, _)| only.is_none_or(|only| only == *format));
    for (_, read) in own {
        if read(object, calls)? {
            return Ok(true);
        }
    }
    for (other, read) in others {
        if read(object, calls)? {
            return Err(BadRecord::new(format!("a line of another format: {other}")));
        }
    }
    // a message that calls no tool looks alike for all providers
    if object.has("role") && object.has("content") {
        return Ok(true);
    }
    for key in AROUND {
        if let Some(inner) = object.some(key)?
            && within(inner, calls, only, depth)?
        {
            return Ok(true);
        }
    }
    Ok(without_answer(object))
}

/// Conversations without a message that could be told, and results of batches that are errors.
fn without_answer(object: &Object<'_>) -> bool {
    let has = |key| object.has(key);
    has("messages") || has("contents") || has("custom_id") || has("processed_time") || has("key") && has("error")
}

/// As [`read`], where the object may stand in arrays.
pub(super) fn within<'l>(
    value: Raw<'l>,
    calls: &mut Calls<'_, 'l>,
    only: Option<LogFormat>,
    depth: u8,
) -> Result<bool, BadRecord> {
    let Some(depth) = depth.checked_sub(1) else { return Ok(false) };
    if let Some(object) = value.object()? {
        return read(&object, calls, only, depth);
    }
    let mut known = false;
    for item in value.items()? {
        let scope = calls.scope.clone();
        known |= within(item, calls, only, depth)?;
        calls.scope = scope;
    }
    Ok(known)
}
