//! Types that no JSON value can fill, known by their names. Of all others the trait's own error speaks.

use syn::{Path, Type};

use crate::ast::Container;
use crate::errors::Errors;
use crate::kind::{Kind, plain, show, type_arguments};

pub(super) fn check(container: &Container<'_>, errors: &Errors) {
    for ty in container.types() {
        walk(ty, errors);
    }
}

/// Reports the first type on the way in that cannot be read.
fn walk(ty: &Type, errors: &Errors) {
    if let Some(instead) = unsupported(ty) {
        let message = format!(
            "`{}` cannot be parsed from tool-call arguments; {instead}, or wrap it in a type of your own that implements `FromArg`",
            show(plain(ty))
        );
        errors.at(plain(ty), message);
        return;
    }
    if let Some((name, feature)) = missing_feature(ty) {
        errors.at(plain(ty), format!("`{name}` needs the `{feature}` feature"));
        return;
    }
    match Kind::of(ty) {
        Kind::Option(inner) => match Kind::of(inner) {
            Kind::Option(_) => {
                errors.at(plain(ty), "an `Option` in an `Option` cannot tell null from absent; use one `Option`");
            }
            _ => walk(inner, errors),
        },
        Kind::Boxed(inner) => walk(inner, errors),
        Kind::List { item, .. } => walk(item, errors),
        Kind::Map { key, value } => {
            if !is_key(key) {
                let message = format!(
                    "`{}` cannot be parsed from tool-call arguments: the keys of a JSON object are strings; use `String`, or an enum or newtype of it",
                    show(plain(ty))
                );
                errors.at(key, message);
            }
            walk(value, errors);
        }
        _ => {}
    }
}

/// What to use instead of a type that is known to be unsupported.
fn unsupported(ty: &Type) -> Option<&'static str> {
    match plain(ty) {
        Type::Reference(reference) => Some(match plain(&reference.elem) {
            Type::Slice(_) => "use `Vec<T>`",
            _ => "arguments are owned: use `String` for text",
        }),
        Type::Slice(_) => Some("use `Vec<T>`"),
        Type::Tuple(tuple) if tuple.elems.is_empty() => {
            Some("use a struct without fields, or `Option<T>` for what may be null")
        }
        Type::Tuple(_) => Some("use a struct with named fields, or an array for items of one type"),
        Type::FnPtr(_) | Type::Ptr(_) | Type::Never(_) | Type::ImplTrait(_) | Type::TraitObject(_) => Some(
            "use one of the supported types (`String`, `bool`, numbers, `char`, `Option<T>`, `Vec<T>`, maps with string keys, types that derive `ToolArgs`)",
        ),
        Type::Path(path) if path.qself.is_none() => unsupported_path(&path.path),
        _ => None,
    }
}

fn unsupported_path(path: &Path) -> Option<&'static str> {
    let last = path.segments.last()?;
    let types = type_arguments(&last.arguments).len();
    let bare = path.segments.len() == 1;
    let std = !bare && ["std", "core", "alloc"].iter().any(|root| path.segments[0].ident == root);
    match last.ident.to_string().as_str() {
        // a bare name may be `time::Duration` or the user's own, so only the full path is certain
        "Duration" if std => {
            Some("use `time::Duration`, or a number with the unit in its name, such as `timeout_seconds: u64`")
        }
        "Instant" if std => Some("use `time::OffsetDateTime`"),
        "SystemTime" if std || bare => Some("use `time::OffsetDateTime`"),
        "Path" | "str" if std || bare && last.ident == "str" => Some("use `String`"),
        "PathBuf" | "OsString" | "CString" if std || bare => Some("use `String`"),
        "Rc" | "Arc" if types == 1 && (std || bare) => Some("use `Box<T>` or `T` itself"),
        "RefCell" | "Mutex" | "RwLock" if types == 1 && (std || bare) => Some("use `T` itself"),
        "Result" if types == 2 && (std || bare) => Some("use an enum that derives `ToolArgs`"),
        _ => None,
    }
}

/// A type of another crate, by its full path, when `toolargs` was built without it.
fn missing_feature(ty: &Type) -> Option<(String, &'static str)> {
    let Type::Path(path) = plain(ty) else {
        return None;
    };
    let segments = &path.path.segments;
    if path.qself.is_some() || segments.len() < 2 {
        return None;
    }
    let (feature, on, names): (_, _, &[&str]) = match segments[0].ident.to_string().as_str() {
        "time" => {
            ("time", cfg!(feature = "time"), &["Date", "Time", "OffsetDateTime", "PrimitiveDateTime", "Duration"])
        }
        "uuid" => ("uuid", cfg!(feature = "uuid"), &["Uuid"]),
        "url" => ("url", cfg!(feature = "url"), &["Url"]),
        "rust_decimal" => ("rust_decimal", cfg!(feature = "rust_decimal"), &["Decimal"]),
        "chrono" => ("chrono", cfg!(feature = "chrono"), &["NaiveDate", "NaiveTime", "NaiveDateTime", "DateTime"]),
        _ => return None,
    };
    let name = segments.last()?.ident.to_string();
    (!on && names.contains(&name.as_str())).then_some((name, feature))
}

/// Whether a type can stand for the keys of an object. The user's own are held to that by the runtime.
fn is_key(key: &Type) -> bool {
    match Kind::of(key) {
        Kind::Text | Kind::Unknown => unsupported(key).is_none(),
        Kind::Boxed(inner) => is_key(inner),
        _ => false,
    }
}
