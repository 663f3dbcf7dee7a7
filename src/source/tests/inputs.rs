//! Files, folders, patterns and what is in them.

use std::sync::Arc;
use std::sync::mpsc;

use crate::cli::Failure;

use super::super::inputs::Log;
use super::super::patient::Patient;
use super::*;

fn message(failure: Failure) -> String {
    match failure {
        Failure::Message(message) => message,
        other => panic!("{other:?}"),
    }
}

/// The files of a word, by their names in the folder.
fn files(folder: &Folder, word: &str) -> Vec<String> {
    let logs = expand(&[folder.0.join(word).to_str().unwrap().to_owned()]).unwrap();
    let inside = |log: &Log| log.name()[folder.0.to_str().unwrap().len() + 1..].replace('\\', "/");
    logs.iter().map(inside).collect()
}

#[test]
fn folders_and_patterns_give_files_in_order() {
    let folder = Folder::new();
    for name in ["b.jsonl", "a/z.GZ", "a/b/c.ndjson", "a.json", "c.zst", "notes.txt", ".hidden.json", ".git/a.json"] {
        folder.file(name, "{}");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(&folder.0, folder.0.join("loop")).unwrap();
    assert_eq!(files(&folder, ""), ["a/b/c.ndjson", "a/z.GZ", "a.json", "b.jsonl", "c.zst"]);
    assert_eq!(files(&folder, "*.json*"), ["a.json", "b.jsonl"]);
    assert_eq!(files(&folder, "*.txt"), ["notes.txt"]);
    assert_eq!(files(&folder, "a/**/*.*"), ["a/b/c.ndjson", "a/z.GZ"]);
    assert_eq!(files(&folder, "notes.txt"), ["notes.txt"]);
    // what a pattern matches may be a folder
    assert_eq!(files(&folder, "[a]"), ["a/b/c.ndjson", "a/z.GZ"]);
    // a file's own name goes before what it would match
    folder.file("[b].jsonl", "{}");
    assert_eq!(files(&folder, "[b].jsonl"), ["[b].jsonl"]);
}

#[test]
fn what_matches_nothing_is_named() {
    let folder = Folder::new();
    folder.file("empty/notes.txt", "");
    for word in ["*.jsonl", "empty", "no_such_file.jsonl", "a[", "none/**"] {
        let path = folder.0.join(word).to_str().unwrap().to_owned();
        let message = message(expand(&[path]).unwrap_err());
        assert!(message.contains(word), "{word}: {message}");
    }
}

#[test]
fn compressed_files_are_known_by_their_content() {
    let lines: String = (0..300).map(|at| format!("{{\"n\":{at}}}\n")).collect();
    let (first, second) = lines.as_bytes().split_at(1003);
    let skipped = b"\x50\x2a\x4d\x18\x04\0\0\0abcd";
    let folder = Folder::new();
    for (name, content) in [
        ("one.gz", gzip(lines.as_bytes())),
        ("members.zst", [gzip(first), gzip(b""), gzip(second)].concat()),
        ("frames.gz", [zstd(first), zstd(second)].concat()),
        ("skipped", [&skipped[..], &zstd(first), skipped, &zstd(second)].concat()),
        ("document.jsonl", gzip(format!("[{}{{}}]", lines.replace('\n', ",")).as_bytes())),
    ] {
        let log = folder.file(name, content);
        for jobs in [1, 2] {
            let read = read(&[&log], jobs, LIMITS);
            assert!(read.summary.failure.is_none(), "{name}: {:?}", read.summary);
            assert!(read.lines.iter().take(300).eq(lines.lines().collect::<Vec<_>>().iter()), "{name}");
            assert_eq!(read.summary.lines, if name.starts_with("document") { 301 } else { 300 });
        }
    }
}

#[test]
fn what_stands_before_the_break_of_a_file_is_counted() {
    let lines: String = (0..3000).map(|at| format!("{{\"n\":{}}}\n", at * 7919 % 10007)).collect();
    let (gzip, zstd) = (gzip(lines.as_bytes()), zstd(lines.as_bytes()));
    let mut flipped = gzip.clone();
    let last = flipped.len() - 6;
    flipped[last] ^= 1;
    let folder = Folder::new();
    let whole = folder.file("whole.jsonl", "{}\n{}");
    for (name, content, most) in [
        ("cut.gz", &gzip[..gzip.len() / 2], 2999),
        ("cut.zst", &zstd[..zstd.len() - 9], 2999),
        ("trailer.gz", &flipped[..], 3000),
        ("behind.gz", &[&gzip[..], b"no gzip"].concat(), 3000),
    ] {
        let broken = folder.file(name, content);
        for jobs in [1, 2] {
            let read = read(&[&whole, &broken, &whole], jobs, LIMITS);
            let message = message(read.summary.failure.expect("the file is broken"));
            assert!(message.contains(name), "{message}");
            assert!(read.said.is_empty(), "half a line is no bad record: {:?}", read.said);
            assert!(read.lines.len() >= 2 && read.lines.len() <= 2 + most, "{name}: {}", read.lines.len());
            assert!(read.lines.iter().skip(2).eq(lines.lines().collect::<Vec<_>>().iter().take(read.lines.len() - 2)));
        }
    }
}

#[test]
fn what_is_no_json_says_what_it_is() {
    let folder = Folder::new();
    for (content, says) in [
        (&b"\xff\xfe{\0}\0"[..], "UTF-16"),
        (b"\xfd7zXZ\0\0", "xz"),
        (b"BZh91AY", "bzip2"),
        (b"\x04\x22\x4d\x18", "lz4"),
        (b"PK\x03\x04", "zip"),
    ] {
        let log = folder.file("log", content);
        let read = read(&[&log], 1, LIMITS);
        let message = message(read.summary.failure.expect("it cannot be read"));
        assert!(message.contains(says) && message.contains("log"), "{message}");
    }
}

#[test]
fn a_file_that_goes_away_is_a_failure_after_what_was_read() {
    let folder = Folder::new();
    let (first, second) = (folder.file("a.jsonl", "{}\n"), folder.file("b.jsonl", "{}\n"));
    let inputs = expand(&words(&[&first, &second])).unwrap();
    fs::remove_file(&second).unwrap();
    let run =
        Run { inputs: &inputs, jobs: 2, limits: LIMITS, interrupt: Interrupt::default(), raw_bytes: Arc::default() };
    let mut lines = 0;
    let summary = run.fold(Lines::default, |more| lines += more.len(), &mut |_| ());
    assert!(message(summary.failure.unwrap()).contains("b.jsonl"));
    assert_eq!((lines, summary.lines), (1, 1));
}

#[test]
fn an_interrupt_ends_the_reading_and_keeps_what_was_counted() {
    let folder = Folder::new();
    let log = folder.file("log.jsonl", "{}\n".repeat(100_000));
    let inputs = expand(&words(&[&log])).unwrap();
    let interrupt = Interrupt::default();
    let run = Run { inputs: &inputs, jobs: 2, limits: LIMITS, interrupt: interrupt.clone(), raw_bytes: Arc::default() };
    let mut lines = 0;
    let summary = run.fold(
        Lines::default,
        |more| {
            lines += more.len();
            interrupt.raise();
        },
        &mut |_| (),
    );
    assert!(summary.interrupted && summary.failure.is_none());
    assert_eq!(summary.lines, lines as u64);
    assert!((1..100_000).contains(&lines), "{lines}");
}

/// A pipe on which nothing comes any more.
struct Silent(mpsc::Receiver<()>, Cursor);

type Cursor = std::io::Cursor<&'static [u8]>;

impl std::io::Read for Silent {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        match self.1.read(into)? {
            0 => self.0.recv().map(|()| 0).map_err(std::io::Error::other),
            read => Ok(read),
        }
    }
}

#[test]
fn an_interrupt_ends_the_waiting_for_a_pipe() {
    let (_writer, silent) = mpsc::channel();
    let interrupt = Interrupt::default();
    let mut pipe = Patient::new(Silent(silent, Cursor::new(b"{}\n")), interrupt.clone()).unwrap();
    let mut three = [0; 3];
    std::io::Read::read_exact(&mut pipe, &mut three).unwrap();
    assert_eq!(&three, b"{}\n");
    interrupt.raise();
    assert!(std::io::Read::read(&mut pipe, &mut three).is_err());
}

#[test]
#[should_panic(expected = "a defect of a fold")]
fn a_panic_of_a_fold_ends_the_run() {
    struct Defect;

    impl Fold for Defect {
        type Out = ();

        fn line(&mut self, _: &[u8]) -> Result<(), String> {
            panic!("a defect of a fold");
        }

        fn finish(self) {}
    }

    let folder = Folder::new();
    let log = folder.file("log.jsonl", "{}\n".repeat(10_000));
    let inputs = expand(&words(&[&log])).unwrap();
    let run =
        Run { inputs: &inputs, jobs: 2, limits: LIMITS, interrupt: Interrupt::default(), raw_bytes: Arc::default() };
    run.fold(|| Defect, |()| (), &mut |_| ());
}
