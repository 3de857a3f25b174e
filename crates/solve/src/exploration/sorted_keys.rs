//! Many keys in ascending order, in a byte or two each.
//!
//! Keys stand in blocks. The first key of a block is kept as it is, each other one as what it exceeds the one
//! before, in one, two, four or eight bytes; two bits say how many. That is decoded without guessing. Blocks
//! with larger gaps, which only keys of several words can have, keep keys whole.

use std::cell::RefCell;

use zermelo_core::Key;

use super::work_directory::{RunFile, WorkDirectory};
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
#[derive(Debug)]
pub(crate) struct SortedKeys<K> {
    len: u64,
    blocks: Vec<Block<K>>,
    segments: Vec<Segment>,
    ones: Ones,
    /// Has the first segments, which are stored.
    file: Option<RunFile>,
    stored: usize,
    /// Bytes of the segments that are in memory.
    resident: u64,
}

/// The bytes of some blocks: in memory, on disk, or both.
#[derive(Debug)]
struct Segment {
    bytes: Option<Box<[u8]>>,
    /// Without the padding.
    length: u32,
    /// Where they begin in the file, if they are stored.
    offset: u64,
}

/// A segment is closed when it is longer than this.
const SEGMENT: usize = 1 << 22;

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
/// A key that is in two lists has its number of ones in both. So lists whose sets of numbers are disjoint
/// have no key in common, and need not be compared: in many games every move adds a one.
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
    /// No keys.
    pub(crate) fn empty() -> SortedKeys<K> {
        let (blocks, segments, ones) = (Vec::new(), Vec::new(), Ones::default());
        SortedKeys { len: 0, blocks, segments, ones, file: None, stored: 0, resident: 0 }
    }

    /// Keeps keys that are sorted and different.
    pub(crate) fn new(keys: &[K]) -> SortedKeys<K> {
        debug_assert!(keys.is_sorted_by(|a, b| a < b));
        let mut list = SortedKeys::empty();
        let mut bytes = Vec::new();
        list.blocks.reserve_exact(keys.len().div_ceil(BLOCK));
        for block in keys.chunks(BLOCK) {
            let (offset, segment, len) = (bytes.len() as u32, list.segments.len() as u32, block.len() as u32);
            list.blocks.push(Block { first: block[0], rank: list.len, offset, segment, len });
            list.len += u64::from(len);
            encode(block, &mut bytes);
            for &key in block {
                list.ones.add(key);
            }
            if bytes.len() > SEGMENT {
                list.close(&mut bytes);
            }
        }
        if !bytes.is_empty() {
            list.close(&mut bytes);
        }
        list
    }

    /// Makes a segment of the bytes of the last blocks.
    fn close(&mut self, bytes: &mut Vec<u8>) {
        let length = bytes.len() as u32;
        bytes.extend([0; PADDING]);
        self.resident += bytes.len() as u64;
        self.segments.push(Segment { bytes: Some(bytes.as_slice().into()), length, offset: 0 });
        bytes.clear();
    }

    /// Appends another list, which is in memory, and all of whose keys are greater.
    pub(crate) fn append(&mut self, part: SortedKeys<K>) {
        debug_assert!(part.file.is_none());
        let (rank, segment) = (self.len, self.segments.len() as u32);
        let moved = |b: Block<K>| Block { rank: rank + b.rank, segment: segment + b.segment, ..b };
        self.blocks.extend(part.blocks.into_iter().map(moved));
        self.segments.extend(part.segments);
        self.len += part.len;
        self.resident += part.resident;
        self.ones.merge(part.ones);
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
        let segments = self.segments.capacity() * size_of::<Segment>();
        self.resident + (segments + self.blocks.capacity() * size_of::<Block<K>>()) as u64
    }

    /// Puts what is not there yet into the file of the list. Each segment is a record: the number of blocks;
    /// of each block its first key, length and offset; then the bytes.
    pub(crate) fn save(&mut self, work: &WorkDirectory) -> Result<(), SolveError> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(work.create()?),
        };
        let begin = self.blocks.partition_point(|block| (block.segment as usize) < self.stored);
        let mut blocks = &self.blocks[begin..];
        while let Some(segment) = self.segments.get_mut(self.stored) {
            let count = blocks.partition_point(|block| block.segment as usize <= self.stored);
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
            let bytes = segment.bytes.as_ref().expect("what is not stored is in memory");
            record.extend_from_slice(&bytes[..segment.length as usize]);
            segment.offset = file.append(&record)? + head;
            self.stored += 1;
        }
        Ok(())
    }

    /// Frees the memory of a list; it is read from disk from now on.
    pub(crate) fn evict(&mut self, work: &WorkDirectory) -> Result<(), SolveError> {
        if self.resident > 0 {
            self.save(work)?;
            // What was evicted before stands in front.
            let in_memory = self.segments.iter_mut().rev().take_while(|segment| segment.bytes.is_some());
            in_memory.for_each(|segment| segment.bytes = None);
            self.resident = 0;
        }
        Ok(())
    }

    /// What a state says of the list; it is saved, and then on the disk.
    pub(crate) fn state(&mut self, work: &WorkDirectory) -> Result<String, SolveError> {
        self.save(work)?;
        self.file.as_mut().expect("made just now").sync()
    }

    /// The list that a state speaks of, on disk; `None` if it is damaged.
    pub(crate) fn restore(
        work: &WorkDirectory,
        name: &str,
        length: u64,
    ) -> Result<Option<SortedKeys<K>>, SolveError> {
        let mut list = SortedKeys::empty();
        let mut keys = Vec::new();
        let file = work.open(name, length, |begin, mut record| {
            let mut rest = record.as_slice();
            let number = |rest: &mut &[u8]| {
                let (bytes, after) = rest.split_first_chunk::<4>()?;
                *rest = after;
                Some(u32::from_le_bytes(*bytes))
            };
            let segment = list.segments.len() as u32;
            let count = number(&mut rest)?;
            if count == 0 {
                return None;
            }
            for _ in 0..count {
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
            let (head, length) = (record.len() - rest.len(), rest.len() as u32);
            list.segments.push(Segment { bytes: None, length, offset: begin + head as u64 });
            record.extend([0; PADDING]);
            for block in &list.blocks[list.blocks.len() - count as usize..] {
                keys.clear();
                decode(
                    block.first,
                    block.len as usize,
                    record.get(head + block.offset as usize..)?,
                    &mut keys,
                );
                for &key in &keys {
                    list.ones.add(key);
                }
            }
            Some(())
        })?;
        if file.is_none() {
            return Ok(None);
        }
        (list.file, list.stored) = (file, list.segments.len());
        Ok(Some(list))
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
            let file = self.file.as_ref().expect("what is not in memory is in a file");
            file.read(segment.offset + u64::from(offset), &mut bytes[..length])?;
            decode(first, len as usize, bytes, keys);
            Ok(())
        })
    }
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
            let mut joined = SortedKeys::new(low);
            joined.append(SortedKeys::new(high));
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
