//! The type that the derive stands on: its fields and variants in declared order, each with its syntax node and its attributes.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Expr, Fields, Ident, Lit, LitStr, Member, Meta, Type};

use crate::attr::{ArgAttrs, ToolAttrs, VariantAttrs};
use crate::case::Case;
use crate::errors::Errors;
use crate::kind::Kind;

pub(crate) struct Container<'a> {
    pub(crate) node: &'a DeriveInput,
    pub(crate) attrs: ToolAttrs,
    pub(crate) description: String,
    pub(crate) body: Body<'a>,
}

pub(crate) enum Body<'a> {
    /// Named fields, perhaps none.
    Struct(Vec<Field<'a>>),
    /// `struct Cents(i64)`, read as its inside.
    Newtype(Box<Field<'a>>),
    /// A string enum.
    Enumeration(Vec<Variant<'a>>),
    Tagged(Vec<Variant<'a>>),
    Untagged(Vec<Variant<'a>>),
    /// No such type can be derived; the reason has been recorded.
    Invalid,
}

pub(crate) struct Field<'a> {
    pub(crate) node: &'a syn::Field,
    pub(crate) attrs: ArgAttrs,
    pub(crate) description: String,
    pub(crate) member: Member,
    pub(crate) name: Name,
}

pub(crate) struct Variant<'a> {
    pub(crate) node: &'a syn::Variant,
    pub(crate) description: String,
    pub(crate) name: Name,
    pub(crate) body: VariantBody<'a>,
}

pub(crate) enum VariantBody<'a> {
    Unit,
    Newtype(&'a Type),
    Object(Vec<Field<'a>>),
    Invalid,
}

/// A name on the wire, and what in the source set it.
pub(crate) struct Name {
    pub(crate) text: String,
    place: TokenStream,
}

impl Name {
    fn new(ident: &Ident, rename: Option<&LitStr>, case: Option<Case>) -> Name {
        let own = ident.unraw().to_string();
        match rename {
            Some(literal) => Name { text: literal.value(), place: literal.to_token_stream() },
            None => Name { text: case.map_or(own.clone(), |case| case.apply(&own)), place: ident.to_token_stream() },
        }
    }
}

impl ToTokens for Name {
    fn to_tokens(&self, out: &mut TokenStream) {
        self.place.to_tokens(out);
    }
}

impl<'a> Container<'a> {
    pub(crate) fn read(node: &'a DeriveInput, errors: &Errors) -> Self {
        let attrs = ToolAttrs::read(&node.attrs, errors);
        let description = description(attrs.description.as_ref().map(|given| &given.value), &node.attrs);
        let body = Body::read(node, &attrs, errors);
        Container { node, attrs, description, body }
    }

    /// The tool's name on the wire.
    pub(crate) fn tool_name(&self) -> String {
        match &self.attrs.name {
            Some(name) => name.value.value(),
            None => Case::Snake.apply(&self.node.ident.unraw().to_string()),
        }
    }

    /// The key that holds the variant's name.
    pub(crate) fn tag(&self) -> String {
        self.attrs.tag.as_ref().map_or_else(|| "type".to_owned(), |tag| tag.value.value())
    }

    /// Every field, wherever it stands.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &Field<'a>> {
        let (own, variants): (&[Field<'a>], &[Variant<'a>]) = match &self.body {
            Body::Struct(fields) => (fields, &[]),
            Body::Newtype(field) => (std::slice::from_ref(field.as_ref()), &[]),
            Body::Enumeration(variants) | Body::Tagged(variants) | Body::Untagged(variants) => (&[], variants),
            Body::Invalid => (&[], &[]),
        };
        own.iter().chain(variants.iter().flat_map(Variant::fields))
    }

    /// The types of all fields and newtype variants.
    pub(crate) fn types(&self) -> Vec<&'a Type> {
        let inner = match &self.body {
            Body::Tagged(variants) | Body::Untagged(variants) => variants.as_slice(),
            _ => &[],
        };
        let inner = inner.iter().filter_map(|variant| match variant.body {
            VariantBody::Newtype(ty) => Some(ty),
            _ => None,
        });
        self.fields().map(|field| &field.node.ty).chain(inner).collect()
    }
}

impl<'a> Body<'a> {
    fn read(node: &'a DeriveInput, attrs: &ToolAttrs, errors: &Errors) -> Body<'a> {
        match &node.data {
            Data::Struct(data) if attrs.transparent.is_some() => Self::newtype(node, &data.fields, errors),
            Data::Struct(data) => match &data.fields {
                Fields::Named(named) => {
                    Body::Struct(fields(named.named.iter(), attrs.rename_all.as_ref().map(|given| given.value), errors))
                }
                Fields::Unit => Body::Struct(Vec::new()),
                Fields::Unnamed(unnamed) => {
                    let message = match unnamed.unnamed.len() {
                        1 => {
                            "a tuple struct has no field names; write `#[tool(transparent)]` to read it as its inner value, or name the field"
                        }
                        _ => "a tuple struct has no field names; name its fields: `struct Point { x: f64, y: f64 }`",
                    };
                    errors.at(unnamed, message);
                    Body::Invalid
                }
            },
            Data::Enum(data) if data.variants.is_empty() => {
                errors.at(&node.ident, "an enum without variants has no value to read; add a variant");
                Body::Invalid
            }
            Data::Enum(data) => Self::enumeration(data.variants.iter(), attrs, errors),
            Data::Union(data) => {
                errors.at(data.union_token, "a `union` cannot be read from tool-call arguments; use an enum");
                Body::Invalid
            }
        }
    }

    fn newtype(node: &'a DeriveInput, all: &'a Fields, errors: &Errors) -> Body<'a> {
        match all {
            Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => {
                let field = &unnamed.unnamed[0];
                Body::Newtype(Box::new(Field::read(field, Member::from(0), &node.ident, None, errors)))
            }
            _ => {
                let message = "`transparent` needs a tuple struct with exactly one field: `struct Cents(i64)`";
                errors.at_span(if all.is_empty() { node.ident.span() } else { all.span() }, message);
                Body::Invalid
            }
        }
    }

    fn enumeration(nodes: impl Iterator<Item = &'a syn::Variant>, attrs: &ToolAttrs, errors: &Errors) -> Body<'a> {
        let case = attrs.rename_all.as_ref().map_or(Case::Snake, |given| given.value);
        let variants: Vec<Variant<'a>> = nodes.map(|node| Variant::read(node, case, errors)).collect();
        let units_only = variants.iter().all(|variant| matches!(variant.body, VariantBody::Unit));
        if attrs.untagged.is_some() {
            Body::Untagged(variants)
        } else if units_only && attrs.tag.is_none() {
            Body::Enumeration(variants)
        } else {
            Body::Tagged(variants)
        }
    }
}

impl<'a> Field<'a> {
    fn read(node: &'a syn::Field, member: Member, named: &Ident, case: Option<Case>, errors: &Errors) -> Self {
        let attrs = ArgAttrs::read(&node.attrs, errors);
        let description = description(attrs.description.as_ref().map(|given| &given.value), &node.attrs);
        let name = Name::new(named, attrs.rename.as_ref().map(|given| &given.value), case);
        Field { node, attrs, description, member, name }
    }

    /// The kind of value inside `Option` and `Box`.
    pub(crate) fn kind(&self) -> Kind<'a> {
        Kind::of_value(&self.node.ty)
    }

    pub(crate) fn is_option(&self) -> bool {
        matches!(Kind::of(&self.node.ty), Kind::Option(_))
    }
}

impl<'a> Variant<'a> {
    fn read(node: &'a syn::Variant, case: Case, errors: &Errors) -> Self {
        let attrs = VariantAttrs::read(&node.attrs, errors);
        let description = description(attrs.description.as_ref().map(|given| &given.value), &node.attrs);
        let name = Name::new(&node.ident, attrs.rename.as_ref().map(|given| &given.value), Some(case));
        Variant { node, description, name, body: VariantBody::read(node, errors) }
    }

    pub(crate) fn fields(&self) -> &[Field<'a>] {
        match &self.body {
            VariantBody::Object(fields) => fields,
            _ => &[],
        }
    }
}

impl<'a> VariantBody<'a> {
    fn read(node: &'a syn::Variant, errors: &Errors) -> VariantBody<'a> {
        let name = &node.ident;
        match &node.fields {
            Fields::Unit => VariantBody::Unit,
            Fields::Named(named) => VariantBody::Object(fields(named.named.iter(), None, errors)),
            Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => {
                let field = &unnamed.unnamed[0];
                if let Some(attr) = ArgAttrs::any_key(&field.attrs) {
                    let message = format!(
                        "the field of `{name}` has no name and takes no `#[arg(...)]`; constrain a newtype with `#[tool(transparent)]`, or name the field"
                    );
                    errors.at(attr, message);
                }
                VariantBody::Newtype(&field.ty)
            }
            Fields::Unnamed(unnamed) => {
                let message = format!("variant `{name}` is no object; name its fields: `{name} {{ … }}`");
                errors.at(quote!(#name #unnamed), message);
                VariantBody::Invalid
            }
        }
    }
}

fn fields<'a>(nodes: impl Iterator<Item = &'a syn::Field>, case: Option<Case>, errors: &Errors) -> Vec<Field<'a>> {
    nodes
        .filter_map(|node| {
            let ident = node.ident.as_ref()?;
            Some(Field::read(node, Member::Named(ident.clone()), ident, case, errors))
        })
        .collect()
}

/// The description that was given, otherwise the doc comment.
fn description(given: Option<&LitStr>, attrs: &[Attribute]) -> String {
    given.map_or_else(|| doc_comment(attrs), |literal| literal.value().trim().to_owned())
}

/// Lines of a paragraph are joined, paragraphs and list items keep their own line.
fn doc_comment(attrs: &[Attribute]) -> String {
    let mut text = String::new();
    let mut paragraph_ended = false;
    let comment: Vec<String> = attrs.iter().filter_map(doc_text).collect();
    for line in comment.join("\n").lines().map(str::trim) {
        if line.is_empty() {
            paragraph_ended = true;
            continue;
        }
        let is_item = line.starts_with("- ") || line.starts_with("* ");
        text.push_str(match (text.is_empty(), paragraph_ended, is_item) {
            (true, ..) => "",
            (false, true, _) => "\n\n",
            (false, false, true) => "\n",
            (false, false, false) => " ",
        });
        text.push_str(line);
        paragraph_ended = false;
    }
    text
}

fn doc_text(attr: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attr.meta else {
        return None;
    };
    if !meta.path.is_ident("doc") {
        return None;
    }
    let mut value = &meta.value;
    while let Expr::Group(group) = value {
        value = &group.expr;
    }
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn doc_comments_are_joined() {
        let node: DeriveInput = parse_quote! {
            /// Refund part
            /// or all of an order.
            ///
            /// Allowed:
            /// - once
            /// - twice
            struct Refund;
        };
        assert_eq!(doc_comment(&node.attrs), "Refund part or all of an order.\n\nAllowed:\n- once\n- twice");
    }
}
