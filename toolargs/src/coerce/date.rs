//! Calendar dates: `YYYY-MM-DD` in ASCII digits, and nothing that has to be guessed.

use super::text::Fault;
use crate::args::Flow;
#[cfg(feature = "time")]
use crate::args::FromArg;
use crate::at::{At, Verdict};
use crate::code::Code;
use crate::input::Input;
use crate::rule::Rule;

pub(crate) const AMBIGUOUS: Fault = (Code::AmbiguousDate, "is not a date in the form YYYY-MM-DD");
pub(crate) const INVALID: Fault = (Code::InvalidDate, "is not a day of the calendar");

/// Year, month and day of a real date from year 1 to 9999.
#[inline]
pub(crate) fn parts(text: &str) -> Result<(i32, u8, u8), Fault> {
    let digits: &[u8; 10] = text.as_bytes().try_into().map_err(|_| AMBIGUOUS)?;
    let [y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] = digits else { return Err(AMBIGUOUS) };
    let number = |tens: &u8, ones: &u8| match (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0')) {
        (tens @ 0..=9, ones @ 0..=9) => Ok(tens * 10 + ones),
        _ => Err(AMBIGUOUS),
    };
    let year = i32::from(number(y0, y1)?) * 100 + i32::from(number(y2, y3)?);
    let (month, day) = (number(m0, m1)?, number(d0, d1)?);
    if year == 0 || day == 0 || day > days_in(year, month) {
        return Err(INVALID);
    }
    Ok((year, month, day))
}

fn days_in(year: i32, month: u8) -> u8 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u8::from(leap),
        _ => 0,
    }
}

/// The date in front of a midnight without zone: `2026-03-04T00:00:00`, with or without seconds' zeros.
pub(crate) fn before_midnight(text: &str) -> Option<&str> {
    let (date, time) = text.split_at_checked(10)?;
    let rest = time.strip_prefix("T00:00:00").or_else(|| time.strip_prefix(" 00:00:00"))?;
    let zeros = rest.is_empty()
        || rest.strip_prefix('.').is_some_and(|zeros| !zeros.is_empty() && zeros.bytes().all(|b| b == b'0'));
    (zeros && parts(date).is_ok()).then_some(date)
}

/// Reads a date as text, with the rule for midnights.
pub(crate) fn read<T>(input: &mut Input<'_>, at: &At<'_>, make: impl Fn(&str) -> Result<T, Fault>) -> Flow<T> {
    if input.reader.peek() == b'"' && at.verdict(Rule::MidnightToDate, false) != Verdict::Off {
        let place = input.reader.place;
        let text = input.reader.string()?.to_owned();
        if let Some(date) = before_midnight(&text) {
            let recorded = input.records.recorded();
            input.records.note(at, Rule::MidnightToDate, false, text.as_str().into(), date.into());
            return Ok(input.records.settle(at, recorded, make(date).ok()));
        }
        input.reader.place = place;
    }
    super::text::parse(input, at, "date string", make)
}

#[cfg(feature = "time")]
impl FromArg for time::Date {
    const TEXT: crate::args::Text = crate::args::Text::Formed;

    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        read(input, at, |text| {
            let (year, month, day) = parts(text)?;
            let month = time::Month::try_from(month).map_err(|_| INVALID)?;
            time::Date::from_calendar_date(year, month, day).map_err(|_| INVALID)
        })
    }

    fn to_json(&self) -> serde_json::Value {
        let (year, month, day) = self.to_calendar_date();
        format!("{year:04}-{:02}-{day:02}", u8::from(month)).into()
    }

    fn shape(_: &mut crate::shape::Defs) -> crate::shape::Shape {
        crate::shape::Shape::Text { format: Some(crate::format::Format::Date) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_exact() {
        for text in ["2000-02-29", "0001-01-01", "9999-12-31", "2026-03-04"] {
            assert!(parts(text).is_ok(), "{text}");
        }
        for text in ["2026-02-30", "2026-00-10", "2026-01-00", "2026-01-32", "2026-04-31", "0000-01-01", "1900-02-29"] {
            assert_eq!(parts(text), Err(INVALID), "{text}");
        }
        for text in ["03/04/2026", "2026-W01-1", "20260304", "2026-3-4", "2026-03-04 ", "２０２６-03-04", ""] {
            assert_eq!(parts(text), Err(AMBIGUOUS), "{text}");
        }
        assert_eq!(before_midnight("2026-03-04T00:00:00"), Some("2026-03-04"));
        assert_eq!(before_midnight("2026-03-04T00:00:00.000"), Some("2026-03-04"));
        for text in ["2026-03-04T00:00:01", "2026-03-04T00:00:00Z", "2026-02-30T00:00:00", "2026-03-04"] {
            assert_eq!(before_midnight(text), None, "{text}");
        }
    }
}
