//! A bounded memory for comparisons.

use crate::Value;

/// Remembers, for pairs of values, whether one is at most the other, both ways; forgets old pairs when room is short.
///
/// Comparisons are the innermost loop of everything, and most of their time is waiting for this table, so that an
/// entry is only 8 bytes and answers both questions about a pair, which are mostly asked together. The key is
/// mixed by a bijection; its highest bits tell the set of four entries, half a cache line, where the pair can be,
/// hence the entry need not hold them:
///
/// ```text
/// bits 4-63  the mixed key without its four highest bits
/// bit 2, 3   whether `second <= first` is known, and the answer
/// bit 0, 1   whether `first <= second` is known, and the answer
/// ```
#[derive(Debug, Clone)]
pub(crate) struct OrderCache {
    entries: Vec<u64>,
    used: usize,
}

/// An entry knows something.
const EMPTY: u64 = 0;
const KNOWN: u64 = 1;
const YES: u64 = 2;
const FLAGS: u32 = 4;
/// Entries in a set.
const WAYS: usize = 4;
const SMALLEST: usize = 1 << 10;
/// 16 MiB.
const LARGEST: usize = 1 << 21;

/// The mixed key of a pair in either order, and where the flags of this order are.
#[inline]
fn mixed(a: Value, b: Value) -> (u64, u32) {
    let (first, second, shift) = if a < b { (a, b, 0) } else { (b, a, 2) };
    let key = u64::from(first.0) << 32 | u64::from(second.0);
    ((key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15), shift)
}

impl OrderCache {
    pub(crate) fn new() -> OrderCache {
        OrderCache { entries: vec![EMPTY; SMALLEST], used: 0 }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<u64>()
    }

    fn set_bits(&self) -> u32 {
        self.entries.len().trailing_zeros() - WAYS.trailing_zeros()
    }

    /// Where the set of a key begins.
    #[inline]
    fn set(&self, mixed: u64) -> usize {
        (mixed >> (u64::BITS - self.set_bits())) as usize * WAYS
    }

    /// Whether `a <= b`, if it is known.
    #[inline]
    pub(crate) fn get(&self, a: Value, b: Value) -> Option<bool> {
        let (mixed, shift) = mixed(a, b);
        let set = self.set(mixed);
        let entry = self.entries[set..set + WAYS].iter().find(|entry| is_of(**entry, mixed))?;
        (entry >> shift & KNOWN != 0).then_some(entry >> shift & YES != 0)
    }

    #[inline]
    pub(crate) fn insert(&mut self, a: Value, b: Value, at_most: bool) {
        if self.used * 2 > self.entries.len() && self.entries.len() < LARGEST {
            self.grow();
        }
        let (mixed, shift) = mixed(a, b);
        *self.entry(mixed) |= (KNOWN | if at_most { YES } else { 0 }) << shift;
    }

    /// The entry of a key: its own, or a free one, or one that is taken from another key.
    #[inline]
    fn entry(&mut self, mixed: u64) -> &mut u64 {
        let set = self.set(mixed);
        let ways = &self.entries[set..set + WAYS];
        let own = ways.iter().position(|&entry| is_of(entry, mixed) && entry != EMPTY);
        let way =
            own.or_else(|| ways.iter().position(|&entry| entry == EMPTY)).unwrap_or(mixed as usize % WAYS);
        let entry = &mut self.entries[set + way];
        if own.is_none() {
            self.used += usize::from(*entry == EMPTY);
            *entry = mixed << FLAGS;
        }
        entry
    }

    fn grow(&mut self) {
        let doubled = vec![EMPTY; self.entries.len() * 2];
        let old_bits = self.set_bits();
        let old = std::mem::replace(&mut self.entries, doubled);
        self.used = 0;
        for (place, entry) in old.into_iter().enumerate().filter(|&(_, entry)| entry != EMPTY) {
            let highest = (place / WAYS) as u64 >> (old_bits - FLAGS) << (u64::BITS - FLAGS);
            *self.entry(highest | entry >> FLAGS) = entry;
        }
    }
}

/// Whether an entry, which may be empty, has this key.
#[inline]
fn is_of(entry: u64, mixed: u64) -> bool {
    (entry ^ mixed << FLAGS) >> FLAGS == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_remembered_or_forgotten_but_never_changed() {
        let at_most = |a: u32, b: u32| (a ^ b).is_multiple_of(3);
        let mut cache = OrderCache::new();
        let pairs = || (0..300_u32).flat_map(|a| (0..300_u32).map(move |b| (a * 7919, (b * 104_729) | 1)));
        for (a, b) in pairs() {
            cache.insert(Value(a), Value(b), at_most(a, b));
            assert_eq!(cache.get(Value(a), Value(b)), Some(at_most(a, b)));
        }
        let mut remembered = 0;
        for (a, b) in pairs() {
            if let Some(answer) = cache.get(Value(a), Value(b)) {
                assert_eq!(answer, at_most(a, b));
                remembered += 1;
            }
        }
        // The table grows before more than half of it is used, so that few sets of four overflow.
        assert!(remembered > 75_000, "{remembered} of 90000 are still there");
    }
}
