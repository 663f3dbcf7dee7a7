//! How far a run is.

use std::env;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};

use super::inputs::Log;

const SIZES_KNOWN: &str = "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
const SIZE_UNKNOWN: &str = "{spinner} {bytes}, {bytes_per_sec}";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// where the standard error is a terminal that somebody looks at
    Auto,
    Never,
}

/// The bytes read so far, as they lie on the disk, and the bar that shows them.
pub(super) struct Progress {
    read: Arc<AtomicU64>,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(super) fn new(when: When, logs: &[Log]) -> Self {
        let total = logs.iter().map(Log::size).sum::<Option<u64>>();
        let bar = (when == When::Auto && somebody_looks()).then(|| {
            let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
            let template = if total.is_some() { SIZES_KNOWN } else { SIZE_UNKNOWN };
            bar.enable_steady_tick(Duration::from_millis(200));
            match ProgressStyle::with_template(template) {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        });
        Progress { read: Arc::default(), bar }
    }

    pub(super) fn raw_bytes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    pub(super) fn show(&mut self) {
        if let Some(bar) = &self.bar {
            bar.set_position(self.read.load(Ordering::Relaxed));
        }
    }

    /// Does what writes to the standard error, with the bar out of its way.
    pub(super) fn aside(&self, write: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn somebody_looks() -> bool {
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stderr().is_terminal() && !dumb && env::var_os("CI").is_none()
}
