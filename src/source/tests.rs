//! What is read, in which order, and what of it is bad.

use std::fs;
use std::path::{Path, PathBuf};

use super::chunk::Limits;
use super::inputs::expand;
use super::interrupt::Interrupt;
use super::workers::{Event, Run};
use super::{Fold, Summary};

const LIMITS: Limits = Limits { chunk: 64, record: 512 };

/// Collects its lines; one that begins with `!` is no record.
#[derive(Default)]
struct Lines(Vec<String>);

impl Fold for Lines {
    type Out = Vec<String>;

    fn line(&mut self, line: &[u8]) -> Result<(), String> {
        if line.starts_with(b"!") {
            return Err("begins with a mark".to_owned());
        }
        self.0.push(String::from_utf8_lossy(line).into_owned());
        Ok(())
    }

    fn finish(self) -> Vec<String> {
        self.0
    }
}

/// What came of a run.
#[derive(Debug)]
struct Read {
    lines: Vec<String>,
    said: Vec<String>,
    summary: Summary,
}

fn read(words: &[&Path], jobs: usize, limits: Limits) -> Read {
    let words: Vec<_> = words.iter().map(|path| path.to_str().unwrap().to_owned()).collect();
    let inputs = expand(&words).unwrap();
    let run =
        Run { inputs: &inputs, jobs, limits, interrupt: Interrupt::default(), raw_bytes: std::sync::Arc::default() };
    let (mut lines, mut said) = (Vec::new(), Vec::new());
    let summary = run.fold(Lines::default, |mut more| lines.append(&mut more), &mut |event| {
        if let Event::Say(message) = event {
            said.push(message.to_owned());
        }
    });
    Read { lines, said, summary }
}

/// A folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("toolargs-source-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn lines_are_whole_and_in_order() {
    let folder = folder("order");
    let log = folder.join("log.jsonl");
    let lines: Vec<_> = (0..500).map(|at| format!("{{\"n\":{at},\"x\":\"{}\"}}", "y".repeat(at % 90))).collect();
    fs::write(&log, lines.join("\n")).unwrap();
    for jobs in [1, 2, 5] {
        let read = read(&[&log, &log], jobs, LIMITS);
        assert_eq!(read.lines, [&*lines, &*lines].concat());
        assert!(read.said.is_empty() && read.summary.failure.is_none(), "{read:?}");
        assert_eq!(read.summary.lines, 1000);
    }
    fs::remove_dir_all(folder).unwrap();
}
