//! What a type's spelling tells: which kind of JSON value it takes.

use syn::{GenericArgument, Path, PathArguments, Type};

/// The kind of value that a type takes, as far as its last path segment says. Types of the user are [`Kind::Unknown`].
#[derive(Clone, Copy)]
pub(crate) enum Kind<'a> {
    Text,
    Char,
    Bool,
    Int(Int),
    Float {
        single: bool,
    },
    Decimal,
    /// A string with a form of its own: a date, an address, an identifier.
    Form(&'static str),
    List {
        item: &'a Type,
        form: List,
    },
    Map {
        key: &'a Type,
        value: &'a Type,
    },
    Option(&'a Type),
    Boxed(&'a Type),
    Json,
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Growing,
    Set,
    Fixed,
}

/// An integer type. Bounds are held as `i128`, so the range of `u128` is cut there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Int {
    pub(crate) name: &'static str,
    pub(crate) min: i128,
    pub(crate) max: i128,
    pub(crate) non_zero: bool,
}

impl Int {
    fn named(name: &str) -> Option<Int> {
        macro_rules! table {
            ($($int:ident)+) => {
                match name {
                    $(stringify!($int) => Some((stringify!($int), $int::MIN as i128, i128::try_from($int::MAX).unwrap_or(i128::MAX))),)+
                    _ => None,
                }
            };
        }
        // the widths of `isize` and `usize` are the target's, which an expansion cannot see
        let (name, min, max) = match name {
            "isize" => ("isize", i64::MIN.into(), i64::MAX.into()),
            "usize" => ("usize", 0, u64::MAX.into()),
            _ => table!(i8 i16 i32 i64 i128 u8 u16 u32 u64 u128)?,
        };
        Some(Int { name, min, max, non_zero: false })
    }

    fn non_zero(name: &str) -> Option<Int> {
        let lower = name.to_ascii_lowercase();
        let int = Int::named(&lower)?;
        Some(Int { min: if int.min == 0 { 1 } else { int.min }, non_zero: true, ..int })
    }
}

impl<'a> Kind<'a> {
    /// Of the type as written.
    pub(crate) fn of(ty: &'a Type) -> Kind<'a> {
        match plain(ty) {
            Type::Path(path) if path.qself.is_none() => Self::of_path(&path.path),
            Type::Array(array) => Kind::List { item: &array.elem, form: List::Fixed },
            _ => Kind::Unknown,
        }
    }

    /// Of the value inside `Option` and `Box`.
    pub(crate) fn of_value(ty: &'a Type) -> Kind<'a> {
        match Self::of(ty) {
            Kind::Option(inner) | Kind::Boxed(inner) => Self::of_value(inner),
            kind => kind,
        }
    }

    fn of_path(path: &'a Path) -> Kind<'a> {
        let Some(last) = path.segments.last() else {
            return Kind::Unknown;
        };
        let name = last.ident.to_string();
        let types = type_arguments(&last.arguments);
        // another path leads to a type of the user's, whatever it is called
        let bare = path.segments.len() == 1;
        let root = if bare { String::new() } else { path.segments[0].ident.to_string() };
        let std = bare || matches!(root.as_str(), "std" | "core" | "alloc");
        match (name.as_str(), types.as_slice()) {
            ("Decimal", []) if bare || root == "rust_decimal" => Kind::Decimal,
            ("Value", []) if root == "serde_json" => Kind::Json,
            (name, _) if form(name, &root).is_some() => form(name, &root).map_or(Kind::Unknown, Kind::Form),
            _ if !std => Kind::Unknown,
            ("String", []) => Kind::Text,
            ("char", []) => Kind::Char,
            ("bool", []) => Kind::Bool,
            ("f32", []) => Kind::Float { single: true },
            ("f64", []) => Kind::Float { single: false },
            ("Option", [inner]) => Kind::Option(inner),
            ("Box" | "Cow", [inner]) if is_str(inner) => Kind::Text,
            ("Box", [inner]) => Kind::Boxed(inner),
            ("Vec", [item]) => Kind::List { item, form: List::Growing },
            ("BTreeSet" | "HashSet", [item, ..]) => Kind::List { item, form: List::Set },
            ("BTreeMap" | "HashMap", [key, value, ..]) => Kind::Map { key, value },
            ("NonZero", [inner]) => match Self::of(inner) {
                Kind::Int(int) => Int::non_zero(int.name).map_or(Kind::Unknown, Kind::Int),
                _ => Kind::Unknown,
            },
            (name, []) => Int::named(name)
                .or_else(|| name.strip_prefix("NonZero").and_then(Int::non_zero))
                .map_or(Kind::Unknown, Kind::Int),
            _ => Kind::Unknown,
        }
    }

    /// True for the forms that `midnight_to_date` makes.
    pub(crate) fn is_date(self) -> bool {
        matches!(self, Kind::Form("Date" | "NaiveDate"))
    }
}

/// Without the invisible groups of `macro_rules!` and without parentheses.
pub(crate) fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => plain(&group.elem),
        Type::Paren(paren) => plain(&paren.elem),
        ty => ty,
    }
}

/// The types that are strings of a form of their own, by name and by the crate that the path starts with.
fn form(name: &str, root: &str) -> Option<&'static str> {
    let forms: &[&'static str] = match root {
        // without a path only names that are unlikely for a type of the user's
        "" => &[
            "Date",
            "OffsetDateTime",
            "PrimitiveDateTime",
            "NaiveDate",
            "NaiveTime",
            "NaiveDateTime",
            "Uuid",
            "Url",
            "IpAddr",
            "Ipv4Addr",
            "Ipv6Addr",
            "SocketAddr",
            "SocketAddrV4",
            "SocketAddrV6",
        ],
        "time" => &["Date", "Time", "Duration", "OffsetDateTime", "PrimitiveDateTime"],
        "chrono" => &["NaiveDate", "NaiveTime", "NaiveDateTime", "DateTime"],
        "uuid" => &["Uuid"],
        "url" => &["Url"],
        "std" | "core" => &["IpAddr", "Ipv4Addr", "Ipv6Addr", "SocketAddr", "SocketAddrV4", "SocketAddrV6"],
        _ => &[],
    };
    forms.iter().copied().find(|form| *form == name)
}

fn is_str(ty: &Type) -> bool {
    matches!(plain(ty), Type::Path(path) if path.path.is_ident("str"))
}

/// The type arguments of a path segment, in order.
pub(crate) fn type_arguments(arguments: &PathArguments) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return Vec::new();
    };
    arguments
        .args
        .iter()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
        .collect()
}

/// The type as a message shows it: without most of the spaces between its tokens.
pub(crate) fn show(tokens: &impl quote::ToTokens) -> String {
    let spaced = tokens.to_token_stream().to_string();
    let mut out = String::with_capacity(spaced.len());
    let mut chars = spaced.chars().peekable();
    while let Some(c) = chars.next() {
        let before = out.chars().last().unwrap_or(' ');
        let after = chars.peek().copied().unwrap_or(' ');
        let needless = "<([&:'! ".contains(before) || (before != ',' && "<>(),:;] ".contains(after));
        if c != ' ' || !needless {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn kinds_by_name() {
        let text = |ty: Type| matches!(Kind::of_value(&ty), Kind::Text);
        assert!(text(parse_quote!(String)) && text(parse_quote!(Option<Box<std::string::String>>)));
        let int = |ty: Type| matches!(Kind::of_value(&ty), Kind::Int(_));
        assert!(int(parse_quote!(u8)) && int(parse_quote!(NonZeroU8)) && int(parse_quote!(std::num::NonZero<u8>)));
        let unknown = |ty: Type| matches!(Kind::of_value(&ty), Kind::Unknown);
        assert!(unknown(parse_quote!(Option)) && unknown(parse_quote!(my::Date)) && unknown(parse_quote!(Value)));
        assert!(unknown(parse_quote!(my::Option<u8>)) && unknown(parse_quote!(my::String)));
        assert!(unknown(parse_quote!(<T as X>::String)) && unknown(parse_quote!(Reason)));
        assert!(matches!(Kind::of(&parse_quote!([u8; 4])), Kind::List { form: List::Fixed, .. }));
        assert!(matches!(Kind::of(&parse_quote!(HashMap<String, u8>)), Kind::Map { .. }));
        assert!(matches!(Kind::of(&parse_quote!(serde_json::Value)), Kind::Json));
        assert!(Kind::of(&parse_quote!(time::Date)).is_date());
    }

    #[test]
    fn integer_ranges() {
        let ty = parse_quote!(NonZeroU8);
        let Kind::Int(byte) = Kind::of(&ty) else { panic!("an integer") };
        assert_eq!((byte.min, byte.max), (1, 255));
    }

    #[test]
    fn types_are_shown_as_written() {
        let shown = |ty: Type| show(&ty);
        assert_eq!(
            shown(parse_quote!(std::collections::HashMap<i64, Vec<String>>)),
            "std::collections::HashMap<i64, Vec<String>>"
        );
        assert_eq!(shown(parse_quote!(&'a mut str)), "&'a mut str");
        assert_eq!(shown(parse_quote!((u8, [u8; 4]))), "(u8, [u8; 4])");
        assert_eq!(shown(parse_quote!(fn(u8) -> &'a [u8])), "fn(u8) -> &'a [u8]");
    }
}
