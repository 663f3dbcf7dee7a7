//! Pipes and terminals, which may give nothing for hours: they are waited for, but not longer than until Ctrl-C.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use super::interrupt::Interrupt;

const BLOCK: usize = 1 << 16;
const BLOCKS_AHEAD: usize = 8;
const LOOK_UP: Duration = Duration::from_millis(50);

/// A reader on a thread of its own, which is left behind where it still waits at the end.
pub(super) struct Patient {
    blocks: Receiver<io::Result<Vec<u8>>>,
    used: SyncSender<Vec<u8>>,
    block: Vec<u8>,
    at: usize,
    interrupt: Interrupt,
}

impl Patient {
    pub(super) fn new(mut input: impl Read + Send + 'static, interrupt: Interrupt) -> io::Result<Self> {
        let (send, blocks) = mpsc::sync_channel(BLOCKS_AHEAD);
        let (used, reuse) = mpsc::sync_channel::<Vec<u8>>(BLOCKS_AHEAD);
        thread::Builder::new().name("toolargs-pipe".to_owned()).spawn(move || {
            loop {
                let mut block = reuse.try_recv().unwrap_or_default();
                block.resize(BLOCK, 0);
                let read = match input.read(&mut block) {
                    Ok(0) => break,
                    Ok(read) => Ok(read),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let failed = read.is_err();
                let sent = send.send(read.map(|read| {
                    block.truncate(read);
                    block
                }));
                if failed || sent.is_err() {
                    break;
                }
            }
        })?;
        Ok(Patient { blocks, used, block: Vec::new(), at: 0, interrupt })
    }
}

impl Read for Patient {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at == self.block.len() {
            match self.blocks.recv_timeout(LOOK_UP) {
                Ok(block) => {
                    let used = std::mem::replace(&mut self.block, block?);
                    // where nobody takes it back, it is dropped
                    let _ = self.used.try_send(used);
                    self.at = 0;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) if self.interrupt.is_raised() => {
                    return Err(io::Error::other("interrupted"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        let len = into.len().min(self.block.len() - self.at);
        into[..len].copy_from_slice(&self.block[self.at..self.at + len]);
        self.at += len;
        Ok(len)
    }
}
