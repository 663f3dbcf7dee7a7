//! Properties that hold for every payload, on generated ones.

mod generate;
mod number;
mod undo;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};
use toolargs::{Payload, ToolArgs};

use crate::refund::{IssueRefund, StrictFields, StrictTool};
use crate::support::{Outcome, broken_promise, derived, equal};

/// A tool with what the article's has not: floats, lists of objects, optional objects, maps.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Shipment {
    #[arg(min_items = 1, max_items = 4)]
    orders: Vec<Order>,
    #[arg(min = 0, max = 1000)]
    weight: Option<f64>,
    address: Option<Address>,
    #[arg(default = 1)]
    parcels: u8,
    #[arg(default)]
    labels: std::collections::BTreeMap<String, bool>,
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Order {
    #[arg(min = -100, max = 100)]
    amount: i32,
    #[arg(max_len = 4)]
    note: Option<String>,
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Address {
    city: String,
    codes: Option<Vec<i64>>,
}

type Gate = fn(Payload<'_>) -> Outcome;

const GATES: [Gate; 2] = [derived::<IssueRefund>, derived::<Shipment>];

fn config() -> ProptestConfig {
    ProptestConfig { cases: 10_000, failure_persistence: None, max_shrink_iters: 2_000, ..ProptestConfig::default() }
}

fn hold(condition: bool, why: impl FnOnce() -> String) -> Result<(), TestCaseError> {
    if condition { Ok(()) } else { Err(TestCaseError::fail(why())) }
}

proptest! {
    #![proptest_config(config())]

    /// What is accepted is canonical, and what is refused is fit for the model, whatever came in.
    #[test]
    fn every_outcome_keeps_the_promises((which, text) in generate::call()) {
        let gate = GATES[which];
        let broken = broken_promise(&gate, &gate(Payload::from(&text)));
        hold(broken.is_none(), || format!("{broken:?}"))?;
    }

    #[test]
    fn no_bytes_panic(bytes in generate::bytes()) {
        for gate in GATES {
            let outcome = gate(Payload::from(bytes.as_slice()));
            let broken = broken_promise(&gate, &outcome);
            hold(broken.is_none(), || format!("{broken:?}"))?;
        }
    }

    /// Undoing the repairs, last first, gives back what was sent; without repairs nothing was touched.
    #[test]
    fn repairs_tell_all_that_was_changed((which, text) in generate::call()) {
        if let Ok(parsed) = GATES[which](Payload::from(&text)) {
            let defaults = [json!({"notify_customer": false, "tags": []}), json!({"parcels": 1, "labels": {}})];
            let undone = undo::undo(&text, &parsed, &defaults[which]).map_err(TestCaseError::fail)?;
            let sent: Value = serde_json::from_str(undo::body(&text)).map_err(|error| TestCaseError::fail(error.to_string()))?;
            hold(equal(&undone, &sent), || format!("{undone} is not {sent}: {:?}", parsed.repairs))?;
        }
    }

    #[test]
    fn strict_never_repairs((_, text) in generate::refund_call()) {
        let lax = IssueRefund::parse(&text);
        let strict = StrictTool::parse(&text);
        let clean = lax.as_ref().is_ok_and(|parsed| parsed.repairs.is_empty());
        hold(strict.is_ok() == clean, || format!("{lax:?} but {strict:?}"))?;
        if let (Ok(lax), Ok(strict)) = (&lax, &strict) {
            hold(strict.repairs.is_empty(), || format!("{:?}", strict.repairs))?;
            hold(lax.args.to_value() == strict.args.to_value(), || format!("{lax:?} but {strict:?}"))?;
        }
        if let Ok(parsed) = StrictFields::parse(&text) {
            hold(parsed.repairs.iter().all(|repair| repair.path == "$"), || format!("{:?}", parsed.repairs))?;
        }
        // a refusal that strictness alone explains says so
        if let (Ok(_), Err(rejection)) = (&lax, &strict) {
            let forbidden = rejection.errors().iter().all(|error| error.code() == toolargs::Code::RepairForbidden);
            hold(forbidden, || format!("{rejection:?}"))?;
        }
    }

    /// Text and the same JSON already decoded come to the same end.
    #[test]
    fn decoding_upstream_changes_nothing((which, value, spelled) in generate::object_two_ways()) {
        let (text, decoded) = (GATES[which](Payload::from(&spelled)), GATES[which](Payload::from(&value)));
        match (text, decoded) {
            (Ok(text), Ok(decoded)) => {
                prop_assert_eq!(&text.args, &decoded.args);
                prop_assert_eq!(&text.repairs, &decoded.repairs);
                prop_assert!(text.duplicates_checked && !decoded.duplicates_checked);
            }
            (Err(text), Err(decoded)) => prop_assert_eq!(text.for_model(), decoded.for_model()),
            (text, decoded) => return Err(TestCaseError::fail(format!("{text:?} but {decoded:?}"))),
        }
    }

    /// The integer that a field receives is the number that was written, digit for digit.
    #[test]
    fn integers_are_exact(literal in number::literal()) {
        number::check(&literal).map_err(TestCaseError::fail)?;
    }

    /// The order of the keys does not matter to values, repairs or errors.
    #[test]
    fn the_order_of_keys_is_nothing((which, forward, backward) in generate::two_orders()) {
        let (one, other) = (GATES[which](Payload::from(&forward)), GATES[which](Payload::from(&backward)));
        match (one, other) {
            (Ok(one), Ok(other)) => {
                prop_assert_eq!(one.args, other.args);
                prop_assert_eq!(one.repairs, other.repairs);
            }
            (Err(one), Err(other)) => prop_assert_eq!(errors(&one), errors(&other)),
            (one, other) => return Err(TestCaseError::fail(format!("{one:?} but {other:?}"))),
        }
    }
}

/// The errors in their order, but for those of the payload, which stand as the text has them.
fn errors(rejection: &toolargs::Rejection) -> Vec<String> {
    let errors = rejection.errors();
    let of_payload = |code| matches!(code, toolargs::Code::NonFiniteNumber | toolargs::Code::DuplicateKey);
    let of_payload = errors.iter().take_while(|error| of_payload(error.code())).count();
    let mut errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
    errors[..of_payload].sort();
    errors
}

#[test]
fn the_generators_reach_every_outcome() {
    use std::collections::BTreeMap;
    let mut seen = BTreeMap::<String, usize>::new();
    let mut runner = proptest::test_runner::TestRunner::new(config());
    let tally = std::cell::RefCell::new(&mut seen);
    let run = runner.run(&generate::call(), |(which, text)| {
        let mut seen = tally.borrow_mut();
        match GATES[which](Payload::from(&text)) {
            Ok(parsed) if parsed.repairs.is_empty() => *seen.entry("clean".to_owned()).or_default() += 1,
            Ok(parsed) => {
                parsed.repairs.iter().for_each(|repair| *seen.entry(repair.rule.to_string()).or_default() += 1)
            }
            Err(rejection) => *seen.entry(rejection.first().code().to_string()).or_default() += 1,
        }
        Ok(())
    });
    run.unwrap();
    println!("{seen:?}");
    for due in [
        "clean",
        "strip_code_fence",
        "unwrap_double_encoded",
        "numeric_string_to_int",
        "integral_float_to_int",
        "numeric_string_to_number",
        "string_to_bool",
        "enum_casefold",
        "scalar_to_list",
        "json_string_to_object",
        "json_string_to_array",
        "null_to_absent",
        "not_object",
        "invalid_json",
        "duplicate_key",
        "type",
        "missing",
        "unknown_field",
        "pattern",
        "lossy_number",
        "ambiguous_integer",
        "out_of_range",
        "ambiguous_boolean",
        "enum",
        "ambiguous_list",
        "ambiguous_date",
        "invalid_date",
    ] {
        assert!(seen.contains_key(due), "{due} is never reached: {seen:?}");
    }
}
