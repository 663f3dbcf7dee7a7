//! Names on the wire: none twice, none that a repair could not tell apart.

use crate::ast::{Body, Container, Field, Variant, VariantBody};
use crate::errors::Errors;

pub(super) fn check(container: &Container<'_>, errors: &Errors) {
    match &container.body {
        Body::Struct(own) => fields(own, None, errors),
        Body::Enumeration(all) => variants(container, all, errors),
        Body::Tagged(all) => {
            let tag = container.tag();
            if let (true, Some(given)) = (tag.is_empty(), &container.attrs.tag) {
                errors.at(&given.value, "the tag needs a name: `tag = \"type\"`");
            }
            variants(container, all, errors);
            for variant in all {
                fields(variant.fields(), Some(&tag), errors);
            }
        }
        Body::Untagged(all) => {
            for variant in all {
                if let VariantBody::Object(own) = &variant.body {
                    fields(own, None, errors);
                }
            }
        }
        Body::Newtype(_) | Body::Invalid => {}
    }
}

fn fields(all: &[Field<'_>], tag: Option<&str>, errors: &Errors) {
    for (i, field) in all.iter().enumerate() {
        let (rust, wire) = (shown(field), &field.name.text);
        if wire.is_empty() {
            errors.at(&field.name, format!("field `{rust}` has an empty name; write `rename = \"name\"`"));
        } else if let Some(earlier) = all[..i].iter().find(|earlier| earlier.name.text == *wire) {
            let earlier = shown(earlier);
            errors.at(&field.name, format!("field `{rust}` uses the name `{wire}`, already used by field `{earlier}`"));
        } else if tag == Some(wire) {
            let message = format!(
                "field `{rust}` uses the name `{wire}`, which holds the variant's name; rename it or choose another `tag`"
            );
            errors.at(&field.name, message);
        }
    }
}

fn shown(field: &Field<'_>) -> String {
    match &field.member {
        syn::Member::Named(ident) => ident.to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

fn variants(container: &Container<'_>, all: &[Variant<'_>], errors: &Errors) {
    let repairs = casefolds(container);
    for (i, variant) in all.iter().enumerate() {
        let (rust, wire) = (&variant.node.ident, &variant.name.text);
        if wire.is_empty() {
            errors.at(&variant.name, format!("variant `{rust}` has an empty name; write `rename = \"name\"`"));
        } else if let Some(earlier) = all[..i].iter().find(|earlier| earlier.name.text == *wire) {
            let earlier = &earlier.node.ident;
            errors.at(
                &variant.name,
                format!("variant `{rust}` uses the name `{wire}`, already used by variant `{earlier}`"),
            );
        } else if let Some(earlier) = all[..i].iter().find(|earlier| repairs && fold_alike(&earlier.name.text, wire)) {
            let earlier = &earlier.name.text;
            let message = format!(
                "variant name `{wire}` differs from `{earlier}` only by case, so a repair could not choose; rename one or `deny(enum_casefold)`"
            );
            errors.at(&variant.name, message);
        }
    }
}

/// Whether a name of the type can be repaired by its case.
fn casefolds(container: &Container<'_>) -> bool {
    let policy = &container.attrs.policy;
    let denied = policy.deny.iter().flat_map(|given| &given.value).any(|name| name.rule.name == "enum_casefold");
    policy.strict.is_none() && !denied
}

/// The comparison of the runtime's `enum_casefold`.
fn fold_alike(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase() && a.to_uppercase() == b.to_uppercase()
}
