//! What a form takes of JSON Schema.

use super::Name;

/// What a form takes of JSON Schema.
pub(super) struct Dialect {
    pub(super) keywords: Keywords,
    pub(super) most_min_items: Option<u64>,
    pub(super) formats: Formats,
    pub(super) alternatives: Alternatives,
    /// `const` is known.
    pub(super) constants: bool,
    /// The values of an enum are strings.
    pub(super) text_enums: bool,
    pub(super) nulls: Nulls,
    pub(super) references: References,
    /// Every object is closed.
    pub(super) closed: bool,
    /// Every property is required; an optional one may be null.
    pub(super) all_required: bool,
    /// `additionalProperties` is known.
    pub(super) additional: bool,
    /// Every schema has a type.
    pub(super) typed: bool,
    /// Objects below the root may have no properties.
    pub(super) empty_objects: bool,
    /// The arguments as a whole may be a union.
    pub(super) root_union: bool,
    pub(super) parameter_name: Name,
}

/// Which constraints stay keywords.
pub(super) enum Keywords {
    /// All of JSON Schema's vocabulary is known.
    All,
    Only(&'static [&'static str]),
}

pub(super) enum Formats {
    All,
    Only(&'static [&'static str]),
}

pub(super) enum Alternatives {
    AsWritten,
    /// `anyOf` alone.
    Any,
    /// `anyOf` alone, and nothing beside it.
    AnyAlone,
}

/// How null is admitted.
pub(super) enum Nulls {
    /// As one of the types.
    Type,
    /// As an alternative.
    Alternative,
    /// By `nullable`.
    Keyword,
}

#[derive(PartialEq)]
pub(super) enum References {
    AsWritten,
    /// With nothing beside `$ref`.
    Alone,
    /// With nothing beside `$ref`, and not in a circle.
    Acyclic,
    /// Not at all.
    Inlined,
}

impl Dialect {
    /// All that our own schema says.
    pub(super) const JSON_SCHEMA: Dialect = Dialect {
        keywords: Keywords::All,
        most_min_items: None,
        formats: Formats::All,
        alternatives: Alternatives::AsWritten,
        constants: true,
        text_enums: false,
        nulls: Nulls::Type,
        references: References::AsWritten,
        closed: false,
        all_required: false,
        additional: true,
        typed: false,
        empty_objects: true,
        root_union: false,
        parameter_name: Name::ANY,
    };
}
