//! Dates and times of the `chrono` crate.

use ::chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Timelike, Utc};
use serde_json::Value;

use super::date;
use super::text::{Fault, textual};
use crate::args::{Flow, FromArg, Text};
use crate::at::At;
use crate::code::Code;
use crate::format::Format;
use crate::format::datetime::{self, Clock, Day, FINE, clock_text, offset_text};
use crate::input::Input;
use crate::shape::{Defs, Shape};

const BEYOND: Fault = (Code::Format, "is outside the years 1 to 9999 of UTC");

/// A leap second is the second before it with more than a second's nanoseconds.
const SECOND: u32 = 1_000_000_000;

impl FromArg for NaiveDate {
    const TEXT: Text = Text::Formed;

    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        date::read(input, at, |text| day(date::parts(text)?).ok_or(date::INVALID))
    }

    fn to_json(&self) -> Value {
        date_text(self).into()
    }

    fn shape(_: &mut Defs) -> Shape {
        Shape::Text { format: Some(Format::Date) }
    }
}

textual! {
    NaiveTime: TimeLocal, "time string", |text| time(datetime::time_local(text)?), time_text;
    NaiveDateTime: DateTimeLocal, "date and time string", |text| {
        let (day, clock) = datetime::date_time_local(text)?;
        local(day, clock)
    }, local_text;
    DateTime<FixedOffset>: DateTime, "date-time string", moment, |moment| {
        let minutes = moment.offset().local_minus_utc() / 60;
        let zone = FixedOffset::east_opt(minutes * 60).unwrap_or(*moment.offset());
        local_text(&moment.with_timezone(&zone).naive_local()) + &offset_text(minutes)
    };
    DateTime<Utc>: DateTime, "date-time string", |text| {
        let moment = moment(text)?.to_utc();
        if (1..=9999).contains(&moment.year()) { Ok(moment) } else { Err(BEYOND) }
    }, |moment| local_text(&moment.naive_utc()) + "Z";
}

fn moment(text: &str) -> Result<DateTime<FixedOffset>, Fault> {
    let (day, clock, minutes) = datetime::date_time(text)?;
    let zone = FixedOffset::east_opt(i32::from(minutes) * 60).ok_or(BEYOND)?;
    zone.from_local_datetime(&local(day, clock)?).single().ok_or(BEYOND)
}

fn local(of: Day, clock: Clock) -> Result<NaiveDateTime, Fault> {
    Ok(day(of).ok_or(BEYOND)?.and_time(time(clock)?))
}

fn day((year, month, day): Day) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year, month.into(), day.into())
}

fn time(clock: Clock) -> Result<NaiveTime, Fault> {
    let nanosecond = clock.nanosecond.ok_or(FINE)?;
    let (second, nanosecond) = if clock.second == 60 { (59, nanosecond + SECOND) } else { (clock.second, nanosecond) };
    NaiveTime::from_hms_nano_opt(clock.hour.into(), clock.minute.into(), second.into(), nanosecond).ok_or(BEYOND)
}

fn date_text(date: &NaiveDate) -> String {
    format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
}

fn time_text(time: &NaiveTime) -> String {
    let nanosecond = time.nanosecond();
    clock_text(time.hour(), time.minute(), time.second() + nanosecond / SECOND, nanosecond % SECOND)
}

fn local_text(moment: &NaiveDateTime) -> String {
    format!("{}T{}", date_text(&moment.date()), time_text(&moment.time()))
}
