//! Every rule across attributes, types and names.

use crate::ast::Container;
use crate::errors::Errors;

pub(crate) fn check(_container: &Container<'_>, _errors: &Errors) {}
