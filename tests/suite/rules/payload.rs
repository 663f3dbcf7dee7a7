//! The rules that run on the payload as a whole, and on its keys.

use serde_json::{Value, json};
use toolargs::{Code, Payload, Rule, ToolArgs, ToolSpec};

use super::{Gate, Gates, Probe};
use crate::support::derived;

/// A tool with a required field and an optional one; `secret` makes them sensitive.
macro_rules! tool {
    ([$($policy:tt)*] [$($arg:tt)*]) => {{
        #[derive(ToolArgs)]
        $($policy)*
        struct Search {
            #[arg(description = "What for." $($arg)*)]
            query: String,
            #[arg(rename = "maxResults" $($arg)*)]
            max_results: Option<i64>,
        }
        Box::new(derived::<Search>)
    }};
}

macro_rules! without_fields {
    ($($policy:tt)*) => {{
        #[derive(ToolArgs)]
        $($policy)*
        struct Ping {}
        Box::new(derived::<Ping>)
    }};
}

/// The search tool at run time, where a rule can be asked for and forbidden at once.
fn at_run_time(change: impl FnOnce(ToolSpec) -> ToolSpec) -> Gate {
    let schema = json!({
        "type": "object",
        "properties": {"query": {"type": "string"}, "maxResults": {"type": "integer"}},
        "required": ["query"],
    });
    let spec = change(ToolSpec::from_json_schema("search", &schema).unwrap());
    Box::new(move |raw: Payload<'_>| spec.parse(raw))
}

macro_rules! opt_in {
    ($rule:ident, $variant:expr) => {
        Gates {
            lax: tool!([#[tool(name = "search", allow($rule))]] []),
            strict: at_run_time(|spec| spec.allow(&[$variant]).strict()),
            denied: at_run_time(|spec| spec.allow(&[$variant]).deny(&[$variant])),
            sensitive: tool!([#[tool(name = "search", allow($rule))]] [, sensitive]),
            unasked: Some(tool!([] [])),
        }
    };
}

fn probe(
    rule: Rule,
    gates: Gates,
    path: &'static str,
    repairs: &[(&str, Value, Value)],
    refused: &[(&str, Code)],
) -> Probe {
    Probe {
        rule,
        gates,
        path,
        repairs: repairs
            .iter()
            .map(|(raw, before, after)| ((*raw).to_owned(), before.clone(), after.clone()))
            .collect(),
        refused: refused.iter().map(|&(raw, code)| (raw.to_owned(), code)).collect(),
    }
}

pub(super) fn probes() -> Vec<Probe> {
    let mut probes = envelopes();
    probes.extend(nothing());
    probes.extend(other_texts());
    probes.extend(keys());
    probes
}

const CALL: &str = r#"{"query":"x"}"#;

fn envelopes() -> Vec<Probe> {
    use Code::{InvalidJson, NotObject, UnknownField};
    let fenced =
        ["```json\n{\"query\":\"x\"}\n```", "```\n{\"query\":\"x\"}\n```", " ```JSON \r\n{\"query\":\"x\"}\r\n```\n"];
    let fences: Vec<_> = fenced.into_iter().map(|text| (text, json!(text), json!(CALL))).collect();
    let wrapped = r#"{"arguments":{"query":"x"}}"#;
    let own_name = r#"{"search":{"query":"x","maxResults":2}}"#;
    vec![
        probe(
            Rule::StripCodeFence,
            Gates {
                lax: tool!([] []),
                strict: tool!([#[tool(strict)]] []),
                denied: tool!([#[tool(deny(strip_code_fence))]] []),
                sensitive: tool!([] [, sensitive]),
                unasked: None,
            },
            "$",
            &fences,
            &[
                ("```json\n{\"query\":\"x\"}", InvalidJson),
                ("```python\n{\"query\":\"x\"}\n```", InvalidJson),
                ("See:\n```json\n{\"query\":\"x\"}\n```", InvalidJson),
                ("```json\n{\"query\":\"x\"}\n```\nDone.", InvalidJson),
                ("```json\n{\"query\":\"x\"}\n```\n```json\n{\"query\":\"y\"}\n```", InvalidJson),
                ("```json{\"query\":\"x\"}```", InvalidJson),
                ("```json\n[1]\n```", NotObject),
                ("~~~\n{\"query\":\"x\"}\n~~~", InvalidJson),
            ],
        ),
        probe(
            Rule::UnwrapDoubleEncoded,
            Gates {
                lax: tool!([] []),
                strict: tool!([#[tool(strict)]] []),
                denied: tool!([#[tool(deny(unwrap_double_encoded))]] []),
                sensitive: tool!([] [, sensitive]),
                unasked: None,
            },
            "$",
            &[(r#""{\"query\":\"x\"}""#, json!(CALL), json!({"query": "x"}))],
            &[
                (r#""\"{\\\"query\\\":\\\"x\\\"}\"""#, NotObject),
                ("\"[]\"", NotObject),
                ("\"x\"", NotObject),
                (r#""{\"query\":\"x\"""#, NotObject),
                (r#""{\"query\":\"x\"}" and"#, InvalidJson),
                (r#""{\"nope\":1}""#, UnknownField),
            ],
        ),
        probe(
            Rule::UnwrapEnvelope,
            opt_in!(unwrap_envelope, Rule::UnwrapEnvelope),
            "$",
            &[
                (wrapped, json!({"arguments": {"query": "x"}}), json!({"query": "x"})),
                (own_name, json!({"search": {"query": "x", "maxResults": 2}}), json!({"query": "x", "maxResults": 2})),
            ],
            &[
                (r#"{"arguments":{"query":"x"},"id":1}"#, UnknownField),
                (r#"{"arguments":"{\"query\":\"x\"}"}"#, UnknownField),
                (r#"{"data":{"query":"x"}}"#, UnknownField),
                (r#"{"arguments":{"nope":1}}"#, UnknownField),
                (r#"{"arguments":[{"query":"x"}]}"#, UnknownField),
                (r#"{"arguments":{"arguments":{"query":"x"}}}"#, UnknownField),
            ],
        ),
    ]
}

fn nothing() -> Vec<Probe> {
    use Code::{InvalidJson, NotObject, UnknownField};
    let gates = |deny: Gate| Gates {
        lax: without_fields!(),
        strict: without_fields!(#[tool(strict)]),
        denied: deny,
        sensitive: Box::new(|raw: Payload<'_>| {
            // a tool without fields has nothing sensitive to hold: what it shows is empty
            let mut parsed = derived::<Nothing>(raw)?;
            for repair in &mut parsed.repairs {
                assert!(matches!(repair.before.as_str(), None | Some("" | " \n")) && repair.after == json!({}));
                (repair.before, repair.after) = ("[redacted]".into(), "[redacted]".into());
            }
            Ok(parsed)
        }),
        unasked: None,
    };
    vec![
        probe(
            Rule::EmptyToObject,
            gates(without_fields!(#[tool(deny(empty_to_object))])),
            "$",
            &[("", json!(""), json!({})), (" \n", json!(" \n"), json!({}))],
            &[
                ("\u{a0}", InvalidJson),
                ("[]", NotObject),
                ("\"\"", NotObject),
                ("{", InvalidJson),
                (r#"{"a":1}"#, UnknownField),
                ("0", NotObject),
            ],
        ),
        probe(
            Rule::NullToObject,
            gates(without_fields!(#[tool(deny(null_to_object))])),
            "$",
            &[("null", Value::Null, json!({}))],
            &[("\"null\"", NotObject), ("nullnull", InvalidJson), ("None", InvalidJson), ("false", NotObject)],
        ),
        // with fields declared, silence could also be a lost call
        Probe {
            rule: Rule::EmptyToObject,
            gates: some_fields(),
            path: "$",
            repairs: Vec::new(),
            refused: vec![(String::new(), InvalidJson)],
        },
        Probe {
            rule: Rule::NullToObject,
            gates: some_fields(),
            path: "$",
            repairs: Vec::new(),
            refused: vec![("null".into(), NotObject)],
        },
    ]
}

#[derive(ToolArgs)]
struct Nothing {}

fn some_fields() -> Gates {
    #[derive(ToolArgs)]
    struct Optional {
        a: Option<i64>,
    }
    let gate = || Box::new(derived::<Optional>);
    Gates { lax: gate(), strict: gate(), denied: gate(), sensitive: gate(), unasked: None }
}

fn other_texts() -> Vec<Probe> {
    use Code::InvalidJson;
    let commas = "{\"query\":\"x,}\",\"maxResults\":2, \n}";
    let raw_lines = "{\"query\":\"a\nb\tc\"}";
    let python = "{'query': \"it's\", 'maxResults': 3}";
    vec![
        probe(
            Rule::DropTrailingComma,
            opt_in!(drop_trailing_comma, Rule::DropTrailingComma),
            "$",
            &[(commas, json!(commas), json!("{\"query\":\"x,}\",\"maxResults\":2 \n}"))],
            &[
                ("{\"query\":\"x\",,}", InvalidJson),
                ("{,\"query\":\"x\"}", InvalidJson),
                ("{,}", InvalidJson),
                ("{\"query\":\"x\"},", InvalidJson),
                ("{\"query\":,}", InvalidJson),
                ("{\"query\":\"x\",", InvalidJson),
                ("{'query':'x',}", InvalidJson),
            ],
        ),
        probe(
            Rule::EscapeControlChars,
            opt_in!(escape_control_chars, Rule::EscapeControlChars),
            "$",
            &[(raw_lines, json!(raw_lines), json!(r#"{"query":"a\nb\tc"}"#))],
            &[
                ("{\"query\":\"a\u{1}b\"}", InvalidJson),
                ("{\"query\":\"a\u{0}b\"}", InvalidJson),
                ("{\"query\":\"a\n", InvalidJson),
                ("{\"query\":\"a\\\nb\"}", InvalidJson),
            ],
        ),
        probe(
            Rule::PythonLiterals,
            opt_in!(python_literals, Rule::PythonLiterals),
            "$",
            &[(python, json!(python), json!(r#"{"query":"it's","maxResults":3}"#))],
            &[
                ("{'query': 'a' 'b'}", InvalidJson),
                ("{'query': b'a'}", InvalidJson),
                ("{'query': f'a'}", InvalidJson),
                ("{'query': 'a'} # note", InvalidJson),
                ("{'query': {'a'}}", InvalidJson),
                ("{'query': 'a', 'maxResults': 1 + 1}", InvalidJson),
                ("dict(query='a')", InvalidJson),
                ("{'query': a}", InvalidJson),
                ("{'query': ...}", InvalidJson),
                ("{'query': 'a', 'maxResults': 0x1F}", InvalidJson),
                ("{'query': 'a', 'maxResults': 1_000}", InvalidJson),
                ("{'query': '''a'''}", InvalidJson),
                ("{'query': 'a'", InvalidJson),
                ("{'query': 'a'} {'query': 'b'}", InvalidJson),
                ("{'query': 'a', 'query': 'b'}", Code::DuplicateKey),
                ("{'query': True}", Code::Type),
            ],
        ),
    ]
}

fn keys() -> Vec<Probe> {
    use Code::{DuplicateKey, UnknownField};
    vec![
        probe(
            Rule::RenameKeyCase,
            opt_in!(rename_key_case, Rule::RenameKeyCase),
            "$.max_results",
            &[(r#"{"query":"x","max_results":5}"#, json!("max_results"), json!("maxResults"))],
            &[
                (r#"{"query":"x","maxResult":5}"#, UnknownField),
                (r#"{"query":"x","max results":5}"#, UnknownField),
                (r#"{"query":"x","maxResults":1,"max_results":5}"#, UnknownField),
                (r#"{"query":"x","max_results":5,"MaxResults":5}"#, UnknownField),
            ],
        ),
        probe(
            Rule::DropIdenticalDuplicate,
            opt_in!(drop_identical_duplicate, Rule::DropIdenticalDuplicate),
            "$.query",
            &[(r#"{"query":"x","query":"x"}"#, json!(["x", "x"]), json!("x"))],
            &[
                (r#"{"query":"x","query":"y"}"#, DuplicateKey),
                (r#"{"query":"x","maxResults":1,"maxResults":"1"}"#, DuplicateKey),
                (r#"{"query":"x","maxResults":1,"maxResults":1.0}"#, DuplicateKey),
            ],
        ),
    ]
}
