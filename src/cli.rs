//! The options, and how a command ends.

use std::fmt;
use std::io::{self, Write};

use clap::{Parser, Subcommand};

use crate::{completions, lint, parse, policy, replay, schema};

/// A gate for the arguments of LLM tool calls: repair what has exactly one meaning, reject the rest, record every repair.
#[derive(Debug, Parser)]
#[command(name = "toolargs", version, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Parse(parse::Parse),
    Replay(replay::Replay),
    Schema(schema::Schema),
    Lint(lint::Lint),
    Policy(policy::Policy),
    Completions(completions::Completions),
}

/// How a command ended that could do its work.
#[derive(Debug)]
pub(crate) enum Done {
    Well,
    ThresholdCrossed,
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    Usage(clap::Error),
    Message(String),
    /// Whoever read the output has gone: nothing is left to do, and nothing is wrong.
    NobodyReads,
}

impl Failure {
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Failure::Message(message.to_string())
    }

    /// An input or output that failed, with its name.
    pub(crate) fn at(name: impl fmt::Display) -> impl FnOnce(io::Error) -> Failure {
        move |error| Failure::Message(format!("{name}: {error}"))
    }
}

/// The output could not be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyReads,
            _ => Failure::Message(format!("cannot write: {error}")),
        }
    }
}

pub(crate) fn run() -> Result<Done, Failure> {
    match Cli::try_parse().map_err(Failure::Usage)?.command {
        Command::Parse(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Schema(command) => command.run(),
        Command::Lint(command) => command.run(),
        Command::Policy(command) => command.run(),
        Command::Completions(command) => command.run(),
    }
}

/// The output, held for the whole run.
pub(crate) fn output() -> io::BufWriter<io::StdoutLock<'static>> {
    io::BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// One line for the operator. It gets lost where nobody listens.
pub(crate) fn say(message: &str) {
    let _ = writeln!(io::stderr(), "toolargs: {message}");
}
