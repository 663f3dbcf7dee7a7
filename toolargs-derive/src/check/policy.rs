//! `strict`, `allow(...)` and `deny(...)`: no contradiction, and no rule that could never apply.

use crate::ast::{Body, Container, Field};
use crate::attr::{Constraints, Given, Policy, RuleName};
use crate::errors::Errors;
use crate::kind::{Kind, show};
use crate::rules::Misplaced;

pub(super) fn check(container: &Container<'_>, errors: &Errors) {
    let policy = &container.attrs.policy;
    consistent(policy, None, errors);
    for name in names(policy) {
        on_type(container, name, errors);
    }
    for field in container.fields() {
        let optional = field.is_option() || field.attrs.default.is_some();
        let constraints = &field.attrs.constraints;
        consistent(&constraints.policy, policy.strict.as_ref(), errors);
        for name in names(&constraints.policy) {
            on_value(name, &Place::of(field), optional, errors);
        }
        items(constraints, &Place::of(field), policy.strict.as_ref(), errors);
    }
}

/// The policies inside `each(...)`.
fn items(constraints: &Constraints, place: &Place<'_>, outer: Option<&Given<()>>, errors: &Errors) {
    let Some(Given { value: each, .. }) = &constraints.each else {
        return;
    };
    let outer = constraints.policy.strict.as_ref().or(outer);
    let place = place.items();
    consistent(&each.policy, outer, errors);
    for name in names(&each.policy) {
        on_value(name, &place, false, errors);
    }
    items(each, &place, outer, errors);
}

/// A kind of value and what to call it.
struct Place<'a> {
    kind: Kind<'a>,
    shown: String,
}

impl<'a> Place<'a> {
    fn of(field: &Field<'a>) -> Self {
        let place = Self::of_type(&field.node.ty);
        match (&field.attrs.constraints.format, place.kind) {
            // text of a format is read as the types of that format are
            (Some(format), Kind::Text) if format.value.variant == "Date" => Place { kind: Kind::Form("Date"), ..place },
            (Some(_), Kind::Text) => Place { kind: Kind::Form("formatted text"), ..place },
            _ => place,
        }
    }

    fn of_type(ty: &'a syn::Type) -> Self {
        match Kind::of(ty) {
            Kind::Option(inner) | Kind::Boxed(inner) => Self::of_type(inner),
            kind => Place { kind, shown: show(ty) },
        }
    }

    fn items(&self) -> Self {
        match self.kind {
            Kind::List { item, .. } | Kind::Map { value: item, .. } => Self::of_type(item),
            _ => Place { kind: Kind::Unknown, shown: self.shown.clone() },
        }
    }
}

fn names(policy: &Policy) -> impl Iterator<Item = &RuleName> {
    let Policy { strict: _, allow, deny } = policy;
    [allow, deny].into_iter().flatten().flat_map(|given| &given.value)
}

fn consistent(policy: &Policy, outer: Option<&Given<()>>, errors: &Errors) {
    let Policy { strict, allow, deny } = policy;
    if let Some(allow) = allow {
        if strict.is_some() {
            errors.at(&allow.key, "`strict` forbids every repair; remove `allow(...)`");
        } else if outer.is_some() {
            errors.at(&allow.key, "`strict` outside this place forbids every repair; remove `allow(...)`");
        }
    }
    if let (Some(deny), Some(_)) = (deny, strict) {
        errors.at(&deny.key, "`strict` forbids every repair already; remove `deny(...)`");
    }
    let mut seen: Vec<(&str, bool)> = Vec::new();
    for (given, allows) in [(allow, true), (deny, false)] {
        for RuleName { ident, rule } in given.iter().flat_map(|given| &given.value) {
            match seen.iter().find(|(name, _)| *name == rule.name) {
                Some((name, earlier)) if *earlier == allows => {
                    errors.at(ident, format!("rule `{name}` is named twice"))
                }
                Some((name, _)) => errors.at(ident, format!("rule `{name}` is both allowed and denied; remove one")),
                None => seen.push((rule.name, allows)),
            }
        }
    }
}

fn on_type(container: &Container<'_>, name: &RuleName, errors: &Errors) {
    let RuleName { ident, rule } = name;
    let type_name = &container.node.ident;
    let only_without_fields = matches!(rule.name, "empty_to_object" | "null_to_object");
    let never = match &container.body {
        Body::Struct(fields) if only_without_fields && !fields.is_empty() => "a type with fields".to_owned(),
        Body::Tagged(_) | Body::Untagged(_) if only_without_fields => "a union".to_owned(),
        Body::Enumeration(_) if !rule.is_for_enums() => {
            format!("`{type_name}`, which is a string enum")
        }
        Body::Newtype(field) => {
            let place = Place::of(field);
            match rule.on_value(place.kind, true) {
                // the inside may be an object of the user's
                Err(Misplaced::TypeOnly) if matches!(place.kind, Kind::Unknown) => return,
                Err(_) => format!("`{}`", place.shown),
                Ok(()) => return,
            }
        }
        _ => return,
    };
    errors.at(ident, format!("`{ident}` never applies to {never}"));
}

fn on_value(name: &RuleName, place: &Place<'_>, optional: bool, errors: &Errors) {
    let RuleName { ident, rule } = name;
    let message = match rule.on_value(place.kind, optional) {
        Ok(()) => return,
        Err(Misplaced::Never) => format!("`{ident}` never applies to `{}`", place.shown),
        Err(Misplaced::TypeOnly) => {
            let what = if rule.is_for_payloads() { "a call's payload" } else { "the keys of an object" };
            format!("`{ident}` repairs {what}; put it on the type, in `#[tool(...)]`")
        }
        Err(Misplaced::NotOptional) => {
            format!("`{ident}` applies to what may be left out; make this an `Option` or give it a `default`")
        }
    };
    errors.at(ident, message);
}
