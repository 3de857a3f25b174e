//! Ctrl-C: the first one asks to stop, the second one stops.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Starts to listen; the flag is set when the user asks to stop.
pub(crate) fn listen() -> &'static AtomicBool {
    #[expect(clippy::exit, reason = "the user does not want to wait for anything any more")]
    let handler = || {
        if ASKED.swap(true, Relaxed) {
            std::process::exit(130);
        }
    };
    // Without a handler Ctrl-C ends the process at once, which databases survive as well.
    let _ = ctrlc::set_handler(handler);
    &ASKED
}

/// From now on the first Ctrl-C ends the process: nothing is under way that would have to be put away.
pub(crate) fn end_at_once() {
    ASKED.store(true, Relaxed);
}
