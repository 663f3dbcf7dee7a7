//! Events and spans of the `tracing` crate.

use tracing::{Span, info, info_span, warn};

use crate::call::Facts;
use crate::observe::{Event, EventKind, Observer};

/// Events `tool_args_repaired` and `tool_args_rejected` (`tool`, `path`, `rule` or `code`, `attempt`),
/// `tool_args_escalated`, `tool_call_dropped` and `tool_call_finished`.
///
/// Whether this observer is there or not, each handler runs in a span `execute_tool` with OpenTelemetry's names for generative
/// AI: `gen_ai.operation.name`, `gen_ai.tool.name`, `gen_ai.tool.call.id`.
///
/// ```
/// use toolargs_agent::Toolbox;
/// use toolargs_agent::observe::Tracing;
///
/// let toolbox = Toolbox::new().observe(Tracing).build()?;
/// assert_eq!(toolbox.specs().count(), 0);
/// # Ok::<(), toolargs_agent::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Tracing;

impl Observer for Tracing {
    fn event(&self, event: &Event<'_>) {
        let Event { tool, call_id, attempt, kind, .. } = event;
        match kind {
            EventKind::Judged { repairs, errors } => {
                for (path, rule) in *repairs {
                    info!(tool, call_id, attempt, path = &**path, rule = rule.as_str(), "tool_args_repaired");
                }
                for (path, code) in *errors {
                    warn!(tool, call_id, attempt, path = &**path, code = code.as_str(), "tool_args_rejected");
                }
            }
            EventKind::Escalated { reason } => {
                warn!(tool, call_id, attempt, reason = reason.as_str(), "tool_args_escalated");
            }
            EventKind::Dropped => warn!(tool, call_id, attempt, "tool_call_dropped"),
            EventKind::Finished { outcome, took } => {
                info!(tool, call_id, attempt, outcome, seconds = took.as_secs_f64(), "tool_call_finished");
            }
            EventKind::Started => {}
        }
    }
}

pub(crate) fn span(facts: &Facts) -> Span {
    info_span!(
        "execute_tool",
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = &*facts.tool,
        gen_ai.tool.call.id = &*facts.id,
        attempt = facts.attempt
    )
}
