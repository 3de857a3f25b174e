//! How long a search may take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

/// Counts the work of a search and stops it when time is over.
#[derive(Debug, Clone, Default)]
pub struct Effort {
    /// Positions looked at.
    pub nodes: u64,
    deadline: Option<Instant>,
    interrupt: Option<&'static AtomicBool>,
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
}

/// Looking at the clock costs as much as a fraction of a node, so it is done rarely.
const NODES_PER_LOOK: u64 = 64;

impl Effort {
    /// No limit.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// At most this much time from now on.
    #[must_use]
    pub fn with_timeout(timeout: Option<Duration>) -> Self {
        Self { deadline: timeout.and_then(|timeout| Instant::now().checked_add(timeout)), ..Self::default() }
    }

    /// Stops soon after the flag is set.
    #[must_use]
    pub fn with_interrupt(self, flag: &'static AtomicBool) -> Self {
        Self { interrupt: Some(flag), ..self }
    }

    /// Counts a node, and now and then checks the limits.
    pub(crate) fn step(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) { self.check() } else { Ok(()) }
    }

    /// Checks the limits.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::Timeout);
        }
        Ok(())
    }
}
