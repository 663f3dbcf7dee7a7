//! The forms of logs, and how they are told apart.

use std::fmt;
use std::str::FromStr;

use crate::rule::UnknownName;

macro_rules! formats {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal;)+) => {
        /// How the lines of a log are written.
        ///
        /// ```
        /// use toolargs::replay::LogFormat;
        ///
        /// assert_eq!("openai-chat".parse(), Ok(LogFormat::OpenAiChat));
        /// assert_eq!(LogFormat::Record.to_string(), "record");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum LogFormat {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl LogFormat {
            /// Every format.
            pub const ALL: &'static [LogFormat] = &[$(LogFormat::$variant),+];

            /// The name, as options take it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(LogFormat::$variant => $name,)+
                }
            }

            /// What such a line is, in one line.
            pub const fn description(self) -> &'static str {
                match self {
                    $(LogFormat::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }
    };
}

formats! {
    /// An object with `arguments`, and perhaps `id`, `tool` or `name`, a conversation and a time.
    Record "record";
    /// OpenAI Chat Completions: responses, messages, conversations, results of batches.
    OpenAiChat "openai-chat";
    /// OpenAI Responses: responses, items of them, results of batches.
    OpenAiResponses "openai-responses";
    /// Anthropic Messages: messages, conversations, results of batches.
    Anthropic "anthropic";
    /// Gemini: responses, contents, conversations, results of batches.
    Gemini "gemini";
    /// Model Context Protocol: JSON-RPC messages, of which `tools/call` requests are calls.
    Mcp "mcp";
    /// OpenTelemetry: OTLP traces as JSON, or one span, with the `gen_ai` attributes.
    OpenTelemetry "opentelemetry";
    /// Langfuse: observations, of which tools and generations hold calls.
    Langfuse "langfuse";
    /// LangSmith: runs, of which those of tools and models hold calls.
    LangSmith "langsmith";
    /// What the observer of `toolargs-agent` writes: verdicts without arguments.
    Observer "observer";
}

impl fmt::Display for LogFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for LogFormat {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let names = || LogFormat::ALL.iter().map(|format| format.as_str());
        let found = LogFormat::ALL.iter().copied().find(|format| format.as_str() == name);
        found.ok_or_else(|| UnknownName::new("log format", name, names()))
    }
}
