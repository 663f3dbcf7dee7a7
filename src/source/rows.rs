//! Logs in Parquet: each row is an object, written as JSON.
//!
//! Text stays as it is. A column without a value is left out of its row, and bytes that the file does not mark as text
//! come as hexadecimal digits.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_json::LineDelimitedWriter;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};

/// Rows that are decoded at once.
const ROWS: usize = 256;

/// The rows of a file, a line for each.
pub(super) struct Rows {
    batches: ParquetRecordBatchReader,
    lines: LineDelimitedWriter<Vec<u8>>,
    at: usize,
    /// What a row has of the file's bytes, about.
    row_bytes: u64,
    raw_bytes: Arc<AtomicU64>,
}

/// Whether this is Parquet. The file is read from its beginning on afterwards.
pub(super) fn are_in(mut file: &File) -> io::Result<bool> {
    let mut magic = Vec::new();
    file.take(4).read_to_end(&mut magic)?;
    file.rewind()?;
    Ok(magic == b"PAR1")
}

impl Rows {
    pub(super) fn of(file: File, raw_bytes: Arc<AtomicU64>) -> io::Result<Self> {
        let size = file.metadata()?.len();
        let builder = guarded(|| ParquetRecordBatchReaderBuilder::try_new(file))?;
        let rows = u64::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or(0);
        let batches = guarded(|| builder.with_batch_size(ROWS).build())?;
        let lines = LineDelimitedWriter::new(Vec::new());
        Ok(Rows { batches, lines, at: 0, row_bytes: size / rows.max(1), raw_bytes })
    }
}

impl Read for Rows {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at == self.lines.get_ref().len() {
            self.at = 0;
            self.lines.get_mut().clear();
            let Some(batch) = guarded(|| self.batches.next().transpose())? else { return Ok(0) };
            self.raw_bytes.fetch_add(self.row_bytes * batch.num_rows() as u64, Ordering::Relaxed);
            self.lines.write(&batch).map_err(io::Error::other)?;
        }
        let rest = &self.lines.get_ref()[self.at..];
        let len = into.len().min(rest.len());
        into[..len].copy_from_slice(&rest[..len]);
        self.at += len;
        Ok(len)
    }
}

/// A damaged file is an error, whatever its reader makes of it.
fn guarded<T, E: Into<Box<dyn std::error::Error + Send + Sync>>>(read: impl FnOnce() -> Result<T, E>) -> io::Result<T> {
    match panic::catch_unwind(AssertUnwindSafe(read)) {
        Ok(read) => read.map_err(io::Error::other),
        Err(_) => Err(io::Error::new(io::ErrorKind::InvalidData, "is damaged Parquet")),
    }
}
