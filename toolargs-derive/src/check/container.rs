//! Which keys of `#[tool(...)]` go with which type, and with each other.

use proc_macro2::Ident;

use crate::ast::{Body, Container, Variant, VariantBody};
use crate::attr::{Given, ToolAttrs};
use crate::errors::Errors;

pub(super) fn check(container: &Container<'_>, errors: &Errors) {
    let body = &container.body;
    // every key is named, so that a new one cannot be forgotten here
    let ToolAttrs { name, description: _, policy: _, rename_all, tag, untagged, transparent, max_bytes, krate: _ } =
        &container.attrs;

    let (is_enum, is_newtype) = match body {
        Body::Struct(_) => (false, false),
        Body::Newtype(_) => (false, true),
        Body::Enumeration(_) | Body::Tagged(_) | Body::Untagged(_) => (true, false),
        Body::Invalid => return,
    };
    let misplaced = |key: &Ident, message: &str| errors.at(key, message);

    if let (Some(tag), false) = (tag, is_enum) {
        misplaced(&tag.key, "`tag` names the variant of an enum; a struct has none, so remove it");
    }
    if let (Some(untagged), false) = (untagged, is_enum) {
        misplaced(&untagged.key, "`untagged` is for enums; a struct has no variants, so remove it");
    }
    if let (Some(tag), Some(_), true) = (tag, untagged, is_enum) {
        misplaced(&tag.key, "an `untagged` enum has no tag; remove `tag` or `untagged`");
    }
    if let (Some(transparent), true) = (transparent, is_enum) {
        misplaced(&transparent.key, "`transparent` is for tuple structs with one field; remove it");
    }
    if let (Some(rename_all), true) = (rename_all, is_newtype) {
        misplaced(&rename_all.key, "a newtype has no names to rename; remove `rename_all`");
    }
    if let Some(Given { key, value }) = max_bytes {
        if !is_payload(body) {
            misplaced(key, "`max_bytes` limits a payload, and this type is never one; remove it");
        } else if value.value == 0 {
            errors.at(value, "`max_bytes = 0` admits no payload");
        }
    }
    if let Some(Given { value, .. }) = name {
        check_name(value, errors);
    }
}

/// True when values of the type can be the arguments of a call.
fn is_payload(body: &Body<'_>) -> bool {
    let is_object = |variant: &Variant<'_>| matches!(variant.body, VariantBody::Object(_));
    match body {
        Body::Struct(_) | Body::Tagged(_) => true,
        Body::Untagged(variants) => variants.iter().all(is_object),
        Body::Newtype(_) | Body::Enumeration(_) | Body::Invalid => false,
    }
}

/// The union of what providers take. That a certain one takes less is for its schema to report.
fn check_name(literal: &syn::LitStr, errors: &Errors) {
    let name = literal.value();
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
    if name.is_empty() || name.len() > 128 || !name.chars().all(allowed) {
        errors.at(literal, "no provider takes this tool name; use 1 to 64 letters, digits, `_` and `-`");
    }
}
