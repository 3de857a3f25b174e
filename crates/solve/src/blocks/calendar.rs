//! Which units of a tier have something to do in which round.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

/// A set of rounds below 128 that all threads may add to.
#[derive(Default)]
struct Rounds([AtomicU64; 2]);

impl Rounds {
    #[inline]
    fn note(&self, r: u32) {
        let (word, bit) = (&self.0[(r / 64) as usize], 1 << (r % 64));
        // Most notes are there already, and reading is much cheaper than writing.
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Whether there are rounds after this one.
    fn goes_beyond(&self, r: u32) -> bool {
        let [low, high] = self.0.each_ref().map(|word| u128::from(word.load(Relaxed)));
        (high << 64 | low) >> r > 1
    }

    #[inline]
    fn has(&self, r: u32) -> bool {
        self.0[(r / 64) as usize].load(Relaxed) >> (r % 64) & 1 == 1
    }
}

/// By unit: the remotenesses of its losses and wins, of those found and of those that moves out of the tier promise.
pub(super) struct Calendar {
    losses: Vec<Rounds>,
    wins: Vec<Rounds>,
}

impl Calendar {
    pub(super) fn new(units: usize) -> Calendar {
        let empty = || (0..units).map(|_| Rounds::default()).collect();
        Calendar { losses: empty(), wins: empty() }
    }

    /// Enters all remotenesses of a unit, as sets of bits.
    pub(super) fn begin(&self, unit: usize, losses: u128, wins: u128) {
        for (rounds, set) in [(&self.losses[unit], losses), (&self.wins[unit], wins)] {
            rounds.0[0].store(set as u64, Relaxed);
            rounds.0[1].store((set >> 64) as u64, Relaxed);
        }
    }

    /// Whether anything is left to do after this round.
    pub(super) fn goes_beyond(&self, r: u32) -> bool {
        self.losses.par_iter().chain(&self.wins).with_min_len(1 << 12).any(|rounds| rounds.goes_beyond(r))
    }

    #[inline]
    pub(super) fn note_loss(&self, unit: usize, r: u32) {
        self.losses[unit].note(r);
    }

    #[inline]
    pub(super) fn note_win(&self, unit: usize, r: u32) {
        self.wins[unit].note(r);
    }

    #[inline]
    pub(super) fn has_loss(&self, unit: usize, r: u32) -> bool {
        self.losses[unit].has(r)
    }

    #[inline]
    pub(super) fn has_win(&self, unit: usize, r: u32) -> bool {
        self.wins[unit].has(r)
    }
}
