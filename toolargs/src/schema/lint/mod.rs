//! What is legal in a spec and dangerous.

mod names;
mod overlap;
#[cfg(all(test, feature = "regex"))]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use self::overlap::overlap;
use super::defaults::takes;
use super::provider::Provider;
use crate::coerce::dynamic::Dynamic;
use crate::coerce::enumeration::same_letters;
use crate::echo;
use crate::rule::{Rule, UnknownName};
use crate::shape::{Extra, Member, ObjectShape, Shape, ToolSpec, UnionShape};
use crate::spec::{FieldSpec, VariantSpec};

/// Lints of one spec, at the most.
const MAX_LINTS: usize = 200;
/// Levels of a spec, at the most.
const MAX_LEVELS: usize = 128;

macro_rules! lints {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal;)+) => {
        /// What a [`Lint`] is about. The names are part of the API.
        ///
        /// ```
        /// use toolargs::LintCode;
        ///
        /// assert_eq!(LintCode::DefaultTrue.to_string(), "default_true");
        /// assert_eq!("float_money".parse(), Ok(LintCode::FloatMoney));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum LintCode {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl LintCode {
            /// Every code.
            pub const ALL: &'static [LintCode] = &[$(LintCode::$variant),+];

            /// The stable name.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(LintCode::$variant => $name,)+
                }
            }

            /// What the code means, in one line.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(LintCode::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }
    };
}

lints! {
    /// Two names of an enum differ by case alone, so that no name in another case can be repaired.
    EnumCaseCollision "enum_case_collision";
    /// Two alternatives of a union take the same value, which is then ambiguous.
    OverlappingAlternatives "overlapping_alternatives";
    /// The field would not take its own default.
    InvalidDefault "invalid_default";
    /// A boolean that the model leaves out is true.
    DefaultTrue "default_true";
    /// A provider refuses the tool's name.
    ToolName "tool_name";
    /// A provider refuses the field's name.
    ParameterName "parameter_name";
    /// The field is named like a secret, and its values are shown in repairs and messages.
    UnmarkedSecret "unmarked_secret";
    /// A pattern without anchors is matched by any text that holds a match.
    UnanchoredPattern "unanchored_pattern";
    /// The field is named like an amount of money, and its values are binary fractions.
    FloatMoney "float_money";
    /// The field is named like a date, and takes any text.
    UnformattedDate "unformatted_date";
    /// The model is not told what the tool or the field is for.
    MissingDescription "missing_description";
}

impl fmt::Display for LintCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for LintCode {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let names = || LintCode::ALL.iter().map(|code| code.as_str());
        let found = LintCode::ALL.iter().copied().find(|code| code.as_str() == name);
        found.ok_or_else(|| UnknownName::new("lint", name, names()))
    }
}

impl serde::Serialize for LintCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Something that is legal in a spec and dangerous.
///
/// [`Display`](fmt::Display) is `path: code: message`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lint {
    path: String,
    code: LintCode,
    message: String,
}

impl Lint {
    /// Where in the arguments: `$.tags[*]` for the items of a list or the values of a map, `$` for the tool itself.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What it is about.
    pub fn code(&self) -> LintCode {
        self.code
    }

    /// What is dangerous, and what to do.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.path, self.code, self.message)
    }
}

impl ToolSpec {
    /// What is legal in this spec and dangerous: at most 200 findings, in the order of the fields.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolargs::{LintCode, ToolSpec};
    ///
    /// let schema = json!({"type": "object", "properties": {
    ///     "price": {"type": "number", "description": "In euros."},
    /// }});
    /// let spec = ToolSpec::from_json_schema("set_price", &schema).unwrap();
    /// let codes: Vec<LintCode> = spec.lint().iter().map(|lint| lint.code()).collect();
    /// assert_eq!(codes, [LintCode::MissingDescription, LintCode::FloatMoney]);
    /// ```
    pub fn lint(&self) -> Vec<Lint> {
        let mut linter = Linter { spec: self, lints: Vec::new(), met: vec![false; self.definitions.len()] };
        let path = "$".to_owned();
        let refusing = refusing(|provider| provider.takes_tool_name(&self.name));
        if !refusing.is_empty() {
            linter.add(
                &path,
                LintCode::ToolName,
                format!("the name `{}` is refused by {refusing}", echo::cut(&self.name)),
            );
        }
        if self.description.is_empty() {
            linter.add(
                &path,
                LintCode::MissingDescription,
                "the tool has no description; the model sees its name only",
            );
        }
        linter.shape(&self.root, &Place { path: &path, sensitive: self.policy.sensitive, levels: 0 });
        linter.lints
    }
}

/// The providers that refuse something.
fn refusing(takes: impl Fn(Provider) -> bool) -> String {
    let all = Provider::ALL.iter().copied().filter(|provider| !takes(*provider));
    all.map(Provider::as_str).collect::<Vec<_>>().join(", ")
}

#[derive(Clone, Copy)]
struct Place<'p> {
    path: &'p str,
    sensitive: bool,
    levels: usize,
}

struct Linter<'s> {
    spec: &'s ToolSpec,
    lints: Vec<Lint>,
    /// Definitions that have been looked at.
    met: Vec<bool>,
}

impl<'s> Linter<'s> {
    fn add(&mut self, path: &str, code: LintCode, message: impl Into<String>) {
        if self.lints.len() < MAX_LINTS {
            self.lints.push(Lint { path: path.to_owned(), code, message: echo::visible(&message.into()) });
        }
    }

    fn shape(&mut self, shape: &'s Shape, place: &Place<'_>) {
        let place = &Place { levels: place.levels + 1, ..*place };
        if place.levels > MAX_LEVELS || self.lints.len() == MAX_LINTS {
            return;
        }
        let items = format!("{}[*]", place.path);
        match shape {
            Shape::Enumeration { spec, variants } => self.enumeration(spec, variants, place),
            Shape::List { item, .. } => self.shape(item, &Place { path: &items, ..*place }),
            Shape::Map { value, .. } => self.shape(value, &Place { path: &items, ..*place }),
            Shape::Object(object) => self.object(object, place),
            Shape::Tagged(union) => {
                self.parameter_name(&union.tag, place);
                let place = Place { sensitive: place.sensitive || union.spec.sensitive, ..*place };
                union.shapes.iter().for_each(|shape| self.shape(shape, &place));
            }
            Shape::Untagged(union) => {
                self.alternatives(union, place);
                let place = Place { sensitive: place.sensitive || union.spec.sensitive, ..*place };
                union.shapes.iter().for_each(|shape| self.shape(shape, &place));
            }
            Shape::Nullable(inner) => self.shape(inner, place),
            Shape::Constants { base, .. } => self.shape(base, place),
            Shape::PerKind(kinds) => {
                [&kinds.object, &kinds.array].into_iter().for_each(|shape| self.shape(shape, place));
            }
            Shape::Refined { spec, inner } => {
                self.pattern(spec, place);
                self.shape(inner, &Place { sensitive: place.sensitive || spec.sensitive, ..*place });
            }
            Shape::Reference(index) => {
                let known = self.met.get_mut(*index).is_none_or(|met| std::mem::replace(met, true));
                if let (false, Some(definition)) = (known, self.spec.definitions.get(*index)) {
                    self.shape(&definition.shape, place);
                }
            }
            _ => {}
        }
    }

    fn object(&mut self, object: &'s ObjectShape, place: &Place<'_>) {
        for (spec, member) in object.fields.iter().zip(&object.members) {
            let mut path = place.path.to_owned();
            crate::at::write_name(spec.name(), None, &mut path);
            let sensitive = place.sensitive || object.spec.sensitive || spec.sensitive;
            let place = Place { path: &path, sensitive, levels: place.levels };
            self.parameter_name(spec.name(), &place);
            self.field(spec, member, &place);
            self.pattern(spec, &place);
            self.shape(&member.shape, &place);
        }
        if let Extra::Admitted(shape) = &object.extra {
            let path = format!("{}[*]", place.path);
            self.shape(shape, &Place { path: &path, ..*place });
        }
    }

    fn field(&mut self, spec: &FieldSpec, member: &Member, place: &Place<'_>) {
        let path = place.path;
        if spec.description.is_empty() && !self.describes(&member.shape) {
            self.add(path, LintCode::MissingDescription, "the field has no description; the model sees its name only");
        }
        let dynamic = Dynamic { definitions: &self.spec.definitions };
        let refused = member
            .refused_default
            .as_ref()
            .or(member.default.as_ref().filter(|default| !takes(dynamic, spec, member, default)));
        // null is how many say that there is no default
        if let Some(default) = refused.filter(|default| !default.is_null()) {
            let shown =
                if place.sensitive { "[redacted]".to_owned() } else { echo::cut(&default.to_string()).into_string() };
            self.add(path, LintCode::InvalidDefault, format!("the field does not take its own default {shown}"));
        }
        let inner = self.bare(&member.shape);
        if matches!(inner, Shape::Boolean) && member.default == Some(Value::Bool(true)) {
            self.add(
                path,
                LintCode::DefaultTrue,
                "a call that leaves the flag out turns it on; let the default be false, under a name that says so",
            );
        }
        let text = matches!(inner, Shape::Text { .. });
        if !place.sensitive && names::is_secret(spec.name()) && (text || matches!(inner, Shape::Integer { .. })) {
            self.add(
                path,
                LintCode::UnmarkedSecret,
                "named like a secret, and shown in repairs and messages; mark it `sensitive`",
            );
        }
        if matches!(inner, Shape::Number | Shape::Single) && names::is_money(spec.name()) {
            self.add(
                path,
                LintCode::FloatMoney,
                "named like money, and a binary fraction; use a whole number of the smallest unit, or an exact decimal",
            );
        }
        let free = matches!(inner, Shape::Text { format: None }) && !self.formed(spec, &member.shape);
        if free && names::is_date(spec.name()) {
            self.add(
                path,
                LintCode::UnformattedDate,
                "named like a date, and any text is taken; give it a format such as `date` or `date-time`",
            );
        }
    }

    /// The shape without null, constraints and references.
    fn bare(&self, shape: &'s Shape) -> &'s Shape {
        match self.spec.resolve(shape) {
            Shape::Nullable(inner) | Shape::Refined { inner, .. } => self.bare(inner),
            shape => shape,
        }
    }

    /// Whether a text has to have some form.
    fn formed(&self, spec: &FieldSpec, shape: &Shape) -> bool {
        let own = spec.format.is_some() || spec.pattern.is_some();
        own || match self.spec.resolve(shape) {
            Shape::Nullable(inner) => self.formed(spec, inner),
            Shape::Refined { spec, inner } => self.formed(spec, inner),
            _ => false,
        }
    }

    /// Whether the type brings a description along.
    fn describes(&self, shape: &Shape) -> bool {
        match self.spec.resolve(shape) {
            Shape::Nullable(inner) => self.describes(inner),
            Shape::Refined { spec, inner } => !spec.description.is_empty() || self.describes(inner),
            Shape::Enumeration { spec, .. } => !spec.description.is_empty(),
            Shape::Object(object) => !object.spec.description.is_empty(),
            Shape::Tagged(union) => !union.spec.description.is_empty(),
            Shape::Untagged(union) => !union.spec.description.is_empty(),
            _ => false,
        }
    }

    fn parameter_name(&mut self, name: &str, place: &Place<'_>) {
        let refusing = refusing(|provider| provider.takes_parameter_name(name));
        if !refusing.is_empty() {
            self.add(
                place.path,
                LintCode::ParameterName,
                format!("the name `{}` is refused by {refusing}", echo::cut(name)),
            );
        }
    }

    fn pattern(&mut self, spec: &FieldSpec, place: &Place<'_>) {
        for pattern in [Some(spec), spec.each].into_iter().flatten().filter_map(|spec| spec.pattern.as_ref()) {
            let source = pattern.source();
            // a pattern of the whole text is written between anchors of our own
            if pattern.to_schema() != source {
                continue;
            }
            let source_shown = echo::cut(&source);
            match (source.starts_with('^'), source.ends_with('$') && !source.ends_with(r"\$")) {
                (false, false) => self.add(
                    place.path,
                    LintCode::UnanchoredPattern,
                    format!("any text that holds a match of `{source_shown}` is taken; put it between `^(?:` and `)$` if the whole text is meant"),
                ),
                (true, true) if names::has_alternatives(&source) => self.add(
                    place.path,
                    LintCode::UnanchoredPattern,
                    format!("in `{source_shown}` each anchor holds for one alternative only; put the alternatives between `^(?:` and `)$`"),
                ),
                _ => {}
            }
        }
    }

    fn enumeration(&mut self, spec: &FieldSpec, variants: &[VariantSpec], place: &Place<'_>) {
        if spec.strict || spec.deny.contains(Rule::EnumCasefold) {
            return;
        }
        let mut known: HashMap<String, Vec<&str>> = HashMap::new();
        for variant in variants {
            let alike = known.entry(variant.name.to_lowercase()).or_default();
            if let Some(first) = alike.iter().find(|name| same_letters(name, &variant.name)) {
                let message = format!(
                    "`{}` and `{}` differ by case alone, so that neither is repaired from another case; rename one",
                    echo::cut(first),
                    echo::cut(&variant.name)
                );
                self.add(place.path, LintCode::EnumCaseCollision, message);
                return;
            }
            alike.push(&variant.name);
        }
    }

    fn alternatives(&mut self, union: &UnionShape, place: &Place<'_>) {
        if !union.exclusive || union.shapes.len() > 64 {
            return;
        }
        for (index, shape) in union.shapes.iter().enumerate() {
            if let Some(other) = (0..index).find(|&other| overlap(self.spec, &union.shapes[other], shape)) {
                let name = |index: usize| {
                    union
                        .variants
                        .get(index)
                        .map_or_else(|| index.to_string(), |variant| echo::cut(&variant.name).into_string())
                };
                let message = format!(
                    "`{}` and `{}` take the same values, and such a value is rejected as ambiguous",
                    name(other),
                    name(index)
                );
                self.add(place.path, LintCode::OverlappingAlternatives, message);
                return;
            }
        }
    }
}
