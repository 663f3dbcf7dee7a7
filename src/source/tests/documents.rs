//! JSON documents of many objects.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// The records of a document, read as JSON.
fn values(read: &Read) -> Vec<Value> {
    read.lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn records() -> Vec<Value> {
    vec![
        json!({"id": 1, "arguments": "{\"a\": \"]}[{\\\"\"}"}),
        json!({}),
        json!({"a": [[], {"b": [1, 2]}], "c": "\\"}),
        json!({"arguments": {"text": "},{".repeat(40)}}),
    ]
}

#[test]
fn documents_are_split_into_their_objects() {
    let records = records();
    let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap();
    let each: Vec<_> = records.iter().map(pretty).collect();
    let array = Value::from(records.clone());
    for document in [
        array.to_string(),
        pretty(&array),
        format!("\u{feff}\r\n {}\n\n", pretty(&array).replace('\n', "\r\n")),
        each.join("\n"),
        each.join(""),
        each.join(",\n"),
        // streams without line ends, and with none that this program would know
        records.iter().map(Value::to_string).collect(),
        records.iter().map(Value::to_string).collect::<Vec<_>>().join("\r"),
        format!("[{}]\n[{}]\n", records[..2].iter().map(pretty).collect::<Vec<_>>().join(","), each[2..].join(",")),
    ] {
        let read = read_bytes(&document);
        assert_eq!(values(&read), records, "{document}");
        assert!(read.said.is_empty(), "{read:?}");
    }
}

#[test]
fn an_object_over_several_lines_is_one_record() {
    let wrapped = json!({"data": records()});
    for document in [
        serde_json::to_string_pretty(&wrapped).unwrap(),
        format!("{{\"data\": [\n{}\n]}}", records().iter().map(Value::to_string).collect::<Vec<_>>().join(",\n")),
        format!("{{ \"more\": false\n, \"data\": {}\n}}", wrapped["data"]),
    ] {
        let read = read_bytes(&document);
        assert_eq!(read.lines.len(), 1, "{document}");
        assert_eq!(values(&read)[0]["data"], wrapped["data"]);
    }
}

#[test]
fn what_stands_where_an_object_could_is_a_record_to_refuse() {
    let read = read_bytes("[1,\n \"a ] \\\" b\", {\"a\":1} , true, [{\"a\":2}], }\n]\n!at the end");
    assert_eq!(read.lines, ["1", "\"a ] \\\" b\"", "{\"a\":1}", "true", "{\"a\":2}", "}"]);
    assert_eq!((read.bad(), read.summary.lines), (vec![4], 7));
    assert_eq!(read_bytes("[ ] \n").summary.lines, 0);
}

#[test]
fn an_object_is_named_by_the_line_on_which_it_begins() {
    let long = format!("{{\n\"a\":\n\"{}\n\n\"}}", "x".repeat(3 * LIMITS.record));
    let read = read_bytes(format!("[\n{{}},\n\n!one,{long},\n!two,\n{{\"a\":\n1}}, !three\n]"));
    assert_eq!(read.bad(), [4, 4, 9, 11]);
    assert!(read.said[1].ends_with("longer than 512 bytes"), "{read:?}");
    assert_eq!(read.lines, ["{}", "{\"a\":\n1}"]);
}

#[test]
fn a_document_that_breaks_off_ends_with_a_broken_record() {
    let read = read_bytes("[{\"a\":1},\n{\"a\": {\"b\": [\"c");
    assert_eq!(read.lines, ["{\"a\":1}", "{\"a\": {\"b\": [\"c"]);
    let read = read_bytes(format!("[{{\"a\":1}},\n\n{{\"a\":{}", "[".repeat(9 * LIMITS.record)));
    assert_eq!((read.lines.len(), read.bad()), (1, vec![3]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn arrays_of_any_objects_give_their_objects(texts in proptest::collection::vec(any::<String>(), 0..20), space in "[ \r\n]{0,3}") {
        let records: Vec<_> = texts.iter().map(|text| json!({ "t": text.get(..300).unwrap_or(text) , "n": [{}] })).collect();
        let text = records.iter().map(|record| format!("{record}{space}")).collect::<Vec<_>>().join(",");
        let read = read_bytes(format!("{space}[{space}{text}]{space}"));
        let short: Vec<_> = records.iter().filter(|record| record.to_string().len() <= LIMITS.record).cloned().collect();
        prop_assert_eq!(values(&read), short);
        prop_assert_eq!(read.summary.lines, records.len() as u64);
    }

    #[test]
    fn no_bytes_depend_on_the_size_of_chunks(bytes in "[\\[{\"\\\\a,:\n \\]}]{0,300}") {
        read_bytes(format!("[{bytes}"));
        read_bytes(bytes);
    }
}
