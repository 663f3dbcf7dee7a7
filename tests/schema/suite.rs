//! The JSON Schema Test Suite: what is owed for each group is enforced exactly, or refused by name.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use toolargs::{Code, ToolSpec};

/// The suite lies beside the project, and is no part of it.
fn home() -> Option<PathBuf> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/suites/jsonschema");
    home.is_dir().then_some(home)
}

/// What the gate does otherwise, openly: file, group, the end of the test's name, and why.
const EXCEPTIONS: &[(&str, &str, &str, &str)] = &[
    ("enum.json", "empty enum", "", "no value is valid, so no call could be: refused as a mistake"),
    ("format.json", "", " is only an annotation by default", "a format is enforced here, or refused"),
    (REGEX, "ECMA 262 named groups and backreferences are valid", "backreference \\k<name>", NOT_LINEAR),
    (REGEX, "ECMA 262 lookbehind is valid, including variable width", "lookbehind (ES2018)", NOT_LINEAR),
    (HOST, PUNYCODE, "invalid Punycode", NOT_DECODED),
    (HOST, PUNYCODE, "contains illegal char U+302E Hangul single dot tone mark", NOT_DECODED),
    (HOST, PUNYCODE, " Mark", NOT_DECODED),
    (HOST, PUNYCODE, "-left chars", NOT_DECODED),
    (HOST, PUNYCODE, "-right chars", NOT_DECODED),
    (HOST, PUNYCODE, "MIDDLE DOT with no preceding 'l'", NOT_DECODED),
    (HOST, PUNYCODE, "MIDDLE DOT with nothing preceding", NOT_DECODED),
    (HOST, PUNYCODE, "MIDDLE DOT with no following 'l'", NOT_DECODED),
    (HOST, PUNYCODE, "MIDDLE DOT with nothing following", NOT_DECODED),
    (HOST, PUNYCODE, "Greek KERAIA not followed by Greek", NOT_DECODED),
    (HOST, PUNYCODE, "Greek KERAIA not followed by anything", NOT_DECODED),
    (HOST, PUNYCODE, " not preceded by Hebrew", NOT_DECODED),
    (HOST, PUNYCODE, " not preceded by anything", NOT_DECODED),
    (HOST, PUNYCODE, "KATAKANA MIDDLE DOT with no Hiragana, Katakana, or Han", NOT_DECODED),
    (HOST, PUNYCODE, "KATAKANA MIDDLE DOT with no other characters", NOT_DECODED),
    (HOST, PUNYCODE, "Arabic-Indic digits mixed with Extended Arabic-Indic digits", NOT_DECODED),
    (HOST, PUNYCODE, "ZERO WIDTH JOINER not preceded by Virama", NOT_DECODED),
    (HOST, PUNYCODE, "contains \"--\" in the 3rd and 4th position", NOT_DECODED),
    (
        "ref.json",
        "ref overrides any sibling keywords",
        "maxItems ignored",
        "siblings of `$ref` hold, as in 2020-12; draft 7 ignores them",
    ),
];

const REGEX: &str = "optional/format/ecmascript-regex.json";
const NOT_LINEAR: &str = "a pattern that cannot be matched in linear time is none here";
const HOST: &str = "optional/format/hostname.json";
const PUNYCODE: &str = "validation of A-label (punycode) host names";
const NOT_DECODED: &str = "a label in Punycode is not decoded";

/// A group of the suite as the arguments of a tool.
enum Wrapped {
    /// The schema is that of the arguments.
    Root,
    /// The schema is that of the field `x`.
    Field,
}

/// The schema as the gate is given it: definitions at the root, and objects that are silent about other fields said to be open.
fn wrap(schema: &Value) -> (Wrapped, Value) {
    let mut schema = schema.clone();
    opened(&mut schema);
    let whole = schema.to_string();
    let refers_to_root = whole.contains("\"$ref\":\"#\"")
        || whole.contains("\"$ref\":\"#/properties")
        || whole.contains("\"$ref\":\"#/items");
    let is_object = schema.get("properties").is_some() || schema.get("type").is_some_and(|kind| kind == "object");
    if refers_to_root && is_object {
        return (Wrapped::Root, schema);
    }
    let mut root = Map::new();
    if let Value::Object(keywords) = &mut schema {
        for keyword in ["$defs", "definitions"] {
            if let Some(definitions) = keywords.remove(keyword) {
                root.insert(keyword.to_owned(), definitions);
            }
        }
        keywords.remove("$schema");
    }
    root.insert("type".to_owned(), "object".into());
    root.insert("properties".to_owned(), json!({"x": schema}));
    root.insert("required".to_owned(), json!(["x"]));
    root.insert("additionalProperties".to_owned(), false.into());
    (Wrapped::Field, Value::Object(root))
}

/// By contract an object that declares fields is closed where JSON Schema has it open.
fn opened(schema: &mut Value) {
    match schema {
        Value::Object(keywords) => {
            for (keyword, value) in keywords.iter_mut() {
                if !matches!(keyword.as_str(), "enum" | "const" | "default" | "examples") {
                    opened(value);
                }
            }
            // `properties` may as well be the name of a field
            if keywords.get("properties").is_some_and(|properties| {
                properties.as_object().is_some_and(|all| all.values().all(|one| one.is_object() || one.is_boolean()))
            }) && !keywords.contains_key("additionalProperties")
            {
                keywords.insert("additionalProperties".to_owned(), true.into());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(opened),
        _ => {}
    }
}

/// Why JSON Schema's verdict is not the gate's, where the contract says so.
fn contract(data: &Value, code: Option<Code>, valid: bool) -> Option<&'static str> {
    match (valid, code) {
        (true, Some(Code::RepairForbidden)) if has_integral_float(data) => {
            Some("`1.0` for an integer is a recorded repair")
        }
        (true, Some(Code::OutOfRange)) if has_wide_number(data) => {
            Some("integers without bounds hold 64 bits, numbers a double")
        }
        (true, Some(Code::LossyNumber)) => Some("a number that no double holds"),
        _ => None,
    }
}

fn any_number(data: &Value, test: &dyn Fn(&str) -> bool) -> bool {
    match data {
        Value::Number(number) => test(&number.to_string()),
        Value::Array(items) => items.iter().any(|item| any_number(item, test)),
        Value::Object(entries) => entries.values().any(|value| any_number(value, test)),
        _ => false,
    }
}

fn has_integral_float(data: &Value) -> bool {
    any_number(data, &|text| {
        text.contains(['.', 'e', 'E']) && text.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
    })
}

fn has_wide_number(data: &Value) -> bool {
    any_number(data, &|text| text.parse::<f64>().is_ok_and(|number| !(-9.2e18..=1.84e19).contains(&number)))
}

#[derive(Default)]
struct Counts {
    enforced: usize,
    refused: usize,
    grown: usize,
    by_contract: BTreeMap<&'static str, usize>,
    exceptions: HashSet<usize>,
    wrong: Vec<String>,
}

#[test]
fn every_group_is_enforced_exactly_or_refused() {
    let Some(home) = home() else { return println!("skipped: no ../shared/suites/jsonschema beside the project") };
    let owed = fs::read_to_string(home.join("subset_cases.jsonl")).expect("the list of what is owed");
    let mut files: BTreeMap<PathBuf, Vec<Value>> = BTreeMap::new();
    let mut counts = Counts::default();
    for line in owed.lines() {
        let owed: Value = serde_json::from_str(line).expect("a row");
        let text = |key: &str| owed[key].as_str().expect("a text");
        let path = home.join("tests").join(text("draft")).join(text("file"));
        let groups = files.entry(path).or_insert_with_key(|path| {
            serde_json::from_str(&fs::read_to_string(path).expect("a file of the suite")).expect("groups")
        });
        // a group's name may stand twice in a file; rows and groups are in one order
        let place = groups.iter().position(|group| group["description"] == owed["group"]).expect("the group");
        let group = groups.remove(place);
        hold(text("file"), &group, text("owe") == "refuse", &mut counts);
    }
    for (index, exception) in EXCEPTIONS.iter().enumerate() {
        assert!(counts.exceptions.contains(&index), "no longer an exception: {exception:?}");
    }
    println!(
        "{} cases enforced, {} groups refused, {} cases of keywords beyond the subset enforced, {} exceptions, by contract {:?}",
        counts.enforced,
        counts.refused,
        counts.grown,
        EXCEPTIONS.len(),
        counts.by_contract
    );
    assert!(counts.wrong.is_empty(), "{} wrong:\n{}", counts.wrong.len(), counts.wrong.join("\n"));
    assert!(
        counts.enforced >= 1500 && counts.refused >= 300,
        "{} enforced, {} refused",
        counts.enforced,
        counts.refused
    );
}

fn hold(file: &str, group: &Value, may_refuse: bool, counts: &mut Counts) {
    let name = group["description"].as_str().expect("a name");
    let (wrapped, schema) = wrap(&group["schema"]);
    let spec = match ToolSpec::from_json_schema("suite", &schema) {
        Ok(spec) => spec.strict(),
        Err(_) if may_refuse => {
            counts.refused += 1;
            return;
        }
        Err(error) => {
            if !excepted(file, name, "", counts) {
                counts.wrong.push(format!("{file} / {name}: {error}"));
            }
            return;
        }
    };
    for test in group["tests"].as_array().expect("tests") {
        let (data, valid) = (&test["data"], test["valid"] == true);
        let payload = match wrapped {
            Wrapped::Root => data.to_string(),
            Wrapped::Field => format!("{{\"x\":{data}}}"),
        };
        let result = spec.parse(&payload);
        if matches!(wrapped, Wrapped::Root) && !data.is_object() {
            continue;
        }
        let code = result.as_ref().err().map(|rejection| rejection.first().code());
        let test_name = test["description"].as_str().expect("a name");
        if code.is_none() == valid {
            *(if may_refuse { &mut counts.grown } else { &mut counts.enforced }) += 1;
        } else if let Some(reason) = contract(data, code, valid) {
            *counts.by_contract.entry(reason).or_default() += 1;
        } else if !excepted(file, name, test_name, counts) {
            counts.wrong.push(format!(
                "{file} / {name} / {test_name}: {payload} valid {valid}, {code:?} by {}",
                group["schema"]
            ));
        }
    }
}

fn excepted(file: &str, group: &str, test: &str, counts: &mut Counts) -> bool {
    let found = EXCEPTIONS.iter().position(|&(in_file, of_group, of_test, _)| {
        in_file == file && (of_group.is_empty() || of_group == group) && test.ends_with(of_test)
    });
    counts.exceptions.extend(found);
    found.is_some()
}
