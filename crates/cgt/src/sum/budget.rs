//! How long a search may take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use thiserror::Error;

/// Counts the work of a search and stops it when time is over.
#[derive(Debug, Clone, Default)]
pub struct Budget {
    /// Positions looked at.
    pub nodes: u64,
    /// Moves found in them.
    moves: u64,
    /// Positions that may be looked at.
    limit: Option<u64>,
    /// When to stop, by the clock.
    deadline: Option<Duration>,
    /// When to stop for a moment, by the clock.
    pause: Option<Duration>,
    clock: Clock,
    interrupt: Option<&'static AtomicBool>,
    /// Set when somebody else was faster.
    overtaken: Option<Arc<AtomicBool>>,
}

/// Tells the time since any moment.
#[derive(Debug, Clone, Copy)]
struct Clock(fn() -> Duration);

impl Default for Clock {
    fn default() -> Self {
        Self(|| {
            static START: LazyLock<Instant> = LazyLock::new(Instant::now);
            START.elapsed()
        })
    }
}

/// A search that ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Stopped {
    /// The time was over.
    #[error("time is over")]
    Timeout,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// The memory was used up.
    #[error("the memory budget is used up")]
    Memory,
    /// As many positions were looked at as were allowed.
    #[error("the work limit is reached")]
    Work,
    /// Two ways to answer gave different answers: neither is to be trusted.
    #[error("two ways to answer contradict each other, which is a bug in the search")]
    Contradiction,
}

/// Looking at the clock costs as much as a fraction of a node, so it is done rarely.
const NODES_PER_LOOK: u64 = 64;

/// With so many moves, looking at the clock costs next to nothing.
const MANY_MOVES: usize = 64;

impl Budget {
    /// No limit.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// At most this much time from now on.
    #[must_use]
    pub fn with_timeout(timeout: Option<Duration>) -> Self {
        Self::default().with_deadline(timeout)
    }

    /// At most this much time from now on, by a clock of your own: on a busy machine, the time that
    /// a thread really had tells more.
    #[must_use]
    pub fn with_timeout_by(clock: fn() -> Duration, timeout: Duration) -> Self {
        Self { clock: Clock(clock), ..Self::default() }.with_deadline(Some(timeout))
    }

    fn with_deadline(self, timeout: Option<Duration>) -> Self {
        let deadline = timeout.and_then(|timeout| (self.clock.0)().checked_add(timeout));
        Self { deadline, ..self }
    }

    /// At most so many positions.
    #[must_use]
    pub fn with_limit(self, limit: Option<u64>) -> Self {
        Self { limit, ..self }
    }

    /// Stops soon after the flag is set.
    #[must_use]
    pub fn with_interrupt(self, flag: &'static AtomicBool) -> Self {
        Self { interrupt: Some(flag), ..self }
    }

    /// Stops soon after somebody else sets the flag, as if interrupted.
    #[must_use]
    pub(crate) fn with_rival(self, overtaken: Arc<AtomicBool>) -> Self {
        Self { overtaken: Some(overtaken), ..self }
    }

    /// Counts a node, and now and then checks the limits.
    pub(crate) fn step(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.limit.is_some_and(|limit| self.nodes > limit) {
            return Err(Stopped::Work);
        }
        if self.nodes.is_multiple_of(NODES_PER_LOOK) { self.check() } else { Ok(()) }
    }

    /// Counts the moves that a node has; with many of them a node takes long, so that limits are checked at
    /// once.
    pub(crate) fn found_moves(&mut self, moves: usize) -> Result<(), Stopped> {
        self.moves += moves as u64;
        if moves >= MANY_MOVES { self.check() } else { Ok(()) }
    }

    /// Does something with at most so many positions more; `None` if that was not enough.
    pub(crate) fn within<T>(
        &mut self,
        quota: u64,
        work: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let whole = self.limit;
        let share = self.nodes.saturating_add(quota);
        self.limit = Some(whole.map_or(share, |whole| whole.min(share)));
        let done = work(self);
        self.limit = whole;
        match done {
            Ok(answer) => Ok(Some(answer)),
            Err(Stopped::Work) if whole.is_none_or(|whole| self.nodes <= whole) => Ok(None),
            Err(stopped) => Err(stopped),
        }
    }

    /// The same; `None` also if it takes longer than until a pause.
    pub(crate) fn before_pause<T>(
        &mut self,
        pause: Option<Duration>,
        quota: u64,
        work: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        self.pause = pause.and_then(|pause| (self.clock.0)().checked_add(pause));
        let done = self.within(quota, work);
        self.pause = None;
        done
    }

    /// How many moves there were in a node on average.
    pub(crate) fn moves_per_node(&self) -> u64 {
        self.moves / self.nodes.max(1)
    }

    /// An error if the time is over or the user has asked to stop.
    pub fn check(&self) -> Result<(), Stopped> {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        if self.interrupt.is_some_and(is_set) || self.overtaken.as_deref().is_some_and(is_set) {
            return Err(Stopped::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| (self.clock.0)() >= deadline) {
            return Err(Stopped::Timeout);
        }
        if self.pause.is_some_and(|pause| (self.clock.0)() >= pause) {
            return Err(Stopped::Work);
        }
        Ok(())
    }
}
