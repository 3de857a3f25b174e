//! Signals that ask the program to stop. Where something has to be put away the first one asks and the second
//! one ends the process; elsewhere the first one does.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

/// Ctrl-C, what `kill` and batch systems send, and the end of the terminal.
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// What has been asked so far.
struct Asked {
    to_stop: Arc<AtomicBool>,
    /// Set when the next signal has to end the process.
    at_once: Arc<AtomicBool>,
    /// The last signal that came; 0 before the first.
    by: Arc<AtomicUsize>,
}

static ASKED: LazyLock<Asked> = LazyLock::new(|| {
    let at_once = Arc::new(AtomicBool::new(true));
    let asked = Asked { to_stop: Arc::default(), at_once, by: Arc::default() };
    for signal in heeded() {
        // These run one after the other when the signal comes. Without them it ends the process at once,
        // which databases survive as well.
        let _ = flag::register_conditional_shutdown(signal, exit_code_of(signal), Arc::clone(&asked.at_once));
        let _ = flag::register_usize(signal, Arc::clone(&asked.by), signal as usize);
        let _ = flag::register(signal, Arc::clone(&asked.to_stop));
        let _ = flag::register(signal, Arc::clone(&asked.at_once));
    }
    asked
});

/// Returns the flag that is set when somebody asks to stop. From now on the first signal only asks.
pub(crate) fn listen() -> &'static AtomicBool {
    ASKED.at_once.store(ASKED.to_stop.load(Relaxed), Relaxed);
    &ASKED.to_stop
}

/// Lets a write beyond the limit on the size of files (`ulimit -f`) fail like one on a full disk. Its signal
/// would end the process. The signal is caught and not ignored, because programs that this one starts would
/// inherit that.
pub(crate) fn survive_file_size_limit() {
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// From now on the first signal ends the process: nothing is under way that would have to be put away.
pub(crate) fn end_at_once() {
    ASKED.at_once.store(true, Relaxed);
}

/// Returns the exit code of a program that was asked to stop: 128 and the number of the signal, as shells
/// have it.
pub(crate) fn exit_code() -> u8 {
    match ASKED.by.load(Relaxed) {
        0 => exit_code_of(SIGINT) as u8,
        signal => exit_code_of(signal as i32) as u8,
    }
}

/// Returns the signals that this program listens to: those that were not ignored when it started. `nohup` and
/// shells that start something in the background ignore some, and that is to stay so.
pub(crate) fn heeded() -> impl Iterator<Item = i32> {
    // Once this program listens to a signal it is not ignored any more, so the first look counts.
    static IGNORED: LazyLock<[bool; SIGNALS.len()]> = LazyLock::new(|| SIGNALS.map(is_ignored));
    SIGNALS.into_iter().zip(*IGNORED).filter(|(_, ignored)| !ignored).map(|(signal, _)| signal)
}

fn exit_code_of(signal: i32) -> i32 {
    128 + signal
}

#[expect(unsafe_code, reason = "no safe function tells what is done about a signal")]
fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action the call changes nothing, and it fills in the old one, for which there is room. All
    // zeros are a valid `sigaction`, so it may be read even if the call failed.
    let action = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}
