//! The derive macro of [`toolargs`](https://docs.rs/toolargs).
#![forbid(unsafe_code)]

mod ast;
mod attr;
mod case;
mod check;
mod errors;
mod expand;
mod kind;
mod rules;
mod suggest;
mod value;

#[cfg(test)]
mod tests;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Implements `ToolArgs` and `FromArg`, or `FromArg` alone for types that only stand in fields.
///
/// ```
/// use toolargs::ToolArgs;
///
/// /// Refund part or all of an order.
/// #[derive(Debug, ToolArgs)]
/// struct IssueRefund {
///     /// Order to refund.
///     #[arg(min_len = 12, max_len = 12)]
///     order_id: String,
///     #[arg(min = 1, max = 50000)]
///     amount_cents: i64,
///     #[arg(default)]
///     notify_customer: bool,
///     reason: Reason,
/// }
///
/// #[derive(Debug, ToolArgs)]
/// enum Reason { Damaged, Late, Other }
///
/// let parsed = IssueRefund::parse(r#"{"order_id":"ord_A1b2C3d4","amount_cents":"1999","reason":"late"}"#).unwrap();
/// assert_eq!(parsed.args.amount_cents, 1999);
/// assert_eq!(parsed.repairs[0].to_string(), "$.amount_cents: numeric_string_to_int");
/// ```
///
/// | the type | is read from | can be a call's arguments |
/// |---|---|---|
/// | struct with named fields, or without fields | an object | yes |
/// | enum of unit variants | a string, the variant's name in `snake_case` | no |
/// | enum with data | an object whose tag names the variant | yes |
/// | enum with `#[tool(untagged)]` | any value that exactly one variant accepts | when all variants have named fields |
/// | tuple struct of one field with `#[tool(transparent)]` | what its field is read from | no |
///
/// A field that is neither an `Option` nor has a default is required. Doc comments become descriptions: lines are joined,
/// paragraphs and list items stay apart.
///
/// # `#[tool(...)]` on the type
///
/// | key | meaning |
/// |---|---|
/// | `name = "…"` | the tool's name; otherwise that of the type in `snake_case` |
/// | `description = "…"` | what the model reads; otherwise the doc comment |
/// | `strict` | no repair of any kind, the payload's included |
/// | `allow(RULE, …)` | opt-in repairs that run here |
/// | `deny(RULE, …)` | repairs that do not run here: the value is `repair_forbidden` |
/// | `rename_all = "…"` | names of fields or variants: `snake_case`, `camelCase`, `PascalCase`, `SCREAMING_SNAKE_CASE`, `kebab-case`, `SCREAMING-KEBAB-CASE`, `lowercase`, `UPPERCASE` |
/// | `tag = "…"` | the key that names an enum's variant; `type` unless set. A string enum with a tag is read as an object |
/// | `untagged` | tries every variant; a value that fits two is `ambiguous_union` |
/// | `transparent` | a newtype with constraints and policy of its own |
/// | `max_bytes = N` | the longest payload; 1 MiB unless set |
/// | `crate = path` | where `toolargs` is found, when it is not `::toolargs` |
///
/// # `#[arg(...)]` on a field
///
/// | key | on | meaning |
/// |---|---|---|
/// | `min`, `max`, `exclusive_min`, `exclusive_max` | numbers | bounds, as literals |
/// | `multiple_of` | numbers | the step, in exact decimal arithmetic |
/// | `pattern = "…"` | strings | a regular expression that the whole text matches; needs the feature `regex` |
/// | `min_len`, `max_len` | strings | characters |
/// | `format = "…"` | strings | `date`, `date-time`, `time`, `duration`, `email`, `hostname`, `ipv4`, `ipv6`, `uri`, `uuid`, `regex` |
/// | `min_items`, `max_items` | lists and maps | items or entries |
/// | `unique_items` | lists | no two items are equal |
/// | `each(…)` | lists and maps | constraints and policy of the items or values |
/// | `default`, `default = expr` | any | the value of an absent field; a string literal is converted with `Into` |
/// | `validate = path` | any | a `fn(&T) -> Result<(), impl Display>`, run last; on an `Option<T>` only when there is a value |
/// | `rename = "…"` | any, variants | the name on the wire |
/// | `description = "…"` | any, variants | what the model reads; otherwise the doc comment |
/// | `example = expr` | any | an example for the schema |
/// | `sensitive` | any | no repair and no message shows the value |
/// | `strict`, `allow(…)`, `deny(…)` | any | as on the type, for this field and what is in it |
///
/// Constraints on a field whose type is an `Option<T>` or a `Box<T>` are those of `T`.
///
/// # Errors
///
/// A spec that contradicts itself does not compile: bounds that no value meets or that do not fit the type, defaults outside
/// of them, names that a repair could not tell apart, rules that never apply, and so on. All mistakes of a type are reported
/// at once, each under its token. Kinds are judged by the last segment of the type's path, so types of your own pass, and so
/// does an alias.
#[proc_macro_derive(ToolArgs, attributes(tool, arg))]
pub fn derive_tool_args(input: TokenStream) -> TokenStream {
    let node = parse_macro_input!(input as DeriveInput);
    derive(&node).into()
}

fn derive(node: &DeriveInput) -> proc_macro2::TokenStream {
    let errors = errors::Errors::new();
    let container = ast::Container::read(node, &errors);
    check::check(&container, &errors);
    match errors.finish() {
        Ok(()) => expand::expand(&container),
        Err(error) => {
            let mut out = error.into_compile_error();
            out.extend(expand::placeholder(&container));
            out
        }
    }
}
