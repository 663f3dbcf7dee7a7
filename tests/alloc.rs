//! A clean call allocates what its struct owns, and nothing else.

use std::num::NonZeroU32;

use allocation_counter::{AllocationInfo, measure};
use toolargs::ToolArgs;

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(name = "issue_refund")]
struct IssueRefund {
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

#[derive(Debug, PartialEq, ToolArgs)]
enum Reason {
    Damaged,
    Late,
    Duplicate,
    Other,
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Numbers {
    #[arg(min = 0, max = 100)]
    percent: u8,
    big: i64,
    wide: u64,
    non_zero: NonZeroU32,
    #[arg(min = 0, max = 1.5)]
    ratio: f64,
    small: f32,
    sure: bool,
    reason: Reason,
    when: time::Date,
    maybe: Option<i32>,
    #[arg(default = 7)]
    lines: u16,
    inner: Inner,
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Inner {
    x: i32,
    y: Option<bool>,
}

/// What one call allocates, after a first call has made whatever is made once.
fn allocations<T>(mut call: impl FnMut() -> T) -> AllocationInfo {
    call();
    let mut result = None;
    let info = measure(|| result = Some(call()));
    drop(result);
    info
}

fn parsing<T: ToolArgs>(text: &str) -> AllocationInfo {
    allocations(|| {
        let parsed = T::parse(text).expect("a valid call");
        assert!(parsed.repairs.is_empty(), "a clean call");
        parsed
    })
}

#[test]
fn a_clean_call_allocates_what_its_struct_owns() {
    for tags in [&[][..], &["fragile"], &["fragile", "gift"], &["a", "b", "c", "d", "e", "f", "g", "h", "i"]] {
        let call = format!(
            r#"{{"order_id":"ord_A1b2C3d4","amount_cents":1999,"notify_customer":true,"reason":"late","tags":{tags:?},"effective_date":"2026-03-04"}}"#
        );
        let by_hand = allocations(|| {
            let (order_id, mut own) = ("ord_A1b2C3d4".to_owned(), Vec::new());
            tags.iter().for_each(|tag| own.push((*tag).to_owned()));
            (order_id, own)
        });
        let parsed = parsing::<IssueRefund>(&call);
        // a list makes room for what the text may hold, where one made by hand grows and is copied
        assert!(parsed.count_total <= by_hand.count_total, "{call}: {parsed:?} {by_hand:?}");
        assert!(parsed.bytes_max <= 2 * by_hand.bytes_max, "{call}: {parsed:?} {by_hand:?}");
    }
}

#[test]
fn absent_fields_white_space_and_another_order_cost_nothing() {
    for call in [
        r#"{"order_id":"ord_A1b2C3d4","amount_cents":1999,"reason":"late"}"#,
        "\n{ \"reason\" : \"late\" ,\r\n\t\"amount_cents\" : 1999 , \"order_id\" : \"ord_A1b2C3d4\" }\n",
    ] {
        assert_eq!(parsing::<IssueRefund>(call).count_total, 1, "{call}");
    }
}

#[test]
fn a_struct_of_numbers_booleans_and_names_allocates_nothing() {
    let call = r#"{"percent":100,"big":-9223372036854775808,"wide":18446744073709551615,"non_zero":1,"ratio":1.25,
        "small":-2.5e3,"sure":false,"reason":"other","when":"2024-02-29","maybe":3,"inner":{"x":-1,"y":true}}"#;
    assert_eq!(parsing::<Numbers>(call).count_total, 0);
}

#[test]
fn the_measure_counts() {
    assert_eq!(allocations(|| vec![1u8]).count_total, 1);
    let repaired =
        allocations(|| IssueRefund::parse(r#"{"order_id":"ord_A1b2C3d4","amount_cents":"1999","reason":"late"}"#));
    assert!(repaired.count_total > 1);
}
