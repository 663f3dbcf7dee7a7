//! One case for each rule: a type, and the messages it gets.

use crate::tests::mistakes;

macro_rules! cases {
    ($($name:ident: { $($item:tt)* } => [$($message:expr),* $(,)?];)*) => {
        $(
            #[test]
            fn $name() {
                let node = syn::parse_quote!($($item)*);
                let expected: &[&str] = &[$($message),*];
                assert_eq!(mistakes(&node), expected);
            }
        )*
    };
}

cases! {
    rules_of_a_format_on_its_text: {
        struct A {
            #[arg(format = "date", allow(midnight_to_date, null_word_to_absent))] a: Option<String>,
            #[arg(allow(midnight_to_date))] b: Option<String>,
            #[arg(format = "uuid", allow(midnight_to_date))] c: Option<String>
        }
    } => ["`midnight_to_date` never applies to `String`", "`midnight_to_date` never applies to `String`"];
    min_above_max: { struct A { #[arg(min = 50000, max = 1)] a: i64 } }
        => ["`min` (50000) is greater than `max` (1); no value can satisfy this range"];
    lengths_and_items: {
        struct A { #[arg(min_len = 5, max_len = 1)] a: String, #[arg(min_items = 3, max_items = 2)] b: Vec<String> }
    } => [
        "`min_len` (5) is greater than `max_len` (1); no value can satisfy this range",
        "`min_items` (3) is greater than `max_items` (2); no value can satisfy this range",
    ];
    open_bounds: {
        struct A {
            #[arg(exclusive_min = 1, exclusive_max = 2)] a: i64,
            #[arg(exclusive_min = 1, exclusive_max = 2)] b: f64,
            #[arg(min = 1, exclusive_max = 1)] c: f64,
            #[arg(min = 1, exclusive_min = 2)] d: f64,
            #[arg(max = 1, exclusive_max = 2)] e: Money,
        }
    } => [
        "no value lies between `exclusive_min = 1` and `exclusive_max = 2`",
        "no value lies between `min = 1` and `exclusive_max = 1`",
        "`min` and `exclusive_min` both bound from below; keep one",
        "`max` and `exclusive_max` both bound from above; keep one",
    ];
    steps: {
        struct A {
            #[arg(multiple_of = 0)] a: i64,
            #[arg(multiple_of = -0.5)] b: f64,
            #[arg(min = 11, max = 19, multiple_of = 10)] c: i64,
            #[arg(min = 11, max = 20, multiple_of = 10)] d: i64,
        }
    } => [
        "`multiple_of` must be greater than 0",
        "`multiple_of` must be greater than 0",
        "no multiple of 10 lies between `min = 11` and `max = 19`",
    ];
    outside_the_type: {
        struct A {
            #[arg(max = 300)] a: u8,
            #[arg(min = -1)] b: Option<u64>,
            #[arg(min = 0.5)] c: i64,
            #[arg(max = 9007199254740993)] d: f64,
            #[arg(max = 1e39)] e: f32,
            #[arg(max = 300)] f: Small,
            #[arg(min = -9223372036854775809)] g: isize,
            #[arg(max = 65536)] h: NonZeroU16,
            #[arg(each(max = 300))] i: Vec<u8>,
        }
    } => [
        "`max = 300` does not fit in `u8` (0..=255)",
        "`min = -1` does not fit in `u64` (0..=18446744073709551615)",
        "`min = 0.5` has a fraction, but the value is `i64`; write a whole number",
        "`max = 9007199254740993` is no `f64`; the nearest is 9007199254740992",
        "`max = 1e39` does not fit in `f32`",
        "`min = -9223372036854775809` does not fit in `isize` (-9223372036854775808..=9223372036854775807)",
        "`max = 65536` does not fit in `u16` (1..=65535)",
        "`max = 300` does not fit in `u8` (0..=255)",
    ];
    defaults_outside: {
        struct A {
            #[arg(min = 1, max = 5, default = 9)] a: u8,
            #[arg(exclusive_min = 0.0, default = 0.0)] b: f64,
            #[arg(multiple_of = 5, default = 7)] c: u8,
            #[arg(max_len = 2, default = "abc")] d: String,
            #[arg(default = 256)] e: u8,
            #[arg(default = "5")] f: i64,
            #[arg(default = 5)] g: String,
            #[arg(default = 1)] h: f64,
            #[arg(default, min = 1)] i: u32,
            #[arg(default, min_len = 1)] j: String,
            #[arg(default, min_items = 1)] k: Vec<u8>,
            #[arg(min = 1, example = 0)] l: i64,
            #[arg(min = 1, default = -1)] m: i64,
            #[arg(default = 5)] n: Vec<u8>,
            #[arg(default = true)] o: bool,
            #[arg(min = 1, max = 5, default = LIMIT)] p: u8,
            #[arg(default = "x")] q: Mode,
        }
    } => [
        "default `9` is outside `min = 1, max = 5`",
        "default `0.0` is outside `exclusive_min = 0.0`",
        "default `7` is no multiple of 5",
        "default `\"abc\"` is outside `max_len = 2`",
        "default `256` does not fit in `u8` (0..=255)",
        "default `\"5\"` is a string, but this field is `i64`",
        "default `5` is an integer, but this field is `String`",
        "default `1` is an integer, but this field is `f64`; write `1.0`",
        "default `0` is outside `min = 1`; write `default = …`",
        "default `\"\"` is outside `min_len = 1`; write `default = …`",
        "default of no items is outside `min_items = 1`; write `default = …`",
        "example `0` is outside `min = 1`",
        "default `-1` is outside `min = 1`",
        "default `5` is an integer, but this field is `Vec<u8>`",
    ];
    default_on_option: {
        struct A { #[arg(default)] a: Option<u8>, #[arg(default = Some(1))] b: Option<u8> }
    } => [
        "an absent `Option` is `None` already; remove `default`, or make the field a plain `T` with this default",
        "an absent `Option` is `None` already; remove `default`, or make the field a plain `T` with this default",
    ];
    names_by_case: {
        enum A { #[arg(rename = "other")] Low, #[arg(rename = "Other")] Capital, #[arg(rename = "straße")] S, #[arg(rename = "STRASSE")] T }
    } => ["variant name `Other` differs from `other` only by case, so a repair could not choose; rename one or `deny(enum_casefold)`"];
    names_by_case_denied: {
        #[tool(deny(enum_casefold))]
        enum A { #[arg(rename = "other")] Low, #[arg(rename = "Other")] Capital }
    } => [];
    names_twice: {
        struct A { #[arg(rename = "amount_cents")] total: i64, #[arg(rename = "amount_cents")] amount: i64, #[arg(rename = "")] b: u8 }
    } => [
        "field `amount` uses the name `amount_cents`, already used by field `total`",
        "field `b` has an empty name; write `rename = \"name\"`",
    ];
    names_twice_by_case: { #[tool(rename_all = "camelCase")] struct A { a_b: u8, aB: u8 } }
        => ["field `aB` uses the name `aB`, already used by field `a_b`"];
    variants_twice: { enum A { One, #[arg(rename = "one")] Two } }
        => ["variant `Two` uses the name `one`, already used by variant `One`"];
    unknown_keys: {
        #[tool(nam = "x")]
        struct A { #[arg(patern = "x", min = 1)] a: String, #[arg(regex = "x", zebra)] b: String }
    } => [
        "unknown `#[tool(...)]` key `nam`; did you mean `name`?",
        "unknown `#[arg(...)]` key `patern`; did you mean `pattern`?",
        "unknown `#[arg(...)]` key `regex`; did you mean `pattern`?",
        "unknown `#[arg(...)]` key `zebra`",
        "`min` applies to numbers, but this field is `String`; for strings use `min_len`/`max_len` or `pattern`",
    ];
    keys_at_the_wrong_level: {
        #[tool(pattern = "x")]
        struct A { #[arg(rename_all = "camelCase")] a: String, #[arg(each(default))] b: Vec<u8> }
    } => [
        "`pattern` belongs on a field, not on the struct or enum",
        "`rename_all` belongs on the struct or enum, not on a field",
        "`default` belongs on the field, not in `each(...)`",
    ];
    keys_on_variants: { enum A { #[arg(min = 1)] One, #[arg(tag = "x")] Two } } => [
        "`min` belongs on a field, not on a variant",
        "`tag` belongs on the struct or enum, not on a variant",
    ];
    attributes_at_the_wrong_level: { #[arg(strict)] struct A { #[tool(strict)] a: u8, #[arg] b: u8 } } => [
        "`#[arg(...)]` does not belong on the struct or enum; write `#[tool(...)]`",
        "`#[tool(...)]` does not belong on a field; write `#[arg(...)]`",
        "expected `#[arg(...)]`",
    ];
    keys_twice: {
        #[tool(name = "a")]
        #[tool(name = "b")]
        struct A { #[arg(min_len = 1, min_len = 2)] a: String, #[arg(each(min = 1, min = 2))] b: Vec<u8> }
    } => [
        "duplicate `name` in `#[tool(...)]`",
        "duplicate `min_len` in `#[arg(...)]`",
        "duplicate `min` in `each(...)`",
    ];
    values_missing_or_wrong: {
        #[tool(name, strict = true, rename_all = "camel", crate = 5)]
        struct A {
            #[arg(min, max = "5", min_len = -1, format = "mail", each)] a: Vec<u8>,
            #[arg(min = 1 max = 2)] b: u8,
            #[arg(5)] c: u8,
            #[arg(validate = |x| x)] d: u8,
            #[arg(default = )] e: u8,
            #[arg(pattern = 5 + 5, sensitive)] f: String,
            #[arg(format = "zebra")] g: String,
            #[arg(max = 1e999)] h: f64,
            #[arg(max = 340282366920938463463374607431768211455)] i: u128,
        }
    } => [
        "`name` needs a value: `name = \"issue_refund\"`",
        "`strict` takes no value; write `strict` alone",
        "unknown case \"camel\"; did you mean `camelCase`?",
        "`crate` takes a path: `crate = my_crate::toolargs`",
        "`min` needs a value: `min = 1`",
        "`max` takes a number: `max = 1`",
        "`min_len` takes a whole number from 0 up: `min_len = 1`",
        "unknown format \"mail\"; did you mean `email`?",
        "`each` needs a list: `each(min_len = 1)`",
        "expected `,` after `min`",
        "expected a key of `#[arg(...)]`",
        "`validate` takes a path: `validate = check`",
        "`default` needs a value: `default = 1`",
        "`pattern` takes a string: `pattern = \"[a-z]+\"`",
        "unknown format \"zebra\"; use one of `date`, `date-time`, `time`, `duration`, `email`, `hostname`, `ipv4`, `ipv6`, `uri`, `uuid`, `regex`, or a `pattern`",
        "this number does not fit in `f64`",
        "this number does not fit in `i128`",
    ];
    rules: {
        #[tool(allow(trim), deny(empty_to_object))]
        struct A {
            #[arg(allow(enum_casefold))] a: i64,
            #[arg(deny(strip_code_fence))] b: String,
            #[arg(allow(rename_key_case))] c: Address,
            #[arg(allow(null_word_to_absent))] d: u8,
            #[arg(allow(null_word_to_absent))] e: Option<String>,
            #[arg(allow(null_word_to_absent))] f: Option<u8>,
            #[arg(allow(trim_whitespace, trim_whitespace), deny(trim_whitespace))] g: String,
            #[arg(allow("trim_whitespace"))] h: String,
            #[arg(allow())] i: String,
            #[arg(allow(midnight_to_date))] j: Date,
            #[arg(allow(midnight_to_date))] k: OffsetDateTime,
            #[arg(each(allow(integer_to_string)))] l: Vec<u8>,
            #[arg(allow(singleton_to_scalar))] m: Vec<String>,
        }
    } => [
        "unknown rule `trim`; did you mean `trim_whitespace`?",
        "`allow` takes the names of rules: `allow(trim_whitespace)`",
        "`allow` needs a list: `allow(trim_whitespace)`",
        "`empty_to_object` never applies to a type with fields",
        "`enum_casefold` never applies to `i64`",
        "`strip_code_fence` repairs a call's payload; put it on the type, in `#[tool(...)]`",
        "`rename_key_case` repairs the keys of an object; put it on the type, in `#[tool(...)]`",
        "`null_word_to_absent` applies to what may be left out; make this an `Option` or give it a `default`",
        "`null_word_to_absent` never applies to `String`",
        "rule `trim_whitespace` is named twice",
        "rule `trim_whitespace` is both allowed and denied; remove one",
        "`midnight_to_date` never applies to `OffsetDateTime`",
        "`integer_to_string` never applies to `u8`",
    ];
    strict: {
        struct A {
            #[arg(strict, allow(trim_whitespace))] a: String,
            #[arg(strict, deny(trim_whitespace))] b: String,
            #[arg(strict, each(allow(trim_whitespace)))] c: Vec<String>,
        }
    } => [
        "`strict` forbids every repair; remove `allow(...)`",
        "`strict` forbids every repair already; remove `deny(...)`",
        "`strict` outside this place forbids every repair; remove `allow(...)`",
    ];
    strict_type: { #[tool(strict, allow(unwrap_envelope))] struct A { #[arg(allow(trim_whitespace))] a: String } } => [
        "`strict` forbids every repair; remove `allow(...)`",
        "`strict` outside this place forbids every repair; remove `allow(...)`",
    ];
    rules_on_enums_and_newtypes: { #[tool(allow(numeric_string_to_int), deny(enum_casefold))] enum A { One, Two } }
        => ["`numeric_string_to_int` never applies to `A`, which is a string enum"];
    rules_on_newtypes: { #[tool(transparent, allow(enum_casefold, unwrap_envelope, decimal_string_to_int))] struct A(i64); }
        => ["`enum_casefold` never applies to `i64`", "`unwrap_envelope` never applies to `i64`"];
    unsupported_types: {
        struct A<'a> {
            a: std::time::Duration,
            b: &'a str,
            c: (u8, u8),
            d: Vec<PathBuf>,
            e: Arc<String>,
            f: HashMap<i64, String>,
            g: Option<Option<u8>>,
            h: fn(u8) -> u8,
            i: Duration,
            j: Box<std::time::Instant>,
            k: chrono::Unknown,
            l: Cow<'a, str>,
            m: &'a [u8],
            n: dyn std::fmt::Debug,
        }
    } => [
        "`std::time::Duration` cannot be parsed from tool-call arguments; use `time::Duration`, or a number with the unit in its name, such as `timeout_seconds: u64`, or wrap it in a type of your own that implements `FromArg`",
        "`&'a str` cannot be parsed from tool-call arguments; arguments are owned: use `String` for text, or wrap it in a type of your own that implements `FromArg`",
        "`(u8, u8)` cannot be parsed from tool-call arguments; use a struct with named fields, or an array for items of one type, or wrap it in a type of your own that implements `FromArg`",
        "`PathBuf` cannot be parsed from tool-call arguments; use `String`, or wrap it in a type of your own that implements `FromArg`",
        "`Arc<String>` cannot be parsed from tool-call arguments; use `Box<T>` or `T` itself, or wrap it in a type of your own that implements `FromArg`",
        "`HashMap<i64, String>` cannot be parsed from tool-call arguments: the keys of a JSON object are strings; use `String`, or an enum or newtype of it",
        "an `Option` in an `Option` cannot tell null from absent; use one `Option`",
        "`fn(u8) -> u8` cannot be parsed from tool-call arguments; use one of the supported types (`String`, `bool`, numbers, `char`, `Option<T>`, `Vec<T>`, maps with string keys, types that derive `ToolArgs`), or wrap it in a type of your own that implements `FromArg`",
        "`std::time::Instant` cannot be parsed from tool-call arguments; use `time::OffsetDateTime`, or wrap it in a type of your own that implements `FromArg`",
        "`&'a [u8]` cannot be parsed from tool-call arguments; use `Vec<T>`, or wrap it in a type of your own that implements `FromArg`",
        "`dyn std::fmt::Debug` cannot be parsed from tool-call arguments; use one of the supported types (`String`, `bool`, numbers, `char`, `Option<T>`, `Vec<T>`, maps with string keys, types that derive `ToolArgs`), or wrap it in a type of your own that implements `FromArg`",
    ];
    tuple_structs: { struct A(u8); }
        => ["a tuple struct has no field names; write `#[tool(transparent)]` to read it as its inner value, or name the field"];
    longer_tuple_structs: { struct A(u8, u8); }
        => ["a tuple struct has no field names; name its fields: `struct Point { x: f64, y: f64 }`"];
    transparent_on_other_structs: { #[tool(transparent)] struct A { a: u8 } }
        => ["`transparent` needs a tuple struct with exactly one field: `struct Cents(i64)`"];
    empty_enums: { enum A {} } => ["an enum without variants has no value to read; add a variant"];
    unions: { union A { a: u8 } } => ["a `union` cannot be read from tool-call arguments; use an enum"];
    keys_of_enums_on_structs: { #[tool(tag = "x", untagged, max_bytes = 0)] struct A { a: u8 } } => [
        "`tag` names the variant of an enum; a struct has none, so remove it",
        "`untagged` is for enums; a struct has no variants, so remove it",
        "`max_bytes = 0` admits no payload",
    ];
    keys_of_structs_on_enums: { #[tool(transparent, max_bytes = 5)] enum A { One } } => [
        "`transparent` is for tuple structs with one field; remove it",
        "`max_bytes` limits a payload, and this type is never one; remove it",
    ];
    keys_on_newtypes: {
        #[tool(transparent, rename_all = "camelCase")]
        struct A(#[arg(default, rename = "x", description = "x", min = 1)] i64);
    } => [
        "a newtype has no names to rename; remove `rename_all`",
        "`default` does not belong in a newtype; put it on the field that holds the newtype",
        "`rename` does not belong in a newtype; a newtype has no name on the wire",
        "`description` does not belong in a newtype; describe the type: `#[tool(description = \"…\")]`",
        "default `0` is outside `min = 1`; write `default = …`",
    ];
    tags: {
        #[tool(tag = "kind")]
        enum A { One { kind: u8 }, Two(String), Eight(HashMap<String, u8>), Three(u8, u8), Four(Address), Five(#[arg(min = 1)] Address), Six(Box<Node>), Seven }
    } => [
        "variant `Three` is no object; name its fields: `Three { … }`",
        "the field of `Five` has no name and takes no `#[arg(...)]`; constrain a newtype with `#[tool(transparent)]`, or name the field",
        "field `kind` uses the name `kind`, which holds the variant's name; rename it or choose another `tag`",
        "variant `Two` has no fields beside which the tag could stand; name its field: `Two { value: String }`",
        "variant `Eight` has no fields beside which the tag could stand; name its field: `Eight { value: HashMap<String, u8> }`",
    ];
    an_empty_tag: { #[tool(tag = "")] enum A { One { a: u8 } } } => ["the tag needs a name: `tag = \"type\"`"];
    a_tag_without_use: { #[tool(untagged, tag = "x")] enum A { One { a: u8 }, Two(u8) } }
        => ["an `untagged` enum has no tag; remove `tag` or `untagged`"];
    overlapping_variants: {
        #[tool(untagged)]
        enum A {
            One(String), Two(char), Three(i64), Four(f64), Five(Vec<u8>), Six(Vec<String>), Seven(bool), Eight(Reason),
            Nine, Ten, Eleven { a: Option<u8> }, Twelve { b: Option<u8> }, Thirteen { a: u8, c: u8 }, Fourteen { c: u8, a: u8 },
        }
    } => [
        "variants `One` and `Two` both accept a string; such a value would be ambiguous",
        "variants `Three` and `Four` both accept an integer; such a value would be ambiguous",
        "variants `Five` and `Six` both accept a list; such a value would be ambiguous",
        "variants `Nine` and `Ten` both accept null; such a value would be ambiguous",
        "variants `Eleven` and `Twelve` both accept an empty object; such a value would be ambiguous",
        "variants `Thirteen` and `Fourteen` both accept the same object; such a value would be ambiguous",
    ];
    variants_apart: {
        #[tool(untagged)]
        enum A { One(i64), Two(String), Three(bool), Four(Vec<String>), Five { a: u8 }, Six { b: u8 }, Seven(Option<Reason>) }
    } => [];
    examples_of_generic_fields: { struct A<T> { #[arg(example = T::new())] a: Vec<T> } }
        => ["`example` cannot stand on a field whose type depends on a type parameter; remove it"];
    tool_names: { #[tool(name = "issue refund")] struct A { a: u8 } }
        => ["no provider takes this tool name; use 1 to 64 letters, digits, `_` and `-`"];
    commas_in_expressions: {
        struct A { #[arg(default = HashMap::<String, Vec<u8>>::new(), description = "x")] a: HashMap<String, Vec<u8>>, #[arg(default = 1 << 2, min = 1)] b: u8 }
    } => [];
}

#[cfg(feature = "regex")]
cases! {
    wrong_kinds: {
        struct A {
            #[arg(pattern = "x")] a: u32,
            #[arg(min_len = 1)] b: Vec<String>,
            #[arg(min = 1)] c: Vec<String>,
            #[arg(min_items = 1)] d: String,
            #[arg(unique_items)] e: BTreeSet<String>,
            #[arg(min_items = 1)] f: [u8; 2],
            #[arg(each(min = 1))] g: String,
            #[arg(each(pattern = "x"))] h: HashMap<String, u8>,
            #[arg(pattern = "x")] i: Option<Date>,
            #[arg(multiple_of = 2)] j: bool,
            #[arg(format = "email")] k: serde_json::Value,
            #[arg(unique_items)] l: BTreeMap<String, u8>,
            #[arg(pattern = "x", min = 1, unique_items)] m: Unknown,
            #[arg(min_items = 1)] n: BTreeMap<String, u8>,
        }
    } => [
        "`pattern` applies to strings, but this field is `u32`; for numbers use `min`/`max`",
        "`min_len` applies to strings, but this field is `Vec<String>`; for its items use `each(min_len …)`",
        "`min` applies to numbers, but this field is `Vec<String>`; for lists use `min_items`/`max_items`, for items `each(...)`",
        "`min_items` applies to lists and maps, but this field is `String`; for strings use `min_len`/`max_len` or `pattern`",
        "the items of a set are always unique; remove `unique_items`",
        "`[u8; 2]` has a fixed length; remove `min_items`",
        "`each` applies to lists and maps, but this field is `String`; for strings use `min_len`/`max_len` or `pattern`",
        "`pattern` applies to strings, but its values are `u8`; for numbers use `min`/`max`",
        "`pattern` applies to strings, but this field is `Date`; it has a form of its own, so remove it",
        "`multiple_of` applies to numbers, but this field is `bool`; remove `multiple_of`",
        "`format` applies to strings, but this field is `serde_json::Value`; remove `format`",
        "`unique_items` applies to lists, but this field is `BTreeMap<String, u8>`; for maps use `min_items`/`max_items`, for values `each(...)`",
    ];
    patterns: { struct A { #[arg(pattern = "ord_[A-Z")] a: String, #[arg(pattern = "[a-z]+", default = "A")] b: String, #[arg(default, pattern = "[a-z]+")] c: String } } => [
        "invalid regular expression in `pattern`: unclosed character class `[A-Z`",
        "default `\"A\"` does not match `pattern = \"[a-z]+\"`",
        "default `\"\"` does not match `pattern = \"[a-z]+\"`; write `default = …`",
    ];
}

#[cfg(not(feature = "regex"))]
cases! {
    patterns_need_a_feature: { struct A { #[arg(pattern = "[a-z]+")] a: String } } => ["`pattern` needs the `regex` feature"];
}

#[cfg(not(any(feature = "time", feature = "uuid", feature = "url", feature = "rust_decimal", feature = "chrono")))]
cases! {
    types_need_a_feature: { struct A { a: time::Date, b: Vec<uuid::Uuid>, c: url::Url, d: rust_decimal::Decimal, e: chrono::NaiveDate, f: Date } } => [
        "`Date` needs the `time` feature",
        "`Uuid` needs the `uuid` feature",
        "`Url` needs the `url` feature",
        "`Decimal` needs the `rust_decimal` feature",
        "`NaiveDate` needs the `chrono` feature",
    ];
}
