//! Which positions of a tier have been reached: a few bits for each slot.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::large_vec::large_vec;

/// Reached with the first player to move, or (if the game folds players) with the second: one slot then stands for two
/// positions, and play may reach one without the other.
pub(crate) const FIRST: u8 = 0b01;
pub(crate) const SECOND: u8 = 0b10;

/// Marks for all slots of a tier. Each slot has a bit for every flavour in which it has been reached, and another for every
/// flavour in which its moves have been played.
pub(crate) struct Marks {
    bytes: Vec<AtomicU8>,
    flavours: u32,
}

impl Marks {
    /// No marks; `flavours` is 2 if the game folds players, else 1.
    pub(crate) fn new(slots: u64, flavours: u32) -> Marks {
        let size = Marks::size(slots, flavours) as usize;
        let mut bytes = large_vec(size);
        bytes.resize_with(size, AtomicU8::default);
        Marks { bytes, flavours }
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

    /// The bits of the flavours, without those that tell whose moves have been played.
    #[inline]
    fn mask(&self) -> u8 {
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
        byte.load(Relaxed) >> shift & self.mask()
    }

    /// The flavours in which a slot has been reached, but its moves have not yet been played.
    #[inline]
    pub(crate) fn fresh(&self, slot: u64) -> u8 {
        let (byte, shift) = self.place(slot);
        let marks = byte.load(Relaxed) >> shift;
        marks & !(marks >> self.flavours) & self.mask()
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
            let marks = Marks::new(9, flavours);
            for slot in [0, 3, 8] {
                assert!(marks.reach(slot, FIRST) && !marks.reach(slot, FIRST));
            }
            marks.spread(3, FIRST);
            let fresh: Vec<u8> = (0..9).map(|slot| marks.fresh(slot)).collect();
            assert_eq!(fresh, [1, 0, 0, 0, 0, 0, 0, 0, 1]);
            let reached: Vec<u8> = (0..9).map(|slot| marks.reached(slot)).collect();
            assert_eq!(reached, [1, 0, 0, 1, 0, 0, 0, 0, 1]);
        }
        let marks = Marks::new(2, 2);
        marks.reach(1, SECOND);
        marks.spread(1, SECOND);
        assert!(marks.reach(1, FIRST));
        assert_eq!((marks.reached(0), marks.reached(1), marks.fresh(1)), (0, FIRST | SECOND, FIRST));
    }
}
