//! What every long computation is given: how much memory, whom to tell, and when to stop.

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use thiserror::Error;

use crate::OutOfMemory;

/// Something worth telling while a computation runs.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// What lies ahead: so many tiers with so many slots in all. Tiers that are already done do not count.
    Planned {
        /// Tiers to do.
        tiers: usize,
        /// Their slots.
        slots: u64,
    },
    /// So much of what was there before has been compared with its checksums.
    Checked {
        /// Bytes so far.
        bytes: u64,
        /// Bytes in all.
        whole: u64,
    },
    /// The database may take up to so many bytes of disk more.
    Disk {
        /// An estimate, rather too high than too low.
        bytes: u64,
    },
    /// A part of the tier in work is done.
    Advanced {
        /// Its slots.
        slots: u64,
    },
    /// Work on a tier begins.
    TierStarted {
        /// Its name.
        tier: String,
        /// Its slots.
        slots: u64,
    },
    /// Positions of this remoteness are being decided in a loopy tier.
    Ply {
        /// The name of the tier.
        tier: String,
        /// The remoteness.
        remoteness: u32,
    },
    /// What is known of a tier in work has been kept on disk, so that an interrupted solve goes on from
    /// there.
    Kept {
        /// Its name.
        tier: String,
    },
    /// A tier is done.
    TierDone {
        /// Its name.
        tier: String,
        /// Its slots.
        slots: u64,
    },
    /// Exploration has found so many positions, of which so many still wait to be expanded.
    Explored {
        /// Positions found.
        positions: u64,
        /// Positions that wait.
        waiting: u64,
    },
    /// An exploration has found all positions, and so many of them are decided; none for long, if moves go
    /// anywhere.
    Decided {
        /// Positions decided.
        positions: u64,
    },
    /// Something a person should read, e.g. that a damaged file is made anew.
    Note(String),
}

/// Whoever wants to know how a computation goes.
pub trait Observer: Sync {
    /// Called for every event, from any thread.
    fn event(&self, event: Event);
}

/// An observer that does not look.
#[derive(Clone, Copy, Debug)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn event(&self, _: Event) {}
}

/// The circumstances of a computation. Threads are those of the rayon pool in which it is called.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// The promise: no more bytes of memory than this.
    pub memory: u64,
    /// Who is told.
    pub observer: &'a dyn Observer,
    /// Set from outside to stop early.
    pub cancel: &'a AtomicBool,
}

impl Run<'_> {
    /// Ends the computation if somebody asked for it.
    pub fn check(&self) -> Result<(), SolveError> {
        if self.cancel.load(Relaxed) { Err(SolveError::Cancelled) } else { Ok(()) }
    }

    pub(crate) fn tell(&self, event: Event) {
        self.observer.event(event);
    }
}

/// A run without limits or listeners, for tests and examples.
pub fn unlimited() -> Run<'static> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    Run { memory: u64::MAX, observer: &Unobserved, cancel: &NEVER }
}

/// Why a computation did not come to its end.
#[derive(Debug, Error)]
pub enum SolveError {
    /// Somebody asked to stop.
    #[error("interrupted")]
    Cancelled,
    /// The memory promise cannot be kept.
    #[error(
        "{what} needs {} of memory, more than the {} allowed",
        bytes(*needed), bytes(*allowed)
    )]
    Memory {
        /// What does not fit.
        what: String,
        /// Bytes that it needs.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// The system does not even give what was promised.
    #[error(transparent)]
    NoMemory(#[from] OutOfMemory),
    /// A tier was named that the game does not have.
    #[error("{0}")]
    UnknownTier(String),
    /// A remoteness beyond what any code can hold.
    #[error("a game longer than {0} moves cannot be stored")]
    TooLong(u32),
    /// More positions than ids can tell apart.
    #[error("{positions} positions whose moves do not go level by level are too many; {most} are possible")]
    TooManyPositions {
        /// So many were found.
        positions: u64,
        /// So many are possible.
        most: u64,
    },
    /// A mistake of the game's author.
    #[error("the rules give a position other moves when they are asked again")]
    Unsteady,
    /// A mistake of the game's author.
    #[error("tier {0} has ties, but the game says that it has none")]
    UndeclaredTie(String),
    /// The tier store failed to keep or to give.
    #[error(transparent)]
    TierStore(#[from] Box<dyn Error + Send + Sync>),
}

/// A number of bytes for people.
///
/// ```
/// assert_eq!(zermelo_solve::bytes(1_234_567), "1.2 MB");
/// ```
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "kB", "MB", "GB", "TB"];
    let mut size = count as f64;
    let mut unit = 0;
    while size >= 1000.0 && unit + 1 < UNITS.len() {
        size /= 1000.0;
        unit += 1;
    }
    if unit == 0 { format!("{count} bytes") } else { format!("{size:.1} {}", UNITS[unit]) }
}
