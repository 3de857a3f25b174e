//! A bounded memory for sums.

use crate::Value;

/// Remembers sums by pairs of values and forgets old ones when room is short.
///
/// Every pair has a set of four places next to each other; if others have them all, it takes one of them. So a
/// probe touches one or two cache lines, memory is bounded, and what was forgotten is computed again. The table
/// starts small, so that it costs nothing to make, and doubles as long as it fills up and is below its limit.
#[derive(Debug, Clone)]
pub(crate) struct SumCache {
    entries: Vec<Entry>,
    used: usize,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    first: u32,
    second: u32,
    sum: Value,
}

/// This id is a packed value, and packed values are paired with nodes only.
const EMPTY: Entry = Entry { first: u32::MAX, second: u32::MAX, sum: Value::ZERO };
/// Places in a set.
const WAYS: usize = 4;
const SMALLEST: usize = 1 << 10;
/// 24 MiB.
const LARGEST: usize = 1 << 21;

impl Entry {
    #[inline]
    fn is_empty(self) -> bool {
        self.first == EMPTY.first && self.second == EMPTY.second
    }
}

impl SumCache {
    pub(crate) fn new() -> SumCache {
        SumCache { entries: vec![EMPTY; SMALLEST], used: 0 }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    /// Where the set of a pair begins, and which of its places the pair takes if none is free.
    #[inline]
    fn set(&self, first: u32, second: u32) -> (usize, usize) {
        let key = u64::from(first) << 32 | u64::from(second);
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let mixed = (key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let sets = self.entries.len() / WAYS;
        ((mixed >> (u64::BITS - sets.trailing_zeros())) as usize * WAYS, mixed as usize % WAYS)
    }

    #[inline]
    pub(crate) fn get(&self, first: Value, second: Value) -> Option<Value> {
        let (set, _) = self.set(first.0, second.0);
        let same = |entry: &&Entry| entry.first == first.0 && entry.second == second.0;
        self.entries[set..set + WAYS].iter().find(same).map(|entry| entry.sum)
    }

    /// Remembers a sum that [`SumCache::get`] does not know.
    #[inline]
    pub(crate) fn insert(&mut self, first: Value, second: Value, sum: Value) {
        debug_assert!(!(first.is_packed() && second.is_packed()), "packed values need no memory");
        if self.used * 2 > self.entries.len() && self.entries.len() < LARGEST {
            self.grow();
        }
        self.put(Entry { first: first.0, second: second.0, sum });
    }

    #[inline]
    fn put(&mut self, entry: Entry) {
        let (set, victim) = self.set(entry.first, entry.second);
        let free = self.entries[set..set + WAYS].iter().position(|entry| entry.is_empty());
        self.used += usize::from(free.is_some());
        self.entries[set + free.unwrap_or(victim)] = entry;
    }

    fn grow(&mut self) {
        let doubled = vec![EMPTY; self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, doubled);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| !entry.is_empty()) {
            self.put(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_remembered_or_forgotten_but_never_changed() {
        let sum = |a: u32, b: u32| Value(a.wrapping_mul(31) ^ b);
        let mut cache = SumCache::new();
        let pairs = || (0..300_u32).flat_map(|a| (0..300_u32).map(move |b| (a * 7919, b * 104_729)));
        for (a, b) in pairs() {
            cache.insert(Value(a), Value(b), sum(a, b));
            assert_eq!(cache.get(Value(a), Value(b)), Some(sum(a, b)));
        }
        let known =
            pairs().filter_map(|(a, b)| cache.get(Value(a), Value(b)).map(|known| (known, sum(a, b))));
        let (right, wrong): (Vec<_>, Vec<_>) = known.partition(|(known, sum)| known == sum);
        assert!(wrong.is_empty());
        // The table grows before more than half of it is used, so that few sets of four overflow.
        assert!(right.len() > 75_000, "{} of 90000 are still there", right.len());
    }
}
