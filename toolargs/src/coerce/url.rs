//! URLs: a URI of RFC 3986 that the WHATWG's URL Standard reads too.
//!
//! That standard alone would take spaces, tabs and back-slashes and write others in their place.

use ::url::Url;

use super::text::{Fault, textual};
use crate::code::Code;
use crate::format::uri;

const URL: Fault = (Code::Format, "is no URL: its host or port cannot be");

textual! {
    Url: Uri, "URL string", |text| match uri::fault(text) {
        None => Url::parse(text).map_err(|_| URL),
        Some(fault) => Err(fault),
    }, |value| value.as_str().to_owned();
}
