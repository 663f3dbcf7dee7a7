//! Formats of text.

use crate::coerce::date;
use crate::coerce::text::Fault;
use crate::code::Code;

/// A format that a string field may demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// `YYYY-MM-DD`.
    Date,
    /// RFC 3339, with a zone.
    DateTime,
    /// RFC 3339's full-time.
    Time,
    /// ISO 8601 durations, as RFC 3339 writes them.
    Duration,
    /// An addr-spec of RFC 5321.
    Email,
    /// A host name of RFC 1123.
    Hostname,
    /// Dotted decimal.
    Ipv4,
    /// RFC 4291.
    Ipv6,
    /// An absolute URI of RFC 3986.
    Uri,
    /// RFC 9562, with hyphens.
    Uuid,
    /// A pattern in the dialect of ECMA 262.
    Regex,
}

impl Format {
    /// The name that JSON Schema has for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Date => "date",
            Format::DateTime => "date-time",
            Format::Time => "time",
            Format::Duration => "duration",
            Format::Email => "email",
            Format::Hostname => "hostname",
            Format::Ipv4 => "ipv4",
            Format::Ipv6 => "ipv6",
            Format::Uri => "uri",
            Format::Uuid => "uuid",
            Format::Regex => "regex",
        }
    }

    /// What keeps the text from having the format.
    pub(crate) fn fault(self, text: &str) -> Option<Fault> {
        match self {
            Format::Date => date::parts(text).err(),
            Format::Ipv4 if text.parse::<std::net::Ipv4Addr>().is_err() => Some((Code::Format, "is no IPv4 address")),
            Format::Ipv6 if text.parse::<std::net::Ipv6Addr>().is_err() => Some((Code::Format, "is no IPv6 address")),
            _ => None,
        }
    }
}
