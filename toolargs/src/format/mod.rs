//! Formats of text.

pub(crate) mod datetime;
pub(crate) mod net;
pub(crate) mod uri;

#[cfg(test)]
mod suite;

use std::fmt;

use crate::code::Code;
use crate::coerce::date;
use crate::coerce::text::Fault;

macro_rules! formats {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal;)+) => {
        /// A format that a text may be asked to have.
        ///
        /// ```
        /// use toolargs::Format;
        ///
        /// assert_eq!(Format::from_name("date-time"), Some(Format::DateTime));
        /// assert_eq!(Format::from_name("colour"), None);
        /// assert_eq!(Format::Ipv6.to_string(), "ipv6");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Format {
            /// Every format.
            pub const ALL: &'static [Format] = &[$(Format::$variant),+];

            /// The name that JSON Schema has for it, or the one given here for a form that it has none for.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Format::$variant => $name,)+
                }
            }
        }
    };
}

formats! {
    /// `YYYY-MM-DD`, a day of the calendar from year 1 on.
    Date "date";
    /// RFC 3339's date-time: with a zone, and with a leap second only where UTC may have one.
    DateTime "date-time";
    /// RFC 3339's full-time: a time of day with a zone.
    Time "time";
    /// A duration of ISO 8601, as RFC 3339's appendix A writes it: no fraction, no sign.
    Duration "duration";
    /// A mailbox of RFC 5321 in ASCII.
    Email "email";
    /// A host name of RFC 1123. A label in Punycode is taken for what it is in the DNS, letters, digits and hyphens: it is not decoded.
    Hostname "hostname";
    /// Four decimal numbers with dots, without leading zeros.
    Ipv4 "ipv4";
    /// An address of RFC 4291, without a zone.
    Ipv6 "ipv6";
    /// A URI of RFC 3986, with its scheme.
    Uri "uri";
    /// RFC 9562: 32 hexadecimal digits with hyphens.
    Uuid "uuid";
    /// A pattern in the dialect of ECMA 262, which the feature `regex` reads.
    Regex "regex";
    /// An IPv4 or an IPv6 address.
    Ip "ip";
    /// A time of day without a zone: `05:06:07`, `05:06:07.25`.
    TimeLocal "time-local";
    /// A date and a time of day without a zone: `2026-03-04T05:06:07`.
    DateTimeLocal "date-time-local";
    /// A duration of one length, whatever it is added to: weeks, or days, hours, minutes and seconds. A day has 24 hours.
    ExactDuration "exact-duration";
}

impl Format {
    /// The format of that name; `None` for a name that is unknown, or known to a build with more features.
    pub fn from_name(name: &str) -> Option<Format> {
        let known = |format: &Format| format.as_str() == name && (cfg!(feature = "regex") || *format != Format::Regex);
        Format::ALL.iter().copied().find(known)
    }

    /// For a format that JSON Schema has no name for, a pattern of the texts that have it (dates not checked against the calendar).
    ///
    /// [`Format::Ip`] has neither: it is `ipv4` or `ipv6`.
    ///
    /// ```
    /// use toolargs::Format;
    ///
    /// assert_eq!(Format::Date.pattern(), None);
    /// assert!(Format::TimeLocal.pattern().is_some_and(|pattern| pattern.starts_with("^(?:")));
    /// ```
    pub const fn pattern(self) -> Option<&'static str> {
        match self {
            Format::TimeLocal => Some(datetime::TIME_LOCAL_PATTERN),
            Format::DateTimeLocal => Some(datetime::DATE_TIME_LOCAL_PATTERN),
            Format::ExactDuration => Some(datetime::EXACT_DURATION_PATTERN),
            _ => None,
        }
    }

    /// What keeps the text from having the format.
    pub(crate) fn fault(self, text: &str) -> Option<Fault> {
        let unless = |holds: bool, problem| (!holds).then_some((Code::Format, problem));
        match self {
            Format::Date => date::parts(text).err(),
            Format::DateTime => datetime::date_time(text).err(),
            Format::Time => datetime::time(text).err(),
            Format::Duration => {
                unless(datetime::is_duration(text), "is no ISO 8601 duration; send one such as P1DT12H or PT30M")
            }
            Format::Email => unless(net::is_mailbox(text), "is no email address; send one such as ann@example.com"),
            Format::Hostname => unless(net::is_host_name(text), "is no host name; send one such as www.example.com"),
            Format::Ipv4 => net::ipv4(text).err(),
            Format::Ipv6 => net::ipv6(text).err(),
            Format::Ip => net::ip(text).err(),
            Format::Uri => uri::fault(text),
            Format::Uuid => unless(is_uuid(text), UUID.1),
            Format::Regex => regex(text),
            Format::TimeLocal => datetime::time_local(text).err(),
            Format::DateTimeLocal => datetime::date_time_local(text).err(),
            Format::ExactDuration => datetime::exact_duration(text).err(),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

pub(crate) const UUID: Fault = (Code::Format, "is no UUID in its form with hyphens, 8-4-4-4-12 hexadecimal digits");

/// One of two spellings by case, and none of the others that UUIDs are known in.
fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(feature = "regex")]
fn regex(text: &str) -> Option<Fault> {
    let problem = "is no regular expression of ECMA 262 that can be matched in linear time";
    toolargs_pattern::check(text).err().map(|_| (Code::Format, problem))
}

#[cfg(not(feature = "regex"))]
fn regex(_: &str) -> Option<Fault> {
    Some((Code::Format, "cannot be checked: this tool was built without regular expressions"))
}
