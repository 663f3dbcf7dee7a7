//! Tool definitions in the forms that providers take, and what those forms cannot say.

mod anthropic;
mod clause;
mod dialect;
mod gemini;
mod mcp;
mod openai;
mod place;
mod read;
mod rewrite;
#[cfg(all(test, feature = "regex"))]
mod tests;

use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value};

use self::dialect::Dialect;
use self::rewrite::Rewritten;
use crate::rule::UnknownName;
use crate::shape::ToolSpec;

macro_rules! providers {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal $module:ident::$form:ident;)+) => {
        /// The forms in which a tool is defined to a model.
        ///
        /// ```
        /// use toolargs::provider::Provider;
        ///
        /// assert_eq!(Provider::AnthropicStrict.to_string(), "anthropic-strict");
        /// assert_eq!("gemini".parse(), Ok(Provider::Gemini));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Provider {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Provider {
            /// Every form.
            pub const ALL: &'static [Provider] = &[$(Provider::$variant),+];

            /// The stable name, as the command line takes it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Provider::$variant => $name,)+
                }
            }

            fn form(self) -> &'static Form {
                match self {
                    $(Provider::$variant => &$module::$form,)+
                }
            }
        }
    };
}

providers! {
    /// OpenAI, Chat Completions.
    OpenAiChat "openai-chat" openai::CHAT;
    /// OpenAI, Chat Completions, with arguments that are held to the schema while they are made.
    OpenAiChatStrict "openai-chat-strict" openai::CHAT_STRICT;
    /// OpenAI, Responses.
    OpenAiResponses "openai-responses" openai::RESPONSES;
    /// OpenAI, Responses, with arguments that are held to the schema while they are made.
    OpenAiResponsesStrict "openai-responses-strict" openai::RESPONSES_STRICT;
    /// Anthropic, Messages.
    Anthropic "anthropic" anthropic::PLAIN;
    /// Anthropic, Messages, with arguments that are held to the schema while they are made.
    AnthropicStrict "anthropic-strict" anthropic::STRICT;
    /// Gemini, a function declaration with `parameters`.
    Gemini "gemini" gemini::PARAMETERS;
    /// Gemini, a function declaration with `parametersJsonSchema`.
    GeminiJsonSchema "gemini-json-schema" gemini::JSON_SCHEMA;
    /// Model Context Protocol: a tool in the answer to `tools/list`.
    Mcp "mcp" mcp::FORM;
}

impl Provider {
    /// Whether the provider takes a tool of that name.
    ///
    /// ```
    /// use toolargs::provider::Provider;
    ///
    /// assert!(!Provider::OpenAiChat.takes_tool_name("math.sqrt"));
    /// assert!(Provider::Mcp.takes_tool_name("math.sqrt"));
    /// ```
    pub fn takes_tool_name(self, name: &str) -> bool {
        self.form().tool_name.admits(name)
    }

    /// Whether the provider takes a parameter of that name.
    ///
    /// ```
    /// use toolargs::provider::Provider;
    ///
    /// assert!(!Provider::Gemini.takes_parameter_name("content-type"));
    /// assert!(Provider::Anthropic.takes_parameter_name("content-type"));
    /// ```
    pub fn takes_parameter_name(self, name: &str) -> bool {
        self.form().dialect.parameter_name.admits(name)
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Provider {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let names = || Provider::ALL.iter().map(|provider| provider.as_str());
        let found = Provider::ALL.iter().copied().find(|provider| provider.as_str() == name);
        found.ok_or_else(|| UnknownName::new("provider", name, names()))
    }
}

/// A form: what is demanded of the tool, the dialect of its schema, and the object around it.
struct Form {
    tool_name: Name,
    dialect: Dialect,
    /// Limits on the schema as a whole.
    check: fn(&Rewritten) -> Result<(), String>,
    /// The definition from name, description and schema.
    wrap: fn(&str, &str, Map<String, Value>) -> Value,
}

/// What a name may be.
struct Name {
    /// Characters beside letters and digits.
    others: &'static str,
    /// Whether a digit, or one of the others but `_`, may be first.
    free_start: bool,
    longest: usize,
}

impl Name {
    const ANY: Name = Name { others: "", free_start: true, longest: usize::MAX };

    fn admits(&self, name: &str) -> bool {
        if self.longest == usize::MAX {
            return true;
        }
        let known = name.chars().all(|c| c.is_ascii_alphanumeric() || self.others.contains(c));
        let start = self.free_start || name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        known && start && !name.is_empty() && name.len() <= self.longest
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {} letters, digits", self.longest)?;
        self.others.chars().try_for_each(|other| write!(f, ", `{other}`"))?;
        if self.free_start { Ok(()) } else { f.write_str(", beginning with a letter or `_`") }
    }
}

/// A tool in a provider's form.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Definition {
    /// The JSON that goes into the request.
    pub tool: Value,
    /// What the form cannot say as schema. The model reads it in the descriptions, and the gate holds the call to it.
    pub gate_only: Vec<GateOnly>,
}

/// A constraint that the provider's form cannot say.
///
/// Whether a provider holds the model to what the form does say is another matter: only the strict forms promise it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct GateOnly {
    /// Where it holds: `$.tags[*]` for the items of a list or the values of a map.
    pub path: String,
    /// The keyword of JSON Schema.
    pub keyword: &'static str,
}

impl fmt::Display for GateOnly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "only the gate enforces: `{}` at {}", self.keyword, self.path)
    }
}

/// A tool that a provider's form cannot define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionError {
    provider: Provider,
    path: String,
    problem: String,
}

impl DefinitionError {
    /// The form that was asked for.
    pub fn provider(&self) -> Provider {
        self.provider
    }

    /// Where in the arguments, `$` for the tool itself.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What is wrong there, and what to do instead.
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.provider, self.path, self.problem)
    }
}

impl std::error::Error for DefinitionError {}

impl ToolSpec {
    /// The tool in the form that a provider takes, with a report of what that form cannot say.
    ///
    /// What cannot be said as schema is said in the descriptions, so that the model still reads it.
    ///
    /// # Errors
    ///
    /// A [`DefinitionError`] where the form cannot define the tool: a name that the provider refuses, a union in place of
    /// the arguments, a map in a strict form, a limit on the schema's size.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolargs::ToolArgs;
    /// use toolargs::provider::Provider;
    ///
    /// /// Find pages.
    /// #[derive(ToolArgs)]
    /// struct Search {
    ///     /// What to look for.
    ///     #[arg(min_len = 1)]
    ///     query: String,
    ///     #[arg(default = 10, min = 1, max = 50)]
    ///     limit: u8,
    /// }
    ///
    /// let definition = Search::spec().definition(Provider::AnthropicStrict)?;
    /// assert_eq!(definition.tool, json!({
    ///     "name": "search",
    ///     "description": "Find pages.",
    ///     "strict": true,
    ///     "input_schema": {
    ///         "type": "object",
    ///         "properties": {
    ///             "query": {"type": "string", "description": "What to look for. (at least 1 character)"},
    ///             "limit": {"type": "integer", "description": "at least 1; at most 50; default: 10"},
    ///         },
    ///         "required": ["query"],
    ///         "additionalProperties": false,
    ///     },
    /// }));
    /// let report: Vec<String> = definition.gate_only.iter().map(ToString::to_string).collect();
    /// assert!(report.contains(&"only the gate enforces: `minLength` at $.query".to_owned()));
    /// # Ok::<(), toolargs::provider::DefinitionError>(())
    /// ```
    pub fn definition(&self, provider: Provider) -> Result<Definition, DefinitionError> {
        let form = provider.form();
        let error = |path: &str, problem: String| DefinitionError { provider, path: path.to_owned(), problem };
        if !form.tool_name.admits(&self.name) {
            let name = crate::echo::cut(&self.name);
            return Err(error("$", format!("the tool's name `{name}` is refused; a name has {}", form.tool_name)));
        }
        let rewritten = rewrite::rewrite(self.to_json_schema(), &form.dialect)
            .map_err(|fault| error(&fault.path, fault.problem))?;
        (form.check)(&rewritten).map_err(|problem| error("$", problem))?;
        let Rewritten { mut schema, description, gate_only, .. } = rewritten;
        schema.remove("description");
        let tool = (form.wrap)(&self.name, &description, schema);
        Ok(Definition { tool, gate_only })
    }
}

/// A definition's first entries: the name, and the description where there is one.
fn named(name: &str, description: &str) -> Map<String, Value> {
    let mut tool = Map::new();
    tool.insert("name".to_owned(), name.into());
    if !description.is_empty() {
        tool.insert("description".to_owned(), description.into());
    }
    tool
}

fn no_limits(_: &Rewritten) -> Result<(), String> {
    Ok(())
}
