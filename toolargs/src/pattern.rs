//! A field's pattern, compiled when it is first needed.

use std::borrow::Cow;
#[cfg(feature = "regex")]
use std::sync::OnceLock;

#[cfg(feature = "regex")]
use toolargs_pattern::Matcher;

/// A pattern in the dialect of ECMA 262, as `toolargs-pattern` describes it.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    source: Cow<'static, str>,
    /// The whole text has to match; otherwise a match anywhere will do, as in JSON Schema.
    whole: bool,
    #[cfg(feature = "regex")]
    compiled: OnceLock<Result<Matcher, String>>,
}

impl Pattern {
    pub(crate) const fn full(source: Cow<'static, str>) -> Pattern {
        Pattern {
            source,
            whole: true,
            #[cfg(feature = "regex")]
            compiled: OnceLock::new(),
        }
    }

    /// As JSON Schema writes it: unanchored, unless it says otherwise.
    #[cfg(feature = "regex")]
    pub(crate) fn from_schema(source: &str) -> Result<Pattern, String> {
        let (whole, compiled, source) = match toolargs_pattern::strip_anchors(source) {
            Some(inside) => (true, Matcher::full(inside)?, inside),
            None => (false, Matcher::search(source)?, source),
        };
        Ok(Pattern { source: Cow::Owned(source.to_owned()), whole, compiled: OnceLock::from(Ok(compiled)) })
    }

    /// A pattern that does not compile matches nothing; the derive and the importer refuse it before it comes here.
    #[cfg(feature = "regex")]
    #[inline]
    pub(crate) fn matches(&self, text: &str) -> bool {
        match self.compiled.get_or_init(|| self.compile()) {
            Ok(matcher) => matcher.is_match(text),
            Err(_) => false,
        }
    }

    #[cfg(feature = "regex")]
    #[cold]
    fn compile(&self) -> Result<Matcher, String> {
        if self.whole { Matcher::full(&self.source) } else { Matcher::search(&self.source) }
    }

    #[cfg(not(feature = "regex"))]
    pub(crate) fn matches(&self, _: &str) -> bool {
        false
    }

    /// The pattern as the schema shows it.
    pub(crate) fn to_schema(&self) -> String {
        if self.whole { format!("^(?:{})$", self.source) } else { self.source.clone().into_owned() }
    }

    /// The pattern as its author wrote it, to be quoted in messages.
    pub(crate) fn source(&self) -> Cow<'static, str> {
        self.source.clone()
    }
}
