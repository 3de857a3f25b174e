//! How much is done between two looks at the clock.

use std::time::{Duration, Instant};

use super::work_directory::Clock;

/// Work of less than this is too little to stop for.
const SHORT: Duration = Duration::from_secs(1);
/// And more than this is too much.
const LONG: Duration = Duration::from_secs(4);

/// A number of blocks that are worked on for some seconds.
pub(crate) struct Pace {
    blocks: usize,
    since: Instant,
    fixed: bool,
}

impl Pace {
    pub(crate) fn new(clock: &Clock) -> Pace {
        let blocks = if clock.is_hasty() { 1 } else { 256 * rayon::current_num_threads() };
        Pace { blocks, since: Instant::now(), fixed: clock.is_hasty() }
    }

    /// The blocks to do next.
    pub(crate) fn next(&mut self) -> usize {
        self.since = Instant::now();
        self.blocks
    }

    /// Called when they are done.
    pub(crate) fn done(&mut self) {
        let time = self.since.elapsed();
        if self.fixed {
            return;
        }
        if time < SHORT {
            self.blocks = (2 * self.blocks).min(1 << 20);
        } else if time > LONG {
            self.blocks = (self.blocks / 2).max(rayon::current_num_threads());
        }
    }
}
