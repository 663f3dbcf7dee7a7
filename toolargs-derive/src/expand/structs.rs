//! Objects: a struct, and a variant with named fields.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::{FromArg, from_arg, specs, tool_args_of, typed};
use crate::ast::{Container, Field};
use crate::attr::DefaultValue;
use crate::kind::Kind;
use crate::value;

pub(super) fn expand(container: &Container<'_>, fields: &[Field<'_>]) -> TokenStream {
    let table = format_ident!("__FIELDS");
    let statics = specs::fields(&table, fields);
    let (typed, read) = (typed(container), read(fields, &table, &quote!(Self)));
    let values = fields.iter().map(|field| {
        let member = &field.member;
        quote!(&self.#member)
    });
    let to_json = to_json(fields, &table, values);
    let members = members(fields, &table);
    let from_arg = from_arg(
        container,
        &FromArg {
            from_arg: quote! {
                #typed
                if !__input.at_object() {
                    return __toolargs::object_from_text(__input, __at, Self::from_arg);
                }
                #read
            },
            to_json,
            shape: quote!(__defs.object(__toolargs::type_key::<Self>(&__TOOL), &__TOOL, #members)),
            ..FromArg::default()
        },
    );
    let tool_args = tool_args_of(container);
    quote!(#statics #from_arg #tool_args)
}

/// Reads the object that the input stands at and builds `construct { … }`.
pub(super) fn read(fields: &[Field<'_>], table: &Ident, construct: &TokenStream) -> TokenStream {
    let locals: Vec<Ident> = (0..fields.len()).map(|i| format_ident!("__field{i}")).collect();
    let indices: Vec<Literal> = (0..fields.len()).map(Literal::usize_unsuffixed).collect();
    let reads: Vec<TokenStream> = fields
        .iter()
        .zip(&indices)
        .zip(&locals)
        .map(|((field, i), local)| {
            let value = read_field(field, &quote!(&#table[#i]));
            quote!(#local = #value)
        })
        .collect();
    let next = quote!(__object.next(__input, __at)?);
    let pass = match reads.as_slice() {
        [] => quote!(while __toolargs::Option::is_some(&#next) {}),
        [only] => quote!(while __toolargs::Option::is_some(&#next) { #only; }),
        [first @ .., last] => quote! {
            while let __toolargs::Some(__i) = #next {
                match __i {
                    #(#indices => #first,)*
                    _ => #last,
                }
            }
        },
    };
    let ends = fields.iter().zip(&indices).zip(&locals).map(|((field, i), local)| match default(field) {
        Some(default) => quote!(__object.default(#i, &mut #local, #default);),
        None => {
            let ty = &field.node.ty;
            quote!(<#ty as __Field>::need(&__object, __input, __at, #i, &mut #local);)
        }
    });
    let members = fields.iter().map(|field| &field.member);
    quote! {
        let mut __object = __toolargs::Object::open(__input, &#table)?;
        #(let mut #locals = __toolargs::None;)*
        #pass
        #(#ends)*
        __toolargs::Ok(__object.close(__input).and_then(|()| __toolargs::Some(#construct { #(#members: #locals?,)* })))
    }
}

fn read_field(field: &Field<'_>, spec: &TokenStream) -> TokenStream {
    let ty = &field.node.ty;
    let read = match default(field) {
        None => quote!(<#ty as __Field>::read(__input, __at, #spec)?),
        Some(default) => {
            quote!(<#ty as __Field>::read_or(__input, __at, #spec, #default)?)
        }
    };
    let Some(validate) = &field.attrs.validate else {
        return read;
    };
    let path = &validate.value;
    let validated = format_ident!("{}", if field.is_option() { "validated_some" } else { "validated" });
    quote! {{
        let __value = #read;
        __toolargs::#validated(__input, __at, #spec, __value, |__value| #path(__value))
    }}
}

/// The function that makes the value of a missing field.
fn default(field: &Field<'_>) -> Option<TokenStream> {
    let given = field.attrs.default.as_ref()?;
    Some(match &given.value {
        DefaultValue::OfType => {
            let ty = &field.node.ty;
            quote!(|| <#ty as __Default>::default())
        }
        DefaultValue::Expr(expr) => match (value::Literal::of(expr), field.kind()) {
            (Some(value::Literal::Text(text)), Kind::Text | Kind::Unknown) => {
                let ty = &field.node.ty;
                quote!(|| __toolargs::default_from::<#ty, _>(#text))
            }
            _ => quote!(|| #expr),
        },
    })
}

/// Builds the object from expressions for its fields.
pub(super) fn to_json(fields: &[Field<'_>], table: &Ident, values: impl Iterator<Item = TokenStream>) -> TokenStream {
    if fields.is_empty() {
        return quote!(__toolargs::ObjectValue::new().done());
    }
    let puts = fields.iter().zip(values).enumerate().map(|(i, (field, value))| {
        let (i, ty) = (Literal::usize_unsuffixed(i), &field.node.ty);
        quote!(<#ty as __Field>::put(#value, &mut __object, &#table[#i]);)
    });
    quote! {
        let mut __object = __toolargs::ObjectValue::new();
        #(#puts)*
        __object.done()
    }
}

/// The closure that lists the fields for the schema.
pub(super) fn members(fields: &[Field<'_>], table: &Ident) -> TokenStream {
    if fields.is_empty() {
        return quote!(|_| {});
    }
    let adds = fields.iter().enumerate().map(|(i, field)| {
        let (i, ty) = (Literal::usize_unsuffixed(i), &field.node.ty);
        match default(field) {
            None => quote!(<#ty as __Field>::member(__members, &#table[#i]);),
            Some(default) => {
                quote!(<#ty as __Field>::member_or(__members, &#table[#i], #default);)
            }
        }
    });
    quote!(|__members| { #(#adds)* })
}
