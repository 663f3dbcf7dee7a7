//! What the suite shares: gates behind one face, the promises that hold for every outcome, case files.

pub(crate) mod cases;
pub(crate) mod decimal;
pub(crate) mod tools;

use serde_json::{Number, Value};
use toolargs::{Parsed, Payload, Rejection, ToolArgs};

use self::decimal::Decimal;

/// What a gate says of a payload, with the arguments as canonical JSON.
pub(crate) type Outcome = Result<Parsed<Value>, Rejection>;

/// A derived type as a gate.
pub(crate) fn derived<T: ToolArgs>(raw: Payload<'_>) -> Outcome {
    let Parsed { args, repairs, duplicates_checked } = T::parse(raw)?;
    Ok(Parsed { args: args.to_value(), repairs, duplicates_checked })
}

/// Path and rule of each repair.
pub(crate) fn rules(outcome: &Parsed<Value>) -> Vec<(String, String)> {
    outcome.repairs.iter().map(|repair| (repair.path.clone(), repair.rule.to_string())).collect()
}

/// What the contract promises of every outcome, whatever the payload: the first promise broken, if any.
pub(crate) fn broken_promise(gate: &dyn Fn(Payload<'_>) -> Outcome, outcome: &Outcome) -> Option<String> {
    match outcome {
        Ok(parsed) => not_idempotent(gate, parsed),
        Err(rejection) => unfit_for_the_model(rejection),
    }
}

fn not_idempotent(gate: &dyn Fn(Payload<'_>) -> Outcome, parsed: &Parsed<Value>) -> Option<String> {
    let text = parsed.args.to_string();
    if text.len() > 1 << 20 {
        return None;
    }
    for raw in [Payload::from(&text), Payload::from(&parsed.args)] {
        match gate(raw) {
            Err(rejection) => return Some(format!("its own result is refused: {rejection}")),
            Ok(again) if !again.repairs.is_empty() => return Some(format!("repaired again: {:?}", again.repairs)),
            Ok(again) if again.args != parsed.args => {
                return Some(format!("changes again: {} to {}", parsed.args, again.args));
            }
            Ok(_) => {}
        }
    }
    None
}

fn unfit_for_the_model(rejection: &Rejection) -> Option<String> {
    let errors = rejection.errors();
    if errors.is_empty() || errors.len() > 16 {
        return Some(format!("{} errors", errors.len()));
    }
    if (errors[0].path(), errors[0].code()) != (rejection.first().path(), rejection.first().code()) {
        return Some("the first error does not stand first".to_owned());
    }
    for error in errors {
        let message = error.message();
        if message.is_empty() || message.len() > 512 {
            return Some(format!("a message of {} bytes", message.len()));
        }
        if let Some(c) = message.chars().chain(error.path().chars()).find(|&c| invisible(c)) {
            return Some(format!("{c:?} is shown in {error}"));
        }
        if error.path().len() > 4096 {
            return Some(format!("a path of {} bytes", error.path().len()));
        }
    }
    let text = rejection.for_model();
    let Ok(body) = serde_json::from_str::<Value>(&text) else { return Some(format!("no JSON for the model: {text}")) };
    let first = rejection.first();
    let head = format!(
        r#"{{"ok":false,"error":"{}","path":{},"message":{}"#,
        first.code(),
        Value::from(first.path()),
        Value::from(first.message())
    );
    let listed = body.get("errors").and_then(Value::as_array).map_or(1, Vec::len);
    if !text.starts_with(&head) || listed != errors.len() || text.contains('\n') {
        return Some(format!("not the form for the model: {text}"));
    }
    (errors.len() == 1 && text != format!("{head}}}")).then(|| format!("more than four keys: {text}"))
}

/// Characters that show nothing or change the direction of others, written down apart from the product's own table.
pub(crate) fn invisible(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c), 0xAD | 0x61C | 0x180E | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x3164)
        || matches!(u32::from(c), 0xFE00..=0xFE0F | 0xFEFF | 0xFFF9..=0xFFFB | 0xFFFE..=0xFFFF | 0xE0000..=0xE0FFF)
}

/// The project's folder, whichever of its packages the suite is built for.
pub(crate) fn project() -> &'static std::path::Path {
    let package = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let holds_data = |folder: &&std::path::Path| folder.join("tests/data").is_dir();
    package.ancestors().find(holds_data).expect("tests/data above the package")
}

/// Whether `serde_json`, as this program builds it, keeps the order of keys. A schema that comes as a value without it
/// has its fields in the order of their names.
pub(crate) fn keeps_order() -> bool {
    let text = r#"{"b":1,"a":2}"#;
    let value: Value = serde_json::from_str(text).unwrap();
    value.to_string().eq(text)
}

/// Whether `serde_json`, as this program builds it, keeps every digit of a number.
pub(crate) fn keeps_digits() -> bool {
    serde_json::from_str::<Value>("1e400").is_ok()
}

/// A file beside the project, where it is there.
pub(crate) fn shared(path: &str) -> Option<std::path::PathBuf> {
    let beside = project().join("../shared").join(path);
    if !beside.exists() {
        println!("left out: {path} is not there");
    }
    beside.exists().then_some(beside)
}

/// Equal, where numbers are equal by their exact value, however they are spelled.
pub(crate) fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            Decimal::of(&one.to_string()) == Decimal::of(&other.to_string()) || nearly(one, other)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(key).is_some_and(|other| equal(one, other)))
        }
        _ => one == other,
    }
}

/// Doubles one unit of the last place apart: so far off `serde_json` reads some literals, unless built to keep digits.
fn nearly(one: &Number, other: &Number) -> bool {
    let (Some(one), Some(other)) = (one.as_f64(), other.as_f64()) else { return false };
    !keeps_digits() && one.to_bits().abs_diff(other.to_bits()) <= 1
}
