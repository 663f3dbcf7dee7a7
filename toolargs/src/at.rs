//! Where the gate stands: a linked list on the stack, from which the path and the policy are read only when something is recorded.

use std::fmt::Write;

use crate::echo;
use crate::rule::Rule;
use crate::spec::{EMPTY, FieldSpec};

/// One step of the way from the payload's root to a value, with the spec that holds there.
///
/// It lives on the stack of the parse. A hand-written [`FromArg`](crate::FromArg) passes it on.
#[derive(Debug, Clone, Copy)]
pub struct At<'p> {
    parent: Option<&'p At<'p>>,
    step: Step<'p>,
    pub(crate) spec: &'p FieldSpec,
    /// The tag key that an object here may carry beside its fields.
    pub(crate) tag: Option<&'p str>,
    /// The value may be left out.
    pub(crate) optional: bool,
}

#[derive(Debug, Clone, Copy)]
enum Step<'p> {
    Root,
    /// A type's own spec on top of its field's, at the same place.
    Same,
    /// An alternative of the union at the same place; true when the union admits any text.
    Alternative(bool),
    /// A declared field, named by the spec.
    Field,
    /// A key that came with the payload.
    Key(&'p str),
    Index(usize),
    /// The only item of a list that came as that item.
    Wrapped,
}

/// What the policy says of one rule at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Off,
    On,
    Forbidden,
}

impl<'p> At<'p> {
    pub(crate) const fn root(spec: &'p FieldSpec) -> At<'p> {
        At { parent: None, step: Step::Root, spec, tag: None, optional: false }
    }

    /// The same place, under a type's own spec as well.
    #[doc(hidden)]
    #[inline]
    pub fn typed<'q>(&'q self, spec: &'q FieldSpec) -> At<'q> {
        At { parent: Some(self), step: Step::Same, spec, tag: self.tag, optional: self.optional }
    }

    /// The same place, where the object may carry the tag key `tag`.
    #[doc(hidden)]
    #[inline]
    pub fn tagged<'q>(&'q self, tag: &'q str) -> At<'q> {
        At { parent: Some(self), step: Step::Same, spec: &EMPTY, tag: Some(tag), optional: self.optional }
    }

    /// The same place, as an alternative of the union there.
    pub(crate) fn alternative<'q>(&'q self, admits_text: bool) -> At<'q> {
        At {
            parent: Some(self),
            step: Step::Alternative(admits_text),
            spec: &EMPTY,
            tag: self.tag,
            optional: self.optional,
        }
    }

    /// A declared field of the object here.
    #[inline]
    pub(crate) fn field<'q>(&'q self, spec: &'q FieldSpec, optional: bool) -> At<'q> {
        At { parent: Some(self), step: Step::Field, spec, tag: None, optional }
    }

    /// A value under a key of the payload's choice.
    #[inline]
    pub(crate) fn key<'q>(&'q self, key: &'q str, spec: &'q FieldSpec) -> At<'q> {
        At { parent: Some(self), step: Step::Key(key), spec, tag: None, optional: false }
    }

    /// An item of the list here.
    #[inline]
    pub(crate) fn item<'q>(&'q self, index: usize, spec: &'q FieldSpec) -> At<'q> {
        At { parent: Some(self), step: Step::Index(index), spec, tag: None, optional: false }
    }

    /// The only item of a list that came as that item.
    pub(crate) fn wrapped(&self) -> At<'_> {
        At { parent: Some(self), step: Step::Wrapped, spec: self.each(), tag: None, optional: false }
    }

    /// True for such an item, which is not wrapped once more.
    pub(crate) fn is_wrapped(&self) -> bool {
        self.place().any(|at| matches!(at.step, Step::Wrapped))
    }

    /// The constraints of the items or values here.
    #[inline]
    pub(crate) fn each(&self) -> &'p FieldSpec {
        let mut at = self;
        loop {
            match (at.spec.each, at.beneath()) {
                (Some(each), _) => return each,
                (None, Some(beneath)) => at = beneath,
                (None, None) => return &EMPTY,
            }
        }
    }

    /// True when a text here has to meet more than its type.
    pub(crate) fn specs_speak_of_text(&self) -> bool {
        !self.specs(|spec| !spec.textual)
    }

    /// True for an item or a map's value, where null is a value and not an absence.
    pub(crate) fn is_element(&self) -> bool {
        match self.step {
            Step::Same => self.parent.is_some_and(At::is_element),
            Step::Field => false,
            _ => true,
        }
    }

    /// Calls `check` on every spec that holds at this place: the type's own and the field's.
    #[inline]
    pub(crate) fn specs(&self, mut check: impl FnMut(&'p FieldSpec) -> bool) -> bool {
        let mut at = self;
        while check(at.spec) {
            match at.beneath() {
                Some(beneath) => at = beneath,
                None => return at.outer_each(&mut check),
            }
        }
        false
    }

    /// An item takes the innermost `each` for its own spec; a field's `each` over that of its type holds as well.
    #[inline]
    fn outer_each(&self, check: &mut dyn FnMut(&'p FieldSpec) -> bool) -> bool {
        match (self.step, self.parent) {
            (Step::Index(_) | Step::Wrapped | Step::Key(_), Some(holder)) if !std::ptr::eq(self.spec, &EMPTY) => {
                let each = holder.place().filter_map(|at| at.spec.each);
                each.skip(1).all(check)
            }
            _ => true,
        }
    }

    /// The step before this one at the same place.
    #[inline]
    fn beneath(&self) -> Option<&'p At<'p>> {
        match self.step {
            Step::Same | Step::Alternative(_) => self.parent,
            _ => None,
        }
    }

    /// This and what stands beneath it at the same place.
    fn place(&self) -> impl Iterator<Item = &At<'p>> {
        std::iter::successors(Some(self), |at| at.beneath())
    }

    /// True when the key is the tag of a union here.
    pub(crate) fn carries_tag(&self, key: &str) -> bool {
        self.place().any(|at| at.tag == Some(key))
    }

    /// True within a union that admits any text, where text is never an envelope.
    pub(crate) fn in_union_of_text(&self) -> bool {
        self.place().any(|at| matches!(at.step, Step::Alternative(true)))
    }

    /// True within a union.
    pub(crate) fn in_union(&self) -> bool {
        self.place().any(|at| matches!(at.step, Step::Alternative(_)))
    }

    fn ancestors(&self) -> impl Iterator<Item = &At<'p>> {
        std::iter::successors(Some(self), |at| at.parent)
    }

    /// What the policy says of `rule` here, when `default` tells whether the rule runs on this kind of value unasked.
    pub(crate) fn verdict(&self, rule: Rule, default: bool) -> Verdict {
        let (mut wanted, mut strict, mut nearest) = (default, false, None);
        // the nearest place that speaks of the rule decides; where one place says both, it denies
        let (mut allowed, mut denied) = (false, false);
        for at in self.ancestors() {
            allowed |= at.spec.allow.contains(rule);
            denied |= at.spec.deny.contains(rule);
            wanted |= allowed;
            strict |= at.spec.strict;
            if at.beneath().is_none() {
                if nearest.is_none() && (allowed || denied) {
                    nearest = Some(!denied);
                }
                (allowed, denied) = (false, false);
            }
        }
        match (wanted, strict || nearest == Some(false)) {
            (false, _) => Verdict::Off,
            (true, true) => Verdict::Forbidden,
            (true, false) => Verdict::On,
        }
    }

    /// True when the specs at this very place name the rule in `allow`, and no tool's or type's above it alone.
    pub(crate) fn asks_for(&self, rule: Rule) -> bool {
        !self.specs(|spec| !spec.allow.contains(rule))
    }

    /// True when no value of this place may be shown.
    pub(crate) fn sensitive(&self) -> bool {
        self.ancestors().any(|at| at.spec.sensitive)
    }

    /// True when the nearest field may be left out.
    pub(crate) fn in_optional(&self) -> bool {
        self.ancestors().find(|at| matches!(at.step, Step::Field)).is_some_and(|at| at.optional)
    }

    /// `$.name`, `$["odd name"]`, `$.tags[1]`.
    #[cold]
    pub fn path(&self) -> String {
        let mut out = String::with_capacity(32);
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        if let Some(parent) = self.parent {
            parent.write(out);
            // a path stays short however deep and however named the payload is
            if out.len() > PATH_BYTES {
                if !out.ends_with('…') {
                    out.push('…');
                }
                return;
            }
        }
        match self.step {
            Step::Root => out.push('$'),
            Step::Same | Step::Alternative(_) => {}
            Step::Field if self.spec.key.bare => {
                out.push('.');
                out.push_str(&self.spec.name);
            }
            Step::Field => write_name(&self.spec.name, None, out),
            // the keys of a sensitive map are data of it; the name of a sensitive field is not
            Step::Key(_) if self.parent.is_some_and(At::sensitive) => out.push_str("[\"[redacted]\"]"),
            Step::Key(key) => write_name(key, Some(echo::VALUE_CHARS), out),
            Step::Wrapped => out.push_str("[0]"),
            Step::Index(index) => {
                let _ = write!(out, "[{index}]");
            }
        }
    }
}

/// Beyond this many bytes a path is cut.
const PATH_BYTES: usize = 512;

/// Appends one name of a path, cut where it is a stranger's.
pub(crate) fn write_name(name: &str, limit: Option<usize>, out: &mut String) {
    let plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let fits = limit.is_none_or(|limit| name.len() <= limit);
    if plain && fits {
        out.push('.');
        out.push_str(name);
    } else {
        out.push('[');
        match limit {
            Some(_) => echo::quote(&echo::cut(name), out),
            None => echo::quote(name, out),
        }
        out.push(']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::RuleSet;

    #[test]
    fn paths_are_quoted_where_a_name_is_odd() {
        let root = At::root(&EMPTY);
        let tags = FieldSpec::new("tags");
        let field = root.field(&tags, false);
        assert_eq!(field.item(1, &EMPTY).path(), "$.tags[1]");
        assert_eq!(root.key("tags[1]", &EMPTY).path(), r#"$["tags[1]"]"#);
        assert_eq!(root.key("__proto__", &EMPTY).path(), "$.__proto__");
        assert_eq!(root.key("", &EMPTY).path(), r#"$[""]"#);
        assert_eq!(root.key("a\u{200b}", &EMPTY).path(), r#"$["a\u200b"]"#);
        assert!(root.key(&"k".repeat(1 << 20), &EMPTY).path().len() < 60);
        let secrets = FieldSpec::new("secrets").sensitive();
        assert_eq!(root.field(&secrets, false).key("4111 1111", &EMPTY).path(), r#"$.secrets["[redacted]"]"#);
    }

    #[test]
    fn the_nearest_word_on_a_rule_counts_and_strict_ends_it() {
        let tool = FieldSpec { allow: RuleSet::of(&[Rule::TrimWhitespace]), ..FieldSpec::new("") };
        let plain = FieldSpec::new("plain");
        let denied = FieldSpec::new("denied").deny(&[Rule::TrimWhitespace, Rule::StringToBool]);
        let strict = FieldSpec::new("strict").strict();
        let root = At::root(&tool);
        let verdict = |field: &FieldSpec, rule: Rule| root.field(field, false).verdict(rule, rule.default_on());
        assert_eq!(verdict(&plain, Rule::TrimWhitespace), Verdict::On);
        assert_eq!(verdict(&denied, Rule::TrimWhitespace), Verdict::Forbidden);
        assert_eq!(verdict(&denied.clone().allow(&[Rule::StringToBool]), Rule::StringToBool), Verdict::Forbidden);
        assert_eq!(verdict(&denied, Rule::StringToBool), Verdict::Forbidden);
        assert_eq!(verdict(&denied, Rule::IntegerToString), Verdict::Off);
        assert_eq!(verdict(&strict, Rule::NumericStringToInt), Verdict::Forbidden);
        assert_eq!(verdict(&strict, Rule::SingletonToScalar), Verdict::Off);
        assert!(!root.field(&plain, false).asks_for(Rule::TrimWhitespace));
    }
}
