//! What the search found out before.

use std::cmp::Ordering;
use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::Value;

/// Results by exact keys: a hit is never a guess, unless one asks for that.
///
/// A key is a simple value and words for the rest of the sum. More of the simple value is never worse for Left, who
/// moves first: what she wins she wins with more, what she loses she loses with less. So one result answers for all
/// simple values on its side.
///
/// Two generations bound the memory: when the young one is full it becomes the old one, and what
/// is still asked for moves on to the new young one.
pub(crate) struct Transpositions {
    young: Generation,
    old: Generation,
    /// Words that one generation may hold.
    limit: usize,
    kept: Kept,
    /// How many results were ever inserted.
    inserted: u64,
}

/// What a table keeps of its keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// All of them: a hit is a proof.
    Keys,
    /// The simple value and two words for each: a hit is a very good guess.
    Hashes,
    /// Not even the results.
    Nothing,
}

#[derive(Default)]
struct Generation {
    /// Keys, one behind the other.
    words: Vec<u32>,
    entries: HashTable<Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    /// Twice the length of the key, plus 1 for a win.
    length_and_result: u32,
}

/// The hash of a key without its simple value.
fn hash_of(key: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    for pair in key[1..].chunks(2) {
        let high = pair.get(1).copied().unwrap_or(u32::MAX);
        hasher.write_u64(u64::from(pair[0]) << 32 | u64::from(high));
    }
    hasher.finish()
}

/// Whether Left's result with one simple value tells that she has the same with another one.
fn tells(known: Value, result: bool, asked: Value) -> bool {
    if known == asked {
        return true;
    }
    let (Some(known), Some(asked)) = (known.unpack(), asked.unpack()) else { return false };
    let (less, more) = if result { (known, asked) } else { (asked, known) };
    less.compare(more).is_some_and(Ordering::is_le)
}

/// A hash that stands for the key. Unlike [`hash_of`], it may not have any weakness: nothing else tells keys apart.
pub(crate) fn hash_of_key(key: &[u32]) -> u64 {
    key.iter().fold(key.len() as u64, |hash, &word| {
        // The finaliser of splitmix64.
        let hash = (hash ^ u64::from(word)).wrapping_add(0x9E37_79B9_7F4A_7C15);
        let hash = (hash ^ hash >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let hash = (hash ^ hash >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        hash ^ hash >> 31
    })
}

/// A key with a hash instead of all but the simple value.
fn hashed(key: &[u32]) -> [u32; 3] {
    let hash = hash_of_key(&key[1..]);
    [key[0], hash as u32, (hash >> 32) as u32]
}

impl Entry {
    fn key(self, words: &[u32]) -> &[u32] {
        &words[self.start as usize..][..(self.length_and_result >> 1) as usize]
    }

    fn result(self) -> bool {
        self.length_and_result & 1 != 0
    }
}

impl Generation {
    fn get(&self, hash: u64, key: &[u32]) -> Option<bool> {
        let entry = self.entries.find(hash, |entry| {
            let known = entry.key(&self.words);
            known[1..] == key[1..] && tells(Value(known[0]), entry.result(), Value(key[0]))
        })?;
        Some(entry.result())
    }

    /// The same results for other keys.
    fn with_keys(mut self, change: &mut impl FnMut(&mut [u32])) -> Self {
        let mut entries = HashTable::with_capacity(self.entries.len());
        for &entry in &self.entries {
            let range = entry.start as usize..entry.start as usize + (entry.length_and_result >> 1) as usize;
            change(&mut self.words[range.clone()]);
            // Room for all was made at once, so that nothing is hashed again.
            let hash = hash_of(&self.words[range]);
            entries.insert_unique(hash, entry, |_| unreachable!("there is room for all"));
        }
        Self { words: self.words, entries }
    }

    fn insert(&mut self, hash: u64, key: &[u32], result: bool) {
        // What the new result tells as well need not be kept.
        let told = self.entries.find(hash, |entry| {
            let known = entry.key(&self.words);
            entry.result() == result
                && known[1..] == key[1..]
                && tells(Value(key[0]), result, Value(known[0]))
        });
        if let Some(entry) = told {
            self.words[entry.start as usize] = key[0];
            return;
        }
        let start = self.words.len() as u32;
        self.words.extend_from_slice(key);
        let words = &self.words;
        let length_and_result = (key.len() as u32) << 1 | u32::from(result);
        let entry = Entry { start, length_and_result };
        self.entries.insert_unique(hash, entry, |entry| hash_of(entry.key(words)));
    }
}

impl Transpositions {
    /// An empty table that will hold about `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        // A key has some six words, its entry takes about four.
        let limit = bytes / 2 / size_of::<u32>() * 6 / 10;
        Self {
            young: Generation::default(),
            old: Generation::default(),
            limit,
            kept: Kept::Keys,
            inserted: 0,
        }
    }

    /// Changes the size, and forgets everything.
    pub(crate) fn set_bytes(&mut self, bytes: usize) {
        *self = Self { kept: self.kept, ..Self::new(bytes) };
    }

    /// Changes what is kept, before there is anything.
    pub(crate) fn keep(&mut self, kept: Kept) {
        self.kept = kept;
    }

    /// Whether results are kept at all.
    pub(crate) fn remembers(&self) -> bool {
        self.kept != Kept::Nothing
    }

    /// How many results were ever inserted whose keys can be changed.
    pub(crate) fn lasting(&self) -> u64 {
        if self.kept == Kept::Keys { self.inserted } else { 0 }
    }

    /// Calls `visit` with all keys and results; there are none if only hashes are kept.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(&[u32], bool)) {
        if self.kept == Kept::Keys {
            for generation in [&self.young, &self.old] {
                let entries = generation.entries.iter();
                entries.for_each(|entry| visit(entry.key(&generation.words), entry.result()));
            }
        }
    }

    /// Changes all keys; hashes of keys cannot be changed and are forgotten.
    pub(crate) fn change_keys(&mut self, mut change: impl FnMut(&mut [u32])) {
        for generation in [&mut self.young, &mut self.old] {
            let changed = std::mem::take(generation);
            if self.kept == Kept::Keys {
                *generation = changed.with_keys(&mut change);
            }
        }
    }

    /// Forgets everything.
    pub(crate) fn forget_all(&mut self) {
        self.young = Generation::default();
        self.old = Generation::default();
    }

    /// Forgets the older half.
    pub(crate) fn forget_old(&mut self) {
        self.old = Generation::default();
    }

    pub(crate) fn get(&mut self, key: &[u32]) -> Option<bool> {
        match self.kept {
            Kept::Keys => self.get_exactly(key),
            Kept::Hashes => self.get_exactly(&hashed(key)),
            Kept::Nothing => None,
        }
    }

    fn get_exactly(&mut self, key: &[u32]) -> Option<bool> {
        let hash = hash_of(key);
        if let Some(result) = self.young.get(hash, key) {
            return Some(result);
        }
        let result = self.old.get(hash, key)?;
        self.insert_exactly(key, result);
        Some(result)
    }

    /// Remembers a result for a key that is not in the young generation.
    pub(crate) fn insert(&mut self, key: &[u32], result: bool) {
        self.inserted += 1;
        match self.kept {
            Kept::Keys => self.insert_exactly(key, result),
            Kept::Hashes => self.insert_exactly(&hashed(key), result),
            Kept::Nothing => {}
        }
    }

    fn insert_exactly(&mut self, key: &[u32], result: bool) {
        if self.young.words.len() + key.len() > self.limit {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(hash_of(key), key, result);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_belong_to_exact_keys_and_old_ones_go_first() {
        let mut table = Transpositions::new(4096);
        for key in 0..10_000_u32 {
            table.insert(&[7, key, key + 1], key % 3 == 0);
            assert_eq!(table.get(&[7, key, key + 1]), Some(key % 3 == 0));
            assert_eq!(table.get(&[7, key + 1, key]), None);
            assert_eq!(table.get(&[7, key]), None);
            assert_eq!(table.get(&[8, key, key + 1]), None);
        }
        assert_eq!(table.get(&[7, 0, 1]), None, "memory is bounded");
    }

    #[test]
    fn a_result_tells_what_more_and_what_less_lead_to() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut simple = || {
            Value::pack(random.i64(-1..=1), random.u32(0..=1), random.i64(-2..=2), random.u32(0..=2)).unwrap()
        };
        let mut told = 0;
        for rest in 0..200 {
            // Left wins the rest, whatever it is, with all that does not exceed what it lacks.
            let lacks = simple();
            let wins = |with: Value| {
                let order = with.unpack().unwrap().compare(lacks.unpack().unwrap());
                !order.is_some_and(Ordering::is_le)
            };
            let mut table = Transpositions::new(1 << 20);
            for _ in 0..6 {
                let known = simple();
                table.insert(&[known.0, 0, rest], wins(known));
                assert_eq!(table.get(&[known.0, 0, rest]), Some(wins(known)));
                let asked = simple();
                let answer = table.get(&[asked.0, 0, rest]);
                assert!(answer.is_none_or(|answer| answer == wins(asked)));
                told += usize::from(answer.is_some());
                assert_eq!(table.get(&[known.0, 1, rest]), None);
            }
        }
        assert!(told > 400, "only {told} of 1200 results were told");
    }

    #[test]
    fn hashes_alone_find_results_again() {
        let mut table = Transpositions::new(1 << 20);
        table.keep(Kept::Hashes);
        for key in 0..5_000_u32 {
            table.insert(&[key, key + 1, 7], key % 3 == 0);
        }
        for key in 0..5_000_u32 {
            assert_eq!(table.get(&[key, key + 1, 7]), Some(key % 3 == 0));
            assert_eq!(table.get(&[key + 1, key, 7]), None);
        }
    }
}
