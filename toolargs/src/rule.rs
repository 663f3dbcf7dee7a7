//! The repair rules: one table, from which the enum, its strings, the policy document and the docs come.

use std::fmt;
use std::str::FromStr;

/// Whether a rule runs without being asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    On,
    OptIn,
}

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal $start:ident $why:literal;)+) => {
        /// A named repair: one way in which right data arrives in a wrong envelope.
        ///
        /// The names are part of the API. `allow(...)` and `deny(...)` take them, a [`Repair`](crate::Repair) carries one.
        ///
        /// ```
        /// use toolargs::Rule;
        ///
        /// let rule: Rule = "numeric_string_to_int".parse().unwrap();
        /// assert_eq!(rule, Rule::NumericStringToInt);
        /// assert!(rule.default_on());
        /// assert!(!Rule::TrimWhitespace.default_on());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Rule {
            /// Every rule, in the order of the policy document.
            pub const ALL: &'static [Rule] = &[$(Rule::$variant),+];

            /// The stable name, as `allow(...)`, logs and dashboards use it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Rule::$variant => $name,)+
                }
            }

            /// The policy's one sentence: why a value repaired by this rule has exactly one meaning.
            pub const fn justification(self) -> &'static str {
                match self {
                    $(Rule::$variant => $why,)+
                }
            }

            /// True when the rule runs without an `allow(...)`, at least on the kinds of value that its description names.
            pub const fn default_on(self) -> bool {
                matches!(match self { $(Rule::$variant => Start::$start,)+ }, Start::On)
            }

            /// What the rule does, in one line.
            pub const fn description(self) -> &'static str {
                match self {
                    $(Rule::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }
    };
}

rules! {
    /// The whole payload is one Markdown code fence, plain or marked `json`; its content is read.
    StripCodeFence "strip_code_fence" On
        "A fence around the whole payload is presentation; there is nothing else the content could be.";
    /// The payload is a JSON string that holds the object; one level is unwrapped.
    UnwrapDoubleEncoded "unwrap_double_encoded" On
        "Arguments are an object, so a string that is one JSON object can only be that object encoded twice.";
    /// An empty payload for a tool without fields becomes `{}`.
    EmptyToObject "empty_to_object" On
        "A tool without fields has one possible argument object, so silence can only mean it.";
    /// A `null` payload for a tool without fields becomes `{}`.
    NullToObject "null_to_object" On
        "A tool without fields has one possible argument object, so null can only mean it.";
    /// A string of plain base-10 digits becomes the integer.
    NumericStringToInt "numeric_string_to_int" On
        "Plain base-10 digits without sign, padding, separator or fraction name exactly one integer.";
    /// A number literal in float form whose exact value is an integer within ±2^53 becomes that integer.
    IntegralFloatToInt "integral_float_to_int" On
        "The literal's exact decimal value is an integer that every double holds, so no digit can have been lost.";
    /// A string that is a plain decimal becomes the number.
    NumericStringToNumber "numeric_string_to_number" On
        "A plain decimal without exponent, padding or separator names exactly one number.";
    /// The words `true` and `false` in any case become the boolean.
    StringToBool "string_to_bool" On
        "The two JSON words name the two booleans whatever their case; no other word is read as one.";
    /// A name that differs from exactly one declared name by case alone becomes that name.
    EnumCasefold "enum_casefold" On
        "Exactly one declared name has the same letters, so only the case was wrong.";
    /// A lone string becomes a list of one string; on lists of other kinds only with `allow`.
    ScalarToList "scalar_to_list" On
        "Text without any list separator, quote or bracket is one item, and the field holds items.";
    /// A string that is one JSON object, where the field admits no string, becomes the object.
    JsonStringToObject "json_string_to_object" On
        "The field admits no string, and the text is one complete JSON object that passes, so it was encoded once too often.";
    /// A string that is one JSON array, where neither the field nor its items admit a string, becomes the array; on lists of strings only with `allow`.
    JsonStringToArray "json_string_to_array" On
        "The field admits no string, and the text is one complete JSON array that passes, so it was encoded once too often.";
    /// `null` for an optional field means that the field is absent.
    NullToAbsent "null_to_absent" On
        "An optional field has one way to hold nothing, and null says nothing else.";
    /// White space around a scalar's text is cut before any other rule.
    TrimWhitespace "trim_whitespace" OptIn
        "Where the owner of the field says that outer white space carries nothing, the rest is the value.";
    /// A comma before a closing bracket is dropped.
    DropTrailingComma "drop_trailing_comma" OptIn
        "A comma before a closer separates nothing from nothing.";
    /// A raw line feed, carriage return or tab inside a string is read as itself.
    EscapeControlChars "escape_control_chars" OptIn
        "Inside a string a raw line feed, carriage return or tab can only stand for itself.";
    /// The payload is one Python literal dict; it is read by Python's grammar for literals.
    PythonLiterals "python_literals" OptIn
        "Under Python's grammar for literals the text has exactly one value, and anything beyond literals is refused.";
    /// The payload's only key is an undeclared protocol word over the object; the object is read.
    UnwrapEnvelope "unwrap_envelope" OptIn
        "A sole undeclared protocol word over an object that passes can only be the call's own envelope.";
    /// An unknown key that equals exactly one absent field but for case, `_` and `-` is read as that field.
    RenameKeyCase "rename_key_case" OptIn
        "Exactly one absent field has the same letters and digits, so only the spelling convention was wrong.";
    /// An empty string for an optional field that is no plain string means that the field is absent.
    EmptyStringToAbsent "empty_string_to_absent" OptIn
        "Empty text is no value of this field's kind, and the field is optional.";
    /// The word `null` or `None` for an optional field that is no plain string means that the field is absent.
    NullWordToAbsent "null_word_to_absent" OptIn
        "The null word is no value of this field's kind, and the field is optional.";
    /// A list of exactly one scalar becomes that scalar.
    SingletonToScalar "singleton_to_scalar" OptIn
        "Exactly one element leaves one value, where the owner of the field says that no batch was meant.";
    /// A plain integer literal becomes its digits as text.
    IntegerToString "integer_to_string" OptIn
        "A plain integer literal has one spelling, its own digits.";
    /// A string such as `20.0`, a plain decimal whose fraction is zero, becomes the integer.
    DecimalStringToInt "decimal_string_to_int" OptIn
        "The decimal's exact value is an integer, where the owner of the field says that it has no unit to confuse.";
    /// A date with the time `T00:00:00` and no zone becomes the date.
    MidnightToDate "midnight_to_date" OptIn
        "Midnight without a zone adds nothing to the date that is spelled out.";
    /// A repeated key that carries an identical value is read once.
    DropIdenticalDuplicate "drop_identical_duplicate" OptIn
        "Both values are the same, so dropping either leaves the same meaning.";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The name given is not one of a table's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    table: &'static str,
    nearest: Option<&'static str>,
}

impl UnknownName {
    pub(crate) fn new<'n>(table: &'static str, name: &str, names: impl Iterator<Item = &'static str> + 'n) -> Self {
        UnknownName { table, nearest: crate::suggest::nearest(name, names) }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {}", self.table)?;
        match self.nearest {
            Some(name) => write!(f, "; did you mean `{name}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownName {}

impl FromStr for Rule {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let names = || Rule::ALL.iter().map(|rule| rule.as_str());
        Rule::ALL
            .iter()
            .copied()
            .find(|rule| rule.as_str() == name)
            .ok_or_else(|| UnknownName::new("rule", name, names()))
    }
}

impl serde::Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A set of rules, small enough to stand in every field's spec.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RuleSet(u32);

impl RuleSet {
    /// The empty set.
    pub const NONE: RuleSet = RuleSet(0);

    /// The set of the given rules.
    ///
    /// ```
    /// use toolargs::{Rule, RuleSet};
    ///
    /// let set = RuleSet::of(&[Rule::TrimWhitespace]);
    /// assert!(set.contains(Rule::TrimWhitespace) && !set.contains(Rule::EnumCasefold));
    /// ```
    pub const fn of(rules: &[Rule]) -> RuleSet {
        let mut bits = 0;
        let mut at = 0;
        while at < rules.len() {
            bits |= 1 << rules[at] as u32;
            at += 1;
        }
        RuleSet(bits)
    }

    /// True when the rule is in the set.
    pub const fn contains(self, rule: Rule) -> bool {
        self.0 & (1 << rule as u32) != 0
    }

    /// This set and that of the given rules.
    #[must_use]
    pub const fn with(self, rules: &[Rule]) -> RuleSet {
        RuleSet(self.0 | RuleSet::of(rules).0)
    }

    /// The rules of either set.
    #[must_use]
    pub(crate) const fn union(self, other: RuleSet) -> RuleSet {
        RuleSet(self.0 | other.0)
    }

    /// The rules in the set, in the order of the policy document.
    pub fn iter(self) -> impl Iterator<Item = Rule> {
        Rule::ALL.iter().copied().filter(move |&rule| self.contains(rule))
    }
}
