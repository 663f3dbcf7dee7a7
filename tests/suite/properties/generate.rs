//! Payloads as models send them: mostly right, in every wrong envelope, and sometimes plain nonsense.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

/// JSON texts for one field.
type Texts = BoxedStrategy<String>;

fn texts(of: &[&'static str]) -> Texts {
    select(of.to_vec()).prop_map(str::to_owned).boxed()
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Values of any kind, for fields of any kind.
fn stray() -> Texts {
    prop_oneof![
        texts(&[
            "null",
            "true",
            "false",
            "0",
            "-0",
            "1",
            "-1.5",
            "1e3",
            "1E400",
            "[]",
            "{}",
            "[null]",
            r#"{"a":1}"#,
            "\"\""
        ]),
        texts(&[
            r#""null""#,
            r#""[]""#,
            r#""{}""#,
            r#"" ""#,
            r#""\u0000""#,
            r#""\ud83d\ude00""#,
            "[[1]]",
            "NaN",
            "-Infinity"
        ]),
        any::<i64>().prop_map(|n| n.to_string()),
        any::<f64>().prop_filter("finite", |n| n.is_finite()).prop_map(|n| format!("{n:e}")),
        ".{0,8}".prop_map(|text| quoted(&text)),
    ]
    .boxed()
}

/// Right mostly, in a wrong envelope at times, wrong seldom.
fn mixed(right: Texts, repairable: Texts, wrong: Texts) -> Texts {
    prop_oneof![14 => right, 4 => repairable, 1 => wrong].boxed()
}

fn integer(low: i64, high: i64) -> Texts {
    let repairable = prop_oneof![
        (low..high).prop_map(|n| format!("\"{n}\"")),
        (low..high).prop_map(|n| format!("{n}.0")),
        (low / 100..high / 100 + 1).prop_map(|n| format!("{n}e2")),
        (low..high).prop_map(|n| format!("{}E-2", n * 100)),
    ];
    let wrong = prop_oneof![
        texts(&["\"1,999\"", "\" 7\"", "\"+7\"", "\"007\"", "19.99", "\"-3\"", "\"1e3\"", "9007199254740993.0", "-0"]),
        any::<i64>().prop_map(|n| n.to_string()),
    ];
    mixed((low..high).prop_map(|n| n.to_string()).boxed(), repairable.boxed(), wrong.boxed())
}

fn boolean() -> Texts {
    mixed(
        texts(&["true", "false"]),
        texts(&["\"true\"", "\"False\"", "\"TRUE\"", "\"f\\u0061lse\""]),
        texts(&["\"yes\"", "1", "\"1\"", "\" true\"", "\"on\""]),
    )
}

fn name() -> Texts {
    mixed(
        texts(&["\"late\"", "\"damaged\"", "\"dupli\\u0063ate\"", "\"other\""]),
        texts(&["\"LATE\"", "\"Other\""]),
        texts(&["\"broken\"", "\"late \"", "\"\"", "\"\u{212a}late\""]),
    )
}

fn strings() -> Texts {
    mixed(
        vec("[a-z ,]{0,5}".prop_map(|text| quoted(&text)), 0..4)
            .prop_map(|items| format!("[{}]", items.join(",")))
            .boxed(),
        "[a-mé][a-mé ]{0,7}".prop_map(|text| quoted(&text)).boxed(),
        texts(&["\"a,b\"", "\"[\\\"a\\\"]\"", "\"none\"", "[\"a\",1]", "\"a\\nb\"", "\"\"", "\"\u{200b}\"", "\"'a'\""]),
    )
}

fn date() -> Texts {
    mixed(
        (1u32..9999, 1u32..13, 1u32..29).prop_map(|(y, m, d)| format!("\"{y:04}-{m:02}-{d:02}\"")).boxed(),
        texts(&["null"]),
        texts(&[
            "\"03/04/2026\"",
            "\"2026-3-4\"",
            "\"2026-03-04T00:00:00\"",
            "\"\"",
            "\"2026-02-30\"",
            "\"2025-02-29\"",
        ]),
    )
}

fn order_id() -> Texts {
    prop_oneof![
        35 => "ord_[A-Za-z0-9]{8}".prop_map(|text| quoted(&text)),
        1 => "[oO]rd_[A-Za-z0-9]{7,9}".prop_map(|text| quoted(&text)),
    ]
    .boxed()
}

fn float() -> Texts {
    mixed(
        prop_oneof![
            (0u32..1000, 0u32..100).prop_map(|(n, f)| format!("{n}.{f:02}")),
            (0u32..1000).prop_map(|n| n.to_string())
        ]
        .boxed(),
        (0u32..1000, 0u32..100).prop_map(|(n, f)| format!("\"{n}.{f:02}\"")).boxed(),
        texts(&["\"1e3\"", "\"15%\"", "1e9", "\".5\"", "9007199254740993", "1e-400", "-0.0"]),
    )
}

/// Entries of an object: each field is sent mostly, a stray value at times, a stray key at times.
fn entries(fields: Vec<(&'static str, Texts, f64)>) -> BoxedStrategy<Vec<(String, String)>> {
    let sent: Vec<_> = fields
        .into_iter()
        .map(|(name, texts, often)| {
            let value = prop_oneof![40 => texts, 1 => stray()];
            proptest::option::weighted(often, value.prop_map(move |text| (name.to_owned(), text)))
        })
        .collect();
    let key = select(vec!["amount", "Tags", "x", "odd name", "", "\u{202e}", "amount_cents", "orders", "type"]);
    let extra = proptest::option::weighted(0.04, (key, stray()).prop_map(|(key, text)| (key.to_owned(), text)));
    (sent, extra)
        .prop_map(|(sent, extra)| sent.into_iter().flatten().chain(extra).collect::<Vec<_>>())
        .prop_shuffle()
        .boxed()
}

fn object(entries: &[(String, String)]) -> String {
    let entries: Vec<_> = entries.iter().map(|(name, text)| format!("{}:{text}", quoted(name))).collect();
    format!("{{{}}}", entries.join(","))
}

/// The JSON itself, or its text in a string.
fn encoded_at_times(text: Texts) -> Texts {
    prop_oneof![6 => text.clone(), 1 => text.prop_map(|text| quoted(&text))].boxed()
}

fn refund() -> BoxedStrategy<Vec<(String, String)>> {
    entries(vec![
        ("order_id", order_id(), 0.98),
        ("amount_cents", integer(1, 50_000), 0.98),
        ("notify_customer", boolean(), 0.6),
        ("reason", name(), 0.98),
        ("tags", strings(), 0.6),
        ("effective_date", date(), 0.4),
    ])
}

fn shipment() -> BoxedStrategy<Vec<(String, String)>> {
    let order = entries(vec![("amount", integer(-100, 100), 0.98), ("note", strings_or_note(), 0.5)]);
    let order = encoded_at_times(order.prop_map(|entries| object(&entries)).boxed());
    let orders = vec(order, 1..5).prop_map(|orders| format!("[{}]", orders.join(","))).boxed();
    let codes = vec(integer(-9, 9_000_000_000), 0..3).prop_map(|codes| format!("[{}]", codes.join(","))).boxed();
    let address =
        entries(vec![("city", texts(&["\"Oslo\"", "\"\"", "\" \""]), 0.95), ("codes", encoded_at_times(codes), 0.5)]);
    let labels =
        vec(("[a-d]{1,2}", boolean()), 0..3).prop_map(|labels| object(&labels.into_iter().collect::<Vec<_>>())).boxed();
    entries(vec![
        ("orders", encoded_at_times(orders), 0.98),
        ("weight", float(), 0.5),
        ("address", encoded_at_times(address.prop_map(|entries| object(&entries)).boxed()), 0.5),
        ("parcels", integer(0, 255), 0.5),
        ("labels", encoded_at_times(labels), 0.4),
    ])
}

fn strings_or_note() -> Texts {
    mixed(
        "[a-zäß ]{0,4}".prop_map(|text| quoted(&text)).boxed(),
        texts(&["null"]),
        texts(&["\"null\"", "7", "\"12345\""]),
    )
}

fn either() -> BoxedStrategy<(usize, Vec<(String, String)>)> {
    prop_oneof![refund().prop_map(|entries| (0, entries)), shipment().prop_map(|entries| (1, entries))].boxed()
}

/// The envelopes of a payload, and damage to it.
fn enveloped(object: String, how: u8, place: usize) -> String {
    let cut = (0..=place % (object.len() + 1)).rev().find(|&cut| object.is_char_boundary(cut)).unwrap_or(0);
    match how {
        0..=30 => object,
        31 => format!("```json\n{object}\n```"),
        32 => format!("  ```\r\n{object}\r\n```\n"),
        33 | 34 => quoted(&object),
        35 => format!("```\n{}\n```", quoted(&object)),
        36 => quoted(&quoted(&object)),
        37 => object[..cut].to_owned(),
        38 => format!("{object} ok"),
        39 => format!("{}{}", &object[..cut], &object[cut..].replacen(',', ",,", 1)),
        40 => format!("\u{feff}{object}"),
        41 => format!("[{object}]"),
        _ => format!("\n\t {object} \r\n"),
    }
}

/// The tool's number and a payload for it.
pub(super) fn call() -> BoxedStrategy<(usize, String)> {
    (either(), 0u8..43, any::<usize>())
        .prop_map(|((which, entries), how, place)| (which, enveloped(object(&entries), how, place)))
        .boxed()
}

pub(super) fn refund_call() -> BoxedStrategy<(usize, String)> {
    (refund(), 0u8..43, any::<usize>())
        .prop_map(|(entries, how, place)| (0, enveloped(object(&entries), how, place)))
        .boxed()
}

/// One object with its keys in one order and in the other. No key stands twice.
pub(super) fn two_orders() -> BoxedStrategy<(usize, String, String)> {
    either()
        .prop_map(|(which, mut entries)| {
            let mut seen = std::collections::HashSet::new();
            entries.retain(|(name, _)| seen.insert(name.clone()));
            let forward = object(&entries);
            entries.reverse();
            (which, forward, object(&entries))
        })
        .boxed()
}

/// An object as a value, and as a text with other white space and escapes.
pub(super) fn object_two_ways() -> BoxedStrategy<(usize, Value, String)> {
    (either(), any::<u64>())
        .prop_filter_map("a value holds it", |((which, entries), seed)| {
            let mut seen = std::collections::HashSet::new();
            let entries: Vec<_> = entries.into_iter().filter(|(name, _)| seen.insert(name.clone())).collect();
            let value: Value = serde_json::from_str(&object(&entries)).ok()?;
            let mut spelled = String::new();
            spell(&value, &mut Dice(seed | 1), &mut spelled);
            Some((which, value, spelled))
        })
        .boxed()
}

/// A cheap source of choices, so that one shrinks to a few.
struct Dice(u64);

impl Dice {
    fn one_in(&mut self, sides: u64) -> bool {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.is_multiple_of(sides)
    }
}

/// Writes a value with white space and escapes as the dice fall; numbers keep the spelling that decoding gave them.
fn spell(value: &Value, dice: &mut Dice, out: &mut String) {
    for (space, sides) in [(" ", 3), ("\n", 7), ("\t", 11)] {
        if dice.one_in(sides) {
            out.push_str(space);
        }
    }
    match value {
        Value::String(text) => spell_string(text, dice, out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                spell(item, dice, out);
            }
            out.push(']');
        }
        Value::Object(entries) => {
            out.push('{');
            for (index, (key, item)) in entries.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                spell_string(key, dice, out);
                out.push_str(if dice.one_in(2) { " :" } else { ":" });
                spell(item, dice, out);
            }
            out.push('}');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

fn spell_string(text: &str, dice: &mut Dice, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        if dice.one_in(4) || c.is_control() || matches!(c, '"' | '\\') {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
        } else {
            out.push(c);
        }
    }
    out.push('"');
}

/// Bytes that are seldom JSON: noise, and calls with a byte changed.
pub(super) fn bytes() -> BoxedStrategy<Vec<u8>> {
    let alphabet = select(b"{}[]\":,'`0123456789.eE+-truefalsnN \n\\/u\x00\xff\xc3".to_vec());
    let changed = (call(), any::<usize>(), any::<u8>()).prop_map(|((_, text), place, byte)| {
        let mut bytes = text.into_bytes();
        let place = place % bytes.len().max(1);
        if let Some(old) = bytes.get_mut(place) {
            *old = byte;
        }
        bytes
    });
    prop_oneof![2 => vec(any::<u8>(), 0..64), 2 => vec(alphabet, 0..64), 3 => changed].boxed()
}
