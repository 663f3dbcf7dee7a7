//! String enums, tagged unions and untagged unions.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::{FromArg, from_arg, specs, structs, tool_args_of, typed};
use crate::ast::{Container, Variant, VariantBody};

pub(super) fn enumeration(container: &Container<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let table = specs::variants(variants);
    let idents: Vec<&Ident> = variants.iter().map(|variant| &variant.node.ident).collect();
    let indices = indices(variants);
    let (last, first) = idents.split_last().expect("an enum without variants is an error");
    let typed = typed(container);
    let (choose, index) = if first.is_empty() {
        (quote!(|_| Self::#last), quote!(0))
    } else {
        (
            quote!(|__i| match __i { #(#indices => Self::#first,)* _ => Self::#last }),
            quote!(match self { #(Self::#idents => #indices,)* }),
        )
    };
    let from_arg = from_arg(
        container,
        &FromArg {
            consts: quote!(
                const TEXT: __toolargs::Text = __toolargs::Text::Formed;
                const KEY: bool = true;
            ),
            from_arg: quote! {
                #typed
                __toolargs::Ok(__toolargs::enumeration(__input, __at, &__VARIANTS)?.map(#choose))
            },
            to_json: quote!(__VARIANTS[#index].value()),
            shape: quote!(__toolargs::Shape::enumeration(&__TOOL, &__VARIANTS)),
        },
    );
    quote!(#table #from_arg)
}

pub(super) fn tagged(container: &Container<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let (table, fields) = (specs::variants(variants), field_tables(variants, true));
    let (tag, typed) = (container.tag(), typed(container));
    let arms = variants.iter().enumerate().map(|(i, variant)| {
        let (index, read) = (Literal::usize_unsuffixed(i), read(variant, i));
        quote! {
            __toolargs::Some(#index) => {
                let __at = &__at.tagged(#tag);
                #read
            }
        }
    });
    let values = variants.iter().enumerate().map(|(i, variant)| {
        let (pattern, value) = (pattern(variant), value(variant, i));
        let index = Literal::usize_unsuffixed(i);
        quote!(#pattern => __toolargs::tagged_value(#tag, &__VARIANTS[#index], { #value }),)
    });
    let members = members(variants, false);
    let from_arg = from_arg(
        container,
        &FromArg {
            from_arg: quote! {
                #typed
                if !__input.at_object() {
                    return __toolargs::object_from_text(__input, __at, Self::from_arg);
                }
                match __toolargs::tag(__input, __at, #tag, &__VARIANTS)? {
                    #(#arms)*
                    _ => __toolargs::Ok(__toolargs::None),
                }
            },
            to_json: quote!(match self { #(#values)* }),
            shape: quote!(__defs.tagged(__toolargs::type_key::<Self>(&__TOOL), &__TOOL, #tag, |__variants| { #members })),
            ..FromArg::default()
        },
    );
    let tool_args = tool_args_of(container);
    quote!(#table #fields #from_arg #tool_args)
}

pub(super) fn untagged(container: &Container<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let (table, fields) = (specs::variants(variants), field_tables(variants, false));
    let typed = typed(container);
    let attempts = variants.iter().enumerate().map(|(i, variant)| {
        let ident = &variant.node.ident;
        let read = match &variant.body {
            VariantBody::Unit => {
                quote!(__toolargs::Ok(__toolargs::null(__input, __at)?.map(|()| Self::#ident)))
            }
            VariantBody::Object(_) => object_or_text(&read(variant, i)),
            _ => read(variant, i),
        };
        quote!(__union.attempt(__input, __at, |__input, __at| { #read })?;)
    });
    let values = variants.iter().enumerate().map(|(i, variant)| {
        let pattern = pattern(variant);
        let value = match &variant.body {
            VariantBody::Unit => quote!(__toolargs::Value::Null),
            _ => value(variant, i),
        };
        quote!(#pattern => { #value })
    });
    let members = members(variants, true);
    let texts = variants.iter().map(|variant| match &variant.body {
        VariantBody::Newtype(ty) => {
            quote!(<#ty as __toolargs::FromArg>::TEXT)
        }
        _ => quote!(__toolargs::Text::Never),
    });
    let nulls = variants.iter().map(|variant| match &variant.body {
        VariantBody::Unit => quote!(true),
        VariantBody::Newtype(ty) => quote!(<#ty as __toolargs::FromArg>::NULLABLE),
        _ => quote!(false),
    });
    let from_arg = from_arg(
        container,
        &FromArg {
            consts: quote! {
                const TEXT: __toolargs::Text = __toolargs::Text::any(&[#(#texts),*]);
                const NULLABLE: bool = #(#nulls)||*;
            },
            from_arg: quote! {
                #typed
                let mut __union = __toolargs::Union::new(__input, &__VARIANTS);
                #(#attempts)*
                __union.finish(__input, __at)
            },
            to_json: quote!(match self { #(#values)* }),
            shape: quote!(__defs.untagged(__toolargs::type_key::<Self>(&__TOOL), &__TOOL, |__variants| { #members })),
        },
    );
    let objects_only = variants.iter().all(|variant| matches!(variant.body, VariantBody::Object(_)));
    let tool_args = if objects_only { tool_args_of(container) } else { TokenStream::new() };
    quote!(#table #fields #from_arg #tool_args)
}

fn indices(variants: &[Variant<'_>]) -> Vec<Literal> {
    (0..variants.len()).map(Literal::usize_unsuffixed).collect()
}

fn field_table(i: usize) -> Ident {
    format_ident!("__FIELDS{i}")
}

/// A table of fields for each variant that is an object; under a tag a unit variant is one, which holds nothing but the tag.
fn field_tables(variants: &[Variant<'_>], tagged: bool) -> TokenStream {
    variants
        .iter()
        .enumerate()
        .filter(|(_, variant)| match variant.body {
            VariantBody::Object(_) => true,
            VariantBody::Unit => tagged,
            _ => false,
        })
        .map(|(i, variant)| specs::fields(&field_table(i), variant.fields()))
        .collect()
}

/// Reads the variant from where the input stands.
fn read(variant: &Variant<'_>, i: usize) -> TokenStream {
    let ident = &variant.node.ident;
    match &variant.body {
        VariantBody::Newtype(ty) => {
            let inner = quote!(<#ty as __toolargs::FromArg>::from_arg);
            quote!(__toolargs::Ok(#inner(__input, __at)?.map(Self::#ident)))
        }
        _ => structs::read(variant.fields(), &field_table(i), &quote!(Self::#ident)),
    }
}

/// Reads an object, or the JSON text of one.
fn object_or_text(read: &TokenStream) -> TokenStream {
    quote! {
        let __read: fn(&mut __toolargs::Input<'_>, &__toolargs::At<'_>) -> __toolargs::Flow<Self> = |__input, __at| { #read };
        if __input.at_object() { __read(__input, __at) } else { __toolargs::object_from_text(__input, __at, __read) }
    }
}

fn pattern(variant: &Variant<'_>) -> TokenStream {
    let ident = &variant.node.ident;
    match &variant.body {
        VariantBody::Newtype(_) => quote!(Self::#ident(__value)),
        VariantBody::Object(fields) => {
            let members = fields.iter().map(|field| &field.member);
            let values = (0..fields.len()).map(|i| format_ident!("__value{i}"));
            quote!(Self::#ident { #(#members: #values),* })
        }
        VariantBody::Unit | VariantBody::Invalid => quote!(Self::#ident),
    }
}

/// The JSON of what `pattern` binds.
fn value(variant: &Variant<'_>, i: usize) -> TokenStream {
    match &variant.body {
        VariantBody::Newtype(_) => quote!(__toolargs::FromArg::to_json(__value)),
        _ => {
            let values = (0..variant.fields().len()).map(|i| {
                let value = format_ident!("__value{i}");
                quote!(#value)
            });
            structs::to_json(variant.fields(), &field_table(i), values)
        }
    }
}

/// Lists the variants for the schema.
fn members(variants: &[Variant<'_>], unit_is_null: bool) -> TokenStream {
    variants
        .iter()
        .enumerate()
        .map(|(i, variant)| {
            let index = Literal::usize_unsuffixed(i);
            match &variant.body {
                VariantBody::Newtype(ty) => {
                    quote!(__variants.newtype::<#ty>(&__VARIANTS[#index]);)
                }
                VariantBody::Unit if unit_is_null => quote!(__variants.null(&__VARIANTS[#index]);),
                _ => {
                    let members = structs::members(variant.fields(), &field_table(i));
                    quote!(__variants.object(&__VARIANTS[#index], #members);)
                }
            }
        })
        .collect()
}
