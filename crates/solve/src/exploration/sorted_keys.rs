//! Many keys in ascending order, in a byte or two each.
//!
//! Keys stand in blocks. The first key of a block is kept as it is, each other one as what it exceeds the one before, in
//! one, two, four or eight bytes; two bits say how many. That is decoded without guessing. Blocks with larger gaps, which
//! only keys of several words can have, keep keys whole.

use std::cell::RefCell;
use std::sync::Arc;

use zermelo_core::Key;

use super::work_directory::{SharedRunFile, WorkDirectory};
use crate::SolveError;

/// Keys in a full block.
pub(crate) const BLOCK: usize = 1024;

/// Room to read eight bytes anywhere in a block.
const PADDING: usize = 8;

/// Sorted different keys, however they are kept. A key's *rank* is the number of keys before it.
pub trait KeyTable<K: Key>: Sync {
    /// The number of keys.
    fn len(&self) -> u64;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of blocks.
    fn blocks(&self) -> usize;

    /// The first key of a block.
    fn first(&self, block: usize) -> K;

    /// The rank of the first key of a block.
    fn rank(&self, block: usize) -> u64;

    /// Appends the keys of a block.
    fn read(&self, block: usize, keys: &mut Vec<K>) -> Result<(), SolveError>;

    /// The block where a key is, if it is anywhere; `None` if it is before all.
    fn block_of(&self, key: K) -> Option<usize> {
        let (mut low, mut high) = (0, self.blocks());
        while low < high {
            let middle = low.midpoint(high);
            if self.first(middle) <= key { low = middle + 1 } else { high = middle }
        }
        low.checked_sub(1)
    }
}

/// Sorted different keys, in memory or on disk.
#[derive(Clone, Debug)]
pub(crate) struct SortedKeys<K> {
    len: u64,
    blocks: Vec<Block<K>>,
    segments: Vec<Segment>,
    ones: Ones,
}

/// The bytes of some blocks: in memory, on disk, or both.
#[derive(Clone, Debug)]
struct Segment {
    bytes: Option<Arc<[u8]>>,
    /// Without the padding.
    length: u32,
    stored: Option<(SharedRunFile, u64)>,
}

#[derive(Clone, Copy, Debug)]
struct Block<K> {
    first: K,
    rank: u64,
    offset: u32,
    segment: u32,
    len: u32,
}

/// Which numbers of ones keys have: all bits counted, and all but the last, which often is whose turn it is.
///
/// A key that is in two lists has its number of ones in both. So lists whose sets of numbers are disjoint have no key in
/// common, and need not be compared: in many games every move adds a one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Ones {
    all: u128,
    but_last: u128,
}

impl Ones {
    #[inline]
    fn add<K: Key>(&mut self, key: K) {
        let count: u32 = (0..K::BITS).step_by(64).map(|behind| key.field(behind, 64).count_ones()).sum();
        self.all |= 1 << (count % 128);
        self.but_last |= 1 << ((count - key.field(0, 1) as u32) % 128);
    }

    fn merge(&mut self, other: Ones) {
        self.all |= other.all;
        self.but_last |= other.but_last;
    }

    fn excludes(self, other: Ones) -> bool {
        self.all & other.all == 0 || self.but_last & other.but_last == 0
    }
}

/// How many bytes a gap has, by its two bits.
const SIZES: [usize; 4] = [1, 2, 4, 8];
const MASKS: [u64; 4] = [0xff, 0xffff, 0xffff_ffff, u64::MAX];

impl<K: Key> SortedKeys<K> {
    /// Keeps keys that are sorted and different.
    pub(crate) fn new(keys: &[K]) -> SortedKeys<K> {
        debug_assert!(keys.is_sorted_by(|a, b| a < b));
        let mut bytes = Vec::with_capacity(2 * keys.len() + PADDING);
        let mut blocks = Vec::with_capacity(keys.len().div_ceil(BLOCK));
        let mut segments = Vec::new();
        let mut ones = Ones::default();
        for (number, block) in keys.chunks(BLOCK).enumerate() {
            if bytes.len() > 1 << 30 {
                segments.push(close(&mut bytes));
            }
            let (offset, segment, len) = (bytes.len() as u32, segments.len() as u32, block.len() as u32);
            blocks.push(Block { first: block[0], rank: (number * BLOCK) as u64, offset, segment, len });
            encode(block, &mut bytes);
            for &key in block {
                ones.add(key);
            }
        }
        segments.push(close(&mut bytes));
        SortedKeys { len: keys.len() as u64, blocks, segments, ones }
    }

    /// One list after the other; they must be in order.
    pub(crate) fn concat(parts: impl IntoIterator<Item = SortedKeys<K>>) -> SortedKeys<K> {
        let mut all = SortedKeys { len: 0, blocks: Vec::new(), segments: Vec::new(), ones: Ones::default() };
        for part in parts {
            let (rank, segment) = (all.len, all.segments.len() as u32);
            let moved = |b: Block<K>| Block { rank: rank + b.rank, segment: segment + b.segment, ..b };
            all.blocks.extend(part.blocks.into_iter().map(moved));
            all.segments.extend(part.segments);
            all.len += part.len;
            all.ones.merge(part.ones);
        }
        all
    }

    /// The block that begins with this rank; the number of blocks if it is the length of the list.
    pub(crate) fn block_of_rank(&self, rank: u64) -> usize {
        self.blocks.partition_point(|block| block.rank < rank)
    }

    /// Whether the two lists have no key in common, as far as that can be told at once.
    pub(crate) fn excludes(&self, other: &SortedKeys<K>) -> bool {
        self.ones.excludes(other.ones)
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        let resident = |segment: &Segment| segment.bytes.as_ref().map_or(0, |bytes| bytes.len()) + 64;
        let segments: usize = self.segments.iter().map(resident).sum();
        (segments + self.blocks.capacity() * size_of::<Block<K>>()) as u64
    }

    /// Puts the list into a file, if it is not in one. Each segment is a record: the number of blocks; of each block its
    /// first key, length and offset; then the bytes.
    pub(crate) fn save(&mut self, work: &WorkDirectory) -> Result<(), SolveError> {
        if self.segments.iter().all(|segment| segment.stored.is_some()) {
            return Ok(());
        }
        let mut file = work.create()?;
        let mut offsets = Vec::new();
        let mut blocks = self.blocks.as_slice();
        for (number, segment) in self.segments.iter().enumerate() {
            let count = blocks.partition_point(|block| block.segment as usize <= number);
            let (own, others) = blocks.split_at(count);
            blocks = others;
            let mut record = (count as u32).to_le_bytes().to_vec();
            for block in own {
                for behind in (0..K::BITS).step_by(64).rev() {
                    record.extend(block.first.field(behind, 64).to_le_bytes());
                }
                record.extend(block.len.to_le_bytes());
                record.extend(block.offset.to_le_bytes());
            }
            let head = record.len() as u64;
            record.resize(record.len() + segment.length as usize, 0);
            segment.read(0, &mut record[head as usize..])?;
            offsets.push(file.append(&record)? + head);
        }
        let file = Arc::new(file);
        for (segment, offset) in self.segments.iter_mut().zip(offsets) {
            segment.stored = Some((Arc::clone(&file), offset));
        }
        Ok(())
    }

    /// Frees the memory of a list; it is read from disk from now on.
    pub(crate) fn evict(&mut self, work: &WorkDirectory) -> Result<(), SolveError> {
        self.save(work)?;
        self.segments.iter_mut().for_each(|segment| segment.bytes = None);
        Ok(())
    }

    /// What a state says of the list; it is saved, and then on the disk.
    pub(crate) fn state(&mut self, work: &WorkDirectory) -> Result<String, SolveError> {
        self.save(work)?;
        let first = self.segments.iter().find_map(|segment| segment.stored.as_ref());
        first.expect("a saved list has a file").0.sync()
    }

    /// The list that a state speaks of, on disk; `None` if it is damaged.
    pub(crate) fn restore(
        work: &WorkDirectory,
        name: &str,
        length: u64,
    ) -> Result<Option<SortedKeys<K>>, SolveError> {
        let mut list = SortedKeys { len: 0, blocks: Vec::new(), segments: Vec::new(), ones: Ones::default() };
        let mut offsets = Vec::new();
        let file = work.open(name, length, |begin, record| {
            let mut rest = record.as_slice();
            let number = |rest: &mut &[u8]| {
                let (bytes, after) = rest.split_first_chunk::<4>()?;
                *rest = after;
                Some(u32::from_le_bytes(*bytes))
            };
            let segment = list.segments.len() as u32;
            for _ in 0..number(&mut rest)? {
                let mut first = K::ZERO;
                for _ in 0..K::BITS / 64 {
                    let (bytes, after) = rest.split_first_chunk::<8>()?;
                    rest = after;
                    first.push(64, u64::from_le_bytes(*bytes));
                }
                let (len, offset) = (number(&mut rest)?, number(&mut rest)?);
                list.blocks.push(Block { first, rank: list.len, offset, segment, len });
                list.len += u64::from(len);
            }
            offsets.push(begin + (record.len() - rest.len()) as u64);
            list.segments.push(Segment { bytes: None, length: rest.len() as u32, stored: None });
            Some(())
        })?;
        let Some(file) = file.map(Arc::new) else { return Ok(None) };
        for (segment, offset) in list.segments.iter_mut().zip(offsets) {
            segment.stored = Some((Arc::clone(&file), offset));
        }
        let mut keys = Vec::new();
        for block in 0..list.blocks.len() {
            keys.clear();
            list.read(block, &mut keys)?;
            for &key in &keys {
                list.ones.add(key);
            }
        }
        Ok(Some(list))
    }
}

impl Segment {
    /// Fills `bytes` with those from an offset on.
    fn read(&self, offset: u32, bytes: &mut [u8]) -> Result<(), SolveError> {
        if let Some(own) = &self.bytes {
            bytes.copy_from_slice(&own[offset as usize..][..bytes.len()]);
            return Ok(());
        }
        let (file, begin) = self.stored.as_ref().expect("in memory or on disk");
        file.read(begin + u64::from(offset), bytes)
    }
}

thread_local! {
    /// The bytes of the block that is read from disk.
    static READ: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl<K: Key> KeyTable<K> for SortedKeys<K> {
    fn len(&self) -> u64 {
        self.len
    }

    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    fn first(&self, block: usize) -> K {
        self.blocks[block].first
    }

    fn rank(&self, block: usize) -> u64 {
        self.blocks[block].rank
    }

    fn read(&self, block: usize, keys: &mut Vec<K>) -> Result<(), SolveError> {
        let Block { first, offset, segment: number, len, .. } = self.blocks[block];
        let segment = &self.segments[number as usize];
        if let Some(bytes) = &segment.bytes {
            decode(first, len as usize, &bytes[offset as usize..], keys);
            return Ok(());
        }
        let next = self.blocks.get(block + 1).filter(|next| next.segment == number);
        let end = next.map_or(segment.length, |next| next.offset);
        READ.with_borrow_mut(|bytes| {
            bytes.clear();
            bytes.resize((end - offset) as usize + PADDING, 0);
            let length = (end - offset) as usize;
            segment.read(offset, &mut bytes[..length])?;
            decode(first, len as usize, bytes, keys);
            Ok(())
        })
    }
}

fn close(bytes: &mut Vec<u8>) -> Segment {
    let length = bytes.len() as u32;
    bytes.extend([0; PADDING]);
    Segment { bytes: Some(std::mem::take(bytes).into()), length, stored: None }
}

/// Says that the keys of a block stand there whole.
const WHOLE: u8 = 1;

fn encode<K: Key>(keys: &[K], bytes: &mut Vec<u8>) {
    let gaps = || keys.windows(2).map(|pair| pair[1].minus(pair[0]));
    if K::BITS > 64 && !gaps().all(|gap| gap.fits(64)) {
        bytes.push(WHOLE);
        for key in &keys[1..] {
            for behind in (0..K::BITS).step_by(64).rev() {
                bytes.extend(key.field(behind, 64).to_le_bytes());
            }
        }
        return;
    }
    bytes.push(!WHOLE);
    for four in keys.windows(2).collect::<Vec<_>>().chunks(4) {
        let control = bytes.len();
        bytes.push(0);
        for (place, pair) in four.iter().enumerate() {
            let gap = pair[1].minus(pair[0]).field(0, 64);
            let size = MASKS.iter().position(|&mask| gap <= mask).expect("the last mask covers all");
            bytes[control] |= (size as u8) << (2 * place);
            bytes.extend(&gap.to_le_bytes()[..SIZES[size]]);
        }
    }
}

fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn decode<K: Key>(first: K, len: usize, bytes: &[u8], keys: &mut Vec<K>) {
    keys.reserve(len);
    keys.push(first);
    let mut at = 1;
    if bytes[0] == WHOLE {
        for _ in 1..len {
            let mut key = K::ZERO;
            for _ in 0..K::BITS / 64 {
                key.push(64, word(bytes, at));
                at += 8;
            }
            keys.push(key);
        }
        return;
    }
    let mut key = first;
    let mut left = len - 1;
    while left > 0 {
        let mut control = bytes[at];
        at += 1;
        for _ in 0..left.min(4) {
            let size = usize::from(control & 3);
            control >>= 2;
            key = key.add_word(word(bytes, at) & MASKS[size]);
            at += SIZES[size];
            keys.push(key);
        }
        left = left.saturating_sub(4);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all<K: Key>(sorted: &SortedKeys<K>) -> Vec<K> {
        let mut keys = Vec::new();
        for block in 0..sorted.blocks() {
            assert_eq!(sorted.rank(block), keys.len() as u64);
            sorted.read(block, &mut keys).unwrap();
            assert_eq!(keys[sorted.rank(block) as usize], sorted.first(block));
        }
        keys
    }

    fn random_keys<K: Key>(seed: u64, count: usize, words: u32) -> Vec<K> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut keys: Vec<K> = (0..count)
            .map(|_| {
                let mut key = K::ZERO;
                for _ in 0..words {
                    key.push(64, random.u64(..) >> random.u32(..64));
                }
                key
            })
            .collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    fn come_back<K: Key>(words: u32) {
        for count in [0, 1, 2, 5, 1024, 1025, 5000] {
            let keys = random_keys::<K>(count as u64, count, words);
            let sorted = SortedKeys::new(&keys);
            assert_eq!(all(&sorted), keys);
            let (low, high) = keys.split_at(keys.len() / 3);
            let joined = SortedKeys::concat([SortedKeys::new(low), SortedKeys::new(high)]);
            assert_eq!(all(&joined), keys);
            for (rank, &key) in keys.iter().enumerate() {
                let block = joined.block_of(key).unwrap();
                assert!(joined.rank(block) <= rank as u64);
                assert!(block + 1 == joined.blocks() || joined.rank(block + 1) > rank as u64);
            }
        }
    }

    #[test]
    fn keys_of_every_width_come_back_in_order() {
        come_back::<u64>(1);
        come_back::<u128>(1);
        come_back::<u128>(2);
        come_back::<[u64; 4]>(4);
        come_back::<[u64; 8]>(1);
    }

    #[test]
    fn lists_that_exclude_each_other_have_no_key_in_common() {
        for seed in 0..200 {
            let (a, b) = (random_keys::<u64>(seed, 6, 1), random_keys::<u64>(seed + 1000, 6, 1));
            let both: Vec<u64> = a
                .iter()
                .copied()
                .chain([b[0]])
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .collect();
            assert!(!SortedKeys::new(&both).excludes(&SortedKeys::new(&b)));
            let (a, b) = (SortedKeys::new(&a), SortedKeys::new(&b));
            assert!(!a.excludes(&b) || all(&a).iter().all(|key| !all(&b).contains(key)));
        }
        assert!(SortedKeys::new(&[1u64, 2, 4]).excludes(&SortedKeys::new(&[7u64])));
    }
}
