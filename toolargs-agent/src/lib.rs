#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod budget;
mod call;
mod call_log;
mod confirm;
mod dispatch;
mod handler;
mod json_lines;
mod key;
#[cfg(feature = "metrics")]
mod metrics;
pub mod observe;
mod reply;
mod text;
mod toolbox;
#[cfg(feature = "tracing")]
mod tracing;
pub mod wire;

pub use crate::budget::{Budget, Escalation, Fault, Ledger, Reason, Refused};
pub use crate::call::{Arguments, Context, ToolCall};
pub use crate::call_log::CallLog;
pub use crate::confirm::{Confirm, Pending, Review};
pub use crate::dispatch::Session;
pub use crate::handler::{FromCall, Handler, State};
pub use crate::key::IdempotencyKey;
pub use crate::reply::{IntoReply, Reply, ToolError};
pub use crate::toolbox::{Answer, BuildError, Builder, Outcome, Toolbox};
