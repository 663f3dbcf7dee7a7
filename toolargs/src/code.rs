//! The rejection codes: one table, from which the enum, its strings and the policy document come.

use std::fmt;
use std::str::FromStr;

use crate::rule::UnknownName;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal;)+) => {
        /// Why a value was rejected. The names are part of the API: tests, dashboards and the model's correction depend on them.
        ///
        /// ```
        /// use toolargs::Code;
        ///
        /// assert_eq!(Code::AmbiguousInteger.to_string(), "ambiguous_integer");
        /// assert_eq!("out_of_range".parse(), Ok(Code::OutOfRange));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Code {
            /// Every code, in the order of the policy document.
            pub const ALL: &'static [Code] = &[$(Code::$variant),+];

            /// The stable name.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Code::$variant => $name,)+
                }
            }

            /// What the code means, in one line.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Code::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }
    };
}

codes! {
    /// The payload is valid JSON but no object.
    NotObject "not_object";
    /// The payload is no JSON: truncated, followed or surrounded by text, not UTF-8, or wrong in its syntax.
    InvalidJson "invalid_json";
    /// A key stands more than once in one object.
    DuplicateKey "duplicate_key";
    /// `NaN` or an infinity stands where JSON knows none.
    NonFiniteNumber "non_finite_number";
    /// Objects and arrays are nested more than 128 deep, or alternatives too deep to try them all.
    TooDeep "too_deep";
    /// The payload is longer than the tool's limit.
    TooLarge "too_large";
    /// The value is of another kind than the field's, and no rule reads it as that kind.
    Type "type";
    /// A required field is absent or null.
    Missing "missing";
    /// The object has a key that the tool does not declare.
    UnknownField "unknown_field";
    /// The text does not match the field's pattern.
    Pattern "pattern";
    /// The text is shorter or longer than the field admits.
    Length "length";
    /// The text does not have the field's format (dates have codes of their own).
    Format "format";
    /// The number has a fraction, or digits that the field's type would lose.
    LossyNumber "lossy_number";
    /// The text is no plain base-10 integer.
    AmbiguousInteger "ambiguous_integer";
    /// The text is no plain decimal.
    AmbiguousNumber "ambiguous_number";
    /// The number is outside the field's bounds.
    OutOfRange "out_of_range";
    /// The number is no multiple of the field's step.
    MultipleOf "multiple_of";
    /// The text is neither `true` nor `false`.
    AmbiguousBoolean "ambiguous_boolean";
    /// The value is not one of the declared ones.
    Enum "enum";
    /// The text cannot be turned into a list with one meaning.
    AmbiguousList "ambiguous_list";
    /// The list or map has fewer or more entries than the field admits.
    Items "items";
    /// The list holds equal items.
    NotUnique "not_unique";
    /// The text is no `YYYY-MM-DD`.
    AmbiguousDate "ambiguous_date";
    /// The text has the form of a date, but the calendar has no such day.
    InvalidDate "invalid_date";
    /// No alternative of the union admits the value.
    NoVariant "no_variant";
    /// Two or more alternatives of the union admit the value.
    AmbiguousUnion "ambiguous_union";
    /// The field forbids the repair that the value would need.
    RepairForbidden "repair_forbidden";
    /// There is no tool of that name.
    UnknownTool "unknown_tool";
    /// The field's own check refused the value.
    Custom "custom";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Code {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let names = || Code::ALL.iter().map(|code| code.as_str());
        Code::ALL
            .iter()
            .copied()
            .find(|code| code.as_str() == name)
            .ok_or_else(|| UnknownName::new("code", name, names()))
    }
}

impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
