//! Variants that could not be told apart, or that cannot carry the tag.

use quote::quote;
use syn::Type;

use crate::ast::{Field, Variant, VariantBody};
use crate::errors::Errors;
use crate::kind::{Kind, List, plain, show};

/// Under a tag every variant is an object.
pub(super) fn tagged(variants: &[Variant<'_>], errors: &Errors) {
    for variant in variants {
        let VariantBody::Newtype(ty) = variant.body else {
            continue;
        };
        let is_object = match Kind::of(ty) {
            Kind::Boxed(inner) => matches!(Kind::of(inner), Kind::Unknown),
            kind => matches!(kind, Kind::Unknown),
        };
        if !is_object {
            let (name, shown) = (&variant.node.ident, show(plain(ty)));
            let message = format!(
                "variant `{name}` has no fields beside which the tag could stand; name its field: `{name} {{ value: {shown} }}`"
            );
            errors.at(ty, message);
        }
    }
}

/// Without a tag no value may fit two variants.
pub(super) fn untagged(variants: &[Variant<'_>], errors: &Errors) {
    for (i, second) in variants.iter().enumerate() {
        let clash = variants[..i].iter().find_map(|first| Some((first, shared(first, second)?)));
        if let Some((first, what)) = clash {
            let (a, b) = (&first.node.ident, &second.node.ident);
            let (ident, fields) = (&second.node.ident, &second.node.fields);
            let message = format!("variants `{a}` and `{b}` both accept {what}; such a value would be ambiguous");
            errors.at(quote!(#ident #fields), message);
        }
    }
}

/// A value that both variants accept, where their spelling tells.
fn shared(first: &Variant<'_>, second: &Variant<'_>) -> Option<&'static str> {
    match (&first.body, &second.body) {
        (VariantBody::Unit, VariantBody::Unit) => Some("null"),
        (VariantBody::Unit, VariantBody::Newtype(ty)) | (VariantBody::Newtype(ty), VariantBody::Unit) => {
            matches!(Kind::of(ty), Kind::Option(_) | Kind::Json).then_some("null")
        }
        (VariantBody::Newtype(a), VariantBody::Newtype(b)) => shared_by_types(a, b),
        (VariantBody::Newtype(ty), VariantBody::Object(fields))
        | (VariantBody::Object(fields), VariantBody::Newtype(ty)) => match Kind::of_value(ty) {
            Kind::Json => Some("an object"),
            Kind::Map { .. } if fields.iter().all(may_be_absent) => Some("an empty object"),
            _ => None,
        },
        (VariantBody::Object(a), VariantBody::Object(b)) => shared_by_objects(a, b),
        _ => None,
    }
}

fn shared_by_types(a: &Type, b: &Type) -> Option<&'static str> {
    let nullable = |ty: &Type| matches!(Kind::of(ty), Kind::Option(_) | Kind::Json);
    if nullable(a) && nullable(b) {
        return Some("null");
    }
    let (first, second) = (Kind::of_value(a), Kind::of_value(b));
    match (first, second) {
        (Kind::Unknown, _) | (_, Kind::Unknown) => None,
        (Kind::Json, other) | (other, Kind::Json) => Some(noun(other)),
        (Kind::Text, Kind::Text | Kind::Char | Kind::Form(_)) | (Kind::Char | Kind::Form(_), Kind::Text) => {
            Some("a string")
        }
        (Kind::Char, Kind::Char) => Some("a string"),
        (Kind::Form(x), Kind::Form(y)) => (x == y).then_some("a string"),
        (Kind::Bool, Kind::Bool) => Some("a boolean"),
        (Kind::Int(x), Kind::Int(y)) => (x.min.max(y.min) <= x.max.min(y.max)).then_some("an integer"),
        (Kind::Int(_), Kind::Float { .. } | Kind::Decimal) | (Kind::Float { .. } | Kind::Decimal, Kind::Int(_)) => {
            Some("an integer")
        }
        (Kind::Float { .. } | Kind::Decimal, Kind::Float { .. } | Kind::Decimal) => Some("a number"),
        (Kind::List { form: x, item: a }, Kind::List { form: y, item: b }) => match (x, y) {
            (List::Fixed, List::Fixed) => None,
            // a list of any length and one of a certain length share values only when they share items
            (List::Fixed, _) | (_, List::Fixed) => shared_by_types(a, b).map(|_| "a list"),
            _ => Some("a list"),
        },
        (Kind::Map { .. }, Kind::Map { .. }) => Some("an object"),
        _ => None,
    }
}

fn noun(kind: Kind<'_>) -> &'static str {
    match kind {
        Kind::Text | Kind::Char | Kind::Form(_) => "a string",
        Kind::Bool => "a boolean",
        Kind::Int(_) => "an integer",
        Kind::Float { .. } | Kind::Decimal => "a number",
        Kind::List { .. } => "a list",
        Kind::Map { .. } => "an object",
        Kind::Option(_) | Kind::Boxed(_) | Kind::Json | Kind::Unknown => "any value",
    }
}

/// Objects are closed, so each has to know what the other demands.
fn shared_by_objects(a: &[Field<'_>], b: &[Field<'_>]) -> Option<&'static str> {
    let required = |fields: &[Field<'_>]| fields.iter().filter(|field| !may_be_absent(field)).count();
    if required(a) == 0 && required(b) == 0 {
        return Some("an empty object");
    }
    let accepts = |field: &Field<'_>, others: &[Field<'_>]| {
        may_be_absent(field)
            || others.iter().any(|other| {
                other.name.text == field.name.text && is_plain(other) && is_plain(field) && same_type(other, field)
            })
    };
    let alike = a.iter().all(|field| accepts(field, b)) && b.iter().all(|field| accepts(field, a));
    alike.then_some("the same object")
}

fn may_be_absent(field: &Field<'_>) -> bool {
    field.is_option() || field.attrs.default.is_some()
}

fn same_type(a: &Field<'_>, b: &Field<'_>) -> bool {
    show(&a.node.ty) == show(&b.node.ty)
}

/// True when the field accepts all that its type does.
fn is_plain(field: &Field<'_>) -> bool {
    field.attrs.constraints.is_empty() && field.attrs.validate.is_none()
}
