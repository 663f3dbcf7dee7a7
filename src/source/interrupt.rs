//! Ctrl-C: the first ends the reading, so that what was counted is printed; the next ends the program.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};

/// How a program ends that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// The run that the next Ctrl-C ends.
static READING: Mutex<Option<Interrupt>> = Mutex::new(None);

/// Whether a run is to end.
#[derive(Debug, Clone, Default)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Of this run, from now until [`forget`].
    pub(super) fn on_ctrl_c() -> Self {
        static HANDLER: Once = Once::new();
        let interrupt = Interrupt::default();
        *READING.lock().unwrap_or_else(PoisonError::into_inner) = Some(interrupt.clone());
        // without a handler Ctrl-C ends the program, which is no reason not to read
        HANDLER.call_once(|| {
            let _ = ctrlc::set_handler(|| match take() {
                Some(interrupt) => interrupt.raise(),
                None => process::exit(INTERRUPTED),
            });
        });
        interrupt
    }

    pub(super) fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The reading is over: Ctrl-C ends the program again.
pub(super) fn forget() {
    take();
}

fn take() -> Option<Interrupt> {
    READING.lock().unwrap_or_else(PoisonError::into_inner).take()
}
