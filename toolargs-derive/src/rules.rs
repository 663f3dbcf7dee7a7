//! The repair rules by name, and where each can ever apply. The runtime's `Rule` has the same names; its tests hold the two together.

use crate::kind::Kind;

pub(crate) struct Rule {
    pub(crate) name: &'static str,
    /// The variant of the runtime's enum.
    pub(crate) variant: &'static str,
    reach: Reach,
}

/// What a rule works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// The payload's text as a whole.
    Payload,
    /// The keys of an object.
    Keys,
    Integer,
    Number,
    Bool,
    Enum,
    List,
    Object,
    Text,
    Date,
    Scalar,
    /// Anything that may be left out.
    Optional,
    /// Anything that may be left out, but for plain strings.
    OptionalNotText,
}

const fn rule(name: &'static str, variant: &'static str, reach: Reach) -> Rule {
    Rule { name, variant, reach }
}

pub(crate) const RULES: [Rule; 26] = [
    rule("strip_code_fence", "StripCodeFence", Reach::Payload),
    rule("unwrap_double_encoded", "UnwrapDoubleEncoded", Reach::Payload),
    rule("empty_to_object", "EmptyToObject", Reach::Payload),
    rule("null_to_object", "NullToObject", Reach::Payload),
    rule("numeric_string_to_int", "NumericStringToInt", Reach::Integer),
    rule("integral_float_to_int", "IntegralFloatToInt", Reach::Integer),
    rule("numeric_string_to_number", "NumericStringToNumber", Reach::Number),
    rule("string_to_bool", "StringToBool", Reach::Bool),
    rule("enum_casefold", "EnumCasefold", Reach::Enum),
    rule("scalar_to_list", "ScalarToList", Reach::List),
    rule("json_string_to_object", "JsonStringToObject", Reach::Object),
    rule("json_string_to_array", "JsonStringToArray", Reach::List),
    rule("null_to_absent", "NullToAbsent", Reach::Optional),
    rule("trim_whitespace", "TrimWhitespace", Reach::Scalar),
    rule("drop_trailing_comma", "DropTrailingComma", Reach::Payload),
    rule("escape_control_chars", "EscapeControlChars", Reach::Payload),
    rule("python_literals", "PythonLiterals", Reach::Payload),
    rule("unwrap_envelope", "UnwrapEnvelope", Reach::Payload),
    rule("rename_key_case", "RenameKeyCase", Reach::Keys),
    rule("empty_string_to_absent", "EmptyStringToAbsent", Reach::OptionalNotText),
    rule("null_word_to_absent", "NullWordToAbsent", Reach::OptionalNotText),
    rule("singleton_to_scalar", "SingletonToScalar", Reach::Scalar),
    rule("integer_to_string", "IntegerToString", Reach::Text),
    rule("decimal_string_to_int", "DecimalStringToInt", Reach::Integer),
    rule("midnight_to_date", "MidnightToDate", Reach::Date),
    rule("drop_identical_duplicate", "DropIdenticalDuplicate", Reach::Keys),
];

/// Why a rule cannot stand where it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misplaced {
    /// It works on the payload or on an object's keys: it belongs on the type.
    TypeOnly,
    /// No value of this kind is ever repaired by it.
    Never,
    /// It needs a field that may be left out.
    NotOptional,
}

impl Rule {
    pub(crate) fn named(name: &str) -> Option<&'static Rule> {
        RULES.iter().find(|rule| rule.name == name)
    }

    /// True for the rules that repair the payload as a whole.
    pub(crate) fn is_for_payloads(&self) -> bool {
        self.reach == Reach::Payload
    }

    /// True for the rules that can touch a string enum.
    pub(crate) fn is_for_enums(&self) -> bool {
        matches!(self.reach, Reach::Enum | Reach::Scalar)
    }

    /// Whether the rule can ever apply to a value of the kind, or to anything inside it.
    pub(crate) fn on_value(&self, kind: Kind<'_>, optional: bool) -> Result<(), Misplaced> {
        match (self.reach, kind) {
            (Reach::Payload | Reach::Keys, _) => Err(Misplaced::TypeOnly),
            (Reach::Optional | Reach::OptionalNotText, Kind::Unknown) => Ok(()),
            (Reach::Optional | Reach::OptionalNotText, _) if !optional => Err(Misplaced::NotOptional),
            (Reach::OptionalNotText, Kind::Text) => Err(Misplaced::Never),
            (Reach::Optional | Reach::OptionalNotText, _) => Ok(()),
            _ if self.reaches(kind) => Ok(()),
            _ => Err(Misplaced::Never),
        }
    }

    fn reaches(&self, kind: Kind<'_>) -> bool {
        match kind {
            Kind::Unknown => true,
            // any JSON is valid there as sent
            Kind::Json => false,
            Kind::Option(inner) | Kind::Boxed(inner) => self.reaches(Kind::of(inner)),
            Kind::List { item, .. } => self.reach == Reach::List || self.reaches(Kind::of(item)),
            Kind::Map { value, .. } => self.reach == Reach::Object || self.reaches(Kind::of(value)),
            Kind::Text => matches!(self.reach, Reach::Text | Reach::Scalar),
            Kind::Char => matches!(self.reach, Reach::Scalar),
            Kind::Bool => matches!(self.reach, Reach::Bool | Reach::Scalar),
            Kind::Int(_) => matches!(self.reach, Reach::Integer | Reach::Scalar),
            Kind::Float { .. } | Kind::Decimal => {
                matches!(self.reach, Reach::Number | Reach::Scalar)
            }
            Kind::Form(_) => matches!(self.reach, Reach::Scalar) || (self.reach == Reach::Date && kind.is_date()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Case;

    #[test]
    fn variants_are_the_names_in_camel_case() {
        for rule in &RULES {
            assert_eq!(Case::Pascal.apply(rule.name), rule.variant);
        }
    }

    #[test]
    fn reach_goes_through_lists_options_and_boxes() {
        let casefold = Rule::named("enum_casefold").unwrap();
        let trim = Rule::named("trim_whitespace").unwrap();
        let numeric = Rule::named("numeric_string_to_int").unwrap();
        let on = |rule: &Rule, ty: syn::Type| rule.on_value(Kind::of_value(&ty), false);
        assert_eq!(on(casefold, syn::parse_quote!(i64)), Err(Misplaced::Never));
        assert_eq!(on(casefold, syn::parse_quote!(Vec<Reason>)), Ok(()));
        assert_eq!(on(trim, syn::parse_quote!(Vec<String>)), Ok(()));
        assert_eq!(on(numeric, syn::parse_quote!(Option<Vec<Box<u8>>>)), Ok(()));
        assert_eq!(on(numeric, syn::parse_quote!(serde_json::Value)), Err(Misplaced::Never));
    }
}
