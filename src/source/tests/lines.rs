//! A record on each line.

use proptest::prelude::*;

use super::*;

#[test]
fn lines_are_whole_and_in_order() {
    let lines: Vec<_> = (0..500).map(|at| format!("{{\"n\":{at},\"x\":\"{}\"}}", "y".repeat(at % 90))).collect();
    let folder = Folder::new();
    let log = folder.file("log.jsonl", lines.join("\n"));
    for jobs in [1, 2, 5] {
        let read = read(&[&log, &log], jobs, LIMITS);
        assert_eq!(read.lines, [&*lines, &*lines].concat());
        assert!(read.said.is_empty() && read.summary.failure.is_none(), "{read:?}");
        assert_eq!(read.summary.lines, 1000);
    }
}

#[test]
fn ends_of_lines_are_no_part_of_them() {
    let read = read_bytes("\u{feff}{\"a\":1}\r\n\n  \r\n{\"a\":2}\r\r\n \t{\"a\":3} \n!\n{\"a\":4}\r");
    assert_eq!(read.lines, ["{\"a\":1}", "{\"a\":2}", " \t{\"a\":3} ", "{\"a\":4}"]);
    assert_eq!((read.bad(), read.summary.lines), (vec![6], 5));
    assert!(read_bytes("").lines.is_empty() && read_bytes("\u{feff}").lines.is_empty());
    assert_eq!(read_bytes("\r\n \n\n").summary.lines, 0);
    // a mark that is not at the beginning is for the fold to judge
    assert_eq!(read_bytes("{}\n\u{feff}{}\n").lines[1], "\u{feff}{}");
}

#[test]
fn a_line_too_long_is_one_bad_record() {
    let line = |len: usize| "x".repeat(len);
    let max = LIMITS.record;
    for long in [max + 1, max + LIMITS.chunk, 9 * max] {
        let read = read_bytes(format!("{{}}\n{}\n{{}}\n{}\r\n{}", line(long), line(max - 1), line(long)));
        assert_eq!(read.lines, ["{}", "{}", &*line(max - 1)]);
        assert_eq!((read.bad(), read.summary.lines), (vec![2, 5], 5));
        assert!(read.said[0].ends_with(":2: bad_record: longer than 512 bytes"), "{read:?}");
    }
    assert_eq!(read_bytes(line(max)).lines, [line(max)]);
    assert_eq!(read_bytes(line(max + 1)).bad(), [1]);
    assert_eq!(read_bytes(format!("x\n{}\n{}", " ".repeat(max), " ".repeat(max + 1))).bad(), [3]);
}

#[test]
fn holes_of_nul_bytes_are_bad_records_and_what_follows_is_read() {
    let hole = "\0".repeat(300);
    let read = read_bytes(format!("{hole}\n{{\"a\":1}}\n{hole}{{\"a\":2}}\n{hole}"));
    assert_eq!(read.lines, ["{\"a\":1}", "{\"a\":2}"]);
    assert_eq!((read.bad(), read.summary.lines), (vec![1, 3, 4], 5));
    // a hole within a record is for the fold to judge
    assert_eq!(read_bytes("{\"a\0\0\":1}\n").lines.len(), 1);
}

#[test]
fn few_bad_records_are_named_and_the_rest_is_counted() {
    let folder = Folder::new();
    let log = folder.file("log.jsonl", "{}\n!secret\n".repeat(25));
    for jobs in [1, 2] {
        let read = read(&[&log, &log], jobs, LIMITS);
        assert_eq!((read.summary.bad_records, read.lines.len(), read.said.len()), (50, 50, 21));
        assert_eq!(read.said[0], format!("{}:2: bad_record: begins with a mark", log.display()));
        assert_eq!((read.bad().last(), &*read.said[20]), (Some(&40), "30 more bad_record"));
    }
}

#[test]
fn a_broken_line_never_swallows_the_next() {
    for first in [r#"{"a":"b"#, r#"{"a":{"b":1"#, r#"{"a":1"#, r#"{"a""#, "{]}", "\"", "}"] {
        let read = read_bytes(format!("{first}\n{{\"a\":1}}\n{{\"a\n{{\"a\":2}}"));
        assert_eq!(read.lines, [first, r#"{"a":1}"#, "{\"a", r#"{"a":2}"#]);
    }
}

/// Lines of all kinds that a log may have.
fn log() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        4 => r#"\{"[a-z]{0,9}":"[a-z{}\[\]]{0,90}"\}"#.prop_map(String::into_bytes),
        1 => r"[ \r\t]{0,9}".prop_map(String::into_bytes),
        1 => (0..2 * LIMITS.record).prop_map(|len| vec![b'x'; len]),
        1 => (0..99usize).prop_map(|len| vec![0; len]),
        1 => proptest::collection::vec(any::<u8>(), 0..99),
    ];
    proptest::collection::vec(line, 0..30).prop_map(|lines| lines.join(&b'\n'))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn lines_are_those_of_a_simple_reader(log in log()) {
        // what begins like a document is read as one
        let log = [b"x\n", &*log].concat();
        let (mut lines, mut bad) = (Vec::new(), Vec::new());
        for (at, line) in log.split(|&byte| byte == b'\n').enumerate() {
            if line.trim_ascii().is_empty() {
                continue;
            }
            let hole = line[0] == 0 && line.len() <= LIMITS.record;
            let behind = line.iter().position(|&byte| byte != 0 || !hole).map_or(&[][..], |start| &line[start..]);
            if hole || line.starts_with(b"!") || line.len() > LIMITS.record {
                bad.push(at as u64 + 1);
            }
            let mut text = behind;
            while let Some(rest) = text.strip_suffix(b"\r") {
                text = rest;
            }
            if line.len() > LIMITS.record || text.trim_ascii().is_empty() {
                continue;
            }
            if !text.starts_with(b"!") {
                lines.push(String::from_utf8_lossy(text).into_owned());
            } else if hole {
                bad.push(at as u64 + 1);
            }
        }
        let read = read_bytes(log);
        prop_assert_eq!(read.lines, lines);
        prop_assert_eq!(read.summary.bad_records, bad.len() as u64);
        bad.truncate(20);
        prop_assert_eq!(read.said.iter().filter(|said| !said.ends_with("more bad_record")).count(), bad.len());
    }
}
