//! OpenTelemetry: spans and log records with the attributes of the GenAI semantic conventions.
//!
//! Shapes as in `opentelemetry-proto`, `trace.proto` and `common.proto`, in OTLP's JSON (the collector's file exporter), the
//! spans that the SDKs' console exporters write, and the conventions' `gen-ai-output-messages.json`.

use std::borrow::Cow;

use super::bad::BadRecord;
use super::call::Evidence;
use super::calls::{self, Calls};
use super::line::{Object, Raw};
use super::otel_value;

/// Resources, scopes and what they hold: spans or log records.
const NESTS: &[[&[&str]; 3]] = &[
    [&["resourceSpans", "resource_spans"], &["scopeSpans", "scope_spans", "instrumentationLibrarySpans"], &["spans"]],
    [&["resourceLogs", "resource_logs"], &["scopeLogs", "scope_logs"], &["logRecords", "log_records"]],
];

/// What a span has beside its attributes, one of these in every exporter.
const SPAN: &[&str] =
    &["spanId", "span_id", "traceId", "trace_id", "context", "spanContext", "SpanContext", "startTimeUnixNano"];
const TRACE: &[&str] =
    &["traceId", "trace_id", "context.trace_id", "context.traceId", "spanContext.traceId", "SpanContext.TraceID"];
const TIME: &[&str] = &["startTimeUnixNano", "start_time_unix_nano", "timeUnixNano", "StartTime"];
const CONVERSATION: &[&str] = &["gen_ai.conversation.id", "session.id"];

pub(super) fn read<'l>(line: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<bool, BadRecord> {
    for [resources, scopes, records] in NESTS {
        let Some(list) = line.first(resources)? else { continue };
        for resource in objects(list)? {
            for scope in resource.first(scopes)?.map_or(Ok(Vec::new()), objects)? {
                for one in scope.first(records)?.map_or(Ok(Vec::new()), objects)? {
                    record(&one, resource.object("resource")?.as_ref(), line, calls)?;
                }
            }
        }
        return Ok(true);
    }
    if line.has("resourceMetrics") {
        return Ok(true);
    }
    let is_span = (line.has("attributes") || line.has("Attributes")) && SPAN.iter().any(|key| line.has(key));
    if is_span {
        record(line, line.object("resource")?.as_ref(), line, calls)?;
    }
    Ok(is_span)
}

fn objects(list: Raw<'_>) -> Result<Vec<Object<'_>>, BadRecord> {
    list.items()?.into_iter().filter_map(|item| item.object().transpose()).collect()
}

fn record<'l>(
    span: &Object<'l>,
    resource: Option<&Object<'l>>,
    line: &Object<'l>,
    calls: &mut Calls<'_, 'l>,
) -> Result<(), BadRecord> {
    let outer = calls.scope.clone();
    let attributes = attributes(span)?;
    if calls.scope.conversation.is_none() && !calls.conversation_is_named() {
        calls.scope.conversation = attributes.first(CONVERSATION)?.and_then(calls::short);
        for path in TRACE {
            if calls.scope.conversation.is_none() {
                calls.scope.conversation = span.at(path)?.and_then(calls::short);
            }
        }
    }
    calls.date(span.first(TIME)?);
    calls.scope.group(calls.reader, line)?;
    calls.scope.group(calls.reader, &attributes)?;
    calls.enter(span)?;
    if let Some(resource) = resource {
        calls.scope.group(calls.reader, &self::attributes(resource)?)?;
    }
    content(&attributes, calls)?;
    for event in span.first(&["events", "Events"])?.map_or(Ok(Vec::new()), objects)? {
        content(&self::attributes(&event)?, calls)?;
    }
    calls.scope = outer;
    Ok(())
}

/// Attributes by their names, whether they stand as an object or as OTLP's or Go's list of keys and values.
fn attributes<'l>(of: &Object<'l>) -> Result<Object<'l>, BadRecord> {
    let Some(list) = of.first(&["attributes", "Attributes"])? else { return Ok(Object::default()) };
    if let Some(object) = list.object()? {
        return Ok(object);
    }
    let mut named = Object::default();
    for pair in objects(list)? {
        if let Some(key) = pair.first(&["key", "Key"])?.and_then(Raw::text)
            && let Some(value) = pair.first(&["value", "Value"])?
        {
            named.0.push((key, otel_value::plain(value)?));
        }
    }
    Ok(named)
}

fn content<'l>(attributes: &Object<'l>, calls: &mut Calls<'_, 'l>) -> Result<(), BadRecord> {
    if let Some(arguments) = attributes.some("gen_ai.tool.call.arguments")? {
        let (id, tool) = (attributes.some("gen_ai.tool.call.id")?, attributes.some("gen_ai.tool.name")?);
        let arguments = match otel_value::structured(arguments)? {
            Some(json) => Cow::Owned(json.into_bytes()),
            None => arguments.arguments(),
        };
        calls.add(id, tool, Evidence::Arguments(arguments));
    }
    let Some(list) = attributes.some("gen_ai.output.messages")? else { return Ok(()) };
    if list.is_array() {
        return messages(list, calls);
    }
    let text = otel_value::structured(list)?.map(Cow::Owned).or_else(|| list.text());
    match text {
        // an exporter may cut long attributes
        Some(text) if !calls.within(&text, |calls, list| messages(list, calls))? => {
            Err(BadRecord::new("`gen_ai.output.messages` is no JSON"))
        }
        _ => Ok(()),
    }
}

fn messages<'l>(list: Raw<'l>, calls: &mut Calls<'_, 'l>) -> Result<(), BadRecord> {
    for message in objects(list)? {
        let (before, mut ends_in_call) = (calls.found.len(), false);
        for part in message.items("parts")? {
            let Some(part) = part.object()? else { continue };
            ends_in_call = part.says("type", "tool_call")?;
            if ends_in_call {
                calls.push(part.some("id")?, part.some("name")?, part.get("arguments")?);
            }
        }
        if ends_in_call && message.says("finish_reason", "length")? {
            calls.cut_off_last(before);
        }
    }
    Ok(())
}
