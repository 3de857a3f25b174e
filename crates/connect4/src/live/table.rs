//! What a search found out before: bounds of the scores of positions, in memory of a fixed size.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::score::{MOST, Score};

/// As many entries as fit into a cache line.
const WAYS: usize = 8;

/// Bits of an entry beside the rest of the key: two bounds of six bits, and the work.
const DATA_BITS: u32 = 16;
const BOUND_BITS: u32 = 6;

/// With at least as many buckets, what the place in the table does not tell of a key fits beside the data.
const FEWEST_BUCKET_BITS: u32 = DATA_BITS;

/// An odd number with well mixed bits. Multiplying by it is a bijection of 64-bit numbers.
const MIXER: u64 = 0x9E37_79B9_7F4A_7C15;

/// Bounds of a score, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) lower: Score,
    pub(super) upper: Score,
}

/// A bucket is a cache line, so a look-up waits for memory once.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; WAYS]);

/// A table of bounds by key. Keys are compared as a whole, so what it says is never about another position.
///
/// An entry is one word, so threads can share the table without locks: they see an entry as it was or as it is.
///
/// The key is scrambled by a bijection; the upper bits of the result are the number of the bucket and the lower ones
/// are kept in the entry. The highest six bits of the data are the lower bound, the next six the upper one, and the last
/// four how much work it was: when a bucket is full, the entry that took the least is given up.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// How many lower bits of a scrambled key are kept.
    rest_bits: u32,
}

impl Table {
    /// A table that takes at most so many bytes, or 4 MiB if that is more.
    pub(super) fn new(bytes: u64) -> Table {
        let bits = (bytes / size_of::<Bucket>() as u64).max(1).ilog2().max(FEWEST_BUCKET_BITS);
        let mut buckets = Vec::new();
        buckets.resize_with(1 << bits, Bucket::default);
        Table { buckets, rest_bits: u64::BITS - bits }
    }

    /// The bucket of a key, and what is kept of the key.
    #[inline]
    fn place(&self, key: u64) -> (&Bucket, u64) {
        let scrambled = key.wrapping_mul(MIXER);
        let rest = scrambled & ((1 << self.rest_bits) - 1);
        (&self.buckets[(scrambled >> self.rest_bits) as usize], rest)
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Bounds> {
        let (bucket, rest) = self.place(key);
        let entries = bucket.0.iter().map(|entry| entry.load(Relaxed));
        // An empty entry has no bounds, so it is not mistaken for one with rest 0.
        let mut found = entries.filter(|entry| entry >> DATA_BITS == rest && *entry != 0);
        found.next().map(bounds_of)
    }

    /// Remembers bounds that took a search of so many positions.
    #[inline]
    pub(super) fn put(&self, key: u64, bounds: Bounds, positions: u64) {
        let (bucket, rest) = self.place(key);
        let work = u64::from(positions.max(1).ilog2()).min(15);
        let (mut cheapest, mut least) = (0, u64::MAX);
        for (way, entry) in bucket.0.iter().enumerate() {
            let old = entry.load(Relaxed);
            if old != 0 && old >> DATA_BITS == rest {
                let known = bounds_of(old);
                let both =
                    Bounds { lower: known.lower.max(bounds.lower), upper: known.upper.min(bounds.upper) };
                entry.store(word(rest, both, work.max(old & 15)), Relaxed);
                return;
            }
            let value = if old == 0 { 0 } else { 1 + (old & 15) };
            if value < least {
                (cheapest, least) = (way, value);
            }
        }
        bucket.0[cheapest].store(word(rest, bounds, work), Relaxed);
    }
}

fn word(rest: u64, bounds: Bounds, work: u64) -> u64 {
    // One more than the distance from the least score: never 0.
    let [lower, upper] = [bounds.lower, bounds.upper].map(|bound| (bound + MOST + 1) as u64);
    rest << DATA_BITS | lower << (DATA_BITS - BOUND_BITS) | upper << (DATA_BITS - 2 * BOUND_BITS) | work
}

fn bounds_of(entry: u64) -> Bounds {
    let bound = |shift: u32| (entry >> shift & ((1 << BOUND_BITS) - 1)) as Score - MOST - 1;
    Bounds { lower: bound(DATA_BITS - BOUND_BITS), upper: bound(DATA_BITS - 2 * BOUND_BITS) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn what_the_table_says_is_true_however_full_it_is() {
        let table = Table::new(0);
        let mut random = fastrand::Rng::with_seed(3);
        let mut truth = HashMap::new();
        // More than the half million entries it has, some of them twice.
        for _ in 0..1_000_000 {
            let key = random.u64(..) >> random.u32(0..60);
            let score = random.i32(-MOST..=MOST);
            let score = *truth.entry(key).or_insert(score);
            let bounds = Bounds { lower: random.i32(-MOST..=score), upper: random.i32(score..=MOST) };
            table.put(key, bounds, random.u64(1..1 << 20));
        }
        let mut found = 0;
        for (&key, score) in &truth {
            if let Some(bounds) = table.get(key) {
                found += 1;
                assert!((bounds.lower..=bounds.upper).contains(score), "{key:x}: {bounds:?} {score}");
            }
        }
        assert!(found > 400_000, "{found}");
    }

    #[test]
    fn bounds_of_the_same_position_are_put_together_and_much_work_stays() {
        let table = Table::new(0);
        table.put(0, Bounds { lower: -MOST, upper: 3 }, 1 << 15);
        table.put(0, Bounds { lower: -2, upper: MOST }, 1);
        for key in 1..1_000_000 {
            table.put(key, Bounds { lower: 1, upper: 1 }, 2);
        }
        assert_eq!(table.get(0), Some(Bounds { lower: -2, upper: 3 }));
    }
}
