//! Bounds on type parameters: on those that fields use, never on the fields' types, so that recursive types stay possible.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{GenericArgument, GenericParam, Generics, Path, PathArguments, Type, parse_quote};

use crate::ast::{Body, Container};
use crate::attr::DefaultValue;
use crate::kind::plain;

/// True when one impl stands for several types.
pub(super) fn has_parameters(container: &Container<'_>) -> bool {
    container.node.generics.params.iter().any(|param| !matches!(param, GenericParam::Lifetime(_)))
}

/// The type's generics with the bounds that the impls need.
pub(super) fn bounded(container: &Container<'_>) -> Generics {
    let mut generics = container.node.generics.clone();
    let params: Vec<Ident> = generics.type_params().map(|param| param.ident.clone()).collect();
    if params.is_empty() {
        return generics;
    }
    let mut used = Uses { params: &params, found: Vec::new() };
    for ty in container.types() {
        used.in_type(ty);
    }
    let bounded = used.found;
    let where_clause = generics.make_where_clause();
    for ty in bounded {
        where_clause.predicates.push(parse_quote!(#ty: __toolargs::FromArg));
    }
    if matches!(container.body, Body::Invalid) {
        return generics;
    }
    for field in container.fields() {
        let of_type = field.attrs.default.as_ref().is_some_and(|given| matches!(given.value, DefaultValue::OfType));
        let mut used = Uses { params: &params, found: Vec::new() };
        used.in_type(&field.node.ty);
        if of_type && !used.found.is_empty() {
            let ty = &field.node.ty;
            where_clause.predicates.push(parse_quote!(#ty: __toolargs::Default));
        }
    }
    generics
}

/// True when the type names one of the container's parameters, so that no static can name it.
pub(crate) fn mentions_parameter(container: &Container<'_>, ty: &Type) -> bool {
    let params: Vec<Ident> = container.node.generics.type_params().map(|param| param.ident.clone()).collect();
    let mut used = Uses { params: &params, found: Vec::new() };
    used.in_type(ty);
    !used.found.is_empty()
}

struct Uses<'a> {
    params: &'a [Ident],
    found: Vec<Type>,
}

impl Uses<'_> {
    fn in_type(&mut self, ty: &Type) {
        match plain(ty) {
            Type::Path(path) if path.qself.is_some() => self.add(plain(ty)),
            Type::Path(path) if self.starts_with_parameter(&path.path) => self.add(plain(ty)),
            Type::Path(path) => self.in_path(&path.path),
            Type::Array(array) => self.in_type(&array.elem),
            _ => {}
        }
    }

    /// `T`, and `T::Item` as well.
    fn starts_with_parameter(&self, path: &Path) -> bool {
        path.leading_colon.is_none() && path.segments.first().is_some_and(|first| self.params.contains(&first.ident))
    }

    fn in_path(&mut self, path: &Path) {
        for segment in &path.segments {
            let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
                continue;
            };
            for argument in &arguments.args {
                if let GenericArgument::Type(ty) = argument {
                    self.in_type(ty);
                }
            }
        }
    }

    fn add(&mut self, ty: &Type) {
        let same = |found: &Type| found.to_token_stream().to_string() == ty.to_token_stream().to_string();
        if !self.found.iter().any(same) {
            self.found.push(ty.clone());
        }
    }
}
