//! What is gathered while a line is read.

use std::borrow::Cow;

use super::bad::BadRecord;
use super::call::{Evidence, LoggedCall};
use super::day::Day;
use super::line::{Object, Raw};
use super::{LogReader, Role, envelope};

/// A value to group by that is longer is cut.
const MAX_GROUP: usize = 200;

pub(super) const CONVERSATION: &[&str] = &["conversation", "conversation_id", "session_id", "sessionId", "thread_id"];
pub(super) const TIME: &[&str] =
    &["time", "timestamp", "ts", "created_at", "created", "start_time", "startTime", "createTime", "processed_time"];

/// Where else a model's name stands.
const MODEL: &[&str] = &[
    "gen_ai.request.model",
    "gen_ai.response.model",
    "modelVersion",
    "model_version",
    "provided_model_name",
    "extra.metadata.ls_model_name",
    "extra.invocation_params.model",
];

/// What holds for all calls of a part of a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope<'l> {
    pub(super) conversation: Option<Cow<'l, str>>,
    pub(super) day: Option<Day>,
    pub(super) group: Vec<Option<Cow<'l, str>>>,
}

impl<'l> Scope<'l> {
    /// The scope of a line, with what the program has named.
    pub(super) fn of_line(reader: &LogReader, top: &Object<'l>) -> Result<Self, BadRecord> {
        let mut scope = Scope { group: vec![None; reader.group_by.len()], ..Scope::default() };
        if let Some(path) = reader.named(Role::Conversation) {
            scope.conversation = top.at(path)?.and_then(short);
        }
        if let Some(path) = reader.named(Role::Time) {
            scope.day = top.at(path)?.and_then(Day::read);
        }
        Ok(scope)
    }

    /// Takes from an object what no object around it has said.
    pub(super) fn enter(&mut self, reader: &LogReader, object: &Object<'l>) -> Result<(), BadRecord> {
        if self.conversation.is_none() && reader.named(Role::Conversation).is_none() {
            self.conversation = object.first(CONVERSATION)?.and_then(short);
        }
        if self.day.is_none() && reader.named(Role::Time).is_none() {
            self.day = object.first(TIME)?.and_then(Day::read);
        }
        self.group(reader, object)
    }

    pub(super) fn group(&mut self, reader: &LogReader, object: &Object<'l>) -> Result<(), BadRecord> {
        for (value, path) in self.group.iter_mut().zip(&reader.group_by) {
            if value.is_none() {
                *value = object.at(path)?.and_then(grouped);
                let others = if &**path == "model" { MODEL } else { &[] };
                for path in others {
                    if value.is_none() {
                        *value = object.at(path)?.and_then(grouped);
                    }
                }
            }
        }
        Ok(())
    }
}

/// A text, or the digits of a number; other kinds of value are no name of anything.
pub(super) fn short(value: Raw<'_>) -> Option<Cow<'_, str>> {
    match value.get().as_bytes().first() {
        Some(b'"') => value.text(),
        Some(b'-' | b'0'..=b'9') => Some(Cow::Borrowed(value.get())),
        _ => None,
    }
}

fn grouped(value: Raw<'_>) -> Option<Cow<'_, str>> {
    let value = match value.get() {
        text @ ("true" | "false") => Cow::Borrowed(text),
        _ => short(value)?,
    };
    let end = (0..=value.len().min(MAX_GROUP)).rev().find(|&end| value.is_char_boundary(end)).unwrap_or(0);
    Some(match value {
        Cow::Borrowed(text) => Cow::Borrowed(&text[..end]),
        Cow::Owned(mut text) => {
            text.truncate(end);
            Cow::Owned(text)
        }
    })
}

/// The calls of a line that is more than a record. They are given out when the whole line has been read, so that a bad
/// record has no call.
#[derive(Debug)]
pub(super) struct Calls<'s, 'l> {
    pub(super) reader: &'s LogReader,
    pub(super) scope: Scope<'l>,
    pub(super) found: Vec<LoggedCall<'l>>,
}

impl<'l> Calls<'_, 'l> {
    pub(super) fn enter(&mut self, object: &Object<'l>) -> Result<(), BadRecord> {
        self.scope.enter(self.reader, object)
    }

    /// True where the program has named the field of conversations, and no other is to be asked.
    pub(super) fn conversation_is_named(&self) -> bool {
        self.reader.named(Role::Conversation).is_some()
    }

    /// The time of a call, in a field that only its format has.
    pub(super) fn date(&mut self, time: Option<Raw<'l>>) {
        if self.scope.day.is_none() && self.reader.named(Role::Time).is_none() {
            self.scope.day = time.and_then(Day::read);
        }
    }

    /// What a tracer kept of a model's answer: as it was, or as JSON in text. Other text calls no tool.
    pub(super) fn answer(&mut self, answer: Raw<'l>) -> Result<(), BadRecord> {
        match answer.text() {
            Some(text) => self
                .within(&text, |calls, answer| envelope::within(answer, calls, None, envelope::MAX_AROUND).map(drop))?,
            None => envelope::within(answer, self, None, envelope::MAX_AROUND)?,
        };
        Ok(())
    }

    /// A call whose arguments stand in the log. Where they are left out, they are an empty text, which a tool without
    /// fields takes.
    pub(super) fn push(&mut self, id: Option<Raw<'l>>, tool: Option<Raw<'l>>, arguments: Option<Raw<'l>>) {
        self.add(id, tool, Evidence::Arguments(arguments.map(Raw::arguments).unwrap_or_default()));
    }

    pub(super) fn add(&mut self, id: Option<Raw<'l>>, tool: Option<Raw<'l>>, evidence: Evidence<'l>) {
        self.found.push(LoggedCall {
            id: id.map(|id| Cow::Borrowed(id.get())),
            tool: tool.and_then(Raw::text),
            evidence,
            conversation: self.scope.conversation.clone(),
            day: self.scope.day,
            group: self.scope.group.clone(),
        });
    }

    /// The message that ends with the last call was cut off: a model writes one call after the other, so the last one was.
    pub(super) fn cut_off_last(&mut self, since: usize) {
        if let Some(call) = self.found[since..].last_mut() {
            call.evidence = Evidence::CutOff;
        }
    }

    /// Reads what a text of the line holds as JSON. It is false where that is none.
    pub(super) fn within(
        &mut self,
        text: &str,
        read: impl for<'t> FnOnce(&mut Calls<'_, 't>, Raw<'t>) -> Result<(), BadRecord>,
    ) -> Result<bool, BadRecord> {
        let Some(value) = Raw::read(text) else { return Ok(false) };
        let mut inner = Calls { reader: self.reader, scope: self.scope.clone(), found: Vec::new() };
        read(&mut inner, value)?;
        self.found.extend(inner.found.into_iter().map(|call| -> LoggedCall<'l> { call.into_owned() }));
        Ok(true)
    }
}
