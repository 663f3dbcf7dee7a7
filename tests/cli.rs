//! The command line, as a user runs it.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use toolargs::{Code, Rule};

const SCHEMA: &str = "examples/issue_refund.json";
const CALLS: &str = "examples/calls.jsonl";
const ARTICLE: &str = "     1 ok_clean
     2 ok_repaired
     1 reject:ambiguous_integer
     1 reject:unknown_field
     1 repair:numeric_string_to_int
     1 repair:strip_code_fence
";

fn toolargs(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolargs"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// How a run ended: its exit code, and both outputs.
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the outputs are UTF-8");
        Ended { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Ended {
    fn lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
    }
}

fn run(arguments: &[&str]) -> Ended {
    toolargs(arguments).stdin(Stdio::null()).output().unwrap().into()
}

fn run_on(input: impl Into<Vec<u8>>, arguments: &[&str]) -> Ended {
    let mut command = toolargs(arguments);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.into());
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let ended = child.wait_with_output().unwrap().into();
    // a program that stops early leaves input unread
    let _ = writer.join().unwrap();
    ended
}

/// Parses lines for the article's tool.
fn parse(input: impl Into<Vec<u8>>, options: &[&str]) -> Ended {
    run_on(input, &[&["parse", "--schema", SCHEMA], options].concat())
}

fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// A call of the article's tool, as a record with its arguments decoded.
fn record(id: &str, fields: &str) -> String {
    format!(r#"{{"id":{id},"arguments":{{"order_id":"ord_A1b2C3d4","amount_cents":1999,"reason":"late"{fields}}}}}"#)
}

#[test]
fn replay_prints_what_the_article_prints() {
    let ended = run(&["replay", "--schema", SCHEMA, CALLS]);
    assert_eq!((ended.code, &*ended.out, &*ended.err), (Some(0), ARTICLE, ""));
    let twice = run(&["replay", "--schema", SCHEMA, CALLS, CALLS]);
    assert_eq!(twice.out.lines().next(), Some("     2 ok_clean"));
    assert_eq!(run_on(read(CALLS), &["replay", "--schema", SCHEMA, "-"]).out, ARTICLE);
}

#[test]
fn replay_counts_lines_that_are_no_record() {
    let ended = run_on(read(CALLS) + "\n\nno JSON\n{}\n", &["replay", "--schema", SCHEMA, "-"]);
    assert_eq!(ended.out, format!("     2 bad_record\n{ARTICLE}"));
    assert_eq!((ended.code, ended.err.matches("bad_record").count()), (Some(0), 2));
}

#[test]
fn parse_answers_the_articles_calls_in_order() {
    let ended = run(&["parse", "--schema", SCHEMA, CALLS]);
    assert_eq!((ended.code, &*ended.err), (Some(0), ""));
    let lines = ended.lines();
    let args = json!({"order_id": "ord_A1b2C3d4", "amount_cents": 1999, "notify_customer": false, "reason": "late", "tags": []});
    let fence =
        read(CALLS).lines().nth(3).map(|line| serde_json::from_str::<Value>(line).unwrap()["arguments"].clone());
    let inside = r#"{"order_id":"ord_A1b2C3d4","amount_cents":1999,"reason":"late"}"#;
    assert_eq!(lines[0], json!({"id": 1, "ok": true, "args": args, "repairs": []}));
    let repair = json!({"path": "$.amount_cents", "rule": "numeric_string_to_int", "before": "1999", "after": 1999});
    assert_eq!(lines[1], json!({"id": 2, "ok": true, "args": args, "repairs": [repair]}));
    let message = &lines[2]["message"];
    assert_eq!(
        lines[2],
        json!({"id": 3, "ok": false, "error": "ambiguous_integer", "path": "$.amount_cents", "message": message})
    );
    let repair = json!({"path": "$", "rule": "strip_code_fence", "before": fence, "after": inside});
    assert_eq!(lines[3], json!({"id": 4, "ok": true, "args": args, "repairs": [repair]}));
    assert_eq!(
        (&lines[4]["id"], &lines[4]["error"], &lines[4]["path"]),
        (&json!(5), &json!("unknown_field"), &json!("$.amount"))
    );
    assert_eq!(lines.len(), 5);
    assert!(ended.out.starts_with(r#"{"id":1,"ok":true,"args":{"order_id":"#), "{}", ended.out);
}

#[test]
fn the_typed_example_prints_what_the_article_prints() {
    let target = Path::new(env!("CARGO_BIN_EXE_toolargs")).parent().unwrap();
    let example = target.join("examples").join(format!("issue_refund{}", std::env::consts::EXE_SUFFIX));
    if !example.exists() {
        println!("left out: the examples have not been built");
        return;
    }
    let ended = Ended::from(Command::new(example).arg(CALLS).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap());
    let places = "line 2: $.amount_cents numeric_string_to_int
line 3: $.amount_cents ambiguous_integer
line 4: $ strip_code_fence
line 5: $.amount unknown_field
";
    assert_eq!((ended.code, ended.out), (Some(0), format!("{ARTICLE}{places}")));
}

#[test]
fn decoded_arguments_are_read_as_text() {
    let twice = parse(record("1", r#","amount_cents":49999"#), &[]).lines();
    assert_eq!((&twice[0]["error"], &twice[0]["path"]), (&json!("duplicate_key"), &json!("$.amount_cents")));
    let digits = record("1", "").replace("1999", "1999.0000000000000001");
    assert_eq!(parse(digits, &[]).lines()[0]["error"], "lossy_number");
    let deep = format!(r#"{{"arguments":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(parse(deep, &[]).lines()[0]["error"], "too_deep");
    for (arguments, kind) in [("null", "null"), ("42", "number"), ("[]", "array"), ("true", "boolean")] {
        let line = &parse(format!(r#"{{"arguments":{arguments}}}"#), &[]).lines()[0];
        assert_eq!(line["error"], "not_object");
        assert!(line["message"].as_str().unwrap().ends_with(kind), "{line}");
    }
}

#[test]
fn numbers_that_pass_through_keep_their_digits() {
    let schema = file("open.json", r#"{"type":"object"}"#);
    let call = r#"{"a":123456789012345678901234567890,"b":[0.1000000000000000000001,1.50],"z":1,"y":-0.0}"#;
    let ended = run_on(format!(r#"{{"arguments":{call}}}"#), &["parse", "--schema", schema.to_str().unwrap()]);
    assert_eq!(ended.out, format!("{{\"id\":null,\"ok\":true,\"args\":{call},\"repairs\":[]}}\n"));
}

#[test]
fn an_id_is_copied_as_it_is() {
    for id in ["1", "null", "\"x\\u0041\"", "[1, 2.50]", "{\"a\":1,\"a\":1}", "1e400", "\"\\ud800\""] {
        let ended = parse(record(id, ""), &[]);
        assert!(ended.out.starts_with(&format!("{{\"id\":{id},\"ok\":true,")), "{id}: {}{}", ended.out, ended.err);
    }
    let without = parse(record("0", "").replace(r#""id":0,"#, ""), &[]);
    assert!(without.out.starts_with(r#"{"id":null,"ok":true,"#), "{}", without.out);
}

#[test]
fn a_line_that_is_no_record_is_named_and_the_run_goes_on() {
    let bad: [&[u8]; 9] = [
        b"no JSON",
        b"[{\"id\":1,\"arguments\":{}}]",
        b"\"arguments\"",
        b"{\"id\":1}",
        b"{\"arguments\":\"{}\",\"arguments\":\"{}\"}",
        b"{\"arguments\":\"{}\"} {\"arguments\":\"{}\"}",
        b"{\"arguments\":{\"a\":NaN}}",
        b"{\"arguments\":\"\xff\"}",
        b"{\"arguments\":\"secret",
    ];
    for (at, line) in bad.iter().enumerate() {
        let good = record("7", "");
        let ended = parse([good.as_bytes(), b"\r\n\n  \n", line, b"\n", good.as_bytes()].concat(), &[]);
        assert_eq!((ended.code, ended.lines().len()), (Some(0), 2), "{at}");
        assert!(ended.err.starts_with("toolargs: standard input:4: bad_record: "), "{at}: {}", ended.err);
        assert!(ended.err.ends_with("toolargs: 1 bad_record\n"), "{at}: {}", ended.err);
        assert!(!ended.err.contains("secret"), "a value is shown: {}", ended.err);
    }
}

#[test]
fn a_lone_surrogate_is_an_error_of_its_call_alone() {
    let ended = parse("{\"arguments\":\"{\\\"x\\\":\\\"\\ud800\\\"}\"}\n{\"arguments\":\"\\udfff\"}\n", &[]);
    let codes: Vec<_> = ended.lines().iter().map(|line| line["error"].clone()).collect();
    assert_eq!((codes, &*ended.err), (vec![json!("invalid_json"), json!("invalid_json")], ""));
}

#[test]
fn a_line_too_long_is_passed_over() {
    let long = format!(r#"{{"arguments":"{}"}}"#, "x".repeat(64 << 20));
    let ended = parse(format!("{}\n{long}\n{}", record("1", ""), record("2", "")), &[]);
    let ids: Vec<_> = ended.lines().iter().map(|line| line["id"].clone()).collect();
    assert_eq!(ids, [json!(1), json!(2)]);
    assert!(ended.err.contains("standard input:2: bad_record: longer than 67108864 bytes"), "{}", ended.err);
    // as long as a line may be, and so for the gate to judge
    let longest = &long[..long.len() - 2 - r#"{"arguments":""#.len() - 2];
    let ended = parse(format!("{longest}\"}}\n"), &[]);
    assert_eq!(ended.lines()[0]["error"], "too_large", "{}", ended.err);
}

#[test]
fn the_output_is_one_line_for_whoever_splits_it() {
    let ended = parse(record("1", ",\"tags\":[\"a\u{2028}b\u{2029}c\u{85}d\u{e9}\\n\"]"), &[]);
    assert_eq!(ended.lines()[0]["args"]["tags"][0], "a\u{2028}b\u{2029}c\u{85}d\u{e9}\n");
    assert!(ended.out.contains(r#"["a\u2028b\u2029c\u0085dé\n"]"#), "{}", ended.out);
}

#[test]
fn the_policy_is_set_by_options() {
    let spaced = record("1", "").replace("late", " late ");
    assert_eq!(parse(&*spaced, &[]).lines()[0]["error"], "enum");
    let trimmed = parse(&*spaced, &["--allow", "trim_whitespace"]).lines();
    assert_eq!(
        (&trimmed[0]["repairs"][0]["rule"], &trimmed[0]["args"]["reason"]),
        (&json!("trim_whitespace"), &json!("late"))
    );

    let text = record("1", "").replace("1999", "\"1999\"");
    assert_eq!(parse(&*text, &[]).lines()[0]["ok"], true);
    for options in [&["--deny", "numeric_string_to_int"][..], &["--strict"]] {
        assert_eq!(parse(&*text, options).lines()[0]["error"], "repair_forbidden");
    }

    let inside = record("1", "").replace(r#""arguments":"#, r#""arguments":{"issue_refund":"#) + "}";
    let allowed = ["--allow", "unwrap_envelope"];
    assert_eq!(parse(&*inside, &allowed).lines()[0]["error"], "unknown_field");
    let named = parse(&*inside, &[&allowed[..], &["--name", "issue_refund"]].concat()).lines();
    assert_eq!(named[0]["repairs"][0]["rule"], "unwrap_envelope");
}

#[test]
fn usage_and_input_that_cannot_be_read_exit_with_2() {
    let missing = &["parse", "--schema", SCHEMA, "examples/no_such_file.jsonl"][..];
    let no_schema = file("no_schema.json", r#"{"type":"object","not":{}}"#);
    let no_json = file("no_json.json", "{");
    let twice = file("twice.json", r#"{"type":"object","properties":{"x":{"type":"string","type":"integer"}}}"#);
    for (arguments, says) in [
        (&[][..], "Usage"),
        (&["parse"], "--schema"),
        (&["replay", "--schema", SCHEMA], "<LOG>"),
        (&["parse", "--schema", SCHEMA, "--allow", "trim"], "'trim_whitespace'"),
        (&["parse", "--schema", SCHEMA, "--strict", "--allow", "trim_whitespace"], "cannot be used with"),
        (
            &["parse", "--schema", SCHEMA, "--allow", "enum_casefold", "--deny", "enum_casefold"],
            "both allowed and denied",
        ),
        (&["parse", "--schema", "examples/no_such_schema.json"], "no_such_schema.json"),
        (&["parse", "--schema", no_schema.to_str().unwrap()], "`not`"),
        (&["parse", "--schema", no_json.to_str().unwrap()], "invalid_json"),
        (&["parse", "--schema", twice.to_str().unwrap()], "$.properties.x.type: duplicate_key"),
        (missing, "no_such_file.jsonl"),
        (&["parse", "--schema", SCHEMA, "examples"], "examples"),
        (&["policy", "--check", "docs/no_such_file.md"], "no_such_file.md"),
        (&["no-such-command"], "no-such-command"),
    ] {
        let ended = run(arguments);
        assert_eq!((ended.code, &*ended.out), (Some(2), ""), "{arguments:?}");
        assert!(ended.err.contains(says), "{arguments:?}: {}", ended.err);
    }
    assert_eq!(run(&["--help"]).code, Some(0));
    assert_eq!(run(&["--version"]).out, format!("toolargs {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let log = file("long.jsonl", read(CALLS).repeat(20_000));
    let mut command = toolargs(&["parse", "--schema", SCHEMA, log.to_str().unwrap()]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 8];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let ended = Ended::from(child.wait_with_output().unwrap());
    assert_eq!((&first, ended.code, &*ended.err), (b"{\"id\":1,", Some(0), ""));
}

#[test]
fn the_policy_document_is_that_of_the_code() {
    let ended = run(&["policy", "--check", "docs/policy.md"]);
    assert_eq!((ended.code, &*ended.err), (Some(0), ""));
    let document = read("docs/policy.md");
    assert_eq!(run(&["policy", "--format", "markdown"]).out, document);
    for rule in Rule::ALL {
        let default = if rule.default_on() { "on" } else { "opt-in" };
        let row = format!("| `{rule}` | {default} | {} | {} |\n", rule.description(), rule.justification());
        assert!(document.contains(&row), "{row}");
    }
    for code in Code::ALL {
        assert!(document.contains(&format!("| `{code}` | {} |\n", code.meaning())), "{code}");
    }
}

#[test]
fn a_stale_policy_document_exits_with_1() {
    let stale = file("stale.md", read("docs/policy.md").replacen("opt-in", "on", 1));
    let path = stale.to_str().unwrap();
    let ended = run(&["policy", "--check", path]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.err.contains("is stale"), "{}", ended.err);
    assert_eq!(run(&["policy", "--write", path]).code, Some(0));
    assert_eq!(run(&["policy", "--check", path]).code, Some(0));
}

#[test]
fn the_readme_has_the_tables_of_the_code() {
    let readme = read("README.md");
    let section = |title: &str| {
        let (_, after) = readme.split_once(&format!("\n## {title}\n")).unwrap();
        let rows = after.split("\n## ").next().unwrap().lines().filter(|line| line.starts_with("| `"));
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    let rules: Vec<_> = Rule::ALL
        .iter()
        .map(|rule| {
            format!("| `{rule}` | {} | {} |", if rule.default_on() { "on" } else { "opt-in" }, rule.description())
        })
        .collect();
    let codes: Vec<_> = Code::ALL.iter().map(|code| format!("| `{code}` | {} |", code.meaning())).collect();
    assert_eq!((section("Repairs"), section("Codes")), (rules, codes));
}

#[test]
fn the_policy_is_printed_as_text_too() {
    let text = run(&["policy"]).out;
    for rule in Rule::ALL {
        assert!(text.contains(rule.as_str()) && text.contains(rule.justification()), "{rule}");
    }
    assert!(Code::ALL.iter().all(|code| text.contains(code.meaning())));
}

#[test]
fn shells_get_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ended = run(&["completions", shell]);
        assert_eq!(ended.code, Some(0));
        assert!(ended.out.contains("replay"), "{shell}: {}", ended.out);
    }
    assert!(run(&["completions", "bash"]).out.contains("trim_whitespace"));
}

const TOOLS: &str = r#"{"tools":[
    {"name":"pay","description":"Pay.","inputSchema":{"type":"object","properties":{"amount":{"type":"number"}}}},
    {"name":"ping","description":"Ping.","inputSchema":{"type":"object","properties":{}}}
]}"#;

#[test]
fn a_schema_is_written_for_a_provider_with_what_only_the_gate_enforces() {
    let ended = run(&["schema", SCHEMA, "--name", "issue_refund", "--provider", "anthropic-strict"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let tool: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!((&tool["name"], &tool["strict"]), (&json!("issue_refund"), &json!(true)));
    assert!(ended.err.contains("only the gate enforces: `pattern` at $.order_id"), "{}", ended.err);

    let plain: Value = serde_json::from_str(&run(&["schema", SCHEMA]).out).unwrap();
    assert_eq!(plain["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let widened: Value = serde_json::from_str(&run(&["schema", SCHEMA, "--prevalidation"]).out).unwrap();
    assert_ne!(plain["properties"]["amount_cents"], widened["properties"]["amount_cents"]);
}

#[test]
fn the_tools_of_an_mcp_server_are_written_together() {
    let tools = file("tools.json", TOOLS);
    let ended = run(&["schema", tools.to_str().unwrap(), "--provider", "mcp"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let written: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        written[1],
        json!({"name": "ping", "description": "Ping.", "inputSchema": {"type": "object", "additionalProperties": false}})
    );
}

#[test]
fn lint_reports_and_denies_what_is_dangerous() {
    let tools = file("linted.json", TOOLS);
    let tools = tools.to_str().unwrap();
    let ended = run(&["lint", tools]);
    assert_eq!(ended.code, Some(0));
    assert!(ended.out.contains("pay: $.amount: float_money: "), "{}", ended.out);
    assert_eq!(run(&["lint", tools, "--deny"]).code, Some(1));
    let allowed = run(&["lint", tools, "--deny", "--allow", "float_money", "--allow", "missing_description"]);
    assert_eq!((allowed.code, allowed.out.as_str()), (Some(0), ""));
    assert_eq!(run(&["lint", tools, "--allow", "float_monkey"]).code, Some(2));
}
