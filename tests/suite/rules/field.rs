//! The rules that run on the value of a field.

use serde_json::{Value, json};
use toolargs::{Code, Rule, ToolArgs};

use super::{Gates, Probe};
use crate::support::derived;

const PATH: &str = "$.orders[1].amount";

/// A tool with a list of objects, whose field `amount` is the one that the rule runs on.
macro_rules! tool {
    ([$($policy:tt)*] [$($arg:tt)*] $type:ty) => {{
        #[derive(ToolArgs)]
        $($policy)*
        struct Orders {
            orders: Vec<Item>,
        }
        #[derive(ToolArgs)]
        struct Item {
            #[arg(description = "The value." $($arg)*)]
            amount: $type,
        }
        Box::new(derived::<Orders>)
    }};
}

macro_rules! by_default {
    ($rule:ident, $type:ty) => {
        Gates {
            lax: tool!([] [] $type),
            strict: tool!([] [, strict] $type),
            denied: tool!([] [, deny($rule)] $type),
            sensitive: tool!([] [, sensitive] $type),
            unasked: None,
        }
    };
}

macro_rules! opt_in {
    ($rule:ident, $type:ty) => {
        opt_in!($rule, $type, [])
    };
    ($rule:ident, $type:ty, [$($arg:tt)*]) => {
        Gates {
            lax: tool!([] [, allow($rule) $($arg)*] $type),
            strict: tool!([#[tool(allow($rule))]] [, strict $($arg)*] $type),
            denied: tool!([#[tool(allow($rule))]] [, deny($rule) $($arg)*] $type),
            sensitive: tool!([] [, allow($rule), sensitive $($arg)*] $type),
            unasked: Some(tool!([] [$($arg)*] $type)),
        }
    };
}

#[derive(ToolArgs)]
enum Kind {
    Late,
    #[arg(rename = "оδος")]
    Mixed,
    #[arg(rename = "straße")]
    Street,
}

#[derive(ToolArgs)]
struct Point {
    x: i64,
}

/// `clean` is a value that needs no repair. Each repair is the value sent and the value meant.
fn probe(rule: Rule, gates: Gates, clean: &str, repairs: &[(&str, Value)], refused: &[(&str, Code)]) -> Probe {
    let call = |sent: &str| format!("{{\"orders\":[{{\"amount\":{clean}}},{{\"amount\":{sent}}}]}}");
    let sent_value = |sent: &str| serde_json::from_str::<Value>(sent).unwrap();
    Probe {
        rule,
        gates,
        path: PATH,
        repairs: repairs.iter().map(|(sent, meant)| (call(sent), sent_value(sent), meant.clone())).collect(),
        refused: refused.iter().map(|&(sent, code)| (call(sent), code)).collect(),
    }
}

pub(super) fn probes() -> Vec<Probe> {
    let mut probes = numbers();
    probes.extend(words_and_lists());
    probes.extend(absences());
    probes.extend(asked_for());
    probes
}

fn numbers() -> Vec<Probe> {
    use Code::{AmbiguousInteger, AmbiguousNumber, LossyNumber, OutOfRange};
    vec![
        probe(
            Rule::NumericStringToInt,
            by_default!(numeric_string_to_int, i64),
            "1",
            &[
                ("\"1999\"", json!(1999)),
                ("\"0\"", json!(0)),
                ("\"-7\"", json!(-7)),
                (r#""\u0031""#, json!(1)),
                ("\"9223372036854775807\"", json!(i64::MAX)),
            ],
            &[
                ("\"19.99\"", AmbiguousInteger),
                ("\"1,999\"", AmbiguousInteger),
                ("\"1e3\"", AmbiguousInteger),
                ("\" 1999\"", AmbiguousInteger),
                ("\"01999\"", AmbiguousInteger),
                ("\"+1\"", AmbiguousInteger),
                ("\"\"", AmbiguousInteger),
                ("\"-\"", AmbiguousInteger),
                ("\"１\"", AmbiguousInteger),
                ("\"1_0\"", AmbiguousInteger),
                ("\"0x1F\"", AmbiguousInteger),
                ("\"20.0\"", AmbiguousInteger),
                ("\"$5\"", AmbiguousInteger),
                ("\"9223372036854775808\"", OutOfRange),
            ],
        ),
        probe(
            Rule::IntegralFloatToInt,
            by_default!(integral_float_to_int, i64),
            "1",
            &[
                ("1999.0", json!(1999)),
                ("1e3", json!(1000)),
                ("-2.50E1", json!(-25)),
                ("0.0", json!(0)),
                ("9007199254740992.0", json!(1i64 << 53)),
            ],
            &[
                ("19.99", LossyNumber),
                ("1e-3", LossyNumber),
                ("1999.0000000000000001", LossyNumber),
                ("9007199254740993.0", LossyNumber),
                ("1e18", LossyNumber),
                ("1e400", OutOfRange),
            ],
        ),
        probe(
            Rule::NumericStringToNumber,
            by_default!(numeric_string_to_number, f64),
            "1.5",
            &[("\"19.90\"", json!(19.90)), ("\"-0.5\"", json!(-0.5)), ("\"7\"", json!(7))],
            &[
                ("\"1e3\"", AmbiguousNumber),
                ("\"1,5\"", AmbiguousNumber),
                ("\".5\"", AmbiguousNumber),
                ("\"5.\"", AmbiguousNumber),
                ("\"15%\"", AmbiguousNumber),
                ("\" 1.5\"", AmbiguousNumber),
                ("\"NaN\"", AmbiguousNumber),
                ("\"\"", AmbiguousNumber),
                ("\"9007199254740993\"", LossyNumber),
            ],
        ),
    ]
}

fn words_and_lists() -> Vec<Probe> {
    use Code::{AmbiguousBoolean, AmbiguousList, Enum, Items, Type};
    vec![
        probe(
            Rule::StringToBool,
            by_default!(string_to_bool, bool),
            "true",
            &[("\"true\"", json!(true)), ("\"FALSE\"", json!(false)), ("\"tRuE\"", json!(true))],
            &[
                ("\"yes\"", AmbiguousBoolean),
                ("\"1\"", AmbiguousBoolean),
                ("\" true\"", AmbiguousBoolean),
                ("\"\"", AmbiguousBoolean),
                ("\"t\"", AmbiguousBoolean),
                ("\"on\"", AmbiguousBoolean),
                ("1", Type),
                ("[]", Type),
            ],
        ),
        probe(
            Rule::EnumCasefold,
            by_default!(enum_casefold, Kind),
            "\"late\"",
            &[("\"LATE\"", json!("late")), ("\"Late\"", json!("late")), ("\"Straße\"", json!("straße"))],
            &[
                ("\"lat\"", Enum),
                ("\"late \"", Enum),
                ("\"STRASSE\"", Enum),
                ("\"\"", Enum),
                ("\"ſtraße\"", Enum),
                ("0", Type),
            ],
        ),
        probe(
            Rule::ScalarToList,
            by_default!(scalar_to_list, Vec<String>),
            "[\"a\"]",
            &[
                ("\"fragile\"", json!(["fragile"])),
                ("\"two words\"", json!(["two words"])),
                ("\" x \"", json!([" x "])),
                ("\"nullable\"", json!(["nullable"])),
                ("\"https://example.org/a?b=c\"", json!(["https://example.org/a?b=c"])),
            ],
            &[
                ("\"a, b\"", AmbiguousList),
                ("\"a;b\"", AmbiguousList),
                ("\"a|b\"", AmbiguousList),
                (r#""a\tb""#, AmbiguousList),
                (r#""a\nb""#, AmbiguousList),
                ("\"a、b\"", AmbiguousList),
                ("\"a，b\"", AmbiguousList),
                ("\"a،b\"", AmbiguousList),
                (r#""[\"a\"]""#, AmbiguousList),
                ("\"{}\"", AmbiguousList),
                ("\"'a'\"", AmbiguousList),
                (r#""\"a\"""#, AmbiguousList),
                ("\"\"", AmbiguousList),
                ("\" \"", AmbiguousList),
                (r#""\u200b""#, AmbiguousList),
                ("\"None\"", AmbiguousList),
                ("\"null\"", AmbiguousList),
                ("\"undefined\"", AmbiguousList),
                ("1", Type),
                ("[1]", Type),
                ("{}", Type),
            ],
        ),
        probe(
            Rule::ScalarToList,
            opt_in!(scalar_to_list, Vec<i64>),
            "[1]",
            &[("7", json!([7]))],
            &[("\"1,2\"", AmbiguousList), ("{}", Type), ("null", Code::Missing)],
        ),
        probe(
            Rule::JsonStringToObject,
            by_default!(json_string_to_object, Point),
            r#"{"x":1}"#,
            &[(r#""{\"x\":5}""#, json!({"x": 5})), (r#"" {\"x\": 5}\n""#, json!({"x": 5}))],
            &[
                (r#""{\"x\":5""#, Type),
                (r#""{\"y\":5}""#, Type),
                (r#""{\"x\":5} {\"x\":5}""#, Type),
                ("\"[]\"", Type),
                ("\"x=5\"", Type),
                (r#""{\"x\":5,\"x\":5}""#, Type),
                (r#""\"{\\\"x\\\":5}\"""#, Type),
                ("\"\"", Type),
                ("[]", Type),
            ],
        ),
        probe(
            Rule::JsonStringToArray,
            by_default!(json_string_to_array, Vec<i64>),
            "[1]",
            &[("\"[1,2]\"", json!([1, 2])), ("\"[]\"", json!([])), (r#"" [ 3 ] ""#, json!([3]))],
            &[
                ("\"[1,2\"", Type),
                ("\"1,2\"", Type),
                ("\"[1][2]\"", Type),
                ("\"[1.5]\"", Type),
                ("\"{}\"", Type),
                ("1", Type),
            ],
        ),
        probe(
            Rule::JsonStringToArray,
            opt_in!(json_string_to_array, Vec<String>, [, max_items = 2]),
            "[\"a\"]",
            &[(r#""[\"a\",\"b\"]""#, json!(["a", "b"]))],
            &[
                (r#""[\"a\",1]""#, AmbiguousList),
                (r#""['a']""#, AmbiguousList),
                (r#""[\"a\",\"b\",\"c\"]""#, AmbiguousList),
                ("[\"a\",\"b\",\"c\"]", Items),
            ],
        ),
    ]
}

fn absences() -> Vec<Probe> {
    use Code::{AmbiguousDate, AmbiguousInteger, LossyNumber};
    vec![
        probe(
            Rule::NullToAbsent,
            by_default!(null_to_absent, Option<i64>),
            "1",
            &[("null", json!(null))],
            &[("\"null\"", AmbiguousInteger), ("\"\"", AmbiguousInteger), ("[]", Code::Type)],
        ),
        probe(
            Rule::EmptyStringToAbsent,
            opt_in!(empty_string_to_absent, Option<time::Date>),
            "\"2026-03-04\"",
            &[("\"\"", json!(null))],
            &[("\" \"", AmbiguousDate), ("\"null\"", AmbiguousDate)],
        ),
        probe(
            Rule::NullWordToAbsent,
            opt_in!(null_word_to_absent, Option<i64>),
            "1",
            &[("\"null\"", json!(null)), ("\"None\"", json!(null))],
            &[
                ("\"NULL\"", AmbiguousInteger),
                ("\"nil\"", AmbiguousInteger),
                ("\"\"", AmbiguousInteger),
                ("1.5", LossyNumber),
            ],
        ),
    ]
}

fn asked_for() -> Vec<Probe> {
    use Code::{AmbiguousDate, AmbiguousInteger, InvalidDate, Pattern, Type};
    vec![
        probe(
            Rule::TrimWhitespace,
            opt_in!(trim_whitespace, String, [, pattern = "[a-z]+"]),
            "\"a\"",
            &[("\" ab \"", json!("ab")), (r#""ab\n""#, json!("ab"))],
            &[("\"a b\"", Pattern), ("\" \"", Pattern), (r#""\u200bab""#, Pattern)],
        ),
        probe(
            Rule::SingletonToScalar,
            opt_in!(singleton_to_scalar, i64),
            "1",
            &[("[5]", json!(5))],
            &[("[5,6]", Type), ("[]", Type), ("[[5]]", Type), ("[\"x\"]", AmbiguousInteger), ("{\"a\":5}", Type)],
        ),
        probe(
            Rule::IntegerToString,
            opt_in!(integer_to_string, String, [, max_len = 9]),
            "\"a\"",
            &[("12345678", json!("12345678")), ("-7", json!("-7"))],
            &[("1.0", Type), ("1e3", Type), ("-0", Type), ("true", Type), ("12345678901", Code::Length)],
        ),
        probe(
            Rule::DecimalStringToInt,
            opt_in!(decimal_string_to_int, i64),
            "1",
            &[("\"20.0\"", json!(20)), ("\"-3.00\"", json!(-3))],
            &[
                ("\"20.5\"", AmbiguousInteger),
                ("\"1e1\"", AmbiguousInteger),
                ("\"20.\"", AmbiguousInteger),
                ("\"020.0\"", AmbiguousInteger),
            ],
        ),
        probe(
            Rule::MidnightToDate,
            opt_in!(midnight_to_date, time::Date),
            "\"2026-03-04\"",
            &[("\"2026-03-04T00:00:00\"", json!("2026-03-04"))],
            &[
                ("\"2026-03-04T00:00:01\"", AmbiguousDate),
                ("\"2026-03-04T00:00:00Z\"", AmbiguousDate),
                ("\"2026-03-04T00:00:00+02:00\"", AmbiguousDate),
                ("\"2026-02-30\"", InvalidDate),
            ],
        ),
    ]
}
