//! Gemini: `generateContent`, in the API's spelling and in that of the Python SDK.
//!
//! Shapes as in `python-genai`, `types.py` (`GenerateContentResponse`, `Content`, `FunctionCall`); output files of batches
//! have the response under `response`, files for tuning the conversation under `contents`.

use super::bad::BadRecord;
use super::call::Evidence;
use super::calls::Calls;
use super::line::Object;

pub(super) fn read<'l>(object: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    if object.has("candidates") {
        for candidate in object.items("candidates")? {
            let Some(candidate) = candidate.object()? else { continue };
            let (before, mut ends_in_call) = (calls.found.len(), false);
            if let Some(content) = candidate.object("content")? {
                ends_in_call = parts(&content, calls)?;
            }
            let reason = candidate.first(&["finishReason", "finish_reason"])?;
            if ends_in_call && reason.is_some_and(|reason| reason.is_text("MAX_TOKENS")) {
                calls.cut_off_last(before);
            }
        }
        return Ok(true);
    }
    if object.has("parts") && object.has("role") {
        return parts(object, calls).map(|_| true);
    }
    call(object, calls)
}

/// True where the last part is a call.
fn parts<'l>(content: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    let mut ends_in_call = false;
    for part in content.items("parts")? {
        if let Some(part) = part.object()? {
            ends_in_call = call(&part, calls)?;
        }
    }
    Ok(ends_in_call)
}

fn call<'l>(part: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    let Some(call) = part.first(&["functionCall", "function_call"])? else { return Ok(false) };
    // OpenAI's old `function_call` has `arguments`
    let Some(call) = call.object()?.filter(|call| !call.has("arguments")) else { return Ok(false) };
    let (id, name) = (call.some("id")?, call.some("name")?);
    match call.some("args")? {
        Some(args) => calls.push(id, name, Some(args)),
        // an object without fields is left out
        None => calls.add(id, name, Evidence::Arguments(b"{}".into())),
    }
    Ok(true)
}
