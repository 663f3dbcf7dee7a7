//! What is read, in which order, and what of it is bad.

mod documents;
mod inputs;
mod lines;
#[cfg(feature = "parquet")]
mod rows;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

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

impl Read {
    /// Of one input: the numbers of its bad lines, in order.
    fn bad(&self) -> Vec<u64> {
        let number = |said: &String| said.rsplit_once(": bad_record: ")?.0.rsplit(':').next()?.parse().ok();
        self.said.iter().filter_map(number).collect()
    }
}

fn words(paths: &[&Path]) -> Vec<String> {
    paths.iter().map(|path| path.to_str().unwrap().to_owned()).collect()
}

fn read(paths: &[&Path], jobs: usize, limits: Limits) -> Read {
    let inputs = expand(&words(paths)).unwrap();
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

/// What is read of a file with this content, which no size of chunks and no number of workers changes.
fn read_bytes(content: impl AsRef<[u8]>) -> Read {
    let folder = Folder::new();
    let log = folder.file("log", content);
    let read_with = |jobs, chunk| {
        let read = read(&[&log], jobs, Limits { chunk, ..LIMITS });
        assert!(read.summary.failure.is_none() && !read.summary.interrupted, "{:?}", read.summary);
        read
    };
    let first = read_with(1, LIMITS.chunk);
    for (jobs, chunk) in [(1, 1), (2, 7), (2, LIMITS.chunk), (3, 1 << 20)] {
        let other = read_with(jobs, chunk);
        assert_eq!((&other.lines, &other.said), (&first.lines, &first.said), "{jobs} jobs, chunks of {chunk}");
        let (bytes, lines) = (other.summary.bytes, other.summary.lines);
        assert_eq!((bytes, lines), (first.summary.bytes, first.summary.lines));
    }
    first
}

/// A folder of one test, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("toolargs-source-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(content).unwrap();
    gzip.finish().unwrap()
}

fn zstd(content: &[u8]) -> Vec<u8> {
    zstd::encode_all(content, 3).unwrap()
}
