//! A bounded memory for sums.

use crate::Value;

/// Remembers sums by pairs of values and forgets old ones when room is short.
///
/// Every pair has one place, and the last sum written there wins: a probe touches one cache line, memory is
/// bounded, and what was forgotten is computed again. The table starts small, so that it costs nothing to make,
/// and doubles as long as it fills up and is below its limit.
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
const SMALLEST: usize = 1 << 10;
/// 48 MiB.
const LARGEST: usize = 1 << 22;

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

    #[inline]
    fn place(&self, first: Value, second: Value) -> usize {
        let key = u64::from(first.0) << 32 | u64::from(second.0);
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let mixed = (key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (64 - self.entries.len().trailing_zeros())) as usize
    }

    #[inline]
    pub(crate) fn get(&self, first: Value, second: Value) -> Option<Value> {
        let entry = self.entries[self.place(first, second)];
        (entry.first == first.0 && entry.second == second.0).then_some(entry.sum)
    }

    #[inline]
    pub(crate) fn insert(&mut self, first: Value, second: Value, sum: Value) {
        debug_assert!(!(first.is_packed() && second.is_packed()), "packed values need no memory");
        if self.used * 2 > self.entries.len() && self.entries.len() < LARGEST {
            self.grow();
        }
        let place = self.place(first, second);
        let entry = &mut self.entries[place];
        self.used += usize::from(entry.is_empty());
        *entry = Entry { first: first.0, second: second.0, sum };
    }

    fn grow(&mut self) {
        let doubled = vec![EMPTY; self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, doubled);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| !entry.is_empty()) {
            let place = self.place(Value(entry.first), Value(entry.second));
            self.entries[place] = entry;
            self.used += 1;
        }
    }
}
