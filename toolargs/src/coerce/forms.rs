//! Types written as text: what they take, what they refuse, and that what they write they read back.

use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use proptest::prelude::*;
use serde_json::{Value, json};
use toolargs::{Code, FromArg, ToolArgs};

#[derive(Debug, PartialEq, ToolArgs)]
struct Holds<T: FromArg + 'static> {
    value: T,
}

/// The value that a text is read as, and its canonical text; the code otherwise.
fn read<T: FromArg + 'static>(text: &str) -> Result<(T, String), Code> {
    let payload = json!({ "value": text }).to_string();
    let parsed = Holds::<T>::parse(&payload).map_err(|rejection| rejection.first().code())?;
    assert_eq!(parsed.repairs, [], "{text}");
    let canonical = parsed.args.to_value()["value"].clone();
    Ok((parsed.args.value, canonical.as_str().expect("a text").to_owned()))
}

/// That canonical JSON is read as the same value, without a repair.
fn comes_back<T: FromArg + Debug + PartialEq + 'static>(value: T) -> Value {
    let held = Holds { value };
    let canonical = held.to_value();
    let parsed =
        Holds::<T>::parse(&canonical.to_string()).unwrap_or_else(|rejection| panic!("{canonical}: {rejection}"));
    assert_eq!((&parsed.args, parsed.repairs.len()), (&held, 0), "{canonical}");
    assert_eq!(parsed.args.to_value(), canonical);
    canonical["value"].clone()
}

/// Texts as sent with their canonical form, and texts that are refused.
fn check<T: FromArg + Debug + PartialEq + 'static>(good: &[(&str, &str)], bad: &[&str]) {
    for &(text, want) in good {
        let (value, canonical) = read::<T>(text).unwrap_or_else(|code| panic!("{text}: {code}"));
        assert_eq!(canonical, want, "{text}");
        comes_back(value);
    }
    for text in bad {
        assert_eq!(read::<T>(text).map(|(_, canonical)| canonical), Err(Code::Format), "{text}");
    }
    let number = Holds::<T>::parse(r#"{"value":17}"#).unwrap_err();
    assert_eq!(number.first().code(), Code::Type);
}

#[test]
fn addresses() {
    check::<IpAddr>(
        &[("192.0.2.1", "192.0.2.1"), ("2001:DB8::0:1", "2001:db8::1")],
        &["localhost", "192.0.2.1:80", "[::1]", "1.2.3"],
    );
    check::<Ipv4Addr>(&[("192.0.2.1", "192.0.2.1")], &["::1", "192.0.2.01", "3221225985"]);
    check::<Ipv6Addr>(&[("::FFFF:192.0.2.1", "::ffff:192.0.2.1")], &["192.0.2.1", "fe80::1%1", "::1/128"]);
}

proptest! {
    #[test]
    fn every_address_comes_back(v4: [u8; 4], v6: [u16; 8]) {
        comes_back(IpAddr::from(v4));
        comes_back(IpAddr::from(v6));
    }
}

#[cfg(feature = "time")]
mod times {
    use super::*;
    use time::{Date, Duration, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset};

    #[test]
    fn texts() {
        check::<Time>(
            &[("05:06:07", "05:06:07"), ("23:59:59.120", "23:59:59.12")],
            &["05:06", "05:06:07Z", "24:00:00", "23:59:60", "5:06:07", "05:06:07.0000000001", "5pm"],
        );
        check::<PrimitiveDateTime>(
            &[("2026-03-04T05:06:07", "2026-03-04T05:06:07"), ("2024-02-29t00:00:00.5", "2024-02-29T00:00:00.5")],
            &[
                "2026-03-04T05:06:07Z",
                "2026-03-04",
                "2026-03-04 05:06:07",
                "2026-02-29T05:06:07",
                "03/04/2026T05:06:07",
            ],
        );
        check::<OffsetDateTime>(
            &[
                ("2026-03-04T05:06:07z", "2026-03-04T05:06:07Z"),
                ("2026-03-04T05:06:07.25-08:30", "2026-03-04T05:06:07.25-08:30"),
                ("2026-03-04T05:06:07-00:00", "2026-03-04T05:06:07Z"),
                ("9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59-23:59"),
                ("0001-01-01T00:00:00+23:59", "0001-01-01T00:00:00+23:59"),
            ],
            &[
                "2026-03-04T05:06:07",
                "1990-12-31T23:59:60Z",
                "2026-03-04T05:06:07.0000000001Z",
                "0000-01-01T00:00:00Z",
                "1772600767",
            ],
        );
        check::<Duration>(
            &[
                ("PT0S", "PT0S"),
                ("P1D", "PT24H"),
                ("P1W", "PT168H"),
                ("P1DT12H30M", "PT36H30M"),
                ("PT3601S", "PT1H0M1S"),
                ("PT1H1S", "PT1H0M1S"),
                ("-PT1.50S", "-PT1.5S"),
                ("-PT0.000000001S", "-PT0.000000001S"),
                ("-PT0S", "PT0S"),
            ],
            &[
                "P1M",
                "P1Y",
                "1h",
                "PT",
                "3600",
                "P1.5D",
                "PT0.0000000001S",
                "PT9223372036854775808S",
                "-PT9223372036854775809S",
            ],
        );
        let message =
            |text: &str| Holds::<Duration>::parse(&json!({ "value": text }).to_string()).unwrap_err().first().message();
        assert_eq!(message("P1M"), r#""P1M" has years or months, whose length is not fixed; send days or hours"#);
    }

    #[test]
    fn seconds_of_an_offset_are_told_by_the_time() {
        let offset = UtcOffset::from_hms(1, 2, 3).unwrap();
        let moment = OffsetDateTime::UNIX_EPOCH.to_offset(offset);
        assert_eq!(comes_back(moment), "1970-01-01T01:02:00+01:02");
        let far = OffsetDateTime::UNIX_EPOCH.to_offset(UtcOffset::from_hms(25, 0, 0).unwrap());
        assert_eq!(comes_back(far), "1970-01-01T00:00:00Z");
    }

    fn moment() -> impl Strategy<Value = PrimitiveDateTime> {
        let first = Date::from_ordinal_date(1, 1).unwrap().to_julian_day();
        let last = Date::from_ordinal_date(9999, 365).unwrap().to_julian_day();
        (first..=last, 0..24u8, 0..60u8, 0..60u8, prop_oneof![Just(0), 0..1_000_000_000u32]).prop_map(
            |(day, hour, minute, second, nano)| {
                let time = Time::from_hms_nano(hour, minute, second, nano).unwrap();
                PrimitiveDateTime::new(Date::from_julian_day(day).unwrap(), time)
            },
        )
    }

    proptest! {
        #[test]
        fn every_value_comes_back(moment in moment(), minutes in -1439..=1439i32, seconds: i64, nano in 0..1_000_000_000i32, small in -100_000i64..100_000) {
            comes_back(moment.date());
            comes_back(moment.time());
            comes_back(moment);
            comes_back(moment.assume_offset(UtcOffset::from_whole_seconds(minutes * 60).unwrap()));
            for seconds in [seconds, small, i64::MIN, i64::MAX, 0] {
                comes_back(Duration::new(seconds, if seconds < 0 { -nano } else { nano }));
            }
            comes_back(Duration::nanoseconds(-i64::from(nano)));
        }
    }
}

#[cfg(feature = "chrono")]
mod chronos {
    use super::*;
    use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc};

    #[test]
    fn texts() {
        check::<NaiveTime>(&[("05:06:07.120", "05:06:07.12")], &["05:06", "05:06:07Z", "23:59:60"]);
        check::<NaiveDateTime>(
            &[("2024-02-29T00:00:00", "2024-02-29T00:00:00")],
            &["2024-02-29T00:00:00Z", "2026-02-29T00:00:00", "2024-02-29"],
        );
        check::<DateTime<FixedOffset>>(
            &[
                ("2026-03-04T05:06:07+02:00", "2026-03-04T05:06:07+02:00"),
                ("1990-12-31T15:59:60.5-08:00", "1990-12-31T15:59:60.5-08:00"),
                ("9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59-23:59"),
            ],
            &["2026-03-04T05:06:07", "2026-03-04T05:06:60Z", "2026-03-04T05:06:07.0000000001Z"],
        );
        check::<DateTime<Utc>>(
            &[
                ("2026-03-04T05:06:07+02:00", "2026-03-04T03:06:07Z"),
                ("1990-12-31T15:59:60-08:00", "1990-12-31T23:59:60Z"),
            ],
            &["2026-03-04T05:06:07", "9999-12-31T23:59:59-00:01", "0001-01-01T00:00:00+00:01"],
        );
        let date = |text| read::<NaiveDate>(text).map(|(_, canonical)| canonical);
        assert_eq!(date("2024-02-29").as_deref(), Ok("2024-02-29"));
        assert_eq!(date("2026-02-29"), Err(Code::InvalidDate));
        assert_eq!(date("03/04/2026"), Err(Code::AmbiguousDate));
        assert_eq!(date("2026-03-04T00:00:00"), Err(Code::AmbiguousDate));
    }

    #[test]
    fn midnights_are_dates_where_the_field_says_so() {
        #[derive(Debug, PartialEq, ToolArgs)]
        struct Booking {
            #[arg(allow(midnight_to_date))]
            day: NaiveDate,
        }
        let parsed = Booking::parse(r#"{"day":"2026-03-04T00:00:00"}"#).unwrap();
        assert_eq!(parsed.args.to_value(), json!({"day": "2026-03-04"}));
        assert_eq!(parsed.repairs[0].to_string(), "$.day: midnight_to_date");
    }

    proptest! {
        #[test]
        fn every_value_comes_back(days in 0..3_652_059i32, second in 0..86_400u32, nano in 0..1_000_000_000u32, minutes in -1439..=1439i32) {
            let date = NaiveDate::from_num_days_from_ce_opt(days + 1).unwrap();
            let time = NaiveTime::from_num_seconds_from_midnight_opt(second, nano).unwrap();
            comes_back(date);
            comes_back(time);
            comes_back(date.and_time(time));
            comes_back(Utc.from_utc_datetime(&date.and_time(time)));
            let zone = FixedOffset::east_opt(minutes * 60).unwrap();
            comes_back(zone.from_local_datetime(&date.and_time(time)).unwrap());
        }
    }
}

#[cfg(feature = "uuid")]
mod uuids {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn texts() {
        let lower = "2eb8aa08-aa98-11ea-b4aa-73b441d16380";
        check::<Uuid>(
            &[(lower, lower), ("2EB8AA08-AA98-11ea-b4aa-73b441d16380", lower)],
            &[
                "{2eb8aa08-aa98-11ea-b4aa-73b441d16380}",
                "2eb8aa08aa9811eab4aa73b441d16380",
                "urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380",
                "",
            ],
        );
    }

    proptest! {
        #[test]
        fn every_value_comes_back(bits: u128) {
            comes_back(Uuid::from_u128(bits));
        }
    }
}

#[cfg(feature = "url")]
mod urls {
    use super::*;
    use url::Url;

    #[test]
    fn texts() {
        check::<Url>(
            &[
                ("https://example.com", "https://example.com/"),
                ("HTTPS://EXAMPLE.com:443/a/../b?q=%20#f", "https://example.com/b?q=%20#f"),
                ("mailto:ann@example.com", "mailto:ann@example.com"),
                ("urn:isbn:0451450523", "urn:isbn:0451450523"),
            ],
            &[
                "example.com",
                "/a",
                "//example.com/",
                "https://",
                "https://a b/",
                "https://a/b c",
                "https:\\\\a",
                "https://a:99999/",
                "http://999.1.1.1/",
                " https://a/",
                "https://a/\n",
                "https://a/ä",
            ],
        );
    }

    proptest! {
        #[test]
        fn what_is_read_comes_back(text in "(https?|file|ftp|x|mailto):(//)?([a-z]{0,2}@)?([a-z0-9.]{0,6}|\\[::[0-9a-f]{1,3}\\])(:[0-9]{0,3})?(/([a-z.~'();:@]|%2[eF]){0,4}){0,3}(\\?([a-z='/?]|%20){0,6})?(#([a-z'/?]|%20){0,4})?") {
            if let Ok((url, _)) = read::<Url>(&text) {
                comes_back(url);
            }
        }
    }
}

#[cfg(feature = "rust_decimal")]
mod decimals {
    use super::*;
    use rust_decimal::Decimal;

    #[derive(Debug, PartialEq, ToolArgs)]
    struct Price {
        #[arg(min = 0.10, exclusive_max = 100, multiple_of = 0.05)]
        amount: Decimal,
    }

    fn price(json: &str) -> Result<String, String> {
        match Price::parse(&format!(r#"{{"amount":{json}}}"#)) {
            Ok(parsed) if parsed.repairs.is_empty() => Ok(parsed.args.amount.to_string()),
            Ok(parsed) => Err(parsed.repairs[0].to_string()),
            Err(rejection) => Err(rejection.first().code().to_string()),
        }
    }

    #[test]
    fn numbers_and_strings_are_values_as_sent() {
        for (json, want) in [
            ("19.90", "19.90"),
            ("\"19.90\"", "19.90"),
            ("1e1", "10"),
            ("0.1", "0.1"),
            ("0.10000000000000000000000000000000000000", "0.1"),
        ] {
            assert_eq!(price(json).as_deref(), Ok(want), "{json}");
        }
        for (json, code) in [
            ("0.09", "out_of_range"),
            ("0.09999999999999999999999999999999999", "out_of_range"),
            ("100.0", "out_of_range"),
            ("99.99", "multiple_of"),
            ("99.99999999999999999999999999999999999", "lossy_number"),
            ("1e400", "out_of_range"),
            ("\"1e1\"", "ambiguous_number"),
            ("\"1,999.00\"", "ambiguous_number"),
            ("\"$5\"", "ambiguous_number"),
            ("\"+5\"", "ambiguous_number"),
            ("\" 5\"", "ambiguous_number"),
            ("\"\"", "ambiguous_number"),
            ("true", "type"),
            ("[5]", "type"),
            ("NaN", "non_finite_number"),
        ] {
            assert_eq!(price(json), Err(code.to_owned()), "{json}");
        }
        let message = |json: &str| Holds::<Decimal>::parse(json).unwrap_err().first().message();
        assert_eq!(
            message(r#"{"value":1e29}"#),
            r#""1e29" is outside [-79228162514264337593543950335, 79228162514264337593543950335]"#
        );
    }

    proptest! {
        #[test]
        fn every_value_comes_back(size in -(1i128 << 96) + 1..1i128 << 96, scale in 0..=28u32) {
            let value = Decimal::from_i128_with_scale(size, scale);
            let canonical = comes_back(value);
            prop_assert_eq!(&canonical, &value.to_string());
            let number = canonical.as_str().unwrap();
            let parsed = Holds::<Decimal>::parse(&format!(r#"{{"value":{number}}}"#)).unwrap();
            prop_assert_eq!((parsed.args.value, parsed.repairs.len()), (value, 0));
        }
    }
}
