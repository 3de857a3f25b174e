//! A bounded memory for comparisons.

use crate::Value;

/// Remembers, for pairs of values, whether one is at most the other, both ways; forgets old pairs when room is short.
///
/// Comparisons are the innermost loop of everything, and most of their time is waiting for this table, so that an
/// entry is only 8 bytes and answers both questions about a pair, which are mostly asked together. The key is
/// mixed by a bijection; its highest bits are the place of the entry, hence the entry need not hold them:
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
const SMALLEST: usize = 1 << 10;
/// 32 MiB.
const LARGEST: usize = 1 << 22;

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

    fn place_bits(&self) -> u32 {
        self.entries.len().trailing_zeros()
    }

    #[inline]
    fn place(&self, mixed: u64) -> usize {
        (mixed >> (u64::BITS - self.place_bits())) as usize
    }

    /// Whether `a <= b`, if it is known.
    #[inline]
    pub(crate) fn get(&self, a: Value, b: Value) -> Option<bool> {
        let (mixed, shift) = mixed(a, b);
        let entry = self.entries[self.place(mixed)];
        let is_known = (entry ^ mixed << FLAGS) >> FLAGS == 0 && entry >> shift & KNOWN != 0;
        is_known.then_some(entry >> shift & YES != 0)
    }

    #[inline]
    pub(crate) fn insert(&mut self, a: Value, b: Value, at_most: bool) {
        if self.used * 2 > self.entries.len() && self.entries.len() < LARGEST {
            self.grow();
        }
        let (mixed, shift) = mixed(a, b);
        let place = self.place(mixed);
        let entry = &mut self.entries[place];
        self.used += usize::from(*entry == EMPTY);
        if (*entry ^ mixed << FLAGS) >> FLAGS != 0 || *entry == EMPTY {
            *entry = mixed << FLAGS;
        }
        *entry |= (KNOWN | if at_most { YES } else { 0 }) << shift;
    }

    fn grow(&mut self) {
        let doubled = vec![EMPTY; self.entries.len() * 2];
        let old_bits = self.place_bits();
        let old = std::mem::replace(&mut self.entries, doubled);
        self.used = 0;
        for (old_place, entry) in old.into_iter().enumerate().filter(|&(_, entry)| entry != EMPTY) {
            let highest = old_place as u64 >> (old_bits - FLAGS) << (u64::BITS - FLAGS);
            let place = self.place(highest | entry >> FLAGS);
            self.used += usize::from(self.entries[place] == EMPTY);
            self.entries[place] = entry;
        }
    }
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
        assert!(remembered > 60_000, "{remembered} of 90000 are still there");
    }
}
