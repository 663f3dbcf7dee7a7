//! UUIDs in their form with hyphens. Either case is valid as sent; canonical is the lower one.

use ::uuid::Uuid;

use super::text::textual;
use crate::format::{Format, UUID};

textual! {
    Uuid: Uuid, "UUID string", |text| match Format::Uuid.fault(text) {
        None => Uuid::try_parse(text).map_err(|_| UUID),
        Some(fault) => Err(fault),
    }, |value| value.hyphenated().to_string();
}
