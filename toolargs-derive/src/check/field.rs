//! Which keys of `#[arg(...)]` go with which field, and with each other.

use proc_macro2::Ident;
use syn::Type;

use super::{bounds, default};
use crate::ast::{Body, Container, Field};
use crate::attr::{ArgAttrs, Constraints, Given};
use crate::errors::Errors;
use crate::expand::mentions_parameter;
use crate::kind::{Kind, List, plain, show};

pub(super) fn check(container: &Container<'_>, field: &Field<'_>, errors: &Errors) {
    // every key is named, so that a new one cannot be forgotten here
    let ArgAttrs { constraints, default, rename, description, example, sensitive: _, validate: _ } = &field.attrs;

    if let Body::Newtype(_) = container.body {
        let misplaced =
            |key: &Ident, instead: &str| errors.at(key, format!("`{key}` does not belong in a newtype; {instead}"));
        if let Some(given) = default {
            misplaced(&given.key, "put it on the field that holds the newtype");
        }
        if let Some(given) = rename {
            misplaced(&given.key, "a newtype has no name on the wire");
        }
        if let Some(given) = description {
            misplaced(&given.key, "describe the type: `#[tool(description = \"…\")]`");
        }
    }
    if let Some(Given { key, .. }) = example
        && mentions_parameter(container, &field.node.ty)
    {
        errors.at(key, "`example` cannot stand on a field whose type depends on a type parameter; remove it");
    }
    let value = Value { ty: through(&field.node.ty), whose: "this field is" };
    constrained(constraints, &value, errors);
    default::check(field, errors);
}

/// What is constrained: its type, and how a message speaks of it.
struct Value<'a> {
    ty: &'a Type,
    whose: &'static str,
}

/// The type inside `Option` and `Box`.
fn through(ty: &Type) -> &Type {
    match Kind::of(ty) {
        Kind::Option(inner) | Kind::Boxed(inner) => through(inner),
        _ => plain(ty),
    }
}

fn constrained(constraints: &Constraints, value: &Value<'_>, errors: &Errors) {
    let kind = Kind::of(value.ty);
    kinds(constraints, value, kind, errors);
    bounds::check(constraints, kind, errors);
    let Some(Given { value: each, .. }) = &constraints.each else {
        return;
    };
    match kind {
        Kind::List { item, .. } => constrained(each, &Value { ty: through(item), whose: "its items are" }, errors),
        Kind::Map { value, .. } => constrained(each, &Value { ty: through(value), whose: "its values are" }, errors),
        // the items of the user's own types are out of sight, but bounds can still contradict each other
        _ => bounds::check(each, Kind::Unknown, errors),
    }
}

/// What a constraint applies to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Applies {
    Numbers,
    Strings,
    Items,
    Unique,
    Each,
}

impl Applies {
    fn noun(self) -> &'static str {
        match self {
            Applies::Numbers => "numbers",
            Applies::Strings => "strings",
            Applies::Items | Applies::Each => "lists and maps",
            Applies::Unique => "lists",
        }
    }

    fn fits(self, kind: Kind<'_>) -> bool {
        match kind {
            Kind::Unknown => true,
            Kind::Int(_) | Kind::Float { .. } | Kind::Decimal => self == Applies::Numbers,
            Kind::Text => self == Applies::Strings,
            Kind::List { .. } => matches!(self, Applies::Items | Applies::Unique | Applies::Each),
            Kind::Map { .. } => matches!(self, Applies::Items | Applies::Each),
            Kind::Char | Kind::Bool | Kind::Form(_) | Kind::Json | Kind::Option(_) | Kind::Boxed(_) => false,
        }
    }
}

fn kinds(constraints: &Constraints, value: &Value<'_>, kind: Kind<'_>, errors: &Errors) {
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
    } = constraints;
    let demand = |key: &Ident, applies: Applies| {
        if !applies.fits(kind) {
            errors.at(key, wrong_kind(key, applies, value, kind));
        }
    };
    for given in [min, max, exclusive_min, exclusive_max, multiple_of].into_iter().flatten() {
        demand(&given.key, Applies::Numbers);
    }
    for key in [pattern.as_ref().map(|given| &given.key), format.as_ref().map(|given| &given.key)].into_iter().flatten()
    {
        demand(key, Applies::Strings);
    }
    for given in [min_len, max_len].into_iter().flatten() {
        demand(&given.key, Applies::Strings);
    }
    for given in [min_items, max_items].into_iter().flatten() {
        demand(&given.key, Applies::Items);
        if let Kind::List { form: List::Fixed, .. } = kind {
            let key = &given.key;
            errors.at(key, format!("`{}` has a fixed length; remove `{key}`", show(value.ty)));
        }
    }
    if let Some(Given { key, .. }) = unique_items {
        demand(key, Applies::Unique);
        if let Kind::List { form: List::Set, .. } = kind {
            errors.at(key, "the items of a set are always unique; remove `unique_items`");
        }
    }
    if let Some(Given { key, .. }) = each {
        demand(key, Applies::Each);
    }
}

fn wrong_kind(key: &Ident, applies: Applies, value: &Value<'_>, kind: Kind<'_>) -> String {
    let (noun, whose, ty) = (applies.noun(), value.whose, show(value.ty));
    let item = match kind {
        Kind::List { item, .. } => Some((item, "items")),
        Kind::Map { value, .. } => Some((value, "values")),
        _ => None,
    };
    let advice = match (kind, item) {
        (_, Some((item, items))) if applies.fits(Kind::of_value(item)) => {
            format!("for its {items} use `each({key} …)`")
        }
        (Kind::Int(_) | Kind::Float { .. } | Kind::Decimal, _) => "for numbers use `min`/`max`".to_owned(),
        (Kind::Text, _) => "for strings use `min_len`/`max_len` or `pattern`".to_owned(),
        (_, Some((_, items))) => format!(
            "for {} use `min_items`/`max_items`, for {items} `each(...)`",
            if items == "items" { "lists" } else { "maps" }
        ),
        (Kind::Form(_), _) => "it has a form of its own, so remove it".to_owned(),
        _ => format!("remove `{key}`"),
    };
    format!("`{key}` applies to {noun}, but {whose} `{ty}`; {advice}")
}
