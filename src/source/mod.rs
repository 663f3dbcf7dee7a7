//! Logs as they lie about: files, folders, patterns and pipes, compressed or not, one JSON object a line or a document
//! of many. They are read in chunks of whole lines, which workers fold and which are merged in the order of the input.

mod chunk;
mod inputs;
mod interrupt;
mod open;
mod patient;
mod progress;
mod report;
#[cfg(feature = "parquet")]
mod rows;
mod split;
#[cfg(test)]
mod tests;
mod values;
mod workers;

use std::thread;

use clap::Args;
use clap::builder::{RangedU64ValueParser, TypedValueParser};

use crate::cli::{self, Failure};
use chunk::Limits;
use interrupt::Interrupt;
use progress::Progress;

/// What is counted in the lines of one chunk.
pub(crate) trait Fold: Send {
    /// What is merged, in the order of the input.
    type Out: Send;

    /// Takes one line without its end, or one object of a document, which may go over several lines. `Err` says why it
    /// is a bad record, without its text.
    fn line(&mut self, line: &[u8]) -> Result<(), String>;

    fn finish(self) -> Self::Out;
}

/// What was read.
#[derive(Debug)]
pub(crate) struct Summary {
    /// Lines and objects that are no record.
    pub(crate) bad_records: u64,
    /// Ctrl-C ended the run before the inputs did.
    pub(crate) interrupted: bool,
    /// An input that broke off: all before that place has been folded and merged, and nothing after it was read.
    pub(crate) failure: Option<Failure>,
    /// Lines that are not blank, and objects of documents; bad records are among them.
    pub(crate) lines: u64,
    /// Bytes of those that were folded, decompressed.
    pub(crate) bytes: u64,
}

/// The logs of a command
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// Logs: files, folders, patterns such as 'logs/**/*.jsonl.gz'; `-` is the standard input
    ///
    /// A log has one JSON object a line, or is a JSON document: an array of objects, or objects one after the other.
    /// gzip and zstd are known by their content, and Parquet where this build reads it. In a folder, files with the usual
    /// names are read (*.json, *.jsonl, *.ndjson, *.gz, *.zst, *.parquet), in the order of their paths; hidden files and
    /// links are left out.
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<String>,
    /// Threads that read and judge [default: one for each core]
    #[arg(long, value_name = "N", value_parser = jobs())]
    jobs: Option<usize>,
    /// Show how far the run is, on a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = progress::When::Auto)]
    progress: progress::When,
}

fn jobs() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(1..=256)
}

impl Input {
    /// Folds every chunk of the inputs with a fold of its own, and hands what came of it to `each`, on this thread and in
    /// the order of the input. Bad records are named on the standard error.
    ///
    /// Fails before anything is read where an input does not exist; what fails later is in [`Summary::failure`].
    pub(crate) fn run<F: Fold>(
        &self,
        begin: impl Fn() -> F + Sync,
        each: impl FnMut(F::Out),
    ) -> Result<Summary, Failure> {
        let inputs = inputs::expand(&self.logs)?;
        let mut progress = Progress::new(self.progress, &inputs);
        let run = workers::Run {
            inputs: &inputs,
            jobs: self.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)),
            limits: Limits::default(),
            interrupt: Interrupt::on_ctrl_c(),
            raw_bytes: progress.raw_bytes(),
        };
        let summary = run.fold(begin, each, &mut |event| match event {
            workers::Event::Merged => progress.show(),
            workers::Event::Say(message) => progress.aside(|| cli::say(message)),
        });
        progress.clear();
        interrupt::forget();
        Ok(summary)
    }
}
