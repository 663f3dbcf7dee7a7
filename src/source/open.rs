//! What an input is made of, by its first bytes.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;

use super::inputs::Log;
use super::interrupt::Interrupt;
use super::patient::Patient;
#[cfg(feature = "parquet")]
use super::rows;

/// Compressed bytes are read in blocks of this size.
const BLOCK: usize = 1 << 17;
/// As many bytes tell what an input is.
const MAGIC: usize = 6;

/// Its end has to be read first.
#[cfg(feature = "parquet")]
const PARQUET: &str = "is Parquet, which is read from files alone";
#[cfg(not(feature = "parquet"))]
const PARQUET: &str = "is Parquet, which `toolargs` reads if it was built with the feature `parquet`";

/// Bytes that are JSON, as far as anyone knows yet.
pub(super) type Bytes = Box<dyn Read + Send>;

/// Opens an input. The bytes that are read of it, compressed or not, are added to `raw_bytes`.
pub(super) fn open(log: &Log, interrupt: &Interrupt, raw_bytes: &Arc<AtomicU64>) -> io::Result<Bytes> {
    let input: Bytes = match log {
        Log::StandardInput => Box::new(Patient::new(io::stdin(), interrupt.clone())?),
        Log::File(path, _) => {
            let file = File::open(path)?;
            #[cfg(feature = "parquet")]
            if rows::are_in(&file)? {
                return Ok(Box::new(rows::Rows::of(file, Arc::clone(raw_bytes))?));
            }
            Box::new(file)
        }
        // a named pipe that nobody writes to waits when it is opened
        Log::Stream(path) => Box::new(Patient::new(Late::Path(path.clone()), interrupt.clone())?),
    };
    plain(Counted { input, read: Arc::clone(raw_bytes) })
}

/// The plain bytes of an input.
fn plain(mut input: impl Read + Send + 'static) -> io::Result<Bytes> {
    let mut magic = Vec::with_capacity(MAGIC);
    input.by_ref().take(MAGIC as u64).read_to_end(&mut magic)?;
    let kind = kind(&magic);
    let whole = Cursor::new(magic).chain(input);
    let buffered = |input| BufReader::with_capacity(BLOCK, input);
    Ok(match kind {
        Kind::Plain => Box::new(whole),
        Kind::Gzip => Box::new(MultiGzDecoder::new(buffered(whole))),
        Kind::Zstd => Box::new(zstd::Decoder::with_buffer(buffered(whole))?),
        Kind::Unread(what) => return Err(io::Error::new(io::ErrorKind::InvalidData, what)),
    })
}

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Gzip,
    Zstd,
    /// What is surely no JSON, and what to do about it.
    Unread(&'static str),
}

fn kind(magic: &[u8]) -> Kind {
    match magic {
        [0x1f, 0x8b, ..] => Kind::Gzip,
        // a frame, or one that is skipped, with which parallel compressors begin
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Kind::Zstd,
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Kind::Unread("is UTF-16; write it as UTF-8"),
        [0xfd, b'7', b'z', b'X', b'Z', 0] => Kind::Unread("is compressed with xz; decompress it, or use gzip or zstd"),
        [b'B', b'Z', b'h', ..] => Kind::Unread("is compressed with bzip2; decompress it, or use gzip or zstd"),
        [0x04, 0x22, 0x4d, 0x18, ..] => Kind::Unread("is compressed with lz4; decompress it, or use gzip or zstd"),
        [b'P', b'K', 3, 4, ..] => Kind::Unread("is a zip archive; unpack it"),
        [b'P', b'A', b'R', b'1', ..] => Kind::Unread(PARQUET),
        _ => Kind::Plain,
    }
}

/// Counts what is read.
struct Counted {
    input: Bytes,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(into)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// A file that is opened by whoever reads it.
enum Late {
    Path(std::path::PathBuf),
    Open(File),
}

impl Read for Late {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Late::Open(file) => file.read(into),
            Late::Path(path) => {
                let mut file = File::open(path)?;
                let read = file.read(into);
                *self = Late::Open(file);
                read
            }
        }
    }
}
