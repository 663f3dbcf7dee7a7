//! Compiled patterns.

use regex::{Regex, RegexBuilder};
use regex_syntax::hir::Hir;

use crate::ecma::{TOO_LARGE, translate};
use crate::units::Units;

/// Bounds of the compiled form and of the cache that matching may fill. A pattern in real use takes a few kilobytes.
const SIZE_LIMIT: usize = 1 << 20;

/// Deeper than any pattern in use, shallow enough that no stack overflows.
const NEST_LIMIT: u32 = 100;

/// Whether `source` is a valid pattern for a full match: as ECMA 262, and as what it is compiled to.
///
/// # Errors
///
/// One line that says what is wrong, in lower case and without a full stop.
///
/// ```
/// use toolargs_pattern::check;
///
/// assert_eq!(check("ord_[A-Za-z0-9]{8}"), Ok(()));
/// assert_eq!(check("ord_[A-Z").unwrap_err(), "unclosed character class `[A-Z`");
/// assert_eq!(check("(?i)ord").unwrap_err(), "inline flags are not supported: `(?i)ord`");
/// ```
pub fn check(source: &str) -> Result<(), String> {
    Matcher::full(source).map(drop)
}

/// A compiled pattern.
///
/// Matching takes time linear in the text. Cloning is cheap next to compiling; one matcher may serve many threads.
///
/// ```
/// use toolargs_pattern::Matcher;
///
/// let order = Matcher::full("ord_[0-9]+")?;
/// assert!(order.is_match("ord_17"));
/// assert!(!order.is_match("my ord_17"));
///
/// let mentions_order = Matcher::search("ord_[0-9]+")?;
/// assert!(mentions_order.is_match("my ord_17"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Matcher {
    engine: Engine,
}

#[derive(Clone, Debug)]
enum Engine {
    Units(Units),
    Regex(Regex),
}

impl Matcher {
    /// Same as [`Matcher::full`].
    ///
    /// # Errors
    ///
    /// As [`check`].
    pub fn new(source: &str) -> Result<Matcher, String> {
        Matcher::full(source)
    }

    /// A matcher of whole texts: what `#[arg(pattern = "…")]` means.
    ///
    /// ```
    /// use toolargs_pattern::Matcher;
    ///
    /// let pet = Matcher::full("cat|dog")?;
    /// assert!(pet.is_match("dog"));
    /// assert!(!pet.is_match("dogs"));
    /// assert!(!pet.is_match("dog\n"));
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`check`].
    pub fn full(source: &str) -> Result<Matcher, String> {
        compile(&format!(r"\A(?:{})\z", translate(source)?))
    }

    /// A matcher that looks for the pattern anywhere in the text: what `pattern` means in a JSON Schema.
    ///
    /// ```
    /// use toolargs_pattern::Matcher;
    ///
    /// assert!(Matcher::search("cat|dog")?.is_match("hot dogs"));
    /// assert!(!Matcher::search("^(cat|dog)$")?.is_match("hot dogs"));
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`check`].
    pub fn search(source: &str) -> Result<Matcher, String> {
        compile(&translate(source)?)
    }

    /// Whether the text matches, wholly or somewhere, as the matcher was made.
    ///
    /// ```
    /// # use toolargs_pattern::Matcher;
    /// assert!(Matcher::full(r"\d{4}-\d{2}")?.is_match("2026-03"));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        match &self.engine {
            Engine::Units(units) => units.is_match(text),
            Engine::Regex(regex) => is_regex_match(regex, text),
        }
    }

    /// Another name of [`is_match`](Matcher::is_match), which reads better for one made by [`Matcher::full`].
    ///
    /// ```
    /// # use toolargs_pattern::Matcher;
    /// assert!(!Matcher::new(r"\d{4}")?.is_full_match("20260"));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn is_full_match(&self, text: &str) -> bool {
        self.is_match(text)
    }
}

/// Apart, so that its frame is no burden on the other engine.
#[inline(never)]
fn is_regex_match(regex: &Regex, text: &str) -> bool {
    regex.is_match(text)
}

fn compile(translation: &str) -> Result<Matcher, String> {
    let hir = parse(translation)?;
    let engine = match Units::new(&hir) {
        Some(units) => Engine::Units(units),
        None => Engine::Regex(build(translation)?),
    };
    Ok(Matcher { engine })
}

pub(crate) fn parse(translation: &str) -> Result<Hir, String> {
    use regex_syntax::ast::ErrorKind;

    let mut parser = regex_syntax::ParserBuilder::new().nest_limit(NEST_LIMIT).build();
    parser.parse(translation).map_err(|error| match error {
        regex_syntax::Error::Parse(error) => match error.kind() {
            ErrorKind::NestLimitExceeded(_) => {
                format!("groups nest deeper than {NEST_LIMIT} levels")
            }
            kind => kind.to_string(),
        },
        regex_syntax::Error::Translate(error) => error.kind().to_string(),
        _ => "invalid pattern".to_owned(),
    })
}

pub(crate) fn build(translation: &str) -> Result<Regex, String> {
    RegexBuilder::new(translation)
        .size_limit(SIZE_LIMIT)
        .dfa_size_limit(SIZE_LIMIT)
        .nest_limit(NEST_LIMIT)
        .build()
        .map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => TOO_LARGE.to_owned(),
            _ => "invalid pattern".to_owned(),
        })
}
