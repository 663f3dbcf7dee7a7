//! Parquet, written by its own library.

use std::io::Cursor;
use std::sync::Arc;

use arrow_json::ReaderBuilder;
use arrow_json::reader::infer_json_schema;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;
use serde_json::{Value, json};

use super::*;

fn parquet(records: &[Value], compression: Compression) -> Vec<u8> {
    let text = |records: &[Value]| records.iter().map(|record| format!("{record}\n")).collect::<String>();
    let (schema, _) = infer_json_schema(Cursor::new(text(&self::records())), None).unwrap();
    let lines = text(records);
    let batches = ReaderBuilder::new(Arc::new(schema.clone())).build(Cursor::new(&lines)).unwrap();
    let properties = WriterProperties::builder().set_compression(compression).set_max_row_group_row_count(Some(100));
    let mut writer = ArrowWriter::try_new(Vec::new(), Arc::new(schema), Some(properties.build())).unwrap();
    for batch in batches {
        writer.write(&batch.unwrap()).unwrap();
    }
    writer.into_inner().unwrap()
}

fn records() -> Vec<Value> {
    let record = |at: i64| {
        let mut record = json!({
            "id": i64::MAX - at,
            "arguments": format!("{{\"n\": \"{at}\\u00e9\u{e9}\u{2028}\u{0}\\n\"}}\r\n"),
            "call": {"name": "pay", "tags": ["a", "\"b\""], "more": {"score": 0.1}},
        });
        if at % 3 == 0 {
            record["note"] = json!("");
        }
        record
    };
    (0..700).map(record).collect()
}

#[test]
fn rows_are_objects_whose_text_is_exact() {
    let folder = Folder::new();
    for compression in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
        Compression::LZ4_RAW,
    ] {
        // known by its content
        let log = folder.file("log.jsonl", parquet(&records(), compression));
        for (jobs, chunk) in [(1, 64), (2, 1 << 20)] {
            let read = read(&[&log], jobs, Limits { chunk, ..LIMITS });
            assert!(read.summary.failure.is_none(), "{compression}: {:?}", read.summary);
            let rows: Vec<Value> = read.lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(rows, records(), "{compression}");
        }
    }
    let empty = folder.file("empty", parquet(&[], Compression::SNAPPY));
    assert_eq!(read(&[&empty], 1, LIMITS).summary.lines, 0);
    folder.file("folder/log.parquet", parquet(&records(), Compression::SNAPPY));
    assert_eq!(read(&[&folder.0.join("folder")], 2, LIMITS).summary.lines, 700);
}

#[test]
fn damaged_parquet_is_a_failure() {
    let folder = Folder::new();
    let whole = parquet(&records(), Compression::SNAPPY);
    let mut damaged = 0;
    for at in (4..whole.len()).step_by(211) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xff;
        let read = read(&[&folder.file("log.parquet", bytes)], 2, LIMITS);
        damaged += usize::from(read.summary.failure.is_some());
    }
    assert!(damaged > 0);
    let read = read(&[&folder.file("cut.parquet", &whole[..whole.len() / 2])], 2, LIMITS);
    assert!(read.summary.failure.is_some() && read.lines.is_empty());
}
