//! The statics that hold a type's spec.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::LitStr;
use syn::ext::IdentExt;

use crate::ast::{Body, Container, Field, Variant};
use crate::attr::{ArgAttrs, Constraints, Given, Policy, RuleName};
use crate::value::{Literal, Number, NumberValue};

/// `static __TOOL`, what the runtime knows of the type.
pub(super) fn tool(container: &Container<'_>) -> TokenStream {
    let type_name = container.node.ident.unraw().to_string();
    let name = container.tool_name();
    let max_bytes = container.attrs.max_bytes.as_ref().map(|given| {
        let count = &given.value;
        quote!(.max_bytes(#count))
    });
    let has_fields = match &container.body {
        Body::Struct(fields) if fields.is_empty() => quote!(.has_fields(false)),
        _ => TokenStream::new(),
    };
    let (description, policy) = match container.body {
        // a newtype's stand with its constraints
        Body::Newtype(_) => (None, TokenStream::new()),
        _ => (description(&container.description), policy(&container.attrs.policy)),
    };
    quote! {
        static __TOOL: __toolargs::Tool = __toolargs::Tool::new(#type_name, #name) #description #max_bytes #has_fields #policy;
    }
}

/// `static __FIELDS`, one spec for each field in declared order.
pub(super) fn fields(table: &Ident, fields: &[Field<'_>]) -> TokenStream {
    let count = fields.len();
    let specs = fields.iter().map(|field| {
        let name = &field.name.text;
        let spec = field_spec(&field.attrs, &field.description, &field.node.ty);
        quote!(__toolargs::FieldSpec::new(#name) #spec)
    });
    quote! {
        static #table: [__toolargs::FieldSpec; #count] = [#(#specs),*];
    }
}

/// `static __VARIANTS`.
pub(super) fn variants(variants: &[Variant<'_>]) -> TokenStream {
    let count = variants.len();
    let specs = variants.iter().map(|variant| {
        let (name, description) = (&variant.name.text, description(&variant.description));
        quote!(__toolargs::VariantSpec::new(#name) #description)
    });
    quote! {
        static __VARIANTS: [__toolargs::VariantSpec; #count] = [#(#specs),*];
    }
}

/// `static __FIELD` of a newtype: its field's constraints with the type's description and policy.
pub(super) fn newtype(container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let spec = field_spec(&field.attrs, &container.description, &field.node.ty);
    let policy = policy(&container.attrs.policy);
    quote! {
        static __FIELD: __toolargs::FieldSpec = __toolargs::FieldSpec::new("") #spec #policy;
    }
}

fn field_spec(attrs: &ArgAttrs, text: &str, ty: &syn::Type) -> TokenStream {
    let description = description(text);
    let constraints = constraints(&attrs.constraints);
    let sensitive = attrs.sensitive.as_ref().map(|_| quote!(.sensitive()));
    let example = attrs.example.as_ref().map(|given| {
        let expr = &given.value;
        match Literal::of(expr) {
            Some(Literal::Text(text)) => quote!(.example(|| __toolargs::example::<#ty, _>(#text))),
            _ => quote!(.example(|| __toolargs::example::<#ty, #ty>(#expr))),
        }
    });
    quote!(#description #constraints #sensitive #example)
}

fn constraints(attrs: &Constraints) -> TokenStream {
    let Constraints {
        min,
        max,
        exclusive_min,
        exclusive_max,
        multiple_of,
        pattern,
        min_len,
        max_len,
        min_items,
        max_items,
        unique_items,
        format,
        each,
        policy: rules,
    } = attrs;
    let mut out = TokenStream::new();
    for given in [min, max, exclusive_min, exclusive_max, multiple_of].into_iter().flatten() {
        out.extend(call(&given.key, bound(&given.value)));
    }
    if let Some(Given { key, value }) = pattern {
        out.extend(call(key, value));
    }
    for given in [min_len, max_len, min_items, max_items].into_iter().flatten() {
        out.extend(call(&given.key, &given.value));
    }
    if let Some(given) = unique_items {
        out.extend(call(&given.key, TokenStream::new()));
    }
    if let Some(Given { key, value }) = format {
        let variant = &value.variant;
        out.extend(call(key, quote!(__toolargs::Format::#variant)));
    }
    if let Some(Given { key, value }) = each {
        let inner = constraints(value);
        let spec = quote!({
            static __EACH: __toolargs::FieldSpec = __toolargs::FieldSpec::new("") #inner;
            &__EACH
        });
        out.extend(call(key, spec));
    }
    out.extend(policy(rules));
    out
}

fn call(key: &Ident, argument: impl ToTokens) -> TokenStream {
    let method = Ident::new(&key.to_string(), Span::call_site());
    quote!(.#method(#argument))
}

fn bound(number: &Number) -> TokenStream {
    match number.value {
        NumberValue::Int(value) => {
            let literal = proc_macro2::Literal::i128_unsuffixed(value);
            quote!(__toolargs::Bound::int(#literal))
        }
        NumberValue::Float(value) => {
            let (text, literal) = (number.text(), proc_macro2::Literal::f64_unsuffixed(value));
            quote!(__toolargs::Bound::number(#text, #literal))
        }
    }
}

fn policy(policy: &Policy) -> TokenStream {
    let Policy { strict, allow, deny } = policy;
    let strict = strict.as_ref().map(|_| quote!(.strict()));
    let [allow, deny] = [("allow", allow), ("deny", deny)].map(|(method, given)| {
        given.as_ref().map(|given| {
            let (method, rules) = (format_ident!("{method}"), given.value.iter().map(RuleName::variant));
            quote!(.#method(&[#(__toolargs::Rule::#rules),*]))
        })
    });
    quote!(#strict #allow #deny)
}

fn description(text: &str) -> Option<TokenStream> {
    let literal = LitStr::new(text, Span::call_site());
    (!text.is_empty()).then(|| quote!(.description(#literal)))
}
