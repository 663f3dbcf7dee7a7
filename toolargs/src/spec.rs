//! The spec of a tool: plain data, the one source for parsing, schema and hints.

use std::borrow::Cow;
use std::fmt;
use std::mem;

use serde_json::Value;

use crate::format::Format;
use crate::pattern::Pattern;
use crate::rule::{Rule, RuleSet};

/// A bound of a number: its exact text and its double.
#[derive(Clone, Debug)]
pub struct Bound {
    text: Cow<'static, str>,
    integer: Option<i128>,
    double: f64,
}

impl Bound {
    /// A whole number.
    pub const fn int(value: i128) -> Bound {
        Bound { text: Cow::Borrowed(""), integer: Some(value), double: value as f64 }
    }

    /// A number with a fraction, as its literal and as the double nearest to it.
    pub const fn number(text: &'static str, double: f64) -> Bound {
        Bound { text: Cow::Borrowed(text), integer: None, double }
    }

    /// From a JSON number's text.
    pub(crate) fn from_text(text: &str) -> Bound {
        use crate::json::number::{Literal, Whole};
        let integer = match Literal::new(text).whole() {
            Whole::Plain(integer) | Whole::Integral(integer) | Whole::Doubtful(integer) => integer.to_i128(),
            Whole::Huge { .. } | Whole::Fraction => None,
        };
        Bound { text: Cow::Owned(text.to_owned()), integer, double: text.parse().unwrap_or(f64::INFINITY) }
    }

    /// As a whole number, where it is one.
    #[inline]
    pub(crate) fn integer(&self) -> Option<i128> {
        self.integer
    }

    /// As an integer of 64 bits, where it is one.
    const fn plain(&self) -> Option<i64> {
        match self.integer {
            Some(integer) if integer as i64 as i128 == integer => Some(integer as i64),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn double(&self) -> f64 {
        self.double
    }

    /// The bound as a JSON number's text.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self.integer {
            Some(integer) => Cow::Owned(integer.to_string()),
            None => Cow::Borrowed(&self.text),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// What a field demands beyond its type: constraints, policy and documentation.
#[derive(Clone, Debug)]
pub struct FieldSpec {
    pub(crate) name: Cow<'static, str>,
    /// The start of the name as it stands in JSON.
    pub(crate) key: Key,
    pub(crate) description: Cow<'static, str>,
    pub(crate) strict: bool,
    pub(crate) sensitive: bool,
    pub(crate) allow: RuleSet,
    pub(crate) deny: RuleSet,
    pub(crate) min: Option<Bound>,
    pub(crate) max: Option<Bound>,
    pub(crate) exclusive_min: Option<Bound>,
    pub(crate) exclusive_max: Option<Bound>,
    pub(crate) multiple_of: Option<Bound>,
    pub(crate) pattern: Option<Pattern>,
    pub(crate) min_len: Option<usize>,
    pub(crate) max_len: Option<usize>,
    pub(crate) min_items: Option<usize>,
    pub(crate) max_items: Option<usize>,
    pub(crate) unique_items: bool,
    pub(crate) format: Option<Format>,
    /// The spec of the items of a list or the values of a map.
    pub(crate) each: Option<&'static FieldSpec>,
    pub(crate) examples: Examples,
    /// Some number constraint is set.
    pub(crate) bounded: bool,
    /// First and last of the integers that keep the constraints for sure, so that most numbers take two comparisons.
    pub(crate) plain: (i64, i64),
    /// Some constraint of text is set, or its white space is to be cut.
    pub(crate) textual: bool,
}

/// Example values, made when a schema asks for them.
#[derive(Clone, Debug)]
pub(crate) enum Examples {
    None,
    Made(fn() -> Value),
    Given(Vec<Value>),
}

/// The first sixteen bytes of a name and its closing quote, so that a key is compared as two words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    head: [u64; 2],
    mask: [u64; 2],
    /// Letters, digits and `_` alone: a path shows it as it is.
    pub(crate) bare: bool,
}

impl Key {
    /// A name with characters that JSON escapes never stands as it is; its key matches nothing.
    pub(crate) const fn new(name: &[u8]) -> Key {
        let mut key = Key { head: [0; 2], mask: [0; 2], bare: !name.is_empty() };
        let mut at = 0;
        while at <= name.len() {
            let byte = if at < name.len() { name[at] } else { b'"' };
            if at < name.len() && (byte < 0x20 || byte == b'"' || byte == b'\\') {
                return Key { head: [u64::MAX; 2], mask: [0; 2], bare: false };
            }
            key.bare &= byte.is_ascii_alphanumeric() || byte == b'_' || at == name.len();
            if at < 16 {
                key.head[at / 8] |= (byte as u64) << (8 * (at % 8));
                key.mask[at / 8] |= 0xff << (8 * (at % 8));
            }
            at += 1;
        }
        key
    }

    /// Whether `text` begins with `name`, which this is the key of, and its closing quote. False as well for the last
    /// bytes of a payload, which are too few to be compared.
    #[inline(always)]
    pub(crate) fn begins(&self, text: &[u8], name: &str) -> bool {
        let word =
            |at: usize| text.get(8 * at..).and_then(|rest| rest.first_chunk()).map(|word| u64::from_le_bytes(*word));
        let same = |at: usize| word(at).is_some_and(|word| word & self.mask[at] == self.head[at]);
        same(0)
            && (name.len() < 8 || same(1))
            && (name.len() < 16
                || (text[16..].starts_with(&name.as_bytes()[16..]) && text.get(name.len()) == Some(&b'"')))
    }
}

/// No demands at all.
pub(crate) static EMPTY: FieldSpec = FieldSpec::new("");

/// Replaces a value in a `const fn`, where dropping the old one is not allowed.
const fn put<T>(place: &mut T, value: T) {
    mem::forget(mem::replace(place, value));
}

impl FieldSpec {
    /// A field of this wire name, without demands.
    pub const fn new(name: &'static str) -> FieldSpec {
        FieldSpec {
            name: Cow::Borrowed(name),
            key: Key::new(name.as_bytes()),
            description: Cow::Borrowed(""),
            strict: false,
            sensitive: false,
            allow: RuleSet::NONE,
            deny: RuleSet::NONE,
            min: None,
            max: None,
            exclusive_min: None,
            exclusive_max: None,
            multiple_of: None,
            pattern: None,
            min_len: None,
            max_len: None,
            min_items: None,
            max_items: None,
            unique_items: false,
            format: None,
            each: None,
            examples: Examples::None,
            bounded: false,
            plain: (i64::MAX, i64::MIN),
            textual: false,
        }
    }

    /// What the model reads of the field.
    pub const fn description(mut self, text: &'static str) -> Self {
        put(&mut self.description, Cow::Borrowed(text));
        self
    }

    /// No repair of any kind.
    pub const fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// No value in a repair or a message.
    pub const fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }

    /// Rules that run here although they are opt-in.
    pub const fn allow(mut self, rules: &[Rule]) -> Self {
        self.allow = self.allow.with(rules);
        self.textual |= self.allow.contains(Rule::TrimWhitespace);
        self
    }

    /// Rules that do not run here.
    pub const fn deny(mut self, rules: &[Rule]) -> Self {
        self.deny = self.deny.with(rules);
        self
    }

    /// The least number.
    pub const fn min(mut self, bound: Bound) -> Self {
        put(&mut self.min, Some(bound));
        self.bounded()
    }

    /// The greatest number.
    pub const fn max(mut self, bound: Bound) -> Self {
        put(&mut self.max, Some(bound));
        self.bounded()
    }

    /// The number that every value is above.
    pub const fn exclusive_min(mut self, bound: Bound) -> Self {
        put(&mut self.exclusive_min, Some(bound));
        self.bounded()
    }

    /// The number that every value is below.
    pub const fn exclusive_max(mut self, bound: Bound) -> Self {
        put(&mut self.exclusive_max, Some(bound));
        self.bounded()
    }

    /// The step, in exact decimal arithmetic.
    pub const fn multiple_of(mut self, step: Bound) -> Self {
        put(&mut self.multiple_of, Some(step));
        self.bounded()
    }

    /// Works out what spares most numbers a look at each constraint.
    pub(crate) const fn bounded(mut self) -> Self {
        self.bounded = true;
        let odd = self.exclusive_min.is_some() || self.exclusive_max.is_some() || self.multiple_of.is_some();
        let low = match &self.min {
            None => Some(i64::MIN),
            Some(bound) => bound.plain(),
        };
        let high = match &self.max {
            None => Some(i64::MAX),
            Some(bound) => bound.plain(),
        };
        self.plain = match (low, high) {
            (Some(low), Some(high)) if !odd => (low, high),
            _ => (i64::MAX, i64::MIN),
        };
        self
    }

    /// The pattern that the whole text matches.
    pub const fn pattern(mut self, source: &'static str) -> Self {
        self.textual = true;
        put(&mut self.pattern, Some(Pattern::full(Cow::Borrowed(source))));
        self
    }

    /// The least number of characters.
    pub const fn min_len(mut self, chars: usize) -> Self {
        self.textual = true;
        self.min_len = Some(chars);
        self
    }

    /// The greatest number of characters.
    pub const fn max_len(mut self, chars: usize) -> Self {
        self.textual = true;
        self.max_len = Some(chars);
        self
    }

    /// The least number of items or entries.
    pub const fn min_items(mut self, items: usize) -> Self {
        self.min_items = Some(items);
        self
    }

    /// The greatest number of items or entries.
    pub const fn max_items(mut self, items: usize) -> Self {
        self.max_items = Some(items);
        self
    }

    /// No two items are equal.
    pub const fn unique_items(mut self) -> Self {
        self.unique_items = true;
        self
    }

    /// The text's format.
    pub const fn format(mut self, format: Format) -> Self {
        self.textual = true;
        self.format = Some(format);
        self
    }

    /// The spec of the items or values.
    pub const fn each(mut self, spec: &'static FieldSpec) -> Self {
        put(&mut self.each, Some(spec));
        self
    }

    /// An example for the schema.
    pub const fn example(mut self, make: fn() -> Value) -> Self {
        put(&mut self.examples, Examples::Made(make));
        self
    }

    /// The policy, without constraints or documentation.
    pub(crate) fn policy_alone(&self) -> FieldSpec {
        FieldSpec {
            strict: self.strict,
            sensitive: self.sensitive,
            allow: self.allow,
            deny: self.deny,
            ..FieldSpec::new("")
        }
    }

    /// The wire name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn examples(&self) -> Vec<Value> {
        match &self.examples {
            Examples::None => Vec::new(),
            Examples::Made(make) => vec![make()],
            Examples::Given(values) => values.clone(),
        }
    }
}

/// One name of an enumeration, or one variant of a union.
#[derive(Clone, Debug)]
pub struct VariantSpec {
    pub(crate) name: Cow<'static, str>,
    pub(crate) description: Cow<'static, str>,
}

impl VariantSpec {
    /// A variant of this wire name.
    pub const fn new(name: &'static str) -> VariantSpec {
        VariantSpec { name: Cow::Borrowed(name), description: Cow::Borrowed("") }
    }

    /// What the model reads of the variant.
    pub const fn description(mut self, text: &'static str) -> Self {
        put(&mut self.description, Cow::Borrowed(text));
        self
    }

    /// The name as a JSON value.
    pub fn value(&self) -> Value {
        Value::from(&*self.name)
    }
}

/// What a derive knows of its type: names, documentation, policy, limits.
#[derive(Debug)]
pub struct Tool {
    pub(crate) type_name: &'static str,
    pub(crate) name: &'static str,
    pub(crate) max_bytes: usize,
    pub(crate) has_fields: bool,
    /// Policy and description of the type, without a place of its own.
    pub(crate) policy: FieldSpec,
}

/// A payload's length, unless the tool says otherwise: 1 MiB.
pub(crate) const MAX_BYTES: usize = 1 << 20;

impl Tool {
    /// Of the Rust type `type_name`, called `name` on the wire.
    pub const fn new(type_name: &'static str, name: &'static str) -> Tool {
        Tool { type_name, name, max_bytes: MAX_BYTES, has_fields: true, policy: FieldSpec::new("") }
    }

    /// What the model reads of the tool.
    pub const fn description(mut self, text: &'static str) -> Self {
        put(&mut self.policy.description, Cow::Borrowed(text));
        self
    }

    /// The payload's length at the most, in bytes.
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Whether the tool declares any field.
    pub const fn has_fields(mut self, has_fields: bool) -> Self {
        self.has_fields = has_fields;
        self
    }

    /// No repair of any kind, the payload's included.
    pub const fn strict(mut self) -> Self {
        self.policy.strict = true;
        self
    }

    /// Rules that run although they are opt-in.
    pub const fn allow(mut self, rules: &[Rule]) -> Self {
        self.policy.allow = self.policy.allow.with(rules);
        self
    }

    /// Rules that do not run.
    pub const fn deny(mut self, rules: &[Rule]) -> Self {
        self.policy.deny = self.policy.deny.with(rules);
        self
    }

    /// What the gate has to know of the tool before it reads.
    pub(crate) const fn door(&self) -> crate::payload::Door<'_> {
        crate::payload::Door {
            name: self.name,
            max_bytes: self.max_bytes,
            has_fields: self.has_fields,
            policy: &self.policy,
        }
    }

    /// The policy, to be applied where the type stands.
    pub const fn policy(&self) -> &FieldSpec {
        &self.policy
    }
}
