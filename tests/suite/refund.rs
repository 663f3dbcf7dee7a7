//! The article's tool, derived: as published, with a strict amount, strict throughout, and without a limit on its length.

use toolargs::{Rule, ToolArgs};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToolArgs)]
pub(crate) enum Reason {
    Damaged,
    Late,
    Duplicate,
    Other,
}

macro_rules! refund {
    ($(#[$doc:meta])* $name:ident, tool($($tool:tt)*), amount($($amount:tt)*), all($($all:tt)*)) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, ToolArgs)]
        #[tool(name = "issue_refund" $($tool)*)]
        pub(crate) struct $name {
            /// Order to refund.
            #[arg(pattern = "ord_[A-Za-z0-9]{8}" $($all)*)]
            pub(crate) order_id: String,
            #[arg(min = 1, max = 50000 $($amount)*)]
            pub(crate) amount_cents: i64,
            #[arg(default $($all)*)]
            pub(crate) notify_customer: bool,
            #[arg(description = "Why." $($all)*)]
            pub(crate) reason: Reason,
            #[arg(default $($all)*)]
            pub(crate) tags: Vec<String>,
            #[arg(description = "When it takes effect." $($all)*)]
            pub(crate) effective_date: Option<time::Date>,
        }
    };
}

refund!(
    /// Refund part or all of an order.
    IssueRefund, tool(), amount(), all()
);
refund!(StrictAmount, tool(), amount(, strict), all());
refund!(StrictFields, tool(), amount(, strict), all(, strict));
refund!(StrictTool, tool(, strict), amount(), all());
refund!(LongRefund, tool(, max_bytes = 4294967295), amount(), all());

pub(crate) const BASE: &str = r#"{"order_id":"ord_A1b2C3d4","amount_cents":1999,"reason":"damaged"}"#;

/// The base call with one field set to a JSON text.
pub(crate) fn with(field: &str, json: &str) -> String {
    let mut call = String::from("{");
    for (name, value) in [("order_id", r#""ord_A1b2C3d4""#), ("amount_cents", "1999"), ("reason", r#""damaged""#)] {
        if name != field {
            call.push_str(&format!("\"{name}\":{value},"));
        }
    }
    call + &format!("\"{field}\":{json}}}")
}

#[test]
fn a_clean_call_comes_through() {
    let parsed = IssueRefund::parse(BASE).unwrap();
    let refund = IssueRefund {
        order_id: "ord_A1b2C3d4".into(),
        amount_cents: 1999,
        notify_customer: false,
        reason: Reason::Damaged,
        tags: Vec::new(),
        effective_date: None,
    };
    assert_eq!((parsed.args, parsed.repairs, parsed.duplicates_checked), (refund, Vec::new(), true));
}

#[test]
fn a_decoded_call_says_that_duplicates_were_not_checked() {
    let decoded: serde_json::Value = serde_json::from_str(BASE).unwrap();
    let parsed = IssueRefund::parse(&decoded).unwrap();
    assert_eq!(parsed.args, IssueRefund::parse(BASE).unwrap().args);
    assert!(!parsed.duplicates_checked);
    assert_eq!(IssueRefund::parse(decoded).unwrap(), parsed);
}

#[test]
fn every_form_of_payload_is_taken() {
    let owned = BASE.to_owned();
    let bytes = owned.clone().into_bytes();
    let want = IssueRefund::parse(BASE).unwrap();
    assert_eq!(IssueRefund::parse(&owned).unwrap(), want);
    assert_eq!(IssueRefund::parse(bytes.as_slice()).unwrap(), want);
}

#[test]
fn a_strict_amount_refuses_what_it_would_repair() {
    for (amount, rule) in [(r#""1999""#, Rule::NumericStringToInt), ("1999.0", Rule::IntegralFloatToInt)] {
        let call = with("amount_cents", amount);
        assert_eq!(IssueRefund::parse(&call).unwrap().repairs[0].rule, rule);
        let rejection = StrictAmount::parse(&call).unwrap_err();
        assert_eq!(rejection.first().code(), toolargs::Code::RepairForbidden);
        assert_eq!(rejection.first().path(), "$.amount_cents");
        assert!(rejection.first().message().contains(rule.as_str()));
    }
    assert_eq!(StrictAmount::parse(BASE).unwrap().args.amount_cents, 1999);
    assert_eq!(StrictAmount::parse(&with("reason", r#""LATE""#)).unwrap().repairs[0].rule, Rule::EnumCasefold);
}

#[test]
fn strict_fields_leave_the_payload_to_its_own_rules_and_a_strict_tool_does_not() {
    let fenced = format!("```json\n{BASE}\n```");
    assert_eq!(StrictFields::parse(&fenced).unwrap().repairs[0].rule, Rule::StripCodeFence);
    let rejection = StrictTool::parse(&fenced).unwrap_err();
    assert_eq!((rejection.first().code().as_str(), rejection.first().path()), ("repair_forbidden", "$"));
    assert!(rejection.first().message().contains("strip_code_fence"));
    assert!(StrictTool::parse(BASE).unwrap().repairs.is_empty());
}

#[test]
fn null_on_a_strict_optional_field_is_a_repair_too() {
    for field in ["notify_customer", "tags", "effective_date"] {
        let call = with(field, "null");
        assert_eq!(IssueRefund::parse(&call).unwrap().repairs[0].rule, Rule::NullToAbsent, "{field}");
        let rejection = StrictFields::parse(&call).unwrap_err();
        assert_eq!(rejection.first().code().as_str(), "repair_forbidden", "{field}");
        assert_eq!(rejection.first().path(), format!("$.{field}"));
    }
}

#[test]
fn a_lifted_limit_takes_more_than_a_mebibyte() {
    let tags = format!("[{}\"x\"]", "\"y\",".repeat(300_000));
    let call = with("tags", &tags);
    assert_eq!(IssueRefund::parse(&call).unwrap_err().first().code().as_str(), "too_large");
    assert_eq!(LongRefund::parse(&call).unwrap().args.tags.len(), 300_001);
}
