//! `#[tool(transparent)]`: the inner type, with constraints of its own.

use proc_macro2::TokenStream;
use quote::quote;

use super::{FromArg, from_arg, specs};
use crate::ast::{Container, Field};
use crate::kind::Kind;

pub(super) fn expand(container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let spec = specs::newtype(container, field);
    let ty = &field.node.ty;
    let inner = quote!(<#ty as __toolargs::FromArg>);
    let validate = field.attrs.validate.as_ref().map(|given| {
        let path = &given.value;
        quote!(let __value = __toolargs::validated_here(__input, __at, __value, |__value| #path(__value));)
    });
    let absence = matches!(Kind::of(ty), Kind::Option(_)).then(|| {
        quote! {
            fn absent() -> __toolargs::Option<Self> {
                #inner::absent().map(Self)
            }
            fn is_absent(&self) -> bool {
                __toolargs::FromArg::is_absent(&self.0)
            }
        }
    });
    let from_arg = from_arg(
        container,
        &FromArg {
            consts: quote! {
                const TEXT: __toolargs::Text = #inner::TEXT;
                const NULLABLE: bool = #inner::NULLABLE;
                const KEY: bool = #inner::KEY;
                #absence
            },
            from_arg: quote! {
                let __at = &__at.typed(&__FIELD);
                let __value = #inner::from_arg(__input, __at)?;
                #validate
                __toolargs::Ok(__value.map(Self))
            },
            to_json: quote!(__toolargs::FromArg::to_json(&self.0)),
            shape: quote!(__defs.newtype::<#ty>(&__TOOL, &__FIELD)),
        },
    );
    quote!(#spec #from_arg)
}
