//! Every type that can stand in a field, at its borders.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::num::{
    NonZero, NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16,
    NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize,
};

use serde_json::{Value, json};
use toolargs::{At, Code, Defs, Flow, FromArg, Input, Shape, ToolArgs};

use crate::support::decimal::Decimal;
use crate::support::keeps_digits;

/// A tool with one field of any type.
#[derive(Debug, PartialEq, ToolArgs)]
struct One<T> {
    v: T,
}

fn read<T: FromArg + 'static>(json: &str) -> Result<T, (Code, String)> {
    match One::<T>::parse(&format!("{{\"v\":{json}}}")) {
        Ok(parsed) => {
            let canonical = parsed.args.to_value();
            let again = One::<T>::parse(&canonical.to_string()).unwrap_or_else(|error| panic!("{canonical}: {error}"));
            assert_eq!(again.args.to_value(), canonical, "{json}");
            assert!(again.repairs.is_empty(), "{json}: {:?}", again.repairs);
            Ok(parsed.args.v)
        }
        Err(rejection) => Err((rejection.first().code(), rejection.first().path().to_owned())),
    }
}

fn refused<T: FromArg + std::fmt::Debug + 'static>(json: &str) -> Code {
    let (code, path) = read::<T>(json).unwrap_err();
    assert!(path.starts_with("$.v"), "{json} at {path}");
    code
}

fn canonical<T: FromArg + 'static>(json: &str) -> Value {
    One::<T>::parse(&format!("{{\"v\":{json}}}"))
        .unwrap_or_else(|rejection| panic!("{json}: {rejection}"))
        .args
        .to_value()["v"]
        .clone()
}

/// A decimal integer one away from another, in text.
fn beside(number: &str, away: i32) -> String {
    let negative = number.starts_with('-');
    let digits = number.trim_start_matches('-');
    if digits == "0" {
        return away.to_string();
    }
    // away from zero adds, towards zero subtracts: no border here ends in a digit that carries
    let (head, last) = digits.split_at(digits.len() - 1);
    let last: i32 = last.parse::<i32>().unwrap() + if negative { -away } else { away };
    format!("{}{head}{last}", if negative { "-" } else { "" })
}

macro_rules! borders {
    ($($type:ty),+) => {$(
        let (min, max) = (<$type>::MIN.to_string(), <$type>::MAX.to_string());
        for (text, value) in [(&min, <$type>::MIN), (&max, <$type>::MAX)] {
            assert_eq!(read::<$type>(text), Ok(value), "{}", stringify!($type));
            assert_eq!(read::<$type>(&format!("\"{text}\"")), Ok(value), "{}", stringify!($type));
        }
        for beyond in [beside(&min, -1), beside(&max, 1), format!("{max}0"), "1e40".into(), "1e999999999".into()] {
            assert_eq!(refused::<$type>(&beyond), Code::OutOfRange, "{} {beyond}", stringify!($type));
        }
        assert_eq!(refused::<$type>(&format!("\"{}\"", beside(&max, 1))), Code::OutOfRange);
        for (json, code) in [("1.5", Code::LossyNumber), ("\"1.5\"", Code::AmbiguousInteger), ("true", Code::Type),
            ("null", Code::Missing), ("[1]", Code::Type), ("{}", Code::Type), ("\"\"", Code::AmbiguousInteger)] {
            assert_eq!(refused::<$type>(json), code, "{} {json}", stringify!($type));
        }
        assert_eq!(read::<$type>("1e2"), Ok(100));
        assert_eq!(read::<$type>("-0"), Ok(0));
    )+};
}

#[test]
fn integers_at_their_borders() {
    borders!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
}

#[test]
fn integers_without_a_zero() {
    macro_rules! non_zero {
        ($($type:ty = $inner:ty),+) => {$(
            assert_eq!(read::<$type>("1").map(<$type>::get), Ok(1));
            assert_eq!(read::<$type>(&<$inner>::MAX.to_string()).map(<$type>::get), Ok(<$inner>::MAX));
            for zero in ["0", "-0", "0.0", "0e5", "\"0\""] {
                assert_eq!(refused::<$type>(zero), Code::OutOfRange, "{} {zero}", stringify!($type));
            }
            assert_eq!(refused::<$type>("null"), Code::Missing);
        )+};
    }
    non_zero!(
        NonZeroI8 = i8, NonZeroI16 = i16, NonZeroI32 = i32, NonZeroI64 = i64, NonZeroI128 = i128, NonZeroIsize = isize,
        NonZeroU8 = u8, NonZeroU16 = u16, NonZeroU32 = u32, NonZeroU64 = u64, NonZeroU128 = u128, NonZeroUsize = usize,
        NonZero<u8> = u8
    );
}

#[test]
fn wide_integers_keep_every_digit() {
    let max = u128::MAX.to_string();
    assert_eq!(canonical::<u64>("18446744073709551615"), json!(u64::MAX));
    assert_eq!(read::<u128>(&max), Ok(u128::MAX));
    for v in [i128::MIN, i128::MAX, i128::from(i64::MIN) - 1, i128::from(u64::MAX) + 1, 1 << 100, -(1 << 64)] {
        let again = One::<i128>::parse(One { v }.to_value()).unwrap();
        assert_eq!((again.args.v, again.repairs), (v, vec![]));
    }
}

#[test]
fn floats_are_finite_and_exact() {
    assert_eq!(read::<f64>("1.7976931348623157e308"), Ok(f64::MAX));
    assert_eq!(read::<f64>("5e-324"), Ok(5e-324));
    assert_eq!(read::<f64>("\"-19.90\""), Ok(-19.90));
    assert_eq!(read::<f64>("7"), Ok(7.0));
    assert!(read::<f64>("-0.0").unwrap().is_sign_negative());
    for (json, code) in [
        ("1e309", Code::OutOfRange),
        ("-1e400", Code::OutOfRange),
        ("2e-324", Code::LossyNumber),
        ("9007199254740993", Code::LossyNumber),
        ("\"1e3\"", Code::AmbiguousNumber),
        ("\"NaN\"", Code::AmbiguousNumber),
        ("\"1,5\"", Code::AmbiguousNumber),
        ("true", Code::Type),
        ("null", Code::Missing),
        ("[]", Code::Type),
    ] {
        assert_eq!(refused::<f64>(json), code, "{json}");
    }
    for word in ["NaN", "Infinity", "-Infinity"] {
        assert_eq!(refused::<f64>(word), Code::NonFiniteNumber);
    }
    assert_eq!(read::<f32>("0.1"), Ok(0.1f32));
    assert_eq!(canonical::<f32>("0.1"), json!(0.1));
    for (json, code) in [("1e39", Code::OutOfRange), ("1e-50", Code::LossyNumber), ("16777217", Code::LossyNumber)] {
        assert_eq!(refused::<f32>(json), code, "{json}");
    }
}

#[test]
fn text_and_truth() {
    assert_eq!(read::<String>(r#""\u00e9\ud83d\ude00\n""#), Ok("é😀\n".to_owned()));
    assert_eq!(read::<String>("\"null\""), Ok("null".to_owned()));
    assert_eq!(read::<char>("\"é\""), Ok('é'));
    assert_eq!(refused::<char>("\"\""), Code::Length);
    assert_eq!(refused::<char>("\"ab\""), Code::Length);
    assert_eq!(read::<bool>("\"tRuE\""), Ok(true));
    for json in ["7", "true", "[\"a\"]", "{}"] {
        assert_eq!(refused::<String>(json), Code::Type, "{json}");
    }
    assert_eq!(refused::<bool>("0"), Code::Type);
}

#[test]
fn lists_sets_and_arrays() {
    assert_eq!(read::<Vec<i64>>("[1,\"2\",3.0]"), Ok(vec![1, 2, 3]));
    assert_eq!(read::<Vec<i64>>("\"[1,2]\""), Ok(vec![1, 2]));
    assert_eq!(refused::<Vec<i64>>("\"[1,2\""), Code::Type);
    assert_eq!(refused::<Vec<String>>("\"[1,2\""), Code::AmbiguousList);
    assert_eq!(refused::<Vec<i64>>("1"), Code::Type);
    assert_eq!(read::<Vec<i64>>("[1,null]"), Err((Code::Type, "$.v[1]".to_owned())));
    assert_eq!(read::<Vec<Option<i64>>>("[1,null]"), Ok(vec![Some(1), None]));
    assert_eq!(read::<Vec<Vec<bool>>>("[[],[true,\"x\"]]"), Err((Code::AmbiguousBoolean, "$.v[1][1]".to_owned())));
    assert_eq!(read::<BTreeSet<i64>>("[3,1,2]"), Ok(BTreeSet::from([1, 2, 3])));
    assert_eq!(read::<HashSet<String>>("[\"a\"]"), Ok(HashSet::from(["a".to_owned()])));
    assert_eq!(read::<BTreeSet<i64>>("[1,2,\"1\"]"), Err((Code::NotUnique, "$.v[2]".to_owned())));
    assert_eq!(read::<[u8; 3]>("[1,2,3]"), Ok([1, 2, 3]));
    assert_eq!(refused::<[u8; 3]>("[1,2]"), Code::Items);
    assert_eq!(refused::<[u8; 3]>("[1,2,3,4]"), Code::Items);
}

#[test]
fn maps() {
    let map = |entries: &[(&str, i64)]| entries.iter().map(|&(key, value)| (key.to_owned(), value)).collect();
    assert_eq!(read::<BTreeMap<String, i64>>(r#"{"b":"2","a":1}"#), Ok(map(&[("a", 1), ("b", 2)])));
    assert_eq!(read::<HashMap<String, i64>>(r#""{\"a\":1}""#).map(|map| map.len()), Ok(1));
    assert_eq!(
        read::<BTreeMap<String, i64>>(r#"{"a b":"x"}"#),
        Err((Code::AmbiguousInteger, r#"$.v["a b"]"#.to_owned()))
    );
    assert_eq!(read::<BTreeMap<String, i64>>(r#"{"a":1,"\u0061":1}"#), Err((Code::DuplicateKey, "$.v.a".to_owned())));
    assert_eq!(refused::<BTreeMap<String, i64>>("[]"), Code::Type);
    assert_eq!(read::<BTreeMap<Size, bool>>(r#"{"large":true}"#), Ok(BTreeMap::from([(Size::Large, true)])));
    assert_eq!(refused::<BTreeMap<Size, bool>>(r#"{"huge":true}"#), Code::Enum);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToolArgs)]
enum Size {
    Small,
    Large,
}

#[test]
fn any_json_is_kept_as_it_is() {
    for json in ["null", "\"1\"", "1", "1.5", "[1,[\"true\",null]]", r#"{"a":{"b":"2"}}"#, "18446744073709551615"] {
        assert_eq!(read::<Value>(json), Ok(serde_json::from_str(json).unwrap()), "{json}");
    }
    let fine = "6.060696889297789e-150";
    assert_eq!(read::<Value>(fine).unwrap().as_f64(), fine.parse().ok());
    assert_eq!(read::<Value>(r#"{"a":1,"a":1}"#), Err((Code::DuplicateKey, "$.v.a".to_owned())));
    if !keeps_digits() {
        assert_eq!(refused::<Value>("[1e400]"), Code::OutOfRange);
    }
}

#[test]
fn any_json_keeps_its_digits_where_a_value_can() {
    for literal in
        ["1.000000000000000005", "1.000000000000000005e3", "1e400", "-1E-400", "123456789012345678901234567890", "1e3"]
    {
        match read::<Value>(literal) {
            Ok(value) if keeps_digits() => assert_eq!(Decimal::of(&value.to_string()), Decimal::of(literal)),
            Err((code, _)) if keeps_digits() => panic!("{literal} is refused: {code}"),
            // without them, a number becomes the double nearest to it, or is refused where that is another whole number
            Ok(value) => assert_eq!(value.as_f64(), literal.parse().ok(), "{literal}"),
            Err((code, _)) => assert!(matches!(code, Code::LossyNumber | Code::OutOfRange), "{literal}: {code}"),
        }
    }
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Outer {
    inner: Inner,
    list: Vec<Inner>,
    maybe: Option<Inner>,
    boxed: Box<Inner>,
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Inner {
    #[arg(min = 1)]
    n: u8,
    word: Option<String>,
}

#[test]
fn nested_structs() {
    let call = r#"{"inner":{"n":"1"},"list":[{"n":2,"word":null},{"n":3.0}],"boxed":"{\"n\":4}"}"#;
    let parsed = Outer::parse(call).unwrap();
    assert_eq!(parsed.args.list[1], Inner { n: 3, word: None });
    assert_eq!((parsed.args.inner.n, parsed.args.boxed.n, parsed.args.maybe), (1, 4, None));
    let records: Vec<_> = parsed.repairs.iter().map(ToString::to_string).collect();
    assert_eq!(
        records,
        [
            "$.inner.n: numeric_string_to_int",
            "$.list[0].word: null_to_absent",
            "$.list[1].n: integral_float_to_int",
            "$.boxed: json_string_to_object",
        ]
    );
    let rejection = Outer::parse(r#"{"inner":{"n":0},"list":[{"n":1},{"m":2}],"maybe":7,"boxed":null}"#).unwrap_err();
    let found: Vec<_> = rejection.errors().iter().map(|error| (error.path(), error.code().as_str())).collect();
    assert_eq!(
        found,
        [
            ("$.inner.n", "out_of_range"),
            ("$.list[1].m", "unknown_field"),
            ("$.list[1].n", "missing"),
            ("$.maybe", "type"),
            ("$.boxed", "missing"),
        ]
    );
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Tree {
    label: String,
    #[arg(default)]
    children: Vec<Tree>,
    next: Option<Box<Tree>>,
}

#[test]
fn recursive_types_end_at_the_depth_limit() {
    let parsed =
        Tree::parse(r#"{"label":"a","children":[{"label":"b","children":[{"label":"c"}]}],"next":{"label":"d"}}"#)
            .unwrap();
    assert_eq!(parsed.args.children[0].children[0].label, "c");
    assert_eq!(parsed.args.next.unwrap().label, "d");
    let rejection = Tree::parse(r#"{"label":"a","children":[{"label":"b","children":[{"label":3}]}]}"#).unwrap_err();
    assert_eq!(rejection.first().path(), "$.children[0].children[0].label");
    let deep = |levels: usize| {
        format!("{}{{\"label\":\"x\"}}{}", "{\"label\":\"x\",\"next\":".repeat(levels), "}".repeat(levels))
    };
    assert!(Tree::parse(&deep(127)).is_ok());
    for levels in [128, 5_000] {
        assert_eq!(Tree::parse(&deep(levels)).unwrap_err().first().code(), Code::TooDeep, "{levels}");
    }
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Pair<A, B> {
    first: A,
    second: Option<B>,
}

#[test]
fn generic_types_have_a_spec_each() {
    let parsed = Pair::<u8, Vec<String>>::parse(r#"{"first":"7","second":"tag"}"#).unwrap();
    assert_eq!(parsed.args, Pair { first: 7, second: Some(vec!["tag".to_owned()]) });
    let nested = Pair::<Pair<bool, i8>, Size>::parse(r#"{"first":{"first":"true"},"second":"SMALL"}"#).unwrap();
    assert_eq!(nested.args.second, Some(Size::Small));
    assert!(std::ptr::eq(Pair::<u8, u8>::spec(), Pair::<u8, u8>::spec()));
}

/// A hand-written type: an even number.
#[derive(Debug, PartialEq)]
struct Even(i64);

impl FromArg for Even {
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        let Some(value) = i64::from_arg(input, at)? else { return Ok(None) };
        if value % 2 == 0 { Ok(Some(Even(value))) } else { Ok(input.refuse(at, "send an even number")) }
    }

    fn to_json(&self) -> Value {
        self.0.to_json()
    }

    fn shape(defs: &mut Defs) -> Shape {
        i64::shape(defs)
    }
}

#[test]
fn hand_written_types_keep_the_same_contract() {
    assert_eq!(read::<Even>("\"4\""), Ok(Even(4)));
    assert_eq!(read::<Vec<Even>>("[2,3]"), Err((Code::Custom, "$.v[1]".to_owned())));
    assert_eq!(refused::<Even>("\"4.0\""), Code::AmbiguousInteger);
    let rejection = One::<Even>::parse(r#"{"v":"3"}"#).unwrap_err();
    assert_eq!(rejection.first().message(), "send an even number");
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(transparent)]
struct Cents(#[arg(min = 1, max = 100)] i64);

#[derive(Debug, PartialEq, ToolArgs)]
struct Prices {
    #[arg(max = 50)]
    low: Cents,
    all: Vec<Cents>,
    map: BTreeMap<String, Cents>,
}

#[test]
fn newtypes_add_their_constraints_to_the_fields() {
    let parsed = Prices::parse(r#"{"low":"50","all":[100],"map":{"a":1.0}}"#).unwrap();
    assert_eq!(parsed.args.low, Cents(50));
    let rejection = Prices::parse(r#"{"low":51,"all":[1,101],"map":{"a":0}}"#).unwrap_err();
    let found: Vec<_> = rejection.errors().iter().map(|error| (error.path(), error.code())).collect();
    assert_eq!(found, [("$.low", Code::OutOfRange), ("$.all[1]", Code::OutOfRange), ("$.map.a", Code::OutOfRange)]);
}

#[test]
fn dates_and_addresses() {
    assert_eq!(canonical::<time::Date>("\"0001-01-01\""), "0001-01-01");
    assert_eq!(canonical::<time::Date>("\"9999-12-31\""), "9999-12-31");
    for (json, code) in [
        ("\"2026-02-30\"", Code::InvalidDate),
        ("\"0000-01-01\"", Code::InvalidDate),
        ("\"20260304\"", Code::AmbiguousDate),
        ("\"2026-03-04T00:00:00\"", Code::AmbiguousDate),
        ("20260304", Code::Type),
        ("null", Code::Missing),
    ] {
        assert_eq!(refused::<time::Date>(json), code, "{json}");
    }
    assert_eq!(read::<std::net::Ipv4Addr>("\"127.0.0.1\""), Ok(std::net::Ipv4Addr::LOCALHOST));
    assert_eq!(refused::<std::net::Ipv4Addr>("\"127.0.0.01\""), Code::Format);
    assert_eq!(read::<std::net::IpAddr>("\"::1\"").map(|address| address.is_loopback()), Ok(true));
}

mod unions {
    use super::*;

    #[derive(Debug, PartialEq, ToolArgs)]
    enum Action {
        /// Money back.
        Refund {
            cents: u32,
        },
        Note(Note),
        Nothing,
    }

    #[derive(Debug, PartialEq, ToolArgs)]
    struct Note {
        text: String,
    }

    #[derive(Debug, PartialEq, ToolArgs)]
    #[tool(untagged)]
    enum Id {
        Number(i64),
        Name(String),
    }

    #[derive(Debug, PartialEq, ToolArgs)]
    #[tool(untagged)]
    enum Truth {
        Number(i64),
        Sure(bool),
        Unknown,
    }

    #[test]
    fn the_tag_alone_picks_the_variant() {
        let read = |json: &str| Action::parse(json);
        assert_eq!(read(r#"{"cents":"5","type":"refund"}"#).unwrap().args, Action::Refund { cents: 5 });
        assert_eq!(read(r#"{"type":"note","text":"x"}"#).unwrap().args, Action::Note(Note { text: "x".to_owned() }));
        assert_eq!(read(r#"{"type":"nothing"}"#).unwrap().args, Action::Nothing);
        for (json, code, path) in [
            (r#"{"type":"refunds","cents":5}"#, Code::Enum, "$.type"),
            (r#"{"cents":5}"#, Code::Missing, "$.type"),
            (r#"{"type":null,"cents":5}"#, Code::Missing, "$.type"),
            (r#"{"type":7,"cents":5}"#, Code::Type, "$.type"),
            (r#"{"type":"refund","text":"x"}"#, Code::UnknownField, "$.text"),
            (r#"{"type":"refund","cents":5,"type":"note"}"#, Code::DuplicateKey, "$.type"),
            (r#"{"type":"nothing","cents":5}"#, Code::UnknownField, "$.cents"),
        ] {
            let rejection = read(json).unwrap_err();
            assert_eq!((rejection.first().code(), rejection.first().path()), (code, path), "{json}");
        }
    }

    #[test]
    fn a_tag_in_the_wrong_case_is_repaired_like_an_enum() {
        let parsed = Action::parse(r#"{"type":"Refund","cents":5}"#).unwrap();
        assert_eq!(parsed.repairs[0].to_string(), "$.type: enum_casefold");
        assert_eq!(parsed.args.to_value(), json!({"type": "refund", "cents": 5}));
    }

    #[test]
    fn untagged_variants_are_tried_and_exactly_one_has_to_fit() {
        assert_eq!(read::<Id>("5"), Ok(Id::Number(5)));
        assert_eq!(read::<Id>("\"5\""), Ok(Id::Name("5".to_owned())));
        assert_eq!(refused::<Id>("true"), Code::NoVariant);
        assert_eq!(read::<Truth>("\"5\""), Ok(Truth::Number(5)));
        assert_eq!(read::<Truth>("\"TRUE\""), Ok(Truth::Sure(true)));
        assert_eq!(read::<Truth>("null"), Ok(Truth::Unknown));
        assert_eq!(refused::<Truth>("\"x\""), Code::NoVariant);
    }
}
