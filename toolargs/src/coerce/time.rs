//! Times, moments and durations of the `time` crate.

use ::time::{Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset};

use super::text::{Fault, textual};
use crate::args::FromArg;
use crate::code::Code;
use crate::format::datetime::{self, Clock, Day, FINE, clock_text, offset_text};

const LEAP_SECOND: Fault = (Code::Format, "is a leap second, which this field cannot hold");
const BEYOND: Fault = (Code::Format, "is outside the years that this field can hold");

textual! {
    Time: TimeLocal, "time string", |text| time(datetime::time_local(text)?), time_text;
    PrimitiveDateTime: DateTimeLocal, "date and time string", |text| {
        let (day, clock) = datetime::date_time_local(text)?;
        Ok(PrimitiveDateTime::new(date(day)?, time(clock)?))
    }, |value| format!("{}T{}", date_text(value.date()), time_text(&value.time()));
    OffsetDateTime: DateTime, "date-time string", |text| {
        let (day, clock, minutes) = datetime::date_time(text)?;
        let offset = UtcOffset::from_whole_seconds(i32::from(minutes) * 60).map_err(|_| BEYOND)?;
        Ok(OffsetDateTime::new_in_offset(date(day)?, time(clock)?, offset))
    }, moment_text;
    Duration: ExactDuration, "duration string", |text| {
        let (seconds, nanoseconds) = datetime::exact_duration(text)?;
        Ok(Duration::new(seconds, nanoseconds))
    }, duration_text;
}

fn date((year, month, day): Day) -> Result<Date, Fault> {
    let month = Month::try_from(month).map_err(|_| BEYOND)?;
    Date::from_calendar_date(year, month, day).map_err(|_| BEYOND)
}

fn time(clock: Clock) -> Result<Time, Fault> {
    let nanosecond = clock.nanosecond.ok_or(FINE)?;
    Time::from_hms_nano(clock.hour, clock.minute, clock.second, nanosecond).map_err(|_| LEAP_SECOND)
}

fn date_text(date: Date) -> String {
    date.to_json().as_str().unwrap_or_default().to_owned()
}

fn time_text(time: &Time) -> String {
    let (hour, minute, second, nanosecond) = time.as_hms_nano();
    clock_text(hour.into(), minute.into(), second.into(), nanosecond)
}

/// RFC 3339 has no seconds in an offset: a zone that has them is written as the same moment in a zone beside it.
fn moment_text(moment: &OffsetDateTime) -> String {
    let minutes = match moment.offset().whole_seconds() / 60 {
        minutes @ -1439..=1439 => minutes,
        _ => 0,
    };
    let moment = UtcOffset::from_whole_seconds(minutes * 60)
        .ok()
        .and_then(|offset| moment.checked_to_offset(offset))
        .unwrap_or(*moment);
    format!("{}T{}{}", date_text(moment.date()), time_text(&moment.time()), offset_text(minutes))
}

/// In hours, minutes and seconds: a day on the calendar may have other than 24 hours.
fn duration_text(duration: &Duration) -> String {
    let (seconds, nanoseconds) =
        (duration.whole_seconds().unsigned_abs(), duration.subsec_nanoseconds().unsigned_abs());
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = String::from(if duration.is_negative() { "-PT" } else { "PT" });
    let rest = seconds > 0 || nanoseconds > 0;
    if hours > 0 {
        text += &format!("{hours}H");
    }
    // RFC 3339's grammar has no hours beside seconds without minutes between them
    if minutes > 0 || (hours > 0 && rest) {
        text += &format!("{minutes}M");
    }
    if rest || text.ends_with('T') {
        let digits = format!("{seconds}.{nanoseconds:09}");
        text += digits.trim_end_matches('0').trim_end_matches('.');
        text.push('S');
    }
    text
}
