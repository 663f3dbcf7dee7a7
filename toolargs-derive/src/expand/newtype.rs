//! `#[tool(transparent)]`: the inner type, with constraints of its own.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{FromArg, from_arg, specs};
use crate::ast::{Container, Field, type_span};

pub(super) fn expand(container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let spec = specs::newtype(container, field);
    let ty = &field.node.ty;
    let inner = quote_spanned!(type_span(ty)=> <#ty as __toolargs::FromArg>);
    let read = quote!(#inner::from_arg(__input, __at)?);
    let value = match &field.attrs.validate {
        None => read,
        Some(validate) => {
            let path = &validate.value;
            quote!(__toolargs::validated_here(__input, __at, #read, |__value| #path(__value)))
        }
    };
    let from_arg = from_arg(
        container,
        &FromArg {
            consts: quote! {
                const TEXT: __toolargs::Text = #inner::TEXT;
                const NULLABLE: bool = #inner::NULLABLE;
                const KEY: bool = #inner::KEY;
            },
            from_arg: quote! {
                let __at = &__at.typed(&__FIELD);
                __toolargs::Ok(#value.map(Self))
            },
            to_json: quote!(__toolargs::FromArg::to_json(&self.0)),
            shape: quote_spanned!(type_span(ty)=> __defs.newtype::<#ty>(&__TOOL, &__FIELD)),
        },
    );
    quote!(#spec #from_arg)
}
