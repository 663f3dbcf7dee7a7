//! Counters and histograms of the `metrics` crate.

use metrics::{counter, histogram};

use crate::observe::{Event, EventKind, Observer};

/// Counts by Prometheus' names: `toolargs_calls_total` (`tool`, `outcome`), `toolargs_repairs_total` (`tool`, `rule`),
/// `toolargs_rejections_total` (`tool`, `code`), `toolargs_escalations_total` (`tool`, `reason`),
/// `toolargs_calls_dropped_total` (`tool`), and the histogram `toolargs_call_duration_seconds` (`tool`).
///
/// ```
/// use toolargs_agent::Toolbox;
/// use toolargs_agent::observe::Metrics;
///
/// let toolbox = Toolbox::new().observe(Metrics).build()?;
/// assert_eq!(toolbox.specs().count(), 0);
/// # Ok::<(), toolargs_agent::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Metrics;

impl Observer for Metrics {
    fn event(&self, event: &Event<'_>) {
        let tool = event.tool.to_owned();
        match &event.kind {
            EventKind::Judged { repairs, errors } => {
                for (_, rule) in *repairs {
                    let labels = [("tool", tool.clone()), ("rule", rule.as_str().to_owned())];
                    counter!("toolargs_repairs_total", &labels).increment(1);
                }
                for (_, code) in *errors {
                    let labels = [("tool", tool.clone()), ("code", code.as_str().to_owned())];
                    counter!("toolargs_rejections_total", &labels).increment(1);
                }
            }
            EventKind::Escalated { reason } => {
                counter!("toolargs_escalations_total", "tool" => tool, "reason" => reason.as_str()).increment(1);
            }
            EventKind::Dropped => counter!("toolargs_calls_dropped_total", "tool" => tool).increment(1),
            EventKind::Finished { outcome, took } => {
                counter!("toolargs_calls_total", "tool" => tool.clone(), "outcome" => *outcome).increment(1);
                histogram!("toolargs_call_duration_seconds", "tool" => tool).record(took.as_secs_f64());
            }
            EventKind::Started => {}
        }
    }
}
