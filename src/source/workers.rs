//! Workers take turns at reading a chunk, and fold what they read side by side.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::chunk::{Chunk, Limits};
use super::inputs::Log;
use super::interrupt::Interrupt;
use super::open;
use super::report::{Report, Tally};
use super::split::Splitter;
use super::{Fold, Summary};
use crate::cli::Failure;

/// Chunks for each worker: one that it folds, and one that waits to be merged.
const CHUNKS: usize = 2;

pub(super) struct Run<'a> {
    pub(super) inputs: &'a [Log],
    pub(super) jobs: usize,
    pub(super) limits: Limits,
    pub(super) interrupt: Interrupt,
    /// Bytes read so far, compressed or not.
    pub(super) raw_bytes: Arc<AtomicU64>,
}

/// What the run's owner hears of, on its own thread.
pub(super) enum Event<'m> {
    /// One more chunk has been merged.
    Merged,
    Say(&'m str),
}

/// What a worker made of a chunk, or the panic that ended it.
type Folded<O> = Result<(Chunk, O, Tally), Box<dyn Any + Send>>;

impl Run<'_> {
    pub(super) fn fold<F: Fold>(
        &self,
        begin: impl Fn() -> F + Sync,
        mut each: impl FnMut(F::Out),
        on: &mut dyn FnMut(Event<'_>),
    ) -> Summary {
        // memory is bounded by the chunks: whoever wants to read waits until one has been merged
        let (free, chunks) = mpsc::channel();
        for _ in 0..self.jobs * CHUNKS {
            let _ = free.send(Chunk::default());
        }
        let reader = Mutex::new(Reader { run: self, chunks, splitter: None, input: 0, number: 0, end: None });
        let mut report = Report::default();
        let panicked = thread::scope(|scope| {
            let (send, folded) = mpsc::channel::<Folded<F::Out>>();
            for _ in 0..self.jobs {
                let (send, reader, begin) = (send.clone(), &reader, &begin);
                scope.spawn(move || {
                    // the lock is held while the chunk is read, and not while it is folded
                    let read = || lock(reader).next();
                    while let Some(chunk) = read() {
                        let folded = panic::catch_unwind(AssertUnwindSafe(|| {
                            let (out, tally) = chunk.fold(begin(), self.limits);
                            (chunk, out, tally)
                        }));
                        if send.send(folded).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let (mut next, mut waiting) = (0, BTreeMap::new());
            for folded in folded {
                let (chunk, out, tally) = match folded {
                    Ok(folded) => folded,
                    // `free` goes with this closure, and so nobody waits for chunks that are never merged
                    Err(panic) => return Some(panic),
                };
                waiting.insert(chunk.number, (chunk, out, tally));
                while let Some((chunk, out, tally)) = waiting.remove(&next) {
                    next += 1;
                    let name = || self.inputs.get(chunk.input).map(Log::name).unwrap_or_default();
                    report.add(chunk.input, name, tally, |message| on(Event::Say(message)));
                    each(out);
                    on(Event::Merged);
                    let _ = free.send(chunk);
                }
            }
            drop(free);
            None
        });
        if let Some(panic) = panicked {
            panic::resume_unwind(panic);
        }
        report.close(|message| on(Event::Say(message)));
        let end = lock(&reader).end.take();
        Summary {
            bad_records: report.bad,
            interrupted: matches!(end, Some(End::Interrupted)),
            failure: match end {
                Some(End::Failed(failure)) => Some(failure),
                _ => None,
            },
            lines: report.records,
            bytes: report.bytes,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads the inputs one after the other, for whoever has its lock.
struct Reader<'a> {
    run: &'a Run<'a>,
    /// Chunks to be filled.
    chunks: Receiver<Chunk>,
    /// What is read now: the input of this number, or the one before where it has ended.
    splitter: Option<Splitter>,
    input: usize,
    number: usize,
    end: Option<End>,
}

/// Why no more is read.
enum End {
    Reached,
    Interrupted,
    Failed(Failure),
}

impl Reader<'_> {
    /// The next chunk of all inputs.
    fn next(&mut self) -> Option<Chunk> {
        let mut chunk = self.chunks.recv().ok()?;
        while self.end.is_none() {
            match self.fill(&mut chunk) {
                Ok(true) => {
                    (chunk.number, chunk.input) = (self.number, self.input);
                    self.number += 1;
                    return Some(chunk);
                }
                Ok(false) => {}
                // whoever waits for a pipe is woken with an error
                Err(_) if self.run.interrupt.is_raised() => self.end = Some(End::Interrupted),
                Err(failure) => self.end = Some(End::Failed(failure)),
            }
        }
        None
    }

    /// Fills the chunk from this input, or goes on to the next.
    fn fill(&mut self, chunk: &mut Chunk) -> Result<bool, Failure> {
        let run = self.run;
        let Some(log) = run.inputs.get(self.input) else {
            self.end = Some(End::Reached);
            return Ok(false);
        };
        let splitter = match &mut self.splitter {
            Some(splitter) => splitter,
            None => {
                let input = open::open(log, &run.interrupt, &run.raw_bytes).map_err(Failure::at(log.name()))?;
                self.splitter.insert(Splitter::new(input, run.limits, run.interrupt.clone()))
            }
        };
        let filled = splitter.next(chunk).map_err(Failure::at(log.name()))?;
        if !filled {
            self.splitter = None;
            self.input += 1;
        }
        Ok(filled)
    }
}
