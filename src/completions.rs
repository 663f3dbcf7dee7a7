//! `toolargs completions`: what a shell completes.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::{self, Cli, Done, Failure};

/// Print completions for a shell
#[derive(Debug, Args)]
pub(crate) struct Completions {
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Result<Done, Failure> {
        // made in memory first: the generator panics where it cannot write
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "toolargs", &mut script);
        let mut out = cli::output();
        out.write_all(&script)?;
        out.flush()?;
        Ok(Done::Well)
    }
}
