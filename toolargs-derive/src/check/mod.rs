//! Every rule across attributes, names and types.

mod bounds;
mod container;
mod default;
mod field;
mod names;
mod policy;
mod types;
mod unions;

use crate::ast::{Body, Container};
use crate::errors::Errors;

pub(crate) fn check(container: &Container<'_>, errors: &Errors) {
    container::check(container, errors);
    names::check(container, errors);
    policy::check(container, errors);
    types::check(container, errors);
    for field in container.fields() {
        field::check(container, field, errors);
    }
    match &container.body {
        Body::Tagged(variants) => unions::tagged(variants, errors),
        Body::Untagged(variants) => unions::untagged(variants, errors),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
