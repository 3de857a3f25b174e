//! A set of slots of a tier: one bit for each.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::memory::large_vec::{OutOfMemory, large_vec};

/// A set that many threads may add to.
pub(crate) struct SlotSet {
    bytes: Vec<AtomicU8>,
}

impl SlotSet {
    /// The empty set in a tier of so many slots.
    pub(crate) fn new(slots: u64) -> Result<SlotSet, OutOfMemory> {
        let size = SlotSet::size(slots) as usize;
        let mut bytes = large_vec(size)?;
        bytes.resize_with(size, AtomicU8::default);
        Ok(SlotSet { bytes })
    }

    /// The bytes that a set takes in a tier of so many slots.
    pub(crate) fn size(slots: u64) -> u64 {
        slots.div_ceil(8)
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    #[inline]
    pub(crate) fn insert(&self, slot: u64) {
        let (byte, bit) = (&self.bytes[(slot / 8) as usize], 1 << (slot % 8));
        // Most slots are there already, and reading is much cheaper than writing.
        if byte.load(Relaxed) & bit == 0 {
            byte.fetch_or(bit, Relaxed);
        }
    }

    #[inline]
    pub(crate) fn contains(&self, slot: u64) -> bool {
        self.bytes[(slot / 8) as usize].load(Relaxed) >> (slot % 8) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_mix() {
        let set = SlotSet::new(19).unwrap();
        assert_eq!(set.bytes(), 3);
        for slot in [0, 7, 8, 18, 8] {
            set.insert(slot);
        }
        let members: Vec<u64> = (0..19).filter(|&slot| set.contains(slot)).collect();
        assert_eq!(members, [0, 7, 8, 18]);
    }
}
