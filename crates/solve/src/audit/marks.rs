//! Which positions of a tier have been reached: a few bits for each slot.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use crate::memory::large_vec::{OutOfMemory, large_vec};

/// Reached with the first player to move, or (if the game folds players) with the second: one slot then stands for two
/// positions, and play may reach one without the other.
pub(crate) const FIRST: u8 = 0b01;
pub(crate) const SECOND: u8 = 0b10;

/// Bytes that one thread takes at a time.
const PIECE: usize = 1 << 16;

/// Marks for all slots of a tier. Each slot has a bit for every flavour in which it has been reached, and another for every
/// flavour in which its moves have been played.
pub(crate) struct Marks {
    bytes: Vec<AtomicU8>,
    flavours: u32,
}

impl Marks {
    /// No marks; `flavours` is 2 if the game folds players, else 1.
    pub(crate) fn new(slots: u64, flavours: u32) -> Result<Marks, OutOfMemory> {
        let size = Marks::size(slots, flavours) as usize;
        let mut bytes = large_vec(size)?;
        bytes.resize_with(size, AtomicU8::default);
        Ok(Marks { bytes, flavours })
    }

    /// The bytes that marks for so many slots take.
    pub(crate) fn size(slots: u64, flavours: u32) -> u64 {
        (slots * u64::from(2 * flavours)).div_ceil(8)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The byte of a slot and where in it the slot's bits begin.
    #[inline]
    fn place(&self, slot: u64) -> (&AtomicU8, u32) {
        let bit = slot * u64::from(2 * self.flavours);
        (&self.bytes[(bit / 8) as usize], (bit % 8) as u32)
    }

    /// All flavours.
    #[inline]
    pub(crate) fn everyone(&self) -> u8 {
        (1 << self.flavours) - 1
    }

    /// Marks a slot as reached; whether that was news.
    #[inline]
    pub(crate) fn reach(&self, slot: u64, who: u8) -> bool {
        let (byte, shift) = self.place(slot);
        let who = who << shift;
        // Most marks are there already, and reading is much cheaper than writing.
        byte.load(Relaxed) & who != who && byte.fetch_or(who, Relaxed) & who != who
    }

    /// The flavours in which a slot has been reached.
    #[inline]
    pub(crate) fn reached(&self, slot: u64) -> u8 {
        let (byte, shift) = self.place(slot);
        byte.load(Relaxed) >> shift & self.everyone()
    }

    /// The flavours in which a slot has been reached, but its moves have not yet been played.
    #[inline]
    pub(crate) fn fresh(&self, slot: u64) -> u8 {
        let (byte, shift) = self.place(slot);
        let marks = byte.load(Relaxed) >> shift;
        marks & !(marks >> self.flavours) & self.everyone()
    }

    /// Notes that the moves of all that has been reached have been played.
    pub(crate) fn spread_all(&self) {
        let reached = self.repeated(self.everyone());
        self.bytes.par_iter().with_min_len(PIECE).for_each(|byte| {
            let marks = byte.load(Relaxed);
            byte.store(marks | (marks & reached) << self.flavours, Relaxed);
        });
    }

    /// How many flavours of slots are fresh, and how many have not been reached.
    pub(crate) fn count(&self) -> (u64, u64) {
        let everyone = self.repeated(self.everyone());
        let count = |byte: &AtomicU8| {
            let marks = byte.load(Relaxed);
            let fresh = marks & !(marks >> self.flavours) & everyone;
            (u64::from(fresh.count_ones()), u64::from((!marks & everyone).count_ones()))
        };
        let add = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
        self.bytes.par_iter().with_min_len(PIECE).map(count).reduce(|| (0, 0), add)
    }

    /// The same bits for each slot of a byte.
    fn repeated(&self, bits: u8) -> u8 {
        (0..8).step_by(2 * self.flavours as usize).fold(0, |byte, shift| byte | bits << shift)
    }

    /// Notes that the moves of a slot have been played in these flavours.
    #[inline]
    pub(crate) fn spread(&self, slot: u64, who: u8) {
        let (byte, shift) = self.place(slot);
        byte.fetch_or(who << self.flavours << shift, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_neighbours_do_not_mix() {
        for flavours in [1, 2] {
            let marks = Marks::new(9, flavours).unwrap();
            for slot in [0, 3, 8] {
                assert!(marks.reach(slot, FIRST) && !marks.reach(slot, FIRST));
            }
            marks.spread(3, FIRST);
            let fresh: Vec<u8> = (0..9).map(|slot| marks.fresh(slot)).collect();
            assert_eq!(fresh, [1, 0, 0, 0, 0, 0, 0, 0, 1]);
            let reached: Vec<u8> = (0..9).map(|slot| marks.reached(slot)).collect();
            assert_eq!(reached, [1, 0, 0, 1, 0, 0, 0, 0, 1]);
        }
        let marks = Marks::new(8, 1).unwrap();
        marks.reach(2, FIRST);
        marks.reach(5, FIRST);
        marks.spread(5, FIRST);
        assert_eq!(marks.count(), (1, 6));
        marks.spread_all();
        marks.reach(7, FIRST);
        let fresh: Vec<u64> = (0..8).filter(|&slot| marks.fresh(slot) != 0).collect();
        assert_eq!((fresh, marks.count()), (vec![7], (1, 5)));
        let marks = Marks::new(2, 2).unwrap();
        marks.reach(1, SECOND);
        marks.spread(1, SECOND);
        assert!(marks.reach(1, FIRST));
        assert_eq!((marks.reached(0), marks.reached(1), marks.fresh(1)), (0, FIRST | SECOND, FIRST));
    }
}
