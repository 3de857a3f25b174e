//! What is known of a game, for whoever needs values now and waits for them.

use std::fs::{File, TryLockError};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use zermelo_library::{Extent, LibraryError, VariantHandle, is_complete};
use zermelo_solve::{Run, SolveError};
use zermelo_store::{Database, StoreError};

use crate::policy::{SMALL, Verdict, verdict};
use crate::sizes::Size;

/// How long the size of a game is waited for that may also be solved position by position.
const A_WHILE: Duration = Duration::from_millis(300);

/// The file that a writer of a database locks; its name is part of the format.
const LOCK_FILE: &str = "lock";

/// How often it is looked whether a size takes too long.
const PERIOD: Duration = Duration::from_millis(5);

/// What there is of a solution.
pub enum Known {
    /// All of it, or a part.
    Database(Box<Database>),
    /// Nothing, and this is why.
    Nothing(Unsolved),
}

/// Why nothing of a game is solved.
#[derive(Debug)]
pub enum Unsolved {
    /// It is too large to be solved unasked.
    TooLarge(Extent),
    /// Nobody can tell how large it is, and positions can be solved one at a time.
    Live,
    /// A solve needs more memory than there is.
    Memory(LibraryError),
}

/// Returns what is known of a game. A small game that is not solved is solved now, which `begins` is told; of
/// a large one, the part that is solved has to do.
pub fn known(handle: &VariantHandle, run: &Run<'_>, begins: impl FnOnce()) -> Result<Known, LibraryError> {
    let found = handle.part()?;
    if found.as_ref().is_some_and(is_complete) {
        return Ok(found.map_or(Known::Nothing(Unsolved::Live), |whole| Known::Database(Box::new(whole))));
    }
    let patience = if handle.game.has_live_solver() { A_WHILE } else { Duration::MAX };
    let extent = match size_within(handle, patience, run)? {
        Size::Known(extent) => Some(extent),
        _ => None,
    };
    match (verdict(handle, extent.as_ref(), SMALL, u64::MAX), extent, found) {
        (Verdict::Small, ..) => {}
        (Verdict::TooLarge, _, Some(part)) => return Ok(Known::Database(Box::new(part))),
        (Verdict::TooLarge, Some(extent), None) => return Ok(Known::Nothing(Unsolved::TooLarge(extent))),
        _ => return Ok(Known::Nothing(Unsolved::Live)),
    }
    if is_being_written(handle) {
        return Err(StoreError::Locked { path: handle.directory.clone() }.into());
    }
    begins();
    match handle.solve_unasked(run) {
        Ok(database) => {
            let database = database.expect("a solve of all tiers is complete");
            Ok(Known::Database(Box::new(database)))
        }
        Err(error @ LibraryError::Solve(SolveError::Memory { .. })) => {
            Ok(Known::Nothing(Unsolved::Memory(error)))
        }
        Err(error) => Err(error),
    }
}

/// Returns whether another process solves it. Where files have no locks that shows when the solve begins.
fn is_being_written(handle: &VariantHandle) -> bool {
    let lock = File::open(handle.directory.join(LOCK_FILE));
    lock.is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)))
}

/// Returns the size of a game, or that it is pending if finding it out takes longer than this.
pub fn size_within(handle: &VariantHandle, patience: Duration, run: &Run<'_>) -> Result<Size, LibraryError> {
    let (cancel, done) = (AtomicBool::new(false), AtomicBool::new(false));
    let deadline = Instant::now().checked_add(patience);
    thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !done.load(Relaxed) {
                if run.check().is_err() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    cancel.store(true, Relaxed);
                }
                thread::park_timeout(PERIOD);
            }
        });
        let size = handle.size(&Run { cancel: &cancel, ..*run });
        done.store(true, Relaxed);
        watch.thread().unpark();
        match size {
            Err(LibraryError::Solve(SolveError::Cancelled)) => {
                run.check()?;
                Ok(Size::Pending)
            }
            size => Ok(size?.map_or(Size::Explored, Size::Known)),
        }
    })
}
