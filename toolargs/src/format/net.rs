//! Addresses and names of hosts, and mailboxes.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::code::Code;
use crate::coerce::text::Fault;

/// Four decimal numbers with dots.
pub(crate) fn ipv4(text: &str) -> Result<Ipv4Addr, Fault> {
    text.parse().map_err(|_| (Code::Format, "is no IPv4 address; send one such as 192.0.2.1"))
}

/// Eight groups, or fewer with one `::`.
pub(crate) fn ipv6(text: &str) -> Result<Ipv6Addr, Fault> {
    text.parse().map_err(|_| (Code::Format, "is no IPv6 address; send one such as 2001:db8::1"))
}

/// An address of either kind.
pub(crate) fn ip(text: &str) -> Result<IpAddr, Fault> {
    text.parse().map_err(|_| (Code::Format, "is no IP address; send one such as 192.0.2.1 or 2001:db8::1"))
}

/// RFC 1123, section 2.1: labels of letters, digits and inner hyphens.
pub(crate) fn is_host_name(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(is_label)
}

fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    let inner = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'-';
    matches!(bytes, [first, .., last] | [first @ last] if *first != b'-' && *last != b'-')
        && bytes.len() <= 63
        && bytes.iter().all(inner)
}

/// RFC 5321's `Mailbox`, with its limits of 64 bytes before the `@` and 254 in all.
pub(crate) fn is_mailbox(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    text.len() <= 254 && local.len() <= 64 && (is_dot_string(local) || is_quoted(local)) && is_domain(domain)
}

fn is_dot_string(text: &str) -> bool {
    let atom = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte);
    text.split('.').all(|part| !part.is_empty() && part.bytes().all(atom))
}

fn is_quoted(text: &str) -> bool {
    let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let Some(mut bytes) = inside.filter(|_| text.len() > 1).map(str::bytes) else { return false };
    while let Some(byte) = bytes.next() {
        let byte = match byte {
            b'"' => return false,
            b'\\' => bytes.next().unwrap_or_default(),
            byte => byte,
        };
        if !matches!(byte, b' '..=b'~') {
            return false;
        }
    }
    true
}

fn is_domain(text: &str) -> bool {
    match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        Some(literal) => match literal.split_at_checked(5) {
            Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6:") => ipv6(address).is_ok(),
            _ => ipv4(literal).is_ok(),
        },
        None => is_host_name(text),
    }
}
