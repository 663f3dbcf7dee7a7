//! The formats against a table of their own, and against the JSON Schema Test Suite where it is at hand.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::*;

/// A format's name, texts that have it, texts that do not.
const TABLE: &[(&str, &[&str], &[&str])] = &[
    ("date", &["2024-02-29", "0001-01-01"], &["2023-02-29", "2024-2-29", "2024-02-29T00:00:00Z", "２０２４-02-29"]),
    (
        "date-time",
        &[
            "2026-03-04T05:06:07Z",
            "2026-03-04t05:06:07z",
            "2026-03-04T05:06:07.123456789123Z",
            "2026-03-04T05:06:07-00:00",
            "1990-12-31T15:59:60-08:00",
            "2017-01-01T05:29:60.5+05:30",
        ],
        &[
            "",
            "2026-03-04",
            "2026-03-04T05:06:07",
            "2026-03-04 05:06:07Z",
            "2026-03-04T05:06Z",
            "2026-03-04T05:06:07.Z",
            "2026-03-04T05:06:07,5Z",
            "2026-03-04T05:06:07+0200",
            "2026-03-04T05:06:07+02",
            "2026-03-04T05:06:07 +02:00",
            "2026-03-04T05:06:07+24:00",
            "2026-02-30T05:06:07Z",
            "2026-03-04T24:00:00Z",
            "2026-03-04T23:59:60+01:00",
            "1990-12-31T23:59:61Z",
            "02026-03-04T05:06:07Z",
            "2026-03-04T05:06:07Z\n",
            "2026-03-04T05:06:07\u{2212}02:00",
            "2026-03-0４T05:06:07Z",
            "2026-03-0éT05:06:07Z",
        ],
    ),
    (
        "time",
        &["00:00:00Z", "23:59:60Z", "00:29:60+00:30"],
        &["00:00:00", "24:00:00Z", "00:00:60Z", "0:00:00Z", "T00:00:00Z", "é:00:00Z"],
    ),
    (
        "duration",
        &["P1D", "PT36H", "P1Y2M3DT4H5M6S", "P2W", "PT0S"],
        &[
            "", "P", "PT", "P1", "1D", "p1d", "P1DT", "PT1D", "P1WT1H", "P1Y1D", "PT1H1S", "PT1.5S", "-P1D", "P٣D",
            "PT1S ",
        ],
    ),
    (
        "exact-duration",
        &["P1D", "P2W", "P1DT12H", "PT1H1S", "PT1.5S", "-PT0.000000001S", "PT1.0000000000S", "PT9223372036854775807S"],
        &[
            "P1M",
            "P1Y",
            "P1W1D",
            "P1WT1H",
            "PT1,5S",
            "PT1.S",
            "PT.5S",
            "PT1.5M",
            "PT1M1H",
            "PT1S1S",
            "PT1.5S1S",
            "PT0.0000000001S",
            "PT9223372036854775808S",
            "P",
            "PT",
            "P1DT",
            "-",
            "--P1D",
            "P-1D",
            "P1.5D",
            "PT1é",
            "P99999999999999999999999999999999999999999999999999W",
        ],
    ),
    (
        "email",
        &[
            "a@b",
            "ann+x@example.com",
            "\"a\\\"b @ c\"@example.com",
            "a@[192.0.2.1]",
            "a@[ipv6:2001:db8::1]",
            "a=b@example.com",
        ],
        &[
            "",
            "a",
            "@b",
            "a@",
            "a@b@c",
            "a..b@c",
            ".a@c",
            "a.@c",
            "a b@c",
            "a@b c",
            "a@-b",
            "a@b.",
            "a@[1.2.3]",
            "a@[2001:db8::1]",
            "\"a\"b\"@c",
            "\"a\\\"@c",
            "\"@c",
            "\"é\"@c",
            "ä@b",
            "a@b\n",
            "a,b@c",
            "<a@b>",
        ],
    ),
    (
        "hostname",
        &["localhost", "a.b", "1.2.3.4", "xn--bcher-kva.example"],
        &["", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "a b", "ä.b", "a\n"],
    ),
    (
        "ipv4",
        &["0.0.0.0", "255.255.255.255"],
        &["", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.256", "1.2.3.4 ", "0x1.2.3.4", "::1"],
    ),
    (
        "ipv6",
        &["::", "::1", "2001:DB8::1", "::ffff:1.2.3.4"],
        &["", ":", ":::", "1::2::3", "12345::", "fe80::1%eth0", "[::1]", "1.2.3.4"],
    ),
    ("ip", &["::1", "1.2.3.4"], &["", "localhost", "1.2.3.4/8", "[::1]", "1.2.3.4:80"]),
    (
        "uri",
        &[
            "https://example.com",
            "mailto:a@b",
            "urn:a:b",
            "a:",
            "file:///etc/hosts",
            "http://u:p@[::1]:80/a;b/?c=d?/#e/?",
            "http://[v1.a:b]/",
            "http://h:/",
            "http://a%20b/",
            "a:b//c",
            "x:?#",
        ],
        &[
            "",
            "example.com",
            "//example.com",
            "/a:b",
            ":a",
            "1a:b",
            "http://a b",
            "http://a/%",
            "http://a/%f",
            "http://a/%zz",
            "http://a/ä",
            "http://[::1",
            "http://::1/",
            "http://[fe80::1%25eth0]/",
            "http://[1.2.3.4]/",
            "http://a:8o/",
            "http://a@b@c/",
            "http://a/[b]",
            "a:b#c#d",
            "http://a/\n",
            "http://a\\b",
            "http://[v.a]/",
            "http://[]/",
        ],
    ),
    (
        "uuid",
        &["2EB8AA08-aa98-11ea-b4aa-73b441d16380", "00000000-0000-0000-0000-000000000000"],
        &[
            "2eb8aa08aa9811eab4aa73b441d16380",
            "{2eb8aa08-aa98-11ea-b4aa-73b441d16380}",
            "urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380",
            "2eb8aa08-aa98-11ea-b4aa-73b441d1638g",
            "2eb8aa0-8aa98-11ea-b4aa-73b441d16380",
            "",
        ],
    ),
    (
        "time-local",
        &["00:00:00", "23:59:59.999999999", "05:06:07.5000000000"],
        &["00:00", "24:00:00", "23:59:60", "05:06:07Z", "05:06:07.", "05:06:07.0000000001", ""],
    ),
    (
        "date-time-local",
        &["2026-03-04T05:06:07", "2026-03-04t05:06:07.25"],
        &[
            "2026-03-04T05:06:07Z",
            "2026-03-04 05:06:07",
            "2026-03-04",
            "2026-02-30T05:06:07",
            "2026-03-04T05:06:60",
            "",
        ],
    ),
    #[cfg(feature = "regex")]
    ("regex", &["", "a+", "[^\\d]$"], &["(", "[a", "a{2,1}", "(?i)a", "(?=a)", "\\1"]),
];

#[test]
fn formats_are_exact() {
    for &(name, good, bad) in TABLE {
        let format = Format::from_name(name).unwrap();
        for text in good {
            assert_eq!(format.fault(text), None, "{name}: {text:?}");
        }
        for text in bad {
            assert!(format.fault(text).is_some(), "{name}: {text:?}");
        }
    }
    let described: Vec<&str> = TABLE.iter().map(|(name, ..)| *name).collect();
    let missing: Vec<_> = Format::ALL.iter().filter(|format| !described.contains(&format.as_str())).collect();
    assert!(missing.is_empty() || (cfg!(not(feature = "regex")) && missing == [&Format::Regex]), "{missing:?}");
}

#[test]
fn long_texts_end() {
    let long = "1".repeat(1 << 20);
    for format in Format::ALL.iter().filter(|format| !matches!(format, Format::Regex)) {
        for text in [
            long.clone(),
            format!("P{long}D"),
            format!("PT1.{long}S"),
            format!("a:{long}"),
            format!("{long}@{long}"),
            "P1D".repeat(1 << 18),
        ] {
            let _ = format.fault(&text);
        }
    }
    assert_eq!(datetime::exact_duration(&format!("P{long}D")), Err((Code::Format, "is longer than a duration can be")));
    assert_eq!(datetime::exact_duration(&format!("PT{}1S", "0".repeat(1 << 20))), Ok((1, 0)));
}

#[test]
fn names_come_back() {
    for &format in Format::ALL {
        assert_eq!(
            Format::from_name(&format.to_string()),
            (cfg!(feature = "regex") || format != Format::Regex).then_some(format)
        );
    }
    assert_eq!(Format::from_name("Date"), None);
    assert_eq!(Format::from_name("idn-email"), None);
}

/// The pattern of a format says what its check says, but for days that the calendar does not have.
#[cfg(feature = "regex")]
#[test]
fn patterns_agree() {
    let unwritable =
        ["2026-02-30T05:06:07", "PT9223372036854775808S", "P99999999999999999999999999999999999999999999999999W"];
    for &(name, good, bad) in TABLE {
        let Some(pattern) = Format::from_name(name).and_then(Format::pattern) else { continue };
        let inside = toolargs_pattern::strip_anchors(pattern).unwrap();
        let matcher = toolargs_pattern::Matcher::full(inside).unwrap();
        for text in good {
            assert!(matcher.is_match(text), "{name}: {text:?}");
        }
        for text in bad.iter().filter(|text| !unwritable.contains(text)) {
            assert!(!matcher.is_match(text), "{name}: {text:?}");
        }
    }
}

/// The suite's cases that are read otherwise here, and why.
fn differs(format: Format, text: &str) -> bool {
    // a label in Punycode is not decoded, so nothing in it is refused for what it would stand for
    format == Format::Hostname
        && text.split('.').any(|label| label.get(..4).is_some_and(|tag| tag.eq_ignore_ascii_case("xn--")))
}

#[test]
fn the_json_schema_test_suite_agrees() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites/jsonschema/tests/draft2020-12/optional/format");
    if !folder.is_dir() {
        println!("skipped: the JSON Schema Test Suite is not at hand");
        return;
    }
    let mut counts = BTreeMap::new();
    for &format in Format::ALL {
        let Ok(text) = std::fs::read_to_string(folder.join(format!("{format}.json"))) else { continue };
        if format == Format::Regex && cfg!(not(feature = "regex")) {
            continue;
        }
        let groups: Value = serde_json::from_str(&text).unwrap();
        let cases = groups.as_array().unwrap().iter().flat_map(|group| group["tests"].as_array().unwrap());
        for case in cases {
            let Some(text) = case["data"].as_str() else { continue };
            let differs = differs(format, text) && case["valid"] == false;
            assert_eq!(
                format.fault(text).is_none(),
                case["valid"] == true || differs,
                "{format}: {}",
                case["description"]
            );
            *counts.entry((format.as_str(), differs)).or_insert(0) += 1;
        }
    }
    println!("{counts:?}");
    let agreed: i32 = counts.iter().filter(|((_, differs), _)| !differs).map(|(_, count)| count).sum();
    assert!(agreed > 300, "{counts:?}");
}
