//! Rejections: all errors in one pass and in the contract's order, within bounds, and saying what to send instead.

use serde_json::{Value, json};
use toolargs::{Code, Rejection, ToolArgs};

use crate::refund::{BASE, IssueRefund, LongRefund, with};
use crate::support::invisible;

fn refuse(raw: &str) -> Rejection {
    IssueRefund::parse(raw).unwrap_err()
}

fn found(rejection: &Rejection) -> Vec<(&str, &str)> {
    rejection.errors().iter().map(|error| (error.path(), error.code().as_str())).collect()
}

#[test]
fn every_error_is_found_in_one_pass_in_the_contracts_order() {
    let rejection = refuse(
        r#"{"tags":["a",1,"b",null],"zebra":1,"effective_date":"soon","amount_cents":"19.99","amount":1,
            "reason":"broken","order_id":7,"notify_customer":"yes"}"#,
    );
    assert_eq!(
        found(&rejection),
        [
            ("$.amount", "unknown_field"),
            ("$.zebra", "unknown_field"),
            ("$.order_id", "type"),
            ("$.amount_cents", "ambiguous_integer"),
            ("$.notify_customer", "ambiguous_boolean"),
            ("$.reason", "enum"),
            ("$.tags[1]", "type"),
            ("$.tags[3]", "type"),
            ("$.effective_date", "ambiguous_date"),
        ]
    );
}

#[test]
fn defects_of_the_payload_come_before_all_others() {
    let rejection = refuse(r#"{"zebra":{"a":1,"a":2},"amount_cents":NaN,"reason":"x"}"#);
    assert_eq!(
        found(&rejection),
        [
            ("$.zebra.a", "duplicate_key"),
            ("$.amount_cents", "non_finite_number"),
            ("$.zebra", "unknown_field"),
            ("$.order_id", "missing"),
            ("$.reason", "enum"),
        ]
    );
}

#[test]
fn no_json_excludes_every_other_error() {
    for tail in ["", ",", ",}", "} trailing", "}}", "\u{0}", ",\"x\":[1,]}", ",\"x\":\"\\ud800\"}"] {
        let rejection = refuse(&format!(r#"{{"zebra":1,"zebra":NaN,"amount_cents":"x"{tail}"#));
        assert_eq!(found(&rejection), [("$", "invalid_json")], "{tail}");
        assert!(rejection.repairs().is_empty());
    }
}

#[test]
fn repairs_found_before_the_failure_are_kept() {
    let rejection =
        refuse(&format!("```\n{}\n```", r#"{"order_id":"ord_A1b2C3d4","amount_cents":"5","reason":"nope"}"#));
    let repairs: Vec<_> = rejection.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(repairs, ["$: strip_code_fence", "$.amount_cents: numeric_string_to_int"]);
}

#[test]
fn sixteen_errors_are_listed_and_the_rest_is_a_count() {
    let keys = |n: usize| (0..n).map(|i| format!("\"k{i:04}\":0")).collect::<Vec<_>>().join(",");
    for (n, more) in [(12, 0), (13, 0), (14, 1), (1000, 987)] {
        let rejection = refuse(&format!("{{{}}}", keys(n)));
        assert_eq!((rejection.errors().len(), rejection.more()), ((n + 3).min(16), more), "{n}");
        assert_eq!(rejection.errors()[0].path(), "$.k0000");
        let body: Value = serde_json::from_str(&rejection.for_model()).unwrap();
        assert_eq!(body["errors"].as_array().unwrap().len(), (n + 3).min(16));
        assert_eq!(body.get("more"), (more > 0).then(|| json!(more)).as_ref(), "{n}");
    }
    let items = vec!["0"; 1000].join(",");
    let rejection = refuse(&with("tags", &format!("[{items}]")));
    assert_eq!((rejection.errors().len(), rejection.more()), (16, 984));
    assert_eq!(rejection.errors()[15].path(), "$.tags[15]");
}

#[test]
fn the_forms_for_the_model() {
    let one = refuse(&with("amount_cents", "0"));
    let message = Value::from(one.first().message());
    assert_eq!(
        one.for_model(),
        format!(r#"{{"ok":false,"error":"out_of_range","path":"$.amount_cents","message":{message}}}"#)
    );
    let two = refuse(&with("amount_cents", "0").replace("damaged", "broken"));
    let item = |error: &toolargs::ArgumentError| {
        let (path, message) = (Value::from(error.path()), Value::from(error.message()));
        format!(r#""error":"{}","path":{path},"message":{message}"#, error.code())
    };
    let [first, second] = two.errors() else { panic!("{two:?}") };
    let want = format!(r#"{{"ok":false,{0},"errors":[{{{0}}},{{{1}}}]}}"#, item(first), item(second));
    assert_eq!(two.for_model(), want);
    let parsed: Value = serde_json::from_str(&two.for_model()).unwrap();
    assert_eq!(two.to_value(), parsed);
    assert_eq!(first.for_model(), format!(r#"{{"ok":false,{}}}"#, item(first)));
}

#[test]
fn display_is_path_code_message() {
    let rejection = refuse(&with("amount_cents", "\"1e3\""));
    let error = rejection.first();
    assert_eq!(error.to_string(), format!("$.amount_cents: ambiguous_integer: {}", error.message()));
    assert_eq!(rejection.to_string(), error.to_string());
    let dynamic: Box<dyn std::error::Error + Send + Sync> = Box::new(rejection);
    assert!(dynamic.to_string().starts_with("$.amount_cents"));
}

#[derive(Debug, ToolArgs)]
struct Everything {
    #[arg(min = 1, max = 9)]
    bounded: Option<i64>,
    #[arg(multiple_of = 5)]
    stepped: Option<i64>,
    ratio: Option<f64>,
    sure: Option<bool>,
    size: Option<Size>,
    #[arg(pattern = "[a-z]+")]
    word: Option<String>,
    #[arg(min_len = 2, max_len = 3)]
    short: Option<String>,
    #[arg(format = "email")]
    mail: Option<String>,
    tags: Option<Vec<String>>,
    #[arg(min_items = 1, max_items = 2, unique_items)]
    few: Option<Vec<i64>>,
    day: Option<time::Date>,
    #[arg(strict)]
    exact: Option<i64>,
    #[arg(validate = is_even)]
    even: Option<i64>,
    nested: Option<Nested>,
}

#[derive(Debug, ToolArgs)]
enum Size {
    Small,
    Large,
}

#[derive(Debug, ToolArgs)]
struct Nested {
    must: bool,
}

fn is_even(n: &i64) -> Result<(), String> {
    if n % 2 == 0 { Ok(()) } else { Err("send an even number".to_owned()) }
}

/// One refused value for each code of a field, and words of the message that teach what to send.
const TEACHING: &[(&str, &str, &str, &str, &[&str])] = &[
    ("bounded", "true", "type", "", &["expected integer", "got boolean"]),
    ("bounded", "[1]", "type", "", &["expected integer", "got array"]),
    ("bounded", "10", "out_of_range", "", &["10", "[1, 9]"]),
    ("bounded", "1.5", "lossy_number", "", &["1.5", "whole number"]),
    ("bounded", "\"1,9\"", "ambiguous_integer", "", &["\"1,9\"", "base-10", "send"]),
    ("stepped", "7", "multiple_of", "", &["7", "multiple of 5"]),
    ("ratio", "\"1e3\"", "ambiguous_number", "", &["\"1e3\"", "plain decimal", "send"]),
    ("ratio", "1e999", "out_of_range", "", &["1e999"]),
    ("ratio", "9007199254740993", "lossy_number", "", &["send fewer digits"]),
    ("sure", "\"yes\"", "ambiguous_boolean", "", &["\"yes\"", "true", "false", "send"]),
    ("size", "\"smal\"", "enum", "", &["\"smal\"", "[\"small\", \"large\"]", "did you mean \"small\"?"]),
    ("word", "\"A1\"", "pattern", "", &["\"A1\"", "[a-z]+"]),
    ("short", "\"abcd\"", "length", "", &["2 to 3 characters", "got 4"]),
    ("mail", "\"nobody\"", "format", "", &["\"nobody\"", "email"]),
    ("tags", "\"a, b\"", "ambiguous_list", "", &["\"a, b\"", "JSON array of strings"]),
    ("tags", "[\"a\",2]", "type", "[1]", &["expected string", "got number"]),
    ("few", "[]", "items", "", &["1 to 2 items", "got 0"]),
    ("few", "[1,1]", "not_unique", "[1]", &["once"]),
    ("day", "\"1/2/2026\"", "ambiguous_date", "", &["YYYY-MM-DD"]),
    ("day", "\"2026-02-30\"", "invalid_date", "", &["\"2026-02-30\"", "calendar"]),
    ("exact", "\"1\"", "repair_forbidden", "", &["numeric_string_to_int", "not allowed", "exactly"]),
    ("exact", "null", "repair_forbidden", "", &["null_to_absent", "not allowed"]),
    ("even", "3", "custom", "", &["send an even number"]),
    ("nested", "{}", "missing", ".must", &["required", "send it"]),
    ("nested", "\"{}\"", "type", "", &["expected object", "missing"]),
    ("nested", "{\"mus\":true,\"must\":true}", "unknown_field", ".mus", &["unknown field", "did you mean \"must\"?"]),
];

#[test]
fn every_code_teaches_what_to_send() {
    for &(field, value, code, below, words) in TEACHING {
        let rejection = Everything::parse(&format!("{{\"{field}\":{value}}}")).unwrap_err();
        let error = rejection.first();
        assert_eq!(error.code().as_str(), code, "{field} {value}: {rejection}");
        assert_eq!(error.path(), format!("$.{field}{below}"), "{field} {value}");
        for word in words {
            assert!(error.message().contains(word), "{field} {value}: {word:?} is not in {:?}", error.message());
        }
    }
    let of_payload = ["not_object", "invalid_json", "duplicate_key", "non_finite_number", "too_deep", "too_large"];
    let of_unions = ["no_variant", "ambiguous_union", "unknown_tool"];
    for code in Code::ALL.iter().map(|code| code.as_str()) {
        let taught =
            TEACHING.iter().any(|row| row.2 == code) || of_payload.contains(&code) || of_unions.contains(&code);
        assert!(taught, "{code} has no row");
    }
}

#[test]
fn an_optional_field_is_to_be_corrected_and_not_left_out() {
    for &(field, value, code, below, _) in TEACHING {
        let rejection = Everything::parse(&format!("{{\"{field}\":{value}}}")).unwrap_err();
        let says = rejection.first().message().contains("do not leave the field out");
        let of_the_field = below.is_empty() || below.starts_with('[');
        assert_eq!(says, of_the_field, "{field} {code}: {}", rejection.first().message());
    }
    for (field, value) in [("amount_cents", "0"), ("order_id", "1"), ("reason", "null")] {
        assert!(!refuse(&with(field, value)).first().message().contains("leave"), "{field} is required");
    }
    for (field, value) in [("notify_customer", "1"), ("tags", "3"), ("effective_date", "\"x\"")] {
        assert!(refuse(&with(field, value)).first().message().contains("do not leave the field out"), "{field}");
    }
}

#[test]
fn odd_names_are_quoted_in_paths() {
    for (key, path) in [
        ("amount", "$.amount"),
        ("Amount_2", "$.Amount_2"),
        ("a.b", r#"$["a.b"]"#),
        ("a b", r#"$["a b"]"#),
        ("", r#"$[""]"#),
        ("tags[0]", r#"$["tags[0]"]"#),
        ("quo\"te\\", r#"$["quo\"te\\"]"#),
        ("line\nend", r#"$["line\nend"]"#),
        ("\u{202e}x", r#"$["\u202ex"]"#),
        ("é", "$[\"é\"]"),
    ] {
        let call = json!({key: 1}).to_string();
        assert_eq!(refuse(&call).first().path(), path, "{key:?}");
    }
    let long = refuse(&json!({"k".repeat(100_000): 1}).to_string());
    assert!(long.first().path().len() < 64, "{}", long.first().path());
}

#[test]
fn unknown_fields_name_what_is_accepted() {
    for (key, near) in
        [("amount", "amount_cents"), ("amountCents", "amount_cents"), ("tag", "tags"), ("orderId", "order_id")]
    {
        let rejection = refuse(&BASE.replace('}', &format!(",\"{key}\":1}}")));
        let message = rejection.first().message();
        assert!(message.contains(&format!("did you mean \"{near}\"?")), "{message}");
        assert!(message.contains("effective_date"), "{message}");
    }
    let message = refuse(&BASE.replace('}', ",\"zzzzzz\":1}")).first().message();
    assert!(!message.contains("did you mean") && message.contains("order_id"), "{message}");
}

#[test]
fn invalid_json_says_of_which_kind_it_is() {
    for (raw, words) in [
        ("", &["empty"][..]),
        (" \n", &["empty"]),
        (r#"{"order_id":"ord"#, &["truncated", "line 1, column 17"]),
        ("{\"order_id\":\n", &["truncated", "line 2"]),
        (r#"{"order_id":"x"} Done."#, &["text after the object", "column 18"]),
        ("{} {}", &["text after the object"]),
        ("Sure! {}", &["prose"]),
        ("not json", &["prose"]),
        ("{\n  \"a\": 01\n}", &["leading zero", "line 2, column 9"]),
        ("{'a': 1}", &["single quotes", "column 2"]),
        ("{\"a\":1,}", &["comma before `}`", "column 8"]),
        ("{\"a\":[1,]}", &["comma before `]`"]),
        ("{a:1}", &["key in double quotes"]),
        ("{\"a\":\"x\ny\"}", &["control character", "line 1, column 8"]),
        ("{\"a\":\"\\x\"}", &["escape"]),
        ("{\"é\":tru}", &["line 1, column 6"]),
        ("{\"a\":\"\\ud800\"}", &["surrogate"]),
        ("{\"a\":\"\\ud800\\u0041\"}", &["surrogate"]),
        ("{\"\\udc00\":1}", &["surrogate"]),
        ("\u{feff}{}", &[]),
        ("{\"a\":.5}", &["column 6"]),
        ("{\"a\":+5}", &["column 6"]),
        ("{\"a\":0x1F}", &["line 1"]),
        ("// c\n{}", &[]),
    ] {
        let rejection = refuse(raw);
        assert_eq!(found(&rejection), [("$", "invalid_json")], "{raw:?}");
        for word in words {
            assert!(rejection.first().message().contains(word), "{raw:?}: {}", rejection.first().message());
        }
    }
}

#[test]
fn bytes_have_to_be_utf_8() {
    let refused = |bytes: &[u8]| {
        let rejection = IssueRefund::parse(bytes).unwrap_err();
        (rejection.first().code(), rejection.first().message())
    };
    for bytes in [
        &b"{\"a\":\"\xff\"}"[..],
        b"\xc0\xaf",
        b"{\"a\":\"\xed\xa0\x80\"}",
        b"{\"a\":\"\xf4\x90\x80\x80\"}",
        b"{\x00}\x80",
    ] {
        let (code, message) = refused(bytes);
        assert!(code == Code::InvalidJson && message.contains("UTF-8"), "{message}");
    }
    assert_eq!(refused(b"\xef\xbb\xbf{}").0, Code::InvalidJson);
    let utf16: Vec<u8> = BASE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(refused(&utf16).0, Code::InvalidJson);
}

#[test]
fn the_length_is_limited_before_anything_is_read() {
    let padded = |length: usize| format!("{BASE}{}", " ".repeat(length - BASE.len()));
    assert!(IssueRefund::parse(&padded(1 << 20)).is_ok());
    for raw in [padded((1 << 20) + 1), "\"".repeat((1 << 20) + 1), "[".repeat(2 << 20)] {
        let rejection = refuse(&raw);
        assert_eq!(found(&rejection), [("$", "too_large")]);
        assert!(rejection.first().message().contains("1048576"), "{rejection}");
        assert_eq!(IssueRefund::parse(raw.as_bytes()).unwrap_err().first().code(), Code::TooLarge);
    }
    assert!(LongRefund::parse(&padded(3 << 20)).is_ok());
}

#[test]
fn depth_is_limited_wherever_it_stands() {
    let nested = |open: &str, close: &str, levels: usize| format!("{}{}", open.repeat(levels), close.repeat(levels));
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let inner = |levels| nested(open, close, levels).replace(":}", ":1}");
        for field in ["order_id", "tags", "nobody"] {
            assert_ne!(refuse(&with(field, &inner(127))).first().code(), Code::TooDeep, "{field}");
            assert_eq!(found(&refuse(&with(field, &inner(128)))), [("$", "too_deep")], "{field}");
            assert_eq!(found(&refuse(&with(field, &inner(60_000)))), [("$", "too_deep")], "{field}");
        }
    }
    let mut value = json!(1);
    for _ in 0..128 {
        value = json!([value]);
    }
    assert_eq!(IssueRefund::parse(json!({"tags": value})).unwrap_err().first().code(), Code::TooDeep);
}

#[test]
fn values_are_cut_and_nothing_invisible_is_shown() {
    let long = refuse(&with("order_id", &format!("\"{}\"", "x".repeat(100_000))));
    let message = long.first().message();
    assert!(
        message.len() < 512 && message.contains(&"x".repeat(40)) && !message.contains(&"x".repeat(41)),
        "{message}"
    );
    for c in [
        '\u{0}',
        '\u{1b}',
        '\u{7f}',
        '\u{85}',
        '\u{ad}',
        '\u{200b}',
        '\u{202e}',
        '\u{2066}',
        '\u{feff}',
        '\u{fffe}',
        '\u{e0041}',
    ] {
        for field in ["order_id", "amount_cents", "reason", "notify_customer", "effective_date", "nobody"] {
            let rejection = refuse(&with(field, &Value::from(format!("x{c}y")).to_string()));
            let all = format!("{rejection} {} {}", rejection.for_model(), rejection.first().path());
            assert!(!all.chars().any(invisible), "{c:?} in {all:?}");
        }
        let rejection = refuse(&json!({format!("k{c}"): 1}).to_string());
        assert!(!format!("{rejection}{}", rejection.for_model()).chars().any(invisible), "{c:?}");
    }
}

#[test]
fn many_names_are_bounded_too() {
    #[derive(Debug, ToolArgs)]
    struct Long {
        #[arg(
            rename = "a_name_that_goes_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_1"
        )]
        one: Option<u8>,
        #[arg(
            rename = "a_name_that_goes_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_2"
        )]
        two: Option<u8>,
        #[arg(
            rename = "a_name_that_goes_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_3"
        )]
        three: Option<u8>,
        #[arg(
            rename = "a_name_that_goes_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_4"
        )]
        four: Option<u8>,
        #[arg(
            rename = "a_name_that_goes_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on_5"
        )]
        five: Option<u8>,
    }
    let rejection = Long::parse(r#"{"x":1}"#).unwrap_err();
    assert!(rejection.first().message().len() <= 512);
}

#[test]
fn an_unknown_tool_is_a_rejection_as_well() {
    let rejection = Rejection::unknown_tool("issue_refunds", ["cancel_order", "issue_refund"]);
    assert_eq!(found(&rejection), [("$", "unknown_tool")]);
    assert!(rejection.first().message().contains("did you mean \"issue_refund\"?"), "{rejection}");
}
