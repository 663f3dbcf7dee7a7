//! A sensitive value is shown nowhere: not in a repair, not in a message, not in what surrounds it.

use serde_json::Value;
use toolargs::ToolArgs;

#[derive(Debug, ToolArgs)]
struct Login {
    user: String,
    #[arg(sensitive, pattern = "[a-z]+", max_len = 40)]
    password: String,
    #[arg(sensitive, min = 1, max = 9, multiple_of = 2)]
    pin: Option<i64>,
    #[arg(sensitive)]
    ratio: Option<f64>,
    #[arg(sensitive)]
    sure: Option<bool>,
    #[arg(sensitive)]
    kind: Option<Kind>,
    #[arg(sensitive, unique_items)]
    tags: Option<Vec<String>>,
    #[arg(sensitive)]
    day: Option<time::Date>,
    #[arg(sensitive)]
    inner: Option<Inner>,
    #[arg(sensitive, format = "email")]
    mail: Option<String>,
    #[arg(sensitive)]
    map: Option<std::collections::BTreeMap<String, i64>>,
}

#[derive(Debug, ToolArgs)]
enum Kind {
    Admin,
    Guest,
}

#[derive(Debug, ToolArgs)]
struct Inner {
    code: i64,
}

/// What the sensitive values hold, and nothing else does.
const MARK: &str = "8675309";

fn assert_hidden(raw: &str) {
    let shown = match Login::parse(raw) {
        Ok(parsed) => {
            let repairs: Vec<_> =
                parsed.repairs.iter().map(|repair| format!("{repair} {repair:?} {}", repair.to_value())).collect();
            assert!(!repairs.is_empty(), "{raw} needs no repair");
            repairs.join("\n")
        }
        Err(rejection) => {
            format!("{rejection} {rejection:?} {} {}", rejection.for_model(), rejection.to_value())
        }
    };
    assert!(!shown.contains(MARK), "{raw} shows it: {shown}");
    let decoded: Result<Value, _> = serde_json::from_str(raw);
    if let Ok(Err(rejection)) = decoded.map(Login::parse) {
        assert!(!format!("{rejection:?} {}", rejection.for_model()).contains(MARK), "{raw} decoded");
    }
}

#[test]
fn no_message_quotes_it() {
    for value in [
        r#""password":"P8675309""#,
        r#""password":8675309"#,
        r#""password":["8675309"]"#,
        r#""password":{"8675309":1}"#,
        r#""password":"ok","pin":8675309"#,
        r#""password":"ok","pin":"8675309""#,
        r#""password":"ok","pin":8675309.5"#,
        r#""password":"ok","pin":"8675309x""#,
        r#""password":"ok","pin":8675309e999"#,
        r#""password":"ok","ratio":"8675309%""#,
        r#""password":"ok","ratio":8675309e999"#,
        r#""password":"ok","ratio":90071992547409938675309"#,
        r#""password":"ok","sure":"8675309""#,
        r#""password":"ok","kind":"8675309""#,
        r#""password":"ok","kind":"adm8675309in""#,
        r#""password":"ok","tags":"8675309,8675309""#,
        r#""password":"ok","tags":["8675309","8675309"]"#,
        r#""password":"ok","tags":[8675309]"#,
        r#""password":"ok","day":"8675309""#,
        r#""password":"ok","day":"2026-02-30 8675309""#,
        r#""password":"ok","inner":"8675309""#,
        r#""password":"ok","inner":{"code":"8675309x"}"#,
        r#""password":"ok","inner":"{\"code\":\"8675309x\"}""#,
        r#""password":"ok","mail":"8675309""#,
    ] {
        assert_hidden(&format!(r#"{{"user":"u",{value}}}"#));
    }
}

#[test]
fn keys_inside_it_are_values_too() {
    for raw in [
        r#"{"user":"u","password":"ok","inner":{"code":1,"8675309":1}}"#,
        r#"{"user":"u","password":{"a8675309":1,"a8675309":1}}"#,
        r#"{"user":"u","password":"ok","map":{"8675309":"x"}}"#,
    ] {
        let rejection = Login::parse(raw).unwrap_err();
        let shown: String = rejection.errors().iter().map(ToString::to_string).collect();
        assert!(!(shown + &rejection.for_model()).contains(MARK), "{raw}: {rejection:?}");
    }
}

#[test]
fn the_name_of_the_field_itself_is_told() {
    let rejection = Login::parse(r#"{"user":"u","password":"a","password":"b"}"#).unwrap_err();
    assert_eq!((rejection.first().code().as_str(), rejection.first().path()), ("duplicate_key", "$.password"));
    let rejection = Login::parse(r#"{"user":"u","Password":"a"}"#).unwrap_err();
    assert_eq!((rejection.first().code().as_str(), rejection.first().path()), ("unknown_field", "$.Password"));
    let rejection = Login::parse(r#"{"user":"u","password":7}"#).unwrap_err();
    assert_eq!(rejection.first().path(), "$.password");
}

#[test]
fn no_repair_records_it() {
    let call = r#"{"user":"u","password":"ok","tags":"8675309","inner":{"code":"8675309"}}"#;
    assert_hidden(call);
    assert_hidden(r#"{"user":"u","password":"ok","inner":"{\"code\":8675309}"}"#);
    let parsed = Login::parse(call).unwrap();
    assert_eq!(parsed.args.tags, Some(vec![MARK.to_owned()]));
    assert!(parsed.repairs.iter().all(|repair| repair.before == "[redacted]" && repair.after == "[redacted]"));
}

#[test]
fn the_envelopes_around_it_are_redacted_as_well() {
    let call = r#"{"user":"u","password":"ok","tags":["8675309"]}"#;
    assert_hidden(&format!("```json\n{call}\n```"));
    assert_hidden(&Value::from(call).to_string());
    assert_hidden(&format!("```\n{}\n```", Value::from(call)));
    // and when the call fails after its envelope was opened
    assert_hidden(&format!("```json\n{}\n```", call.replace("\"user\":\"u\",", "")));
}

#[test]
fn what_is_not_sensitive_is_still_shown() {
    let rejection = Login::parse(r#"{"user":7,"password":"ok","8675309":1}"#).unwrap_err();
    assert!(rejection.to_string().contains("8675309"));
}
