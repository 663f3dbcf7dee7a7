//! The day of a call, from whatever a log has for a time.

use std::fmt;

use super::line::Raw;
use crate::coerce::date;

/// A day of the calendar, which is displayed as `YYYY-MM-DD`. Later days are greater.
///
/// It is read from text that begins with a date, as RFC 3339 has it (the day is the one that is written, whatever the
/// offset), and from seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their magnitude, in UTC.
///
/// ```
/// use toolargs::replay::LogReader;
///
/// let mut days = Vec::new();
/// for time in [r#""2026-03-04T05:06:07Z""#, "1772600767", "1772600767000", r#""1772600767000000000""#] {
///     let line = format!(r#"{{"arguments":{{}},"time":{time}}}"#);
///     LogReader::new().calls(line.as_bytes(), &mut |call| days.push(call.day.unwrap().to_string())).unwrap();
/// }
/// assert_eq!(days, ["2026-03-04"; 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

const SECONDS_A_DAY: u64 = 24 * 60 * 60;

impl Day {
    pub(super) fn read(time: Raw<'_>) -> Option<Day> {
        match time.text() {
            Some(text) => Day::of_date(&text).or_else(|| Day::of_number(&text)),
            None => Day::of_number(time.get()),
        }
    }

    fn of_date(text: &str) -> Option<Day> {
        let (date, rest) = text.split_at_checked(10)?;
        if !matches!(rest.bytes().next(), None | Some(b'T' | b't' | b' ')) {
            return None;
        }
        let (year, month, day) = date::parts(date).ok()?;
        Some(Day { year: year.try_into().ok()?, month, day })
    }

    /// A second of our time has up to eleven digits, and each finer unit three more.
    fn of_number(text: &str) -> Option<Day> {
        let number = match text.parse::<u64>() {
            Ok(number) => number,
            // with a fraction or an exponent; what is no number of this size is no time either
            Err(_) => text.parse::<f64>().ok().filter(|number| (0.0..1e19).contains(number))? as u64,
        };
        let mut seconds = number;
        while seconds >= 100_000_000_000 {
            seconds /= 1_000;
        }
        Some(Day::of_days(seconds / SECONDS_A_DAY))
    }

    /// The civil date of a day counted from 1970-01-01, in years that begin with March, so that a leap day is the last.
    fn of_days(days: u64) -> Day {
        let days = days + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * march_month + 2) / 5 + 1;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        let year = year_of_era + era * 400 + u64::from(month <= 2);
        Day { year: year as u16, month: month as u8, day: day as u8 }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_counts_them() {
        let mut days = 0;
        for year in 1970..2401_u16 {
            for month in 1..=12_u8 {
                for day in 1..=31_u8 {
                    let text = format!("{year:04}-{month:02}-{day:02}");
                    if let Some(read) = Day::of_date(&text) {
                        assert_eq!((Day::of_days(days), read.to_string()), (read, text));
                        days += 1;
                    }
                }
            }
        }
        assert_eq!(days, 157_420);
    }

    #[test]
    fn times_of_every_unit_have_their_day() {
        for (time, day) in [
            ("1772600767", Some("2026-03-04")),
            ("1772600767.25", Some("2026-03-04")),
            ("1.772600767e9", Some("2026-03-04")),
            ("1772600767123", Some("2026-03-04")),
            ("1772600767123456", Some("2026-03-04")),
            ("1772600767123456789", Some("2026-03-04")),
            (r#""1772600767""#, Some("2026-03-04")),
            (r#""2026-03-04""#, Some("2026-03-04")),
            (r#""2026-03-04T23:59:59-05:00""#, Some("2026-03-04")),
            (r#""2026-03-04 05:06:07.000001""#, Some("2026-03-04")),
            (r#""\u0032026-03-04T05:06:07Z""#, Some("2026-03-04")),
            ("0", Some("1970-01-01")),
            ("99999999999", Some("5138-11-16")),
            ("18446744073709551615", Some("2554-07-21")),
            ("1e18", Some("2001-09-09")),
            ("1e300", None),
            ("-1", None),
            ("true", None),
            ("null", None),
            ("{}", None),
            ("[1772600767]", None),
            (r#""""#, None),
            (r#""2026-02-30""#, None),
            (r#""2026-03-04x""#, None),
            (r#""4 March 2026""#, None),
            (r#""nan""#, None),
            (r#""infinity""#, None),
            (r#""\ud800""#, None),
        ] {
            assert_eq!(Day::read(Raw::read(time).unwrap()).map(|day| day.to_string()).as_deref(), day, "{time}");
        }
    }
}
