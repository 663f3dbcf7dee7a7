//! Recorded calls, read again.

mod log;

pub use log::{BadRecord, Day, Evidence, LogFormat, LogReader, LoggedCall, Role};
