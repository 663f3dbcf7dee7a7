//! URIs by the grammar of RFC 3986.

use crate::code::Code;
use crate::coerce::text::Fault;

pub(crate) const URI: Fault = (Code::Format, "is no URI; send one with its scheme, such as https://example.com/a?b=c");
const RELATIVE: Fault = (Code::Format, "is no URI: it has no scheme; send one such as https://example.com/a?b=c");
const CHARACTER: Fault =
    (Code::Format, "is no URI: it holds a character that has to be percent-encoded, as %20 for a space");

/// What keeps the text from being a `URI`.
pub(crate) fn fault(text: &str) -> Option<Fault> {
    let Some((scheme, rest)) = text.split_once(':') else { return Some(RELATIVE) };
    if !is_scheme(scheme) {
        return Some(if scheme.contains(['/', '?', '#']) || scheme.is_empty() { RELATIVE } else { URI });
    }
    if !text.bytes().all(is_of_uris) {
        return Some(CHARACTER);
    }
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (hierarchy, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = match hierarchy.strip_prefix("//") {
        Some(after) => {
            let (authority, path) = after.split_at(after.find('/').unwrap_or(after.len()));
            (Some(authority), path)
        }
        None => (None, hierarchy),
    };
    let holds = authority.is_none_or(is_authority)
        && consists(path, |byte| is_path(byte) || byte == b'/')
        && consists(query, |byte| is_path(byte) || byte == b'/' || byte == b'?')
        && consists(fragment, |byte| is_path(byte) || byte == b'/' || byte == b'?');
    (!holds).then_some(URI)
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

fn is_authority(text: &str) -> bool {
    let (user, host) = text.split_once('@').unwrap_or(("", text));
    let end = if host.starts_with('[') {
        host.find(']').map_or(0, |end| end + 1)
    } else {
        host.find(':').unwrap_or(host.len())
    };
    let (host, port) = host.split_at(end);
    let host_holds = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(literal) => literal.parse::<std::net::Ipv6Addr>().is_ok() || is_future(literal),
        None => consists(host, |byte| is_unreserved(byte) || is_delimiter(byte)),
    };
    let port_holds =
        port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
    host_holds && port_holds && consists(user, |byte| is_unreserved(byte) || is_delimiter(byte) || byte == b':')
}

/// `IPvFuture`.
fn is_future(text: &str) -> bool {
    let parts = text.strip_prefix(['v', 'V']).and_then(|text| text.split_once('.'));
    parts.is_some_and(|(version, address)| {
        !version.is_empty()
            && version.bytes().all(|byte| byte.is_ascii_hexdigit())
            && !address.is_empty()
            && address.bytes().all(|byte| is_unreserved(byte) || is_delimiter(byte) || byte == b':')
    })
}

/// True when the text is made of such bytes and of percent-encoded ones.
fn consists(text: &str, of: impl Fn(u8) -> bool) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let holds = match byte {
            b'%' => (0..2).all(|_| bytes.next().is_some_and(|byte| byte.is_ascii_hexdigit())),
            byte => of(byte),
        };
        if !holds {
            return false;
        }
    }
    true
}

fn is_of_uris(byte: u8) -> bool {
    is_path(byte) || b"%:/?#[]@".contains(&byte)
}

fn is_path(byte: u8) -> bool {
    is_unreserved(byte) || is_delimiter(byte) || byte == b':' || byte == b'@'
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

/// `sub-delims`.
fn is_delimiter(byte: u8) -> bool {
    b"!$&'()*+,;=".contains(&byte)
}
