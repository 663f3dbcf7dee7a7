//! Any bytes as a payload: no panic, canonical results, errors that are bounded and show nothing invisible.

#![no_main]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use toolargs::{Parsed, Payload, Rejection, ToolArgs, ToolSpec};

#[derive(ToolArgs)]
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

#[derive(ToolArgs)]
enum Reason {
    Damaged,
    Late,
    Duplicate,
    Other,
}

/// Everything that the refund has not, with every opt-in rule.
#[derive(ToolArgs)]
#[tool(allow(
    trim_whitespace,
    drop_trailing_comma,
    escape_control_chars,
    python_literals,
    unwrap_envelope,
    rename_key_case,
    empty_string_to_absent,
    null_word_to_absent,
    singleton_to_scalar,
    integer_to_string,
    decimal_string_to_int,
    midnight_to_date,
    drop_identical_duplicate,
    scalar_to_list,
    json_string_to_array
))]
struct Nested {
    #[arg(min_items = 1, max_items = 8)]
    orders: Vec<Order>,
    weight: Option<f64>,
    #[arg(default)]
    labels: BTreeMap<String, Option<bool>>,
    id: Option<Id>,
    action: Option<Action>,
    any: Option<Value>,
    next: Option<Box<Nested>>,
    day: Option<time::Date>,
}

#[derive(ToolArgs)]
struct Order {
    amount: i32,
    #[arg(max_len = 4)]
    note: Option<String>,
    #[arg(unique_items)]
    codes: Option<Vec<u64>>,
}

#[derive(ToolArgs)]
#[tool(untagged)]
enum Id {
    Number(i64),
    Name(String),
    Unknown,
}

#[derive(ToolArgs)]
enum Action {
    Refund { cents: u32 },
    Nothing,
}

/// The refund at run time.
static SPEC: LazyLock<ToolSpec> = LazyLock::new(|| {
    ToolSpec::from_json_schema("issue_refund", &IssueRefund::json_schema()).expect("the schema of a derived type")
});

type Outcome = Result<Parsed<Value>, Rejection>;

fn derived<T: ToolArgs>(raw: Payload<'_>) -> Outcome {
    let Parsed { args, repairs, duplicates_checked } = T::parse(raw)?;
    Ok(Parsed { args: args.to_value(), repairs, duplicates_checked })
}

fn invisible(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c), 0xAD | 0x61C | 0x180E | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x3164)
        || matches!(u32::from(c), 0xFE00..=0xFE0F | 0xFEFF | 0xFFF9..=0xFFFB | 0xFFFE..=0xFFFF | 0xE0000..=0xE0FFF)
}

fn check(outcome: &Outcome, again: impl Fn(Payload<'_>) -> Outcome) {
    match outcome {
        Ok(parsed) => {
            let text = parsed.args.to_string();
            let second = again(Payload::from(&text)).unwrap_or_else(|error| panic!("{text} is refused: {error}"));
            assert!(second.repairs.is_empty(), "{text} is repaired again: {:?}", second.repairs);
            assert_eq!(second.args, parsed.args);
        }
        Err(rejection) => {
            assert!(!rejection.errors().is_empty() && rejection.errors().len() <= 16);
            for error in rejection.errors() {
                let message = error.message();
                assert!(!message.is_empty() && message.len() <= 512, "{} bytes", message.len());
                let shown = error.to_string();
                assert!(shown.len() <= 8192, "{} bytes", shown.len());
                assert!(!shown.chars().any(invisible), "{shown:?}");
            }
            let body: Value = serde_json::from_str(&rejection.for_model()).expect("JSON for the model");
            assert_eq!(body["error"], rejection.first().code().as_str());
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let refund = derived::<IssueRefund>(Payload::from(bytes));
    check(&refund, derived::<IssueRefund>);
    check(&derived::<Nested>(Payload::from(bytes)), derived::<Nested>);
    // the same tool at run time comes to the same end
    match (&refund, SPEC.parse(bytes)) {
        (Ok(one), Ok(other)) => assert_eq!((&one.args, &one.repairs), (&other.args, &other.repairs)),
        (Err(one), Err(other)) => assert_eq!(one.for_model(), other.for_model()),
        (one, other) => panic!("{one:?} but {other:?}"),
    }
});
