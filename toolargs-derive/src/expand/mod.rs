//! From a checked type to the impls: data in statics, and thin calls into `toolargs::private`.

mod enums;
mod generics;
mod newtype;
mod specs;
mod structs;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{Path, parse_quote};

use crate::ast::{Body, Container};
pub(crate) use generics::mentions_parameter;

pub(crate) fn expand(container: &Container<'_>) -> TokenStream {
    let tool = specs::tool(container);
    let items = match &container.body {
        Body::Struct(fields) => structs::expand(container, fields),
        Body::Newtype(field) => newtype::expand(container, field),
        Body::Enumeration(variants) => enums::enumeration(container, variants),
        Body::Tagged(variants) => enums::tagged(container, variants),
        Body::Untagged(variants) => enums::untagged(container, variants),
        Body::Invalid => TokenStream::new(),
    };
    wrap(container, &quote!(#tool #items))
}

/// The impls of a type whose spec is wrong. They never run; without them every use of the type would be an error of its own.
pub(crate) fn placeholder(container: &Container<'_>) -> TokenStream {
    let never = quote!(::core::unreachable!());
    let from_arg = from_arg(
        container,
        &FromArg { from_arg: never.clone(), to_json: never.clone(), shape: never.clone(), ..FromArg::default() },
    );
    let tool_args = tool_args(container, &never, &never);
    wrap(container, &quote!(#from_arg #tool_args))
}

fn wrap(container: &Container<'_>, items: &TokenStream) -> TokenStream {
    let krate: Path = match &container.attrs.krate {
        Some(given) => given.value.clone(),
        None => parse_quote!(::toolargs),
    };
    // a lint that the user allowed on the type is allowed in what is made from it
    let allows = container.node.attrs.iter().filter(|attr| attr.path().is_ident("allow"));
    let (field, default) = (format_ident!("__Field"), format_ident!("__Default"));
    let field = names(items, &field).then(|| quote!(use #krate::private::Field as #field;));
    let default = names(items, &default).then(|| quote!(use #krate::private::Default as #default;));
    quote! {
        #(#allows)*
        const _: () = {
            use #krate::private as __toolargs;
            #field
            #default
            #items
        };
    }
}

/// Whether the identifier stands anywhere in the tokens: an import that nothing needs is a warning at the user.
fn names(tokens: &TokenStream, ident: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(found) => found == *ident,
        TokenTree::Group(group) => names(&group.stream(), ident),
        _ => false,
    })
}

/// The parts of an impl of `FromArg`.
#[derive(Default)]
struct FromArg {
    consts: TokenStream,
    from_arg: TokenStream,
    to_json: TokenStream,
    shape: TokenStream,
}

fn from_arg(container: &Container<'_>, parts: &FromArg) -> TokenStream {
    let FromArg { consts, from_arg, to_json, shape } = parts;
    let (ident, generics) = (&container.node.ident, generics::bounded(container));
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics __toolargs::FromArg for #ident #ty_generics #where_clause {
            #consts
            fn from_arg(__input: &mut __toolargs::Input<'_>, __at: &__toolargs::At<'_>) -> __toolargs::Flow<Self> {
                #from_arg
            }
            fn to_json(&self) -> __toolargs::Value {
                #to_json
            }
            fn shape(__defs: &mut __toolargs::Defs) -> __toolargs::Shape {
                #shape
            }
        }
    }
}

/// For types that can be the arguments of a call.
fn tool_args_of(container: &Container<'_>) -> TokenStream {
    let spec = if generics::has_parameters(container) {
        // a static in a generic function is one for all its types
        quote!(__toolargs::generic_spec::<Self>())
    } else {
        quote! {
            static __SPEC: __toolargs::OnceLock<__toolargs::ToolSpec> = __toolargs::OnceLock::new();
            __SPEC.get_or_init(|| __toolargs::ToolSpec::derived::<Self>())
        }
    };
    tool_args(container, &quote!(&__TOOL), &spec)
}

fn tool_args(container: &Container<'_>, tool: &TokenStream, spec: &TokenStream) -> TokenStream {
    let (ident, mut generics) = (&container.node.ident, generics::bounded(container));
    if generics::has_parameters(container) {
        generics.make_where_clause().predicates.push(parse_quote!(Self: 'static));
    }
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics __toolargs::ToolArgs for #ident #ty_generics #where_clause {
            fn tool() -> &'static __toolargs::Tool {
                #tool
            }
            fn spec() -> &'static __toolargs::ToolSpec {
                #spec
            }
        }
    }
}

/// The type's own policy, where it has one.
fn typed(container: &Container<'_>) -> TokenStream {
    let policy = &container.attrs.policy;
    if policy.strict.is_none() && policy.allow.is_none() && policy.deny.is_none() {
        return TokenStream::new();
    }
    quote!(let __at = &__at.typed(__TOOL.policy());)
}
