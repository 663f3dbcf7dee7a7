//! The calls: the article's refund clean, repaired and rejected, long ones, and hostile ones.

use std::iter::repeat_n;

pub const CLEAN: &str = r#"{"order_id":"ord_A1b2C3d4","amount_cents":1999,"notify_customer":true,"reason":"late","effective_date":"2026-03-04"}"#;

/// The clean call with these tags beside its fields.
fn tagged(tags: impl Iterator<Item = String>) -> String {
    let tags: Vec<String> = tags.map(|tag| format!("\"{tag}\"")).collect();
    CLEAN.replace(r#","effective_date""#, &format!(r#","tags":[{}],"effective_date""#, tags.join(",")))
}

pub fn required_only() -> String {
    r#"{"order_id":"ord_A1b2C3d4","amount_cents":1999,"reason":"late"}"#.to_owned()
}

pub fn tags() -> String {
    tagged((0..20).map(|i| format!("tag-number-{i}")))
}

pub fn repaired() -> String {
    CLEAN.replace("1999", "\"1999\"")
}

pub fn rejected() -> String {
    CLEAN.replace("1999", "\"19.99\"")
}

pub fn long_string() -> String {
    tagged(std::iter::once("x".repeat(100_000)))
}

pub fn escaped_string() -> String {
    tagged(std::iter::once(r#"line\n\"q\" \u00e9"#.repeat(100_000 / 18)))
}

pub fn items() -> String {
    tagged((0..5000).map(|i| format!("t{i}")))
}

pub fn nested() -> String {
    format!(r#"{{"refunds":[{}]}}"#, [CLEAN; 200].join(","))
}

pub fn union() -> String {
    r#"{"type":"move_item","item":"ord_A1b2C3d4","from":"a","to":"b"}"#.to_owned()
}

/// A text of about `bytes` bytes that was made to cost as much as it can.
pub fn hostile(kind: &str, bytes: usize) -> String {
    let entries = |size: usize, entry: &dyn Fn(usize) -> String| (0..bytes / size).map(entry).collect::<Vec<_>>().join(",");
    match kind {
        // stops at the limit of depth: its cost does not grow at all
        "open" => "[".repeat(bytes),
        "brackets" => format!(r#"{{"x":[{}]}}"#, repeat_n("[]", bytes / 3).collect::<Vec<_>>().join(",")),
        "unknown" => format!("{{{}}}", entries(11, &|i| format!(r#""{i:06}":0"#))),
        "nested" => format!(r#"{{"x":{{{}}}}}"#, entries(11, &|i| format!(r#""{i:06}":0"#))),
        "digits" => CLEAN.replace("1999", &"1".repeat(bytes)),
        "escapes" => CLEAN.replace("ord_", &r"\u0041".repeat(bytes / 6)),
        "duplicates" => format!("{{{}}}", entries(17, &|_| r#""amount_cents":1"#.to_owned())),
        "strings" => format!(r#"{{"tags":[{}]}}"#, entries(5, &|_| r#""\n""#.to_owned())),
        other => panic!("no hostile text is called `{other}`"),
    }
}
