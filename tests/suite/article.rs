//! The article's own test suite, where it says more than its table: `data/article.jsonl` holds that.

use serde_json::{Value, json};
use toolargs::{Repair, Rule, ToolArgs};

use crate::refund::{BASE, IssueRefund, Reason, with};
use crate::support::cases::{Raw, data};

const REPAIRS: [(&str, &str, &str, Rule); 7] = [
    ("amount_cents", r#""1999""#, "1999", Rule::NumericStringToInt),
    ("amount_cents", "1999.0", "1999", Rule::IntegralFloatToInt),
    ("notify_customer", r#""true""#, "true", Rule::StringToBool),
    ("notify_customer", r#""FALSE""#, "false", Rule::StringToBool),
    ("reason", r#""Damaged""#, r#""damaged""#, Rule::EnumCasefold),
    ("tags", r#""fragile""#, r#"["fragile"]"#, Rule::ScalarToList),
    ("notify_customer", "null", "false", Rule::NullToAbsent),
];

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn unambiguous_values_are_repaired_and_recorded() {
    for (field, sent, meant, rule) in REPAIRS {
        let parsed = IssueRefund::parse(&with(field, sent)).unwrap();
        assert_eq!(parsed.args.to_value()[field], json_of(meant), "{field} {sent}");
        let repair = Repair { path: format!("$.{field}"), rule, before: json_of(sent), after: json_of(meant) };
        assert_eq!(parsed.repairs, [repair], "{field} {sent}");
    }
}

#[test]
fn repairs_are_idempotent() {
    for (field, sent, ..) in REPAIRS {
        let first = IssueRefund::parse(&with(field, sent)).unwrap();
        let second = IssueRefund::parse(&first.args.to_value().to_string()).unwrap();
        assert_eq!((second.args, second.repairs), (first.args, vec![]), "{field} {sent}");
    }
}

#[test]
fn every_row_of_the_article_is_in_the_data() {
    let rows = data("article.jsonl");
    for (field, sent, _, rule) in REPAIRS {
        let found = rows.iter().filter(|row| row.id.starts_with("repair-") && row.id.ends_with(rule.as_str()));
        let sends = |raw: Raw| matches!(raw, Raw::Text(text) if json_of(&text)[field] == json_of(sent));
        assert!(found.map(|row| row.raw()).any(sends), "{field} {sent}");
    }
    let count = |start: &str| rows.iter().filter(|row| row.id.starts_with(start)).count();
    assert_eq!(
        (count("repair-"), count("reject-"), count("bad-"), count("strict-"), count("replay-")),
        (7, 19, 5, 2, 5)
    );
}

#[test]
fn defaults_are_not_shared_between_calls() {
    let mut first = IssueRefund::parse(BASE).unwrap();
    first.args.tags.push("mutated".to_owned());
    assert!(IssueRefund::parse(BASE).unwrap().args.tags.is_empty());
}

#[test]
fn a_repair_says_what_was_and_what_is() {
    let parsed = IssueRefund::parse(&with("amount_cents", r#""1999""#)).unwrap();
    let [repair] = parsed.repairs.as_slice() else { panic!("{:?}", parsed.repairs) };
    assert_eq!((&repair.before, &repair.after), (&json!("1999"), &json!(1999)));
    assert_eq!(repair.to_string(), "$.amount_cents: numeric_string_to_int");
}

#[test]
fn payload_repairs_say_what_was_and_what_is() {
    let fenced = format!("```json\n{BASE}\n```");
    let parsed = IssueRefund::parse(&fenced).unwrap();
    assert_eq!((&parsed.repairs[0].before, &parsed.repairs[0].after), (&json!(fenced), &json!(BASE)));
    let encoded = Value::from(BASE).to_string();
    let parsed = IssueRefund::parse(&encoded).unwrap();
    assert_eq!((&parsed.repairs[0].before, &parsed.repairs[0].after), (&json!(BASE), &json_of(BASE)));
}

#[test]
fn an_absent_optional_field_stays_absent() {
    let parsed = IssueRefund::parse(&with("effective_date", "null")).unwrap();
    assert_eq!(parsed.args.effective_date, None);
    assert!(parsed.args.to_value().get("effective_date").is_none());
}

#[test]
fn the_hint_names_the_field_and_nothing_is_renamed() {
    let call = BASE.replace('}', r#","amount":1999}"#);
    let rejection = IssueRefund::parse(&call).unwrap_err();
    assert_eq!(rejection.first().code().as_str(), "unknown_field");
    assert!(rejection.first().message().contains(r#"did you mean "amount_cents"?"#), "{rejection}");
}

#[test]
fn enum_names_differ_by_more_than_case() {
    let names = [Reason::Damaged, Reason::Late, Reason::Duplicate, Reason::Other].map(|reason| {
        let call = with("reason", &format!("\"{reason:?}\""));
        IssueRefund::parse(&call).unwrap().args.to_value()["reason"].as_str().unwrap().to_lowercase()
    });
    let unique: std::collections::BTreeSet<_> = names.iter().collect();
    assert_eq!(unique.len(), 4);
}

#[test]
fn the_error_for_the_model_is_four_keys_in_order() {
    let rejection = IssueRefund::parse(&with("amount_cents", r#""19.99""#)).unwrap_err();
    let message = rejection.first().message();
    let want = format!(
        r#"{{"ok":false,"error":"ambiguous_integer","path":"$.amount_cents","message":{}}}"#,
        Value::from(message)
    );
    assert_eq!(rejection.for_model(), want);
    assert_eq!(rejection.first().for_model(), want);
}
