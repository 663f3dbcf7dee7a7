//! Model Context Protocol: JSON-RPC messages between client and server.
//!
//! Shapes as in the protocol's `schema/2025-11-25/schema.ts`, `CallToolRequest`.

use super::bad::BadRecord;
use super::call::Evidence;
use super::calls::Calls;
use super::line::Object;

pub(super) fn read<'l>(message: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    if !message.has("jsonrpc") {
        return Ok(false);
    }
    if message.says("method", "tools/call")? {
        let Some(params) = message.object("params")? else { return Err(BadRecord::missing("params")) };
        let (id, name) = (message.some("id")?, params.some("name")?);
        match params.get("arguments")? {
            Some(arguments) => calls.push(id, name, Some(arguments)),
            // the protocol lets them be left out
            None => calls.add(id, name, Evidence::Arguments(b"{}".into())),
        }
    }
    Ok(true)
}
