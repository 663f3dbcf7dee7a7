//! Names of an enumeration: exact, or different by case alone from exactly one.

use std::sync::Arc;

use crate::args::Flow;
use crate::at::{At, Verdict};
use crate::code::Code;
use crate::echo;
use crate::error::{Detail, Names};
use crate::input::Input;
use crate::json::reader::Token;
use crate::rule::Rule;
use crate::spec::VariantSpec;

const EXPECTED: &str = "string enum";

/// The names of an enumeration.
#[derive(Clone, Copy, Debug)]
pub enum Variants<'s> {
    /// Of a derived type.
    Static(&'static [VariantSpec]),
    /// Of a spec made at run time.
    Shared(&'s Arc<[VariantSpec]>),
}

impl<const N: usize> From<&'static [VariantSpec; N]> for Variants<'_> {
    fn from(variants: &'static [VariantSpec; N]) -> Self {
        Variants::Static(variants)
    }
}

impl<'s> Variants<'s> {
    pub(crate) fn slice(self) -> &'s [VariantSpec] {
        match self {
            Variants::Static(variants) => variants,
            Variants::Shared(variants) => variants,
        }
    }

    pub(crate) fn names(self) -> Names {
        match self {
            Variants::Static(variants) => Names::Variants(variants),
            Variants::Shared(variants) => Names::SharedVariants(Arc::clone(variants)),
        }
    }

    pub(crate) fn exact(self, text: &str) -> Option<usize> {
        self.slice().iter().position(|variant| variant.name == text)
    }
}

/// Reads one of the names and gives its index.
///
/// # Errors
///
/// [`Stop`](crate::Stop) when the text is not JSON.
#[inline]
pub fn enumeration<'s>(input: &mut Input<'_>, at: &At<'_>, variants: impl Into<Variants<'s>>) -> Flow<usize> {
    let variants = variants.into();
    if input.reader.peek() == b'"' {
        let place = input.reader.place;
        let text = input.reader.string()?;
        if let Some(index) = variants.exact(text) {
            return Ok(Some(index));
        }
        input.reader.place = place;
    }
    read(input, at, variants)
}

#[cold]
#[inline(never)]
fn read(input: &mut Input<'_>, at: &At<'_>, variants: Variants<'_>) -> Flow<usize> {
    let recorded = input.records.recorded();
    if input.reader.peek() == b'[' {
        return match input.single_item(at)? {
            Some(text) => {
                let value = input.within(text, |input| read(input, at, variants))?;
                Ok(input.records.settle(at, recorded, value))
            }
            None => input.mismatch(at, EXPECTED),
        };
    }
    let Input { reader, records, .. } = input;
    let text = match reader.token(at)? {
        Token::String(text) => records.trimmed(at, text),
        token => return Ok(records.mismatch(at, EXPECTED, &token)),
    };
    let found = variants.exact(text).or_else(|| {
        let index = folded(at, variants.slice(), text)?;
        records.note(at, Rule::EnumCasefold, true, text.into(), variants.slice()[index].value());
        Some(index)
    });
    let value = match found {
        Some(index) => Some(index),
        None => {
            let detail = Detail::Name { value: Some(echo::cut(text)), names: variants.names() };
            records.error(at, Code::Enum, detail)
        }
    };
    Ok(records.settle(at, recorded, value))
}

/// The one name that differs from the text by case alone, where the policy speaks of it.
fn folded(at: &At<'_>, variants: &[VariantSpec], text: &str) -> Option<usize> {
    if at.verdict(Rule::EnumCasefold, true) == Verdict::Off {
        return None;
    }
    let mut alike = (0..variants.len()).filter(|&index| same_letters(&variants[index].name, text));
    match (alike.next(), alike.next()) {
        (Some(index), None) => Some(index),
        _ => None,
    }
}

/// True when two texts differ by case alone: both their lower-case and their upper-case forms agree.
///
/// One form is not enough: `Maße` and `masse` have the same upper-case form, and the Kelvin sign has the lower-case form of `K`.
pub(crate) fn same_letters(a: &str, b: &str) -> bool {
    if a.is_ascii() && b.is_ascii() {
        return a.eq_ignore_ascii_case(b);
    }
    // case changes the length of a text, but never beyond three times
    let near = a.len() <= 3 * b.len() && b.len() <= 3 * a.len();
    near && a.to_lowercase() == b.to_lowercase() && a.to_uppercase() == b.to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::same_letters;

    #[test]
    fn letters_are_the_same_only_if_both_cases_agree() {
        for (a, b) in
            [("damaged", "DAMAGED"), ("οδος", "ΟΔΟΣ"), ("поздно", "ПОЗДНО"), ("abîmé", "ABÎMÉ"), ("straße", "Straße")]
        {
            assert!(same_letters(a, b) && same_letters(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("straße", "STRASSE"),
            ("masse", "Maße"),
            ("kg", "\u{212a}g"),
            ("id", "İd"),
            ("id", "ıd"),
            ("μ", "µ"),
            ("fi", "ﬁ"),
            ("damaged", "dаmaged"),
        ] {
            assert!(!same_letters(a, b) && !same_letters(b, a), "{a} {b}");
        }
    }
}
