//! Times and durations as RFC 3339 and ISO 8601 write them: ASCII digits, no spaces, nothing left out.

use crate::code::Code;
use crate::coerce::date;
use crate::coerce::text::Fault;

const TIME: Fault = (Code::Format, "is no RFC 3339 time; send one such as 05:06:07Z or 05:06:07+02:00");
const DATE_TIME: Fault =
    (Code::Format, "is no RFC 3339 date-time; send one such as 2026-03-04T05:06:07Z or 2026-03-04T05:06:07+02:00");
const NO_ZONE: Fault = (Code::Format, "has no zone; end it with Z or with an offset such as +02:00");
const NO_DAY: Fault = (Code::Format, "names a day that the calendar does not have");
const TIME_LOCAL: Fault = (Code::Format, "is no time of day; send one such as 05:06:07, without a zone");
const DATE_TIME_LOCAL: Fault =
    (Code::Format, "is no date and time; send one such as 2026-03-04T05:06:07, without a zone");
const DURATION: Fault =
    (Code::Format, "is no ISO 8601 duration of days, hours, minutes and seconds; send one such as P1DT12H or PT30M");
const CALENDAR: Fault = (Code::Format, "has years or months, whose length is not fixed; send days or hours");
const LONG: Fault = (Code::Format, "is longer than a duration can be");
pub(crate) const FINE: Fault = (Code::Format, "has a fraction finer than nanoseconds; send at most nine digits");

macro_rules! time_pattern {
    () => {
        r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9}0*)?"
    };
}
pub(super) const TIME_LOCAL_PATTERN: &str = concat!("^(?:", time_pattern!(), ")$");
pub(super) const DATE_TIME_LOCAL_PATTERN: &str =
    concat!("^(?:[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])[Tt]", time_pattern!(), ")$");
pub(super) const EXACT_DURATION_PATTERN: &str = concat!(
    r"^(?:-?P(?:[0-9]+W|[0-9]+D|(?:[0-9]+D)?T",
    r"(?:[0-9]+H(?:[0-9]+M)?(?:[0-9]+(?:\.[0-9]{1,9}0*)?S)?|[0-9]+M(?:[0-9]+(?:\.[0-9]{1,9}0*)?S)?|[0-9]+(?:\.[0-9]{1,9}0*)?S)))$"
);

/// A day of the calendar: year, month, day.
pub(crate) type Day = (i32, u8, u8);

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) hour: u8,
    pub(crate) minute: u8,
    /// 60 in a leap second.
    pub(crate) second: u8,
    /// `None` where the fraction is finer.
    pub(crate) nanosecond: Option<u32>,
}

/// An RFC 3339 full-time, with the minutes by which its zone is ahead of UTC.
pub(crate) fn time(text: &str) -> Result<(Clock, i16), Fault> {
    zoned(text, TIME)
}

/// An RFC 3339 date-time, with the minutes by which its zone is ahead of UTC.
pub(crate) fn date_time(text: &str) -> Result<(Day, Clock, i16), Fault> {
    let (day, rest) = day_before_time(text, DATE_TIME)?;
    let (clock, offset) = zoned(rest, DATE_TIME)?;
    Ok((day?, clock, offset))
}

/// A time of day without a zone. What it is in UTC is unknown, and so a leap second has no place in it.
pub(crate) fn time_local(text: &str) -> Result<Clock, Fault> {
    zoneless(text, TIME_LOCAL)
}

/// A date and a time of day without a zone.
pub(crate) fn date_time_local(text: &str) -> Result<(Day, Clock), Fault> {
    let (day, rest) = day_before_time(text, DATE_TIME_LOCAL)?;
    let clock = zoneless(rest, DATE_TIME_LOCAL)?;
    Ok((day?, clock))
}

/// The date in front of the `T`, and the text behind. A wrong form is told before a wrong day.
fn day_before_time(text: &str, otherwise: Fault) -> Result<(Result<Day, Fault>, &str), Fault> {
    let (date, rest) = text.split_at_checked(10).ok_or(otherwise)?;
    let rest = rest.strip_prefix(['T', 't']).ok_or(otherwise)?;
    let day = match date::parts(date) {
        Err(date::INVALID) => Err(NO_DAY),
        day => Ok(day.map_err(|_| otherwise)?),
    };
    Ok((day, rest))
}

fn zoned(text: &str, otherwise: Fault) -> Result<(Clock, i16), Fault> {
    let (clock, zone) = clock(text).ok_or(otherwise)?;
    if zone.is_empty() {
        return Err(NO_ZONE);
    }
    let offset = offset(zone).ok_or(otherwise)?;
    let minute = i16::from(clock.hour) * 60 + i16::from(clock.minute);
    let last_of_day = (minute - offset).rem_euclid(24 * 60) == 24 * 60 - 1;
    if clock.second < 60 || last_of_day { Ok((clock, offset)) } else { Err(otherwise) }
}

fn zoneless(text: &str, otherwise: Fault) -> Result<Clock, Fault> {
    match clock(text) {
        Some((clock, "")) if clock.second < 60 && clock.nanosecond.is_none() => Err(FINE),
        Some((clock, "")) if clock.second < 60 => Ok(clock),
        _ => Err(otherwise),
    }
}

/// `HH:MM:SS`, with a fraction or without, and the text behind.
fn clock(text: &str) -> Option<(Clock, &str)> {
    let [h0, h1, b':', m0, m1, b':', s0, s1, ..] = text.as_bytes() else { return None };
    let (hour, minute, second) = (two_digits(*h0, *h1)?, two_digits(*m0, *m1)?, two_digits(*s0, *s1)?);
    let (nanosecond, rest) = match text[8..].strip_prefix('.') {
        Some(rest) => fraction(rest)?,
        None => (Some(0), &text[8..]),
    };
    (hour < 24 && minute < 60 && second <= 60).then_some((Clock { hour, minute, second, nanosecond }, rest))
}

fn two_digits(tens: u8, ones: u8) -> Option<u8> {
    (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| (tens - b'0') * 10 + (ones - b'0'))
}

/// The digits behind a point as nanoseconds, `None` where they say more, and the text behind.
fn fraction(text: &str) -> Option<(Option<u32>, &str)> {
    let (digits, rest) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    let (kept, finer) = digits.split_at(digits.len().min(9));
    let nanoseconds =
        kept.bytes().chain(std::iter::repeat(b'0')).take(9).fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    let exact = finer.bytes().all(|digit| digit == b'0');
    (!digits.is_empty()).then_some((exact.then_some(nanoseconds), rest))
}

/// The minutes by which a zone is ahead of UTC.
fn offset(text: &str) -> Option<i16> {
    match text.as_bytes() {
        b"Z" | b"z" => Some(0),
        [sign @ (b'+' | b'-'), h0, h1, b':', m0, m1] => {
            let (hours, minutes) = (two_digits(*h0, *h1)?, two_digits(*m0, *m1)?);
            let ahead = i16::from(hours) * 60 + i16::from(minutes);
            (hours < 24 && minutes < 60).then_some(if *sign == b'-' { -ahead } else { ahead })
        }
        _ => None,
    }
}

/// RFC 3339's `duration`.
pub(crate) fn is_duration(text: &str) -> bool {
    let Some(text) = text.strip_prefix('P') else { return false };
    match text.split_once('T') {
        None => is_run(text, "W") || is_run(text, "YMD"),
        Some((days, time)) => (days.is_empty() || is_run(days, "YMD")) && is_run(time, "HMS"),
    }
}

/// One number or more, each before its unit; the units follow each other in `units` without a gap.
fn is_run(mut text: &str, units: &str) -> bool {
    let mut next = None;
    while !text.is_empty() {
        let Some((_, unit, rest)) = number(text) else { return false };
        let place = units.bytes().position(|known| known == unit);
        if place.is_none() || next.is_some_and(|next| Some(next) != place) {
            return false;
        }
        next = place.map(|place| place + 1);
        text = rest;
    }
    next.is_some()
}

/// Digits, the letter behind them, and the text behind that.
fn number(text: &str) -> Option<(&str, u8, &str)> {
    let (digits, rest) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    let unit = *rest.as_bytes().first().filter(|unit| unit.is_ascii())?;
    (!digits.is_empty()).then_some((digits, unit, &rest[1..]))
}

/// A duration of fixed length, in seconds and nanoseconds of one sign.
pub(crate) fn exact_duration(text: &str) -> Result<(i64, i32), Fault> {
    let (negative, unsigned) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
    if is_duration(unsigned) && unsigned.split('T').next().is_some_and(|days| days.contains(['Y', 'M'])) {
        return Err(CALENDAR);
    }
    let body = unsigned.strip_prefix('P').ok_or(DURATION)?;
    let (days, time) = body.split_once('T').map_or((body, None), |(days, time)| (days, Some(time)));
    let days = match number(days) {
        Some((digits, b'W', "")) if time.is_none() => scaled(digits, 7 * 24 * 3600),
        Some((digits, b'D', "")) => scaled(digits, 24 * 3600),
        None if days.is_empty() && time.is_some() => 0,
        _ => return Err(DURATION),
    };
    let (time, nanoseconds) = time.map_or(Ok((0, 0)), hours_to_seconds)?;
    let seconds = if negative { -(days + time) } else { days + time };
    let seconds = i64::try_from(seconds).map_err(|_| LONG)?;
    Ok((seconds, if negative { -nanoseconds } else { nanoseconds }))
}

/// The part behind the `T`: hours, minutes and seconds, at least one of them, in seconds and nanoseconds.
fn hours_to_seconds(mut text: &str) -> Result<(i128, i32), Fault> {
    let (mut seconds, mut nanoseconds, mut last) = (0, Some(0), i128::MAX);
    while !text.is_empty() || last == i128::MAX {
        let (digits, mut unit, mut rest) = number(text).ok_or(DURATION)?;
        if unit == b'.' {
            (nanoseconds, rest) = fraction(rest).ok_or(DURATION)?;
            rest = rest.strip_prefix('S').ok_or(DURATION)?;
            unit = b'S';
        }
        let size = match unit {
            b'H' => 3600,
            b'M' => 60,
            b'S' => 1,
            _ => return Err(DURATION),
        };
        if size >= last {
            return Err(DURATION);
        }
        last = size;
        seconds += scaled(digits, size);
        text = rest;
    }
    Ok((seconds, nanoseconds.ok_or(FINE)? as i32))
}

/// So many units of `size` seconds; far beyond any duration where the digits are.
fn scaled(digits: &str, size: i128) -> i128 {
    let count = digits.bytes().fold(0i128, |sum, digit| (sum * 10 + i128::from(digit - b'0')).min(1 << 80));
    count * size
}

/// The text of a time of day.
#[cfg(any(feature = "time", feature = "chrono"))]
pub(crate) fn clock_text(hour: u32, minute: u32, second: u32, nanosecond: u32) -> String {
    let text = format!("{hour:02}:{minute:02}:{second:02}.{nanosecond:09}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The text of a zone that is so many minutes ahead of UTC.
#[cfg(any(feature = "time", feature = "chrono"))]
pub(crate) fn offset_text(minutes: i32) -> String {
    let sign = if minutes < 0 { '-' } else { '+' };
    match minutes.abs() {
        0 => "Z".to_owned(),
        size => format!("{sign}{:02}:{:02}", size / 60, size % 60),
    }
}
