//! What a log line says of one call.

use std::borrow::Cow;

use super::day::Day;
use crate::code::Code;
use crate::rule::Rule;

/// One call, as a line of a log has it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LoggedCall<'l> {
    /// The call's id as the exact JSON of the line, with the quotes of a text, so that `1` and `"1"` stay apart.
    pub id: Option<Cow<'l, str>>,
    /// The tool's name.
    pub tool: Option<Cow<'l, str>>,
    /// What there is to judge, or how it was judged.
    pub evidence: Evidence<'l>,
    /// The conversation, session or trace that the call belongs to. Where a line names none, the calls of one line belong
    /// together, as it is one response or one conversation.
    pub conversation: Option<Cow<'l, str>>,
    /// When the call was made.
    pub day: Option<Day>,
    /// A value for each field of [`LogReader::group_by`](super::LogReader::group_by), in its order.
    pub group: Vec<Option<Cow<'l, str>>>,
}

/// What a log has of a call's arguments.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Evidence<'l> {
    /// The arguments: text as the model wrote it, or the exact JSON where the log has them decoded. A text with a lone
    /// surrogate is given as bytes that are no UTF-8, so that the gate refuses it.
    Arguments(Cow<'l, [u8]>),
    /// The provider says that the call was cut off: its arguments are no evidence, whatever they look like.
    CutOff,
    /// A gate has judged the call before, and only its verdict was logged.
    Judged {
        /// Where something was repaired, and how.
        repairs: Vec<(Cow<'l, str>, Rule)>,
        /// Where something was wrong, and what. Not empty where the call was rejected.
        errors: Vec<(Cow<'l, str>, Code)>,
    },
}

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

impl LoggedCall<'_> {
    /// The call without the line.
    ///
    /// ```
    /// use toolargs::replay::LogReader;
    ///
    /// let mut calls = Vec::new();
    /// for line in [r#"{"id":1,"arguments":"{}"}"#.to_owned(), r#"{"id":2,"arguments":{}}"#.to_owned()] {
    ///     LogReader::new().calls(line.as_bytes(), &mut |call| calls.push(call.into_owned())).unwrap();
    /// }
    /// assert_eq!(calls[1].id.as_deref(), Some("2"));
    /// ```
    pub fn into_owned(self) -> LoggedCall<'static> {
        LoggedCall {
            id: self.id.map(owned),
            tool: self.tool.map(owned),
            evidence: match self.evidence {
                Evidence::Arguments(arguments) => Evidence::Arguments(Cow::Owned(arguments.into_owned())),
                Evidence::CutOff => Evidence::CutOff,
                Evidence::Judged { repairs, errors } => Evidence::Judged {
                    repairs: repairs.into_iter().map(|(path, rule)| (owned(path), rule)).collect(),
                    errors: errors.into_iter().map(|(path, code)| (owned(path), code)).collect(),
                },
            },
            conversation: self.conversation.map(owned),
            day: self.day,
            group: self.group.into_iter().map(|value| value.map(owned)).collect(),
        }
    }
}
