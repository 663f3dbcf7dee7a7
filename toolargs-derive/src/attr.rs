//! What the user wrote in `#[tool(...)]` and `#[arg(...)]`, with its places.

use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Error, LitStr, Meta, Path, Result, Token};

use crate::case::Case;
use crate::errors::Errors;
use crate::rules::Rule;
use crate::suggest::did_you_mean;
use crate::value::{self, Count, Format, Number};

/// A key and its value.
#[derive(Clone)]
pub(crate) struct Given<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
}

/// A rule as written in `allow(...)` or `deny(...)`.
pub(crate) struct RuleName {
    pub(crate) ident: Ident,
    pub(crate) rule: &'static Rule,
}

impl RuleName {
    /// The variant of the runtime's enum.
    pub(crate) fn variant(&self) -> Ident {
        Ident::new(self.rule.variant, Span::call_site())
    }
}

pub(crate) enum DefaultValue {
    /// `default`: the type's own.
    OfType,
    /// `default = expr`, untouched.
    Expr(TokenStream),
}

type Slot<T> = Option<Given<T>>;

/// Who may be repaired how; on types, fields and items alike.
#[derive(Default)]
pub(crate) struct Policy {
    pub(crate) strict: Slot<()>,
    pub(crate) allow: Slot<Vec<RuleName>>,
    pub(crate) deny: Slot<Vec<RuleName>>,
}

/// `#[tool(...)]` on a type.
#[derive(Default)]
pub(crate) struct ToolAttrs {
    pub(crate) name: Slot<LitStr>,
    pub(crate) description: Slot<LitStr>,
    pub(crate) policy: Policy,
    pub(crate) rename_all: Slot<Case>,
    pub(crate) tag: Slot<LitStr>,
    pub(crate) untagged: Slot<()>,
    pub(crate) transparent: Slot<()>,
    pub(crate) max_bytes: Slot<Count>,
    pub(crate) krate: Slot<Path>,
}

/// What a value has to satisfy; on fields, newtypes and in `each(...)`.
#[derive(Default)]
pub(crate) struct Constraints {
    pub(crate) min: Slot<Number>,
    pub(crate) max: Slot<Number>,
    pub(crate) exclusive_min: Slot<Number>,
    pub(crate) exclusive_max: Slot<Number>,
    pub(crate) multiple_of: Slot<Number>,
    pub(crate) pattern: Slot<LitStr>,
    pub(crate) min_len: Slot<Count>,
    pub(crate) max_len: Slot<Count>,
    pub(crate) min_items: Slot<Count>,
    pub(crate) max_items: Slot<Count>,
    pub(crate) unique_items: Slot<()>,
    pub(crate) format: Slot<Format>,
    pub(crate) each: Slot<Box<Constraints>>,
    pub(crate) policy: Policy,
}

/// `#[arg(...)]` on a field.
#[derive(Default)]
pub(crate) struct ArgAttrs {
    pub(crate) constraints: Constraints,
    pub(crate) default: Slot<DefaultValue>,
    pub(crate) rename: Slot<LitStr>,
    pub(crate) description: Slot<LitStr>,
    pub(crate) example: Slot<TokenStream>,
    pub(crate) sensitive: Slot<()>,
    pub(crate) validate: Slot<Path>,
}

/// `#[arg(...)]` on a variant.
#[derive(Default)]
pub(crate) struct VariantAttrs {
    pub(crate) rename: Slot<LitStr>,
    pub(crate) description: Slot<LitStr>,
}

const POLICY_KEYS: &[&str] = &["strict", "allow", "deny"];
const TOOL_KEYS: &[&str] =
    &["name", "description", "rename_all", "tag", "untagged", "transparent", "max_bytes", "crate"];
const CONSTRAINT_KEYS: &[&str] = &[
    "min",
    "max",
    "exclusive_min",
    "exclusive_max",
    "multiple_of",
    "pattern",
    "min_len",
    "max_len",
    "min_items",
    "max_items",
    "unique_items",
    "format",
    "each",
];
const FIELD_KEYS: &[&str] = &["default", "rename", "description", "example", "sensitive", "validate"];
const VARIANT_KEYS: &[&str] = &["rename", "description"];

/// Where a key was written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Type,
    Field,
    Variant,
    Each,
}

impl Level {
    fn knows(self, key: &str) -> bool {
        self.keys().any(|known| known == key)
    }

    fn keys(self) -> impl Iterator<Item = &'static str> {
        let groups: &'static [&'static [&'static str]] = match self {
            Level::Type => &[TOOL_KEYS, POLICY_KEYS],
            Level::Field => &[CONSTRAINT_KEYS, FIELD_KEYS, POLICY_KEYS],
            Level::Variant => &[VARIANT_KEYS],
            Level::Each => &[CONSTRAINT_KEYS, POLICY_KEYS],
        };
        groups.iter().copied().flatten().copied()
    }

    fn list(self) -> &'static str {
        match self {
            Level::Type => "#[tool(...)]",
            Level::Field | Level::Variant => "#[arg(...)]",
            Level::Each => "each(...)",
        }
    }

    fn place(self) -> &'static str {
        match self {
            Level::Type => "the struct or enum",
            Level::Field => "a field",
            Level::Variant => "a variant",
            Level::Each => "an item",
        }
    }

    /// The error of a key that this level does not have.
    fn unknown(self, key: &Ident) -> Error {
        let name = key.unraw().to_string();
        let home = [Level::Type, Level::Field].into_iter().find(|level| level.knows(&name));
        let message = match (self, home) {
            (Level::Each, Some(Level::Field)) => {
                format!("`{name}` belongs on the field, not in `each(...)`")
            }
            (_, Some(home)) => format!("`{name}` belongs on {}, not on {}", home.place(), self.place()),
            (_, None) => format!("unknown `{}` key `{name}`{}", self.list(), did_you_mean(&name, self.keys())),
        };
        Error::new(key.span(), message)
    }
}

impl Policy {
    fn set(&mut self, key: &Ident, level: Level, input: ParseStream<'_>, errors: &Errors) -> Result<bool> {
        match key.to_string().as_str() {
            "strict" => put(&mut self.strict, key, level, value::flag(key, input)?)?,
            "allow" => put(&mut self.allow, key, level, value::rules(key, input, errors)?)?,
            "deny" => put(&mut self.deny, key, level, value::rules(key, input, errors)?)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl Constraints {
    /// True when a value has nothing to satisfy beyond its type.
    pub(crate) fn is_empty(&self) -> bool {
        let Constraints {
            min,
            max,
            exclusive_min,
            exclusive_max,
            multiple_of,
            pattern,
            min_len,
            max_len,
            min_items,
            max_items,
            unique_items,
            format,
            each,
            policy: _,
        } = self;
        let numbers = [min, max, exclusive_min, exclusive_max, multiple_of].iter().all(|given| given.is_none());
        let counts = [min_len, max_len, min_items, max_items].iter().all(|given| given.is_none());
        numbers && counts && pattern.is_none() && unique_items.is_none() && format.is_none() && each.is_none()
    }

    fn set(&mut self, key: &Ident, level: Level, input: ParseStream<'_>, errors: &Errors) -> Result<bool> {
        match key.to_string().as_str() {
            "min" => put(&mut self.min, key, level, value::number(key, input)?)?,
            "max" => put(&mut self.max, key, level, value::number(key, input)?)?,
            "exclusive_min" => put(&mut self.exclusive_min, key, level, value::number(key, input)?)?,
            "exclusive_max" => put(&mut self.exclusive_max, key, level, value::number(key, input)?)?,
            "multiple_of" => put(&mut self.multiple_of, key, level, value::number(key, input)?)?,
            "pattern" => put(&mut self.pattern, key, level, value::text(key, input, "[a-z]+")?)?,
            "min_len" => put(&mut self.min_len, key, level, value::count(key, input)?)?,
            "max_len" => put(&mut self.max_len, key, level, value::count(key, input)?)?,
            "min_items" => put(&mut self.min_items, key, level, value::count(key, input)?)?,
            "max_items" => put(&mut self.max_items, key, level, value::count(key, input)?)?,
            "unique_items" => put(&mut self.unique_items, key, level, value::flag(key, input)?)?,
            "format" => put(&mut self.format, key, level, value::format(key, input)?)?,
            "each" => {
                let mut each = Constraints::default();
                let inner = value::group(key, input, "each(min_len = 1)")?;
                let read = |input: ParseStream<'_>| {
                    items(input, Level::Each, errors, |key, input| each.set(key, Level::Each, input, errors));
                    Ok(())
                };
                read.parse2(inner)?;
                put(&mut self.each, key, level, Box::new(each))?;
            }
            _ => return self.policy.set(key, level, input, errors),
        }
        Ok(true)
    }
}

impl ToolAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &Errors) -> Self {
        let mut this = Self::default();
        read(attrs, Level::Type, errors, |key, input| this.set(key, input, errors));
        this
    }

    fn set(&mut self, key: &Ident, input: ParseStream<'_>, errors: &Errors) -> Result<bool> {
        let level = Level::Type;
        match key.to_string().as_str() {
            "name" => put(&mut self.name, key, level, value::text(key, input, "issue_refund")?)?,
            "description" => put(&mut self.description, key, level, value::text(key, input, "what it does")?)?,
            "rename_all" => put(&mut self.rename_all, key, level, value::case(key, input)?)?,
            "tag" => put(&mut self.tag, key, level, value::text(key, input, "type")?)?,
            "untagged" => put(&mut self.untagged, key, level, value::flag(key, input)?)?,
            "transparent" => put(&mut self.transparent, key, level, value::flag(key, input)?)?,
            "max_bytes" => put(&mut self.max_bytes, key, level, value::count(key, input)?)?,
            "crate" => put(&mut self.krate, key, level, value::path(key, input, "my_crate::toolargs")?)?,
            _ => return self.policy.set(key, level, input, errors),
        }
        Ok(true)
    }
}

impl ArgAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &Errors) -> Self {
        let mut this = Self::default();
        read(attrs, Level::Field, errors, |key, input| this.set(key, input, errors));
        this
    }

    fn set(&mut self, key: &Ident, input: ParseStream<'_>, errors: &Errors) -> Result<bool> {
        let level = Level::Field;
        match key.to_string().as_str() {
            "default" if input.peek(Token![=]) => {
                let expr = value::expression(key, input)?;
                put(&mut self.default, key, level, DefaultValue::Expr(expr))?;
            }
            "default" => {
                value::flag(key, input)?;
                put(&mut self.default, key, level, DefaultValue::OfType)?;
            }
            "rename" => put(&mut self.rename, key, level, value::text(key, input, "name")?)?,
            "description" => put(&mut self.description, key, level, value::text(key, input, "what it holds")?)?,
            "example" => put(&mut self.example, key, level, value::expression(key, input)?)?,
            "sensitive" => put(&mut self.sensitive, key, level, value::flag(key, input)?)?,
            "validate" => put(&mut self.validate, key, level, value::path(key, input, "check")?)?,
            _ => return self.constraints.set(key, level, input, errors),
        }
        Ok(true)
    }

    /// The key of any attribute at all, where none may stand.
    pub(crate) fn any_key(attrs: &[Attribute]) -> Option<&Attribute> {
        attrs.iter().find(|attr| attr.path().is_ident("arg"))
    }
}

impl VariantAttrs {
    pub(crate) fn read(attrs: &[Attribute], errors: &Errors) -> Self {
        let mut this = Self::default();
        read(attrs, Level::Variant, errors, |key, input| this.set(key, input));
        this
    }

    fn set(&mut self, key: &Ident, input: ParseStream<'_>) -> Result<bool> {
        let level = Level::Variant;
        match key.to_string().as_str() {
            "rename" => put(&mut self.rename, key, level, value::text(key, input, "name")?)?,
            "description" => put(&mut self.description, key, level, value::text(key, input, "what it means")?)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn put<T>(slot: &mut Slot<T>, key: &Ident, level: Level, value: T) -> Result<()> {
    if slot.is_some() {
        return Err(Error::new(key.span(), format!("duplicate `{key}` in `{}`", level.list())));
    }
    *slot = Some(Given { key: key.clone(), value });
    Ok(())
}

/// Reads the attributes of one level; those of the other one are pointed out.
fn read(
    attrs: &[Attribute],
    level: Level,
    errors: &Errors,
    mut set: impl FnMut(&Ident, ParseStream<'_>) -> Result<bool>,
) {
    let (ours, other) = if level == Level::Type { ("tool", "arg") } else { ("arg", "tool") };
    for attr in attrs {
        if attr.path().is_ident(other) {
            let message = format!("`#[{other}(...)]` does not belong on {}; write `#[{ours}(...)]`", level.place());
            errors.at(attr.path(), message);
        }
        if !attr.path().is_ident(ours) {
            continue;
        }
        let Meta::List(list) = &attr.meta else {
            errors.at(&attr.meta, format!("expected `{}`", level.list()));
            continue;
        };
        let parse = |input: ParseStream<'_>| {
            items(input, level, errors, &mut set);
            Ok(())
        };
        errors.take(parse.parse2(list.tokens.clone()));
    }
}

/// Reads `key, key = value, key(...)`. After a mistake it goes on behind the next comma.
fn items(
    input: ParseStream<'_>,
    level: Level,
    errors: &Errors,
    mut set: impl FnMut(&Ident, ParseStream<'_>) -> Result<bool>,
) {
    while !input.is_empty() {
        if let Err(error) = item(input, level, &mut set) {
            errors.push(error);
            value::skip_to_comma(input);
        }
        let _: Result<Token![,]> = input.parse();
    }
}

fn item(
    input: ParseStream<'_>,
    level: Level,
    set: &mut impl FnMut(&Ident, ParseStream<'_>) -> Result<bool>,
) -> Result<()> {
    let key = input.call(Ident::parse_any).map_err(|_| input.error(format!("expected a key of `{}`", level.list())))?;
    if !set(&key, input)? {
        return Err(level.unknown(&key));
    }
    if !input.is_empty() && !input.peek(Token![,]) {
        return Err(input.error(format!("expected `,` after `{key}`")));
    }
    Ok(())
}
