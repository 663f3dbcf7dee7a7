//! Every form, on the refund tool and on what each of them refuses.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Definition, Provider};
use crate::{ToolArgs, ToolSpec};

/// Refund part or all of an order.
#[derive(ToolArgs)]
#[tool(name = "issue_refund")]
struct IssueRefund {
    /// Order to refund.
    #[arg(pattern = "ord_[A-Za-z0-9]{8}")]
    order_id: String,
    #[arg(min = 1, max = 50000)]
    amount_cents: i64,
    #[arg(default)]
    notify_customer: bool,
    reason: Reason,
    #[arg(default, max_items = 5)]
    tags: Vec<String>,
    effective_date: Option<String>,
}

#[derive(ToolArgs)]
enum Reason {
    /// It arrived broken.
    Damaged,
    Late,
}

#[derive(ToolArgs)]
#[tool(name = "walk")]
struct Walk {
    root: Node,
    /// The way there.
    way: Way,
}

#[derive(ToolArgs)]
struct Node {
    #[arg(exclusive_min = 0, multiple_of = 5)]
    weight: f64,
    #[arg(each(min_len = 2))]
    labels: Vec<String>,
    children: Vec<Node>,
}

#[derive(ToolArgs)]
enum Way {
    Path { steps: u8 },
    Jump { to: Place },
}

#[derive(ToolArgs)]
struct Place {
    name: Option<String>,
}

#[derive(ToolArgs)]
#[tool(name = "travel")]
struct Travel {
    way: Way,
    /// Then there.
    and_then: Option<Place>,
}

fn definition(provider: Provider) -> Definition {
    IssueRefund::spec().definition(provider).unwrap_or_else(|error| panic!("{error}"))
}

fn report(definition: &Definition) -> Vec<String> {
    definition.gate_only.iter().map(|only| only.to_string().replace("only the gate enforces: ", "")).collect()
}

fn refused(spec: &ToolSpec, provider: Provider) -> String {
    spec.definition(provider).unwrap_err().to_string()
}

fn imported(schema: Value) -> ToolSpec {
    ToolSpec::from_json_schema("tool", &schema).unwrap_or_else(|error| panic!("{error}"))
}

fn of_field(field: Value) -> ToolSpec {
    imported(json!({"type": "object", "properties": {"value": field}, "required": ["value"]}))
}

#[test]
fn openai_strict_requires_every_property() {
    let definition = definition(Provider::OpenAiChatStrict);
    assert_eq!(
        definition.tool,
        json!({"type": "function", "function": {
            "name": "issue_refund",
            "description": "Refund part or all of an order.",
            "strict": true,
            "parameters": {
                "type": "object",
                "properties": {
                    "order_id": {"type": "string", "pattern": "^(?:ord_[A-Za-z0-9]{8})$", "description": "Order to refund."},
                    "amount_cents": {"type": "integer", "minimum": 1, "maximum": 50000},
                    "notify_customer": {"type": ["boolean", "null"], "description": "default: false"},
                    "reason": {"type": "string", "enum": ["damaged", "late"], "description": "\"damaged\": It arrived broken."},
                    "tags": {"type": ["array", "null"], "items": {"type": "string"}, "maxItems": 5, "description": "default: []"},
                    "effective_date": {"type": ["string", "null"]},
                },
                "required": sorted(["order_id", "amount_cents", "notify_customer", "reason", "tags", "effective_date"]),
                "additionalProperties": false,
            },
        }})
    );
    assert_eq!(report(&definition), ["`default` at $.notify_customer", "`default` at $.tags"]);
}

/// In the order of the map that holds the properties.
fn sorted<const N: usize>(names: [&str; N]) -> Value {
    let map: serde_json::Map<String, Value> = names.into_iter().map(|name| (name.to_owned(), Value::Null)).collect();
    map.keys().cloned().collect::<Vec<String>>().into()
}

#[test]
fn what_a_strict_provider_sends_is_repaired_to_the_same_arguments() {
    let sent = json!({"order_id": "ord_A1b2C3d4", "amount_cents": 1, "notify_customer": null, "reason": "late", "tags": null, "effective_date": null});
    let parsed = IssueRefund::parse(&sent).unwrap();
    assert_eq!((parsed.args.notify_customer, parsed.args.tags.len(), parsed.args.effective_date), (false, 0, None));
}

#[test]
fn openai_forms_differ_in_what_is_around_the_schema() {
    let parameters = |tool: &Value, pointer: &str| tool.pointer(pointer).cloned().unwrap();
    let chat = definition(Provider::OpenAiChat).tool;
    let responses = definition(Provider::OpenAiResponses).tool;
    assert_eq!(chat["function"].get("strict"), None);
    assert_eq!(
        (&responses["strict"], &responses["type"], &responses["name"]),
        (&json!(false), &json!("function"), &json!("issue_refund"))
    );
    assert_eq!(parameters(&chat, "/function/parameters"), parameters(&responses, "/parameters"));
    let strict = definition(Provider::OpenAiResponsesStrict).tool;
    assert_eq!(strict["strict"], json!(true));
    assert_eq!(
        parameters(&strict, "/parameters"),
        parameters(&definition(Provider::OpenAiChatStrict).tool, "/function/parameters")
    );
}

#[test]
fn plain_forms_say_all_and_leave_our_annotations_out() {
    let spec = imported(json!({"type": "object", "x-strict": true, "properties": {
        "x-key": {"type": "string", "x-sensitive": true, "x-deny": ["trim_whitespace"], "default": "a", "maxLength": 3},
    }}));
    for provider in [Provider::OpenAiChat, Provider::OpenAiResponses, Provider::Anthropic, Provider::Mcp] {
        let definition = spec.definition(provider).unwrap();
        assert_eq!(definition.gate_only, []);
        let text = definition.tool.to_string();
        assert!(
            !text.contains("x-strict")
                && !text.contains("x-sensitive")
                && !text.contains("x-deny")
                && !text.contains("$schema"),
            "{text}"
        );
        let pointers = ["/function/parameters", "/parameters", "/input_schema", "/inputSchema"];
        let schema = pointers.iter().find_map(|pointer| definition.tool.pointer(pointer)).unwrap();
        assert_eq!(schema["properties"]["x-key"], json!({"type": "string", "default": "a", "maxLength": 3}));
    }
}

#[test]
fn anthropic_strict_moves_bounds_into_the_description() {
    let definition = definition(Provider::AnthropicStrict);
    assert_eq!(definition.tool["strict"], json!(true));
    let properties = &definition.tool["input_schema"]["properties"];
    assert_eq!(
        properties["order_id"],
        json!({"type": "string", "description": "Order to refund. (must match ^(?:ord_[A-Za-z0-9]{8})$)"})
    );
    assert_eq!(properties["amount_cents"], json!({"type": "integer", "description": "at least 1; at most 50000"}));
    assert_eq!(
        properties["tags"],
        json!({"type": "array", "items": {"type": "string"}, "description": "at most 5 items; default: []"})
    );
    assert_eq!(properties["effective_date"], json!({"type": "string"}));
    assert_eq!(definition.tool["input_schema"]["required"], json!(["order_id", "amount_cents", "reason"]));
    for line in ["`maxItems` at $.tags", "`minimum` at $.amount_cents", "`pattern` at $.order_id"] {
        assert!(report(&definition).contains(&line.to_owned()), "{line}");
    }
}

#[test]
fn anthropic_strict_knows_one_item_at_least_and_no_more() {
    let at_least = |items: u64| of_field(json!({"type": "array", "items": {"type": "string"}, "minItems": items}));
    let value = |spec: ToolSpec| {
        spec.definition(Provider::AnthropicStrict).unwrap().tool["input_schema"]["properties"]["value"].clone()
    };
    assert_eq!(value(at_least(1)), json!({"type": "array", "items": {"type": "string"}, "minItems": 1}));
    assert_eq!(
        value(at_least(2)),
        json!({"type": "array", "items": {"type": "string"}, "description": "at least 2 items"})
    );
}

#[test]
fn gemini_has_its_own_words() {
    let definition = definition(Provider::Gemini);
    let parameters = &definition.tool["parameters"];
    assert_eq!(parameters["type"], json!("object"));
    assert_eq!(parameters.get("additionalProperties"), None);
    assert_eq!(parameters["properties"]["amount_cents"], json!({"type": "integer", "minimum": 1, "maximum": 50000}));
    assert_eq!(
        parameters["properties"]["notify_customer"],
        json!({"type": "boolean", "description": "default: false"})
    );
    assert!(report(&definition).contains(&"`additionalProperties` at $".to_owned()));

    let value = |field: Value| {
        let definition = of_field(field).definition(Provider::Gemini).unwrap();
        (definition.tool["parameters"]["properties"]["value"].clone(), report(&definition))
    };
    let only = |line: &str| vec!["`additionalProperties` at $".to_owned(), line.to_owned()];
    assert_eq!(value(json!({"const": "a"})).0, json!({"type": "string", "enum": ["a"]}));
    assert_eq!(
        value(json!({"type": "integer", "enum": [1, 2]})),
        (json!({"type": "integer", "description": "one of 1, 2"}), only("`enum` at $.value"))
    );
    assert_eq!(
        value(json!({"type": ["string", "null"], "enum": ["a", null]})).0,
        json!({"type": "string", "enum": ["a"], "nullable": true})
    );
    assert_eq!(
        value(json!({"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5})).0,
        json!({"type": "number", "description": "more than 0; a multiple of 0.5"})
    );
    assert_eq!(
        value(json!({"type": "string", "format": "email"})),
        (json!({"type": "string", "description": "in the format email"}), only("`format` at $.value"))
    );
    assert_eq!(
        value(json!({"description": "An id.", "anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]})).0,
        json!({"anyOf": [
            {"type": "string", "nullable": true, "title": "string", "description": "An id."},
            {"type": "integer", "nullable": true, "title": "integer", "description": "An id."},
        ]})
    );
}

#[test]
fn gemini_json_schema_keeps_references_and_nothing_beside_them() {
    let definition = Travel::spec().definition(Provider::GeminiJsonSchema).unwrap();
    let schema = &definition.tool["parametersJsonSchema"];
    assert_eq!(
        schema["properties"]["and_then"],
        json!({"anyOf": [{"$ref": "#/$defs/Place"}], "description": "Then there."})
    );
    assert_eq!(schema["$defs"]["Place"]["properties"]["name"], json!({"type": "string"}));
    assert_eq!(
        schema["properties"]["way"]["anyOf"][0]["properties"]["type"],
        json!({"type": "string", "enum": ["path"]})
    );
}

#[test]
fn references_are_written_out_for_gemini_and_circles_refused() {
    let definition = Travel::spec().definition(Provider::Gemini).unwrap();
    let text = definition.tool.to_string();
    assert!(
        !text.contains("$ref") && !text.contains("$defs") && !text.contains("oneOf") && !text.contains("const"),
        "{text}"
    );
    assert_eq!(
        definition.tool["parameters"]["properties"]["and_then"],
        json!({"type": "object", "properties": {"name": {"type": "string"}}, "description": "Then there."})
    );
    let problem = refused(Walk::spec(), Provider::Gemini);
    assert_eq!(
        problem,
        "gemini: $.root.children[*]: `Node` holds itself, which this form cannot say; use `gemini-json-schema`"
    );
    let problem = refused(Walk::spec(), Provider::AnthropicStrict);
    assert!(problem.starts_with("anthropic-strict: $.root.children[*]: `Node` holds itself"), "{problem}");
}

#[test]
fn openai_strict_keeps_circles_and_reports_inside_them() {
    let definition = Walk::spec().definition(Provider::OpenAiChatStrict).unwrap();
    let parameters = &definition.tool["function"]["parameters"];
    assert_eq!(parameters["properties"]["root"], json!({"$ref": "#/$defs/Node"}));
    assert_eq!(
        parameters["$defs"]["Node"]["properties"]["weight"],
        json!({"type": "number", "exclusiveMinimum": 0, "multipleOf": 5})
    );
    assert_eq!(
        parameters["$defs"]["Node"]["properties"]["labels"]["items"],
        json!({"type": "string", "description": "at least 2 characters"})
    );
    assert_eq!(report(&definition), ["`minLength` at $.root.labels[*]"]);
    let way = &parameters["properties"]["way"];
    assert_eq!(way["anyOf"][0]["properties"]["type"], json!({"type": "string", "const": "path"}));
    assert_eq!(way["anyOf"][1]["properties"]["to"]["properties"]["name"], json!({"type": ["string", "null"]}));
    assert_eq!(way["description"], json!("The way there."));
    assert!(!definition.tool.to_string().contains("oneOf"));
}

#[test]
fn strict_forms_refuse_names_that_are_not_declared() {
    let spec = imported(
        json!({"type": "object", "properties": {"headers": {"type": "object", "additionalProperties": {"type": "string"}}}}),
    );
    for provider in [Provider::OpenAiChatStrict, Provider::OpenAiResponsesStrict, Provider::AnthropicStrict] {
        let problem = refused(&spec, provider);
        assert!(problem.contains("$.headers: names that are not declared"), "{problem}");
    }
    assert!(refused(&spec, Provider::Gemini).contains("$.headers: an object without declared fields"));
    for provider in [Provider::OpenAiChat, Provider::Anthropic, Provider::GeminiJsonSchema, Provider::Mcp] {
        let tool = spec.definition(provider).unwrap().tool.to_string();
        assert!(tool.contains(r#""additionalProperties":{"type":"string"}"#), "{tool}");
    }
    let any = of_field(json!({"description": "Anything."}));
    assert!(refused(&any, Provider::OpenAiChatStrict).contains("$.value: any JSON is admitted"));
    assert!(any.definition(Provider::OpenAiChat).is_ok());
}

#[test]
fn a_field_that_takes_no_null_cannot_be_optional_where_null_is_sent() {
    for field in [json!({"type": "string", "x-strict": true}), json!({"type": "string", "x-deny": ["null_to_absent"]})]
    {
        let tool =
            |required: Value| imported(json!({"type": "object", "properties": {"note": field}, "required": required}));
        let problem = refused(&tool(json!([])), Provider::OpenAiChatStrict);
        assert!(problem.contains("$.note: this form sends null") && problem.contains("null_to_absent"), "{problem}");
        assert!(tool(json!(["note"])).definition(Provider::OpenAiChatStrict).is_ok());
        assert!(tool(json!([])).definition(Provider::AnthropicStrict).is_ok());
    }
    let whole = imported(json!({"type": "object", "properties": {"note": {"type": "string"}}})).strict();
    assert!(whole.definition(Provider::OpenAiChatStrict).is_err());
    let lifted = imported(
        json!({"type": "object", "x-deny": ["null_to_absent"], "properties": {"note": {"type": "string", "x-allow": ["null_to_absent"]}}}),
    );
    assert!(lifted.definition(Provider::OpenAiChatStrict).is_ok());
}

#[test]
fn unions_in_place_of_the_arguments() {
    let problem = refused(Way::spec(), Provider::OpenAiChat);
    assert_eq!(
        problem,
        "openai-chat: $: the arguments are a union, which is refused there; make them a struct with the union as a field"
    );
    for provider in Provider::ALL {
        assert_eq!(Way::spec().definition(*provider).is_ok(), *provider == Provider::Mcp, "{provider}");
    }
    let tool = Way::spec().definition(Provider::Mcp).unwrap().tool;
    assert_eq!(tool["inputSchema"]["type"], json!("object"));
}

#[test]
fn names_are_checked() {
    let named = |name: &str| {
        ToolSpec::from_json_schema(name, &json!({"type": "object", "properties": {"a": {"type": "string"}}})).unwrap()
    };
    let long = "n".repeat(65);
    let takes = |name: &str, providers: &[Provider]| {
        for provider in Provider::ALL {
            assert_eq!(named(name).definition(*provider).is_ok(), providers.contains(provider), "{name} {provider}");
        }
    };
    takes("get_time", Provider::ALL);
    takes("math.sqrt", &[Provider::Gemini, Provider::GeminiJsonSchema, Provider::Mcp]);
    takes(&long, &[Provider::Gemini, Provider::GeminiJsonSchema, Provider::Mcp]);
    takes("", &[]);
    takes("naïve", &[]);
    assert_eq!(
        refused(&named("math.sqrt"), Provider::OpenAiChat),
        "openai-chat: $: the tool's name `math.sqrt` is refused; a name has at most 64 letters, digits, `_`, `-`"
    );
    let dashed = imported(json!({"type": "object", "properties": {"content-type": {"type": "string"}}}));
    assert!(refused(&dashed, Provider::Gemini).contains(r#"$["content-type"]: the parameter's name is refused"#));
    assert!(dashed.definition(Provider::Anthropic).is_ok());
    let spaced = imported(
        json!({"type": "object", "properties": {"a": {"type": "array", "items": {"type": "object", "properties": {"b c": {"type": "string"}}}}}}),
    );
    assert!(refused(&spaced, Provider::Anthropic).contains(r#"$.a[*]["b c"]: the parameter's name"#));
    assert!(spaced.definition(Provider::OpenAiChatStrict).is_ok());
}

#[test]
fn tools_without_parameters() {
    let spec = imported(json!({"type": "object", "properties": {}}));
    let tool = |provider: Provider| spec.definition(provider).unwrap().tool;
    assert_eq!(
        tool(Provider::Mcp),
        json!({"name": "tool", "inputSchema": {"type": "object", "additionalProperties": false}})
    );
    assert_eq!(tool(Provider::Gemini), json!({"name": "tool"}));
    assert_eq!(tool(Provider::GeminiJsonSchema), json!({"name": "tool"}));
    let empty = json!({"type": "object", "properties": {}, "additionalProperties": false});
    assert_eq!(tool(Provider::OpenAiChatStrict)["function"]["parameters"], empty);
    assert_eq!(tool(Provider::Anthropic)["input_schema"], empty);
}

#[test]
fn limits_of_the_strict_forms() {
    let strict = Provider::OpenAiChatStrict;
    let wide = |count: usize| {
        let all: serde_json::Map<String, Value> =
            (0..count).map(|index| (format!("p{index}"), json!({"type": "string"}))).collect();
        imported(json!({"type": "object", "properties": all, "required": []}))
    };
    assert!(wide(5000).definition(strict).is_ok());
    assert_eq!(
        refused(&wide(5001), strict),
        "openai-chat-strict: $: the schema has 5001 properties, and a strict form takes 5000"
    );
    assert!(wide(24).definition(Provider::AnthropicStrict).is_ok());
    assert!(refused(&wide(25), Provider::AnthropicStrict).contains("25 optional parameters"));

    let deep = |levels: usize| {
        imported((0..levels).fold(
            json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            |inner, _| json!({"type": "object", "properties": {"a": inner}}),
        ))
    };
    assert!(deep(9).definition(strict).is_ok());
    assert!(refused(&deep(10), strict).contains("11 levels of nesting"));

    let names = |count: usize, long: usize| {
        of_field(json!({"enum": (0..count).map(|index| format!("{index:0long$}")).collect::<Vec<_>>()}))
    };
    assert!(names(1000, 4).definition(strict).is_ok());
    assert!(refused(&names(1001, 4), strict).contains("1001 enum values"));
    assert!(names(250, 400).definition(strict).is_ok());
    assert!(refused(&names(251, 60), strict).contains("15060 characters"));
    assert!(refused(&names(250, 500), strict).contains("characters in names"));
}

#[test]
fn references_that_fan_out_are_refused_and_not_written_out() {
    let mut definitions = serde_json::Map::new();
    for index in 0..20 {
        let next = json!({"$ref": format!("#/$defs/d{}", index + 1)});
        definitions.insert(format!("d{index}"), json!({"type": "object", "properties": {"a": next, "b": next}}));
    }
    definitions.insert("d20".to_owned(), json!({"type": "string"}));
    let spec = imported(json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions}));
    assert!(refused(&spec, Provider::Gemini).contains("more than 20000 parts"));
    assert!(spec.definition(Provider::GeminiJsonSchema).is_ok());
}

#[test]
fn one_of_is_reported_only_where_alternatives_overlap() {
    let report = |field: Value| report(&of_field(field).definition(Provider::OpenAiChatStrict).unwrap());
    let overlapping = json!({"oneOf": [{"type": "integer"}, {"type": "number"}]});
    assert_eq!(report(overlapping), ["`oneOf` at $.value"]);
    assert_eq!(report(json!({"oneOf": [{"type": "integer"}, {"type": "string"}]})), [""; 0]);
}

#[test]
fn every_form_takes_the_refund_tool_and_no_form_says_less_than_it_reports() {
    let whole: BTreeMap<&str, usize> =
        Provider::ALL.iter().map(|provider| (provider.as_str(), definition(*provider).gate_only.len())).collect();
    assert_eq!(
        whole,
        BTreeMap::from([
            ("openai-chat", 0),
            ("openai-chat-strict", 2),
            ("openai-responses", 0),
            ("openai-responses-strict", 2),
            ("anthropic", 0),
            ("anthropic-strict", 6),
            ("gemini", 3),
            ("gemini-json-schema", 3),
            ("mcp", 0),
        ])
    );
}

#[test]
fn names_of_providers_come_back() {
    for provider in Provider::ALL {
        assert_eq!(provider.as_str().parse(), Ok(*provider));
    }
    assert_eq!(
        "openai-chatt".parse::<Provider>().unwrap_err().to_string(),
        "unknown provider; did you mean `openai-chat`?"
    );
}

/// A code that is sent as it is.
#[derive(ToolArgs)]
#[tool(transparent)]
struct Exact(#[arg(strict, min_len = 2)] String);

/// Apply codes.
#[derive(ToolArgs)]
#[tool(name = "apply")]
struct Apply {
    /// The code.
    #[arg(max_len = 5)]
    code: Option<Exact>,
}

#[test]
fn what_only_our_policy_keeps_apart_is_one_schema() {
    let plain = Apply::spec().definition(Provider::Mcp).unwrap().tool;
    assert_eq!(
        plain["inputSchema"]["properties"]["code"],
        json!({"type": "string", "minLength": 2, "maxLength": 5, "description": "The code."})
    );
    let strict = Apply::spec().definition(Provider::OpenAiChatStrict).unwrap();
    let code = &strict.tool["function"]["parameters"]["properties"]["code"];
    assert_eq!(code["type"], json!(["string", "null"]));
    let text = code["description"].as_str().unwrap();
    assert!(text.contains("at least 2 characters") && text.contains("at most 5 characters"), "{text}");
    // the type forbids repairs of a code, and not that there is none
    assert!(Apply::parse(r#"{"code":null}"#).unwrap().args.code.is_none());
}

#[test]
fn what_a_definition_demands_is_said_where_it_is_written_out() {
    let spec = imported(json!({
        "$defs": {"Code": {"type": "string", "description": "A code.", "format": "uuid", "default": "a"}},
        "type": "object",
        "properties": {"code": {"$ref": "#/$defs/Code", "description": "The code."}},
    }));
    let definition = spec.definition(Provider::Gemini).unwrap();
    assert_eq!(
        definition.tool["parameters"]["properties"]["code"]["description"],
        json!("The code. (in the format uuid)")
    );
    assert!(report(&definition).contains(&"`format` at $.code".to_owned()));
}
