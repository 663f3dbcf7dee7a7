use super::*;

use proptest::prelude::*;
use serde_json::{Map, Number, Value};

const BARE: Options = Options { trailing_comma: false, control_chars: false };
const ALL: Options = Options { trailing_comma: true, control_chars: true };

fn read(text: &str) -> Option<String> {
    let rewritten = to_json(text, BARE)?;
    assert_eq!(rewritten.rules, [Rule::PythonLiterals]);
    Some(rewritten.text)
}

#[test]
fn literal_dicts_are_read() {
    for (text, want) in [
        ("{'a': 1}", r#"{"a":1}"#),
        ("{'a': True, 'b': False, 'c': None}", r#"{"a":true,"b":false,"c":null}"#),
        (r#"{"a": "it's", 'b': 'say "hi"'}"#, r#"{"a":"it's","b":"say \"hi\""}"#),
        (
            r"{'a': 'it\'s', 'b': 'x\\y', 'c': '\x41\u00e9\U0001f600\101\0\n'}",
            r#"{"a":"it's","b":"x\\y","c":"Aé😀A\u0000\n"}"#,
        ),
        (r"{'a': '\a\b\f\r\t\v\7\18\377\0018'}", r#"{"a":"\u0007\u0008\u000c\r\t\u000b\u0007\u00018ÿ\u00018"}"#),
        ("{'a': (), 'b': (1,), 'c': (1, 2), 'd': ((1 ,) ,)}", r#"{"a":[],"b":[1],"c":[1,2],"d":[[1]]}"#),
        ("\n{ 'a'\t:\r\n[ { } , [ ] ] }\n", r#"{"a":[{},[]]}"#),
        (
            "{'a': -1, 'b': 1.50, 'c': 1e5, 'd': -0.0E+7, 'e': 12345678901234567890123, 'f': 1e400}",
            r#"{"a":-1,"b":1.50,"c":1e5,"d":-0.0E+7,"e":12345678901234567890123,"f":1e400}"#,
        ),
        ("{'': '', 'a\u{2028}': '\u{7f}é'}", "{\"\":\"\",\"a\u{2028}\":\"\u{7f}é\"}"),
        ("{'a': 1, 'a': 2, '\\x61': 3}", r#"{"a":1,"a":2,"a":3}"#),
        (r##"{'a': "#}"}"##, r##"{"a":"#}"}"##),
        ("{'True': 'None'}", r#"{"True":"None"}"#),
    ] {
        assert_eq!(read(text).as_deref(), Some(want), "{text}");
    }
}

#[test]
fn all_else_is_refused() {
    for text in [
        // nothing of Python's own: the other rules have the word
        "{}",
        r#"{"a":1}"#,
        r#"{"a":"\u0041"}"#,
        // no dict, or more than one
        "",
        "'a'",
        "['a']",
        "('a',)",
        "({'a': 1})",
        "{'a': 1}{'b': 2}",
        "{'a': 1};",
        "{'a': 1} ,",
        "x = {'a': 1}",
        "{'a': 1} # ok",
        "print({'a': 1})",
        "dict(a='b')",
        "{'a': 1}.copy()",
        "\u{feff}{'a': 1}",
        "\u{a0}{'a': 1}",
        "{'a':\u{c}1}",
        "{'a': \\\n1}",
        "{'a': 1}\0",
        // cut short
        "{",
        "{'",
        "{'a",
        "{'a'",
        "{'a':",
        "{'a': ",
        "{'a': 1",
        "{'a': 1,",
        "{'a': [",
        "{'a': (1,",
        "{'a': '\\",
        "{'a': '\\x4",
        "{'a': '\\1",
        "{'a': T",
        // commas and colons
        "{,}",
        "{'a': 1,}",
        "{'a': [1,]}",
        "{'a': (1, 2,)}",
        "{'a': (,)}",
        "{'a': (1,,)}",
        "{'a': [1 2]}",
        "{'a': 1 'b': 2}",
        "{'a' 1}",
        "{'a':: 1}",
        "{'a': 1)",
        "{'a': [1)}",
        "{'a': [,]}",
        "{'a': }",
        "{:}",
        // one value in parentheses, sets, keys of other kinds
        "{'a': (1)}",
        "{'a': ('x')}",
        "{'a'}",
        "{'a', 'b'}",
        "{'a': {'b'}}",
        "{1: 'a'}",
        "{None: 'a'}",
        "{True: 'a'}",
        "{('a',): 1}",
        "{a: 1}",
        "{**{'a': 1}}",
        "{'a': *x}",
        // strings of other kinds
        "{'a': 'x' 'y'}",
        "{'a': 'x''y'}",
        "{'a': 'x'\n'y'}",
        "{'a' 'b': 1}",
        "{'a': '''x'''}",
        r#"{'a': """x"""}"#,
        r#"{'a': """"""}"#,
        "{'a': b'x'}",
        "{'a': r'x'}",
        "{'a': u'x'}",
        "{'a': f'x'}",
        "{f'a': 1}",
        "{'a': Rb'x'}",
        "{'a': ‘x’}",
        "{'a': `x`}",
        // escapes with two readings, and halves of characters
        r"{'a': '\d'}",
        r"{'a': '\/'}",
        r"{'a': '\ '}",
        r"{'a': '\8'}",
        r"{'a': '\400'}",
        r"{'a': '\N{BULLET}'}",
        "{'a': '\\\n'}",
        r"{'a': '\x4'}",
        r"{'a': '\x4g'}",
        r"{'a': '\u004'}",
        r"{'a': '\u+041'}",
        r"{'a': '\U00110000'}",
        r"{'a': '\U0001f60'}",
        r"{'a': '\ud800'}",
        r"{'a': '\ud83d\ude00'}",
        r"{'a': '\U0000dfff'}",
        "{'a': '\\é'}",
        "{'a': '\\xé'}",
        "{'a': '\\u00é0'}",
        // raw control characters
        "{'a': 'x\ny'}",
        "{'a': 'x\ty'}",
        "{'a': 'x\ry'}",
        "{'a': '\0'}",
        "{'a': '\u{1}'}",
        // numbers that JSON spells otherwise
        "{'a': +1}",
        "{'a': 01}",
        "{'a': 00}",
        "{'a': -01}",
        "{'a': 1_000}",
        "{'a': 0x1f}",
        "{'a': 0o17}",
        "{'a': 0b1}",
        "{'a': 1.}",
        "{'a': .5}",
        "{'a': 1e}",
        "{'a': 1e+}",
        "{'a': 1.e5}",
        "{'a': 1j}",
        "{'a': 1L}",
        "{'a': --1}",
        "{'a': - 1}",
        "{'a': -}",
        "{'a': ~1}",
        "{'a': 1+2j}",
        "{'a': 1 + 2}",
        "{'a': 2*3}",
        "{'a': 1if 1else 2}",
        "{'a': ١}",
        "{'a': nan}",
        "{'a': inf}",
        "{'a': -inf}",
        // names, calls, and what JSON calls them
        "{'a': true}",
        "{'a': false}",
        "{'a': null}",
        "{'a': TRUE}",
        "{'a': Truex}",
        "{'a': True1}",
        "{'a': Tru}",
        "{'a': NaN}",
        "{'a': undefined}",
        "{'a': ...}",
        "{'a': Ellipsis}",
        "{'a': x}",
        "{'a': f()}",
        "{'a': not True}",
        "{'a': -True}",
        "{'a': True or x}",
        "{'a': [x for x in y]}",
        "{'a': lambda: 1}",
        "{'a': x.y}",
        "{'a': 'x'.y}",
        "{'a': 'x'[0]}",
        "{'a': 'x' % 1}",
        "{'a': __import__('os')}",
        "{'a': datetime.date(2026, 3, 4)}",
        "{'a': <X 1>}",
        "{'a': Decimal('1')}",
        "{'a': Ｔrue}",
        "{'a': 1 # one\n}",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn other_rules_go_along_where_the_tool_allows_them() {
    let rewritten = to_json("{'a': [1, ], 'b': (1,), 'c': 'x\r\n\ty',}", ALL).unwrap();
    assert_eq!(rewritten.text, r#"{"a":[1],"b":[1],"c":"x\r\n\ty"}"#);
    assert_eq!(rewritten.rules, [Rule::PythonLiterals, Rule::DropTrailingComma, Rule::EscapeControlChars]);
    assert_eq!(to_json("{'b': (1,)}", ALL).unwrap().rules, [Rule::PythonLiterals]);
    assert_eq!(to_json("{'b': (1, 2,)}", ALL).unwrap().rules, [Rule::PythonLiterals, Rule::DropTrailingComma]);
    for text in
        ["{'a': [1,,]}", "{,'a': 1}", "{'a': (,)}", "{'a': 1,,}", "{'a': '\u{1}'}", "{'a':\u{b}1}", "{\"a\":1,}"]
    {
        assert_eq!(to_json(text, ALL), None, "{text}");
    }
}

#[test]
fn depth_and_time_are_bounded() {
    let nested =
        |lists: usize, open: &str, close: &str| format!("{{'a': {}None{}}}", open.repeat(lists), close.repeat(lists));
    for (open, close) in [("[", "]"), ("(", ",)")] {
        assert_eq!(
            read(&nested(127, open, close)),
            Some(format!("{{\"a\":{}null{}}}", "[".repeat(127), "]".repeat(127)))
        );
        assert_eq!(read(&nested(128, open, close)), None);
        assert_eq!(read(&nested(1 << 20, open, close)), None);
    }
    assert!(read(&format!("{}1{}", "{'a':".repeat(128), "}".repeat(128))).is_some());
    assert_eq!(read(&format!("{}1{}", "{'a':".repeat(129), "}".repeat(129))), None);
    assert_eq!(read(&"{'a':".repeat(1 << 20)), None);
    let long = format!("{{'a': '{}'}}", "\\x41\"".repeat(1 << 18));
    assert_eq!(read(&long).map(|text| text.len()), Some("{'a':''}".len() + 3 * (1 << 18)));
    assert!(read(&format!("{{'a': [{}None]}}", "'',".repeat(1 << 18))).is_some());
    assert!(read(&format!("{{'a': {}}}", "9".repeat(1 << 20))).is_some());
}

fn json() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<i64>().prop_map(Number::from),
        any::<u64>().prop_map(Number::from),
        any::<i32>().prop_filter_map("finite", |whole| Number::from_f64(f64::from(whole) / 64.0)),
    ];
    let text = prop_oneof![".{0,8}", "[\\x00-\\x7f'\"\\\\]{0,8}"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        number.prop_map(Value::Number),
        text.clone().prop_map(Value::String),
    ];
    let value = leaf.prop_recursive(4, 32, 4, move |inner| {
        let key = text.clone();
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((key, inner), 0..4).prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    });
    prop::collection::vec((".{0,4}", value), 1..4)
        .prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>()))
}

/// The value as Python's `repr` shows it, lists by turns as tuples.
fn repr(value: &Value, tuples: bool, out: &mut String) {
    let all = |items: &mut dyn Iterator<Item = (Option<&String>, &Value)>, out: &mut String| {
        for (place, (key, item)) in items.enumerate() {
            if place > 0 {
                out.push_str(", ");
            }
            if let Some(key) = key {
                repr_text(key, out);
                out.push_str(": ");
            }
            repr(item, !tuples, out);
        }
    };
    match value {
        Value::Null => out.push_str("None"),
        Value::Bool(true) => out.push_str("True"),
        Value::Bool(false) => out.push_str("False"),
        Value::Number(number) => out.push_str(&number.to_string()),
        Value::String(text) => repr_text(text, out),
        Value::Array(items) => {
            out.push(if tuples { '(' } else { '[' });
            all(&mut items.iter().map(|item| (None, item)), out);
            out.push_str(match (tuples, items.len()) {
                (true, 1) => ",)",
                (true, _) => ")",
                (false, _) => "]",
            });
        }
        Value::Object(entries) => {
            out.push('{');
            all(&mut entries.iter().map(|(key, item)| (Some(key), item)), out);
            out.push('}');
        }
    }
}

fn repr_text(text: &str, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => out.extend(['\\', c]),
            c if c < ' ' || ('\u{7f}'..'\u{a1}').contains(&c) => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            '\u{2028}' | '\u{2029}' | '\u{feff}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            '\u{e0000}'.. => out.push_str(&format!("\\U{:08x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push(quote);
}

proptest! {
    #[test]
    fn what_repr_shows_is_the_value(value in json()) {
        let mut text = String::new();
        repr(&value, false, &mut text);
        let back = to_json(&text, BARE).map(|rewritten| rewritten.text);
        let back: Option<Value> = back.map(|text| serde_json::from_str(&text).unwrap());
        let is_json = serde_json::from_str::<Value>(&text).is_ok();
        prop_assert_eq!(back, (!is_json).then_some(value), "{}", text);
    }

    #[test]
    fn what_is_rewritten_is_json(text in "\\{('[a\\\\x41']{0,3}'? ?:? ?[\\[\\]\\(\\)\\{\\},:'\"TrueNone0-9.e-]{0,6},?){0,3}\\}") {
        if let Some(rewritten) = to_json(&text, ALL) {
            prop_assert!(serde_json::from_str::<Value>(&rewritten.text).is_ok(), "{} {}", text, rewritten.text);
        }
    }
}
