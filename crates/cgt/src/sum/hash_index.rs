//! Finds things among millions by their hashes.

use std::hash::{BuildHasher, BuildHasherDefault, Hash};

use rustc_hash::FxHasher;

/// Half of a hash, which is enough for as many positions as fit into memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShortHash(u32);

impl ShortHash {
    pub(crate) fn of<T: Hash>(key: &T) -> Self {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(key);
        // Fibonacci hashing: the high bits of the product depend on all bits of the hash.
        Self((hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32)
    }
}

/// Numbers of things by the hashes of the things, which are somewhere else.
///
/// It does what a hash table does, and one thing more: a caller with many hashes can ask for the likely numbers of all
/// of them first, and then look at all those things. Each of these steps is a visit to another far place in memory, of which the
/// processor makes several at once if nothing comes between them.
#[derive(Default)]
pub(crate) struct HashIndex {
    /// In the order of the hashes, apart from those that give way to others: each is in the next free place.
    slots: Vec<Slot>,
    used: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    hash: ShortHash,
    number: u32,
}

const FREE: Slot = Slot { hash: ShortHash(0), number: u32::MAX };

impl Slot {
    const fn is_free(self) -> bool {
        self.number == FREE.number
    }
}

const SMALLEST: usize = 64;

/// Slots for so many numbers: up to three of four are used, so that a search takes few steps.
const fn slots_for(count: usize) -> usize {
    count + count / 3 + SMALLEST
}

impl HashIndex {
    /// With room for so many numbers.
    pub(crate) fn with_capacity(count: usize) -> Self {
        Self { slots: vec![FREE; slots_for(count)], used: 0 }
    }

    fn place(&self, hash: ShortHash) -> usize {
        ((u64::from(hash.0) * self.slots.len() as u64) >> 32) as usize
    }

    /// The number that a thing with this hash most likely has, if any.
    #[inline]
    pub(crate) fn likely(&self, hash: ShortHash) -> Option<u32> {
        let slot = self.slots.get(self.place(hash))?;
        (slot.hash == hash && !slot.is_free()).then_some(slot.number)
    }

    /// The number of the thing with this hash that is the same.
    pub(crate) fn find(&self, hash: ShortHash, mut is_same: impl FnMut(u32) -> bool) -> Option<u32> {
        let (before, from) = self.slots.split_at(self.place(hash));
        let met = from.iter().chain(before).take_while(|slot| !slot.is_free());
        met.filter(|slot| slot.hash == hash).map(|slot| slot.number).find(|&number| is_same(number))
    }

    /// Adds a number; nothing else with this hash is the same thing.
    pub(crate) fn insert(&mut self, hash: ShortHash, number: u32) {
        if slots_for(self.used) >= self.slots.len() {
            // By half: these tables take much of the memory of a search.
            let larger = Self::with_capacity(self.used + self.used / 2);
            let old = std::mem::replace(self, larger);
            for slot in old.slots.into_iter().filter(|slot| !slot.is_free()) {
                self.put(slot);
            }
        }
        self.put(Slot { hash, number });
    }

    fn put(&mut self, slot: Slot) {
        let mut place = self.place(slot.hash);
        while !self.slots[place].is_free() {
            place = if place + 1 == self.slots.len() { 0 } else { place + 1 };
        }
        self.slots[place] = slot;
        self.used += 1;
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_found_and_nothing_else() {
        let mut random = fastrand::Rng::with_seed(9);
        // Few different hashes, so that many things have the same one.
        let things: Vec<(u32, u32)> = (0..5000).map(|thing| (random.u32(..2000) << 20, thing)).collect();
        let mut index = HashIndex::default();
        assert_eq!(index.likely(ShortHash(0)), None);
        for (number, &(hash, thing)) in things.iter().enumerate() {
            let same = |other: u32| things[other as usize].1 == thing;
            assert_eq!(index.find(ShortHash(hash), same), None);
            index.insert(ShortHash(hash), number as u32);
        }
        let mut guessed = 0;
        for (number, &(hash, thing)) in things.iter().enumerate() {
            let same = |other: u32| things[other as usize].1 == thing;
            assert_eq!(index.find(ShortHash(hash), same), Some(number as u32));
            let likely = index.likely(ShortHash(hash)).map(|likely| things[likely as usize]);
            assert!(likely.is_none_or(|(other, _)| other == hash));
            guessed += usize::from(likely.is_some_and(|(_, other)| other == thing));
        }
        assert!(guessed > 500, "only {guessed} of 5000 were likely");
    }
}
