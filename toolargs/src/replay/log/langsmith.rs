//! LangSmith: one run a line, as its SDK and its bulk export have it, or a tree of runs.
//!
//! Shapes as in "Run (span) data format" of its documentation (`id`, `name`, `run_type`, `inputs`, `outputs`, `extra`,
//! `trace_id`, `start_time`, where `session_id` is the project), and `langchain-core`, `tracers/core.py`, for tools.

use std::borrow::Cow;

use super::bad::BadRecord;
use super::call::Evidence;
use super::calls::{self, Calls};
use super::line::{Object, Raw};

/// Runs within runs are read so deep.
const MAX_RUNS: u8 = 32;

pub(super) fn read<'l>(line: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    if !line.has("run_type") {
        return Ok(false);
    }
    run(line, calls, MAX_RUNS)?;
    Ok(true)
}

fn run<'l>(run: &Object<'l>, calls: &mut Calls<'_, 'l>, depth: u8) -> Result<(), BadRecord> {
    let outer = calls.scope.clone();
    if outer.conversation.is_none() && !calls.conversation_is_named() {
        let threads = ["thread_id", "session_id", "conversation_id"];
        let metadata = run.at("extra.metadata")?.map_or(Ok(None), Raw::object)?.unwrap_or_default();
        let thread = metadata.first(&threads)?.map_or_else(|| run.some("trace_id"), |thread| Ok(Some(thread)))?;
        calls.scope.conversation = thread.and_then(calls::short);
    }
    calls.enter(run)?;
    if run.says("run_type", "tool")? {
        tool(run, calls)?;
    } else if run.says("run_type", "llm")?
        && let Some(outputs) = run.some("outputs")?
    {
        calls.answer(outputs)?;
    }
    for child in run.items("child_runs")? {
        let Some(depth) = depth.checked_sub(1) else { return Err(BadRecord::new("runs nested too deep")) };
        if let Some(child) = child.object()? {
            self::run(&child, calls, depth)?;
        }
    }
    calls.scope = outer;
    Ok(())
}

/// LangChain's tools have one `input`: a text of the arguments, or an object of them. Other tools have their arguments.
fn tool<'l>(run: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<(), BadRecord> {
    let (id, name) = (run.some("id")?, run.some("name")?);
    let Some(inputs) = run.some("inputs")? else { return Ok(()) };
    if let Some(text) = inputs.text() {
        // a table's column holds the object as text
        let found = calls.found.len();
        calls.within(&text, |calls, inputs| {
            calls.push(None, None, Some(input(inputs)?));
            Ok(())
        })?;
        for call in &mut calls.found[found..] {
            call.id = id.map(|id| Cow::Borrowed(id.get()));
            call.tool = name.and_then(Raw::text);
        }
        return Ok(());
    }
    calls.add(id, name, Evidence::Arguments(input(inputs)?.arguments()));
    Ok(())
}

fn input<'l>(inputs: Raw<'l>) -> Result<Raw<'l>, BadRecord> {
    if let Some(object) = inputs.object()?
        && let [(key, value)] = &object.0[..]
        && key == "input"
        && (value.is_object() || value.text().is_some_and(|text| text.trim_start().starts_with('{')))
    {
        return Ok(*value);
    }
    Ok(inputs)
}
