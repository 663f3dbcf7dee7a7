//! Which logs the words on the command line stand for.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use glob::MatchOptions;

use crate::cli::Failure;

/// Names that a log has in a folder. A file that is named itself may have any.
const EXTENSIONS: &[&str] = &[
    "json",
    "jsonl",
    "ndjson",
    "gz",
    "zst",
    #[cfg(feature = "parquet")]
    "parquet",
];

/// One input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Log {
    StandardInput,
    /// A file and its size.
    File(PathBuf, u64),
    /// What is no file and no folder: a named pipe, say.
    Stream(PathBuf),
}

impl Log {
    pub(super) fn name(&self) -> String {
        match self {
            Log::StandardInput => "standard input".to_owned(),
            Log::File(path, _) | Log::Stream(path) => path.display().to_string(),
        }
    }

    /// The bytes to read, where that is known.
    pub(super) fn size(&self) -> Option<u64> {
        match self {
            Log::File(_, size) => Some(*size),
            Log::StandardInput | Log::Stream(_) => None,
        }
    }
}

/// The logs of all words, in the order of the words, and for each in the order of the paths.
pub(super) fn expand(words: &[String]) -> Result<Vec<Log>, Failure> {
    let mut logs = Vec::new();
    for word in words {
        let before = logs.len();
        let path = Path::new(word);
        if word == "-" {
            logs.push(Log::StandardInput);
            continue;
        }
        match fs::metadata(path) {
            Ok(data) => add(path.to_owned(), &data, &mut logs)?,
            // a file may have a name that looks like a pattern, but not the other way round
            Err(error) if !word.contains(['*', '?', '[']) => return Err(Failure::at(word)(error)),
            Err(_) => {
                for path in matching(word)? {
                    let data = fs::metadata(&path).map_err(Failure::at(path.display()))?;
                    add(path, &data, &mut logs)?;
                }
            }
        }
        if logs.len() == before {
            let names = EXTENSIONS.join(", *.");
            return Err(Failure::new(format_args!("{word}: no log matches; in folders, logs are *.{names}")));
        }
    }
    Ok(logs)
}

fn matching(pattern: &str) -> Result<Vec<PathBuf>, Failure> {
    let options = MatchOptions { require_literal_leading_dot: true, ..MatchOptions::default() };
    let paths = glob::glob_with(pattern, options)
        .map_err(|error| Failure::new(format_args!("{pattern}: {}", error.msg)))?
        .collect::<Result<Vec<_>, _>>();
    let mut paths =
        paths.map_err(|error| Failure::new(format_args!("{}: {}", error.path().display(), error.error())))?;
    paths.sort();
    Ok(paths)
}

/// Adds a file, or the logs in a folder.
fn add(path: PathBuf, data: &Metadata, logs: &mut Vec<Log>) -> Result<(), Failure> {
    if data.is_dir() {
        let mut files = Vec::new();
        walk(path, &mut files)?;
        files.sort();
        logs.extend(files.into_iter().map(|(path, size)| Log::File(path, size)));
    } else if data.is_file() {
        logs.push(Log::File(path, data.len()));
    } else {
        logs.push(Log::Stream(path));
    }
    Ok(())
}

/// The logs below a folder. Links are not followed: they would count what they lead to twice, or never end.
fn walk(folder: PathBuf, files: &mut Vec<(PathBuf, u64)>) -> Result<(), Failure> {
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        let failed = || Failure::at(folder.display());
        for entry in fs::read_dir(&folder).map_err(failed())? {
            let entry = entry.map_err(failed())?;
            let path = entry.path();
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let data = entry.metadata().map_err(Failure::at(path.display()))?;
            if data.is_dir() {
                folders.push(path);
            } else if data.is_file() && is_log(&path) {
                files.push((path, data.len()));
            }
        }
    }
    Ok(())
}

fn is_log(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    EXTENSIONS.iter().any(|log| extension.eq_ignore_ascii_case(log))
}
