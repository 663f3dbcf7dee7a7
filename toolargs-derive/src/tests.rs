//! The expansions, held against checked-in files. `UPDATE=1 cargo test -p toolargs-derive` writes them anew.

use std::fs;
use std::path::Path;

use proc_macro2::TokenStream;
use syn::{DeriveInput, parse_quote};

/// The mistakes that the derive finds in a type, in order.
pub(crate) fn mistakes(node: &DeriveInput) -> Vec<String> {
    let errors = crate::errors::Errors::new();
    let container = crate::ast::Container::read(node, &errors);
    crate::check::check(&container, &errors);
    errors.finish().err().into_iter().flatten().map(|error| error.to_string()).collect()
}

fn pretty(tokens: TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(tokens).expect("the expansion is Rust"))
}

/// Compares the expansion with its file and returns it.
fn snapshot(name: &str, node: &DeriveInput) -> String {
    assert_eq!(mistakes(node), [""; 0]);
    let expansion = pretty(crate::derive(node));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(format!("{name}.rs"));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &expansion).expect("the snapshot is written");
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(expansion == expected, "the expansion differs from {}; it is now:\n{expansion}", file.display());
    expansion
}

#[cfg(all(feature = "regex", feature = "time"))]
#[test]
fn a_struct_stays_small() {
    let expansion = snapshot(
        "issue_refund",
        &parse_quote! {
            /// Refund part or all of an order.
            #[tool(name = "issue_refund")]
            struct IssueRefund {
                /// Order to refund.
                #[arg(pattern = "ord_[A-Za-z0-9]{8}")]
                order_id: String,
                #[arg(min = 1, max = 50000)]
                amount_cents: i64,
                #[arg(default)]
                notify_customer: bool,
                reason: Reason,
                #[arg(default)]
                tags: Vec<String>,
                effective_date: Option<time::Date>,
            }
        },
    );
    assert!(expansion.lines().count() < 150, "{} lines", expansion.lines().count());
}

#[test]
fn every_attribute() {
    snapshot(
        "attributes",
        &parse_quote! {
            #[tool(description = "All of them.", deny(enum_casefold), max_bytes = 4096, rename_all = "camelCase", crate = my::args)]
            struct All<T, const N: usize> where T: Copy {
                #[arg(exclusive_min = -0.5, exclusive_max = 1_000.25, multiple_of = 0.25, sensitive, strict, validate = checks::ratio)]
                ratio_now: Option<f64>,
                #[arg(min_items = 1, max_items = 9, unique_items, each(max_items = 2, strict, each(max_len = 3, format = "email")))]
                lists: Vec<Vec<String>>,
                #[arg(default = "fast", rename = "how", example = "slow", description = "How.", validate = known)]
                mode: String,
                #[arg(default = 4 + 4, example = 3)]
                r#type: u8,
                #[arg(default)]
                inner: Vec<T>,
                grid: [Box<T::Item>; N],
            }
        },
    );
}

#[test]
fn enums() {
    snapshot(
        "enumeration",
        &parse_quote!(
            enum Reason {
                Damaged,
                /** Too late. */
                Late,
                #[arg(rename = "dup")]
                Duplicate,
                Other,
            }
        ),
    );
    snapshot(
        "tagged",
        &parse_quote! {
            #[tool(tag = "kind", allow(unwrap_envelope))]
            enum Action { Refund { id: String, #[arg(default)] all: bool }, Ship(Address), Nothing }
        },
    );
    snapshot(
        "untagged",
        &parse_quote! {
            #[tool(untagged)]
            enum Id { Number(i64), Text(String), Pair { left: u8, right: u8 }, None }
        },
    );
}

#[test]
fn newtype() {
    snapshot(
        "newtype",
        &parse_quote! {
            #[tool(transparent, allow(trim_whitespace))]
            struct Cents(#[arg(min = 1, validate = even)] i64);
        },
    );
}
