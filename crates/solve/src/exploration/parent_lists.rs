//! The parents of all positions, in about two bytes each.
//!
//! Positions are numbered by their rank. Edges come by ascending parents; each goes to the *bin* of its child, with the
//! child's place in the bin and what the parent exceeds the one before in this bin. Afterwards each bin is turned into
//! lists, one for each child: parents in ascending order, as gaps.

use std::ops::Range;

use rayon::prelude::*;

use super::work_directory::{RunFile, WorkDirectory};
use crate::SolveError;

/// Children in a bin: their places have 16 bits.
const BIN: usize = 1 << 16;

/// Lists between two that are found at once.
const STRIDE: usize = 8;

/// Edges on their way to the lists of parents, of all children or of those in some bins.
pub(crate) struct Edges {
    positions: usize,
    /// The number of the first bin.
    first: usize,
    bins: Vec<OpenBin>,
}

#[derive(Default)]
struct OpenBin {
    bytes: Vec<u8>,
    last_parent: u32,
    edges: u32,
    /// Bytes that are in a file as well.
    saved: usize,
}

/// How many bins so many positions have.
pub(crate) fn bins_of(positions: usize) -> usize {
    positions.div_ceil(BIN)
}

impl Edges {
    /// No edges yet, for the children in some bins.
    pub(crate) fn new(positions: usize, bins: Range<usize>) -> Edges {
        Edges { positions, first: bins.start, bins: bins.map(|_| OpenBin::default()).collect() }
    }

    /// The bins whose edges are gathered.
    pub(crate) fn bins(&self) -> Range<usize> {
        self.first..self.first + self.bins.len()
    }

    /// Adds an edge, if its child is in one of the bins. No parent comes after a larger one.
    #[inline]
    pub(crate) fn add(&mut self, parent: u32, child: u32) {
        // Bins before the first have large numbers here.
        let Some(bin) = self.bins.get_mut((child as usize / BIN).wrapping_sub(self.first)) else { return };
        if bin.bytes.capacity() - bin.bytes.len() < 8 {
            // To double it would take more memory than there may be.
            bin.bytes.reserve_exact((bin.bytes.len() / 8).max(64));
        }
        bin.bytes.extend((child as u16).to_le_bytes());
        push_number(&mut bin.bytes, parent - bin.last_parent);
        bin.last_parent = parent;
        bin.edges += 1;
    }

    /// Gives up the second half of the bins, to be gathered another time.
    pub(crate) fn halve(&mut self) {
        self.bins.truncate(self.bins.len().div_ceil(2));
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.bins.iter().map(|bin| bin.bytes.capacity() as u64 + 48).sum()
    }

    /// The edges that are new since this was last called: of each bin its number, its last parent, how many edges it has,
    /// and how many bytes follow.
    pub(crate) fn take_new(&mut self) -> Vec<u8> {
        let mut record = Vec::new();
        for (number, bin) in (self.first..).zip(&mut self.bins) {
            let new = &bin.bytes[bin.saved..];
            if !new.is_empty() {
                for word in [number as u32, bin.last_parent, bin.edges, new.len() as u32] {
                    record.extend(word.to_le_bytes());
                }
                record.extend(new);
                bin.saved = bin.bytes.len();
            }
        }
        record
    }

    /// Adds what [`take_new`](Edges::take_new) gave; `None` if it is no such thing. Bins given up since are left out.
    pub(crate) fn put_back(&mut self, mut record: &[u8]) -> Option<()> {
        while !record.is_empty() {
            let (head, rest) = record.split_first_chunk::<16>()?;
            let [number, last_parent, edges, length] = [0, 4, 8, 12]
                .map(|at| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
            let (bytes, rest) = rest.split_at_checked(length as usize)?;
            record = rest;
            if let Some(bin) = self.bins.get_mut((number as usize).wrapping_sub(self.first)) {
                bin.bytes.extend(bytes);
                (bin.last_parent, bin.edges, bin.saved) = (last_parent, edges, bin.bytes.len());
            }
        }
        Some(())
    }

    /// Turns the edges into lists, which are added to the parents; into their file, if they have one.
    pub(crate) fn close(self, parents: &mut ParentLists) -> Result<(), SolveError> {
        let positions = self.positions;
        let mut bins = (self.first..).zip(self.bins);
        // A few at a time, so that few are in memory in both forms.
        loop {
            let some: Vec<(usize, OpenBin)> = bins.by_ref().take(4 * rayon::current_num_threads()).collect();
            if some.is_empty() {
                return Ok(());
            }
            let close = |(number, bin): (usize, OpenBin)| {
                let first = number * BIN;
                bin.close(first as u32, BIN.min(positions - first))
            };
            let closed: Vec<Bin> = some.into_par_iter().map(close).collect();
            closed.into_iter().try_for_each(|bin| parents.push(bin))?;
        }
    }
}

impl OpenBin {
    /// The lists of `count` children from `first` on.
    fn close(self, first: u32, count: usize) -> Bin {
        let mut ends = vec![0u32; count + 1];
        let read = |visit: &mut dyn FnMut(usize, u32)| {
            let (mut rest, mut parent) = (self.bytes.as_slice(), 0);
            while let [low, high, after @ ..] = rest {
                rest = after;
                parent += take_number(&mut rest);
                visit(usize::from(u16::from_le_bytes([*low, *high])), parent);
            }
        };
        read(&mut |place, _| ends[place + 1] += 1);
        for place in 0..count {
            ends[place + 1] += ends[place];
        }
        let mut next = ends.clone();
        let mut parents = vec![0u32; self.edges as usize];
        read(&mut |place, parent| {
            parents[next[place] as usize] = parent;
            next[place] += 1;
        });
        let mut bytes = Vec::with_capacity(self.bytes.len());
        drop(self);
        let mut starts = Vec::with_capacity(count.div_ceil(STRIDE) + 1);
        let mut list = Vec::new();
        for place in 0..count {
            if place % STRIDE == 0 {
                starts.push(bytes.len() as u32);
            }
            list.clear();
            let mut before = None;
            for &parent in &parents[ends[place] as usize..ends[place + 1] as usize] {
                match before {
                    // ParentLists are often near their children, on either side.
                    None => push_number(&mut list, zigzag(parent.wrapping_sub(first + place as u32))),
                    Some(before) => push_number(&mut list, parent - before),
                }
                before = Some(parent);
            }
            push_number(&mut bytes, list.len() as u32);
            bytes.extend_from_slice(&list);
        }
        bytes.shrink_to_fit();
        starts.push(bytes.len() as u32);
        Bin { lists: Lists::Memory(bytes), starts }
    }
}

/// The parents of all positions, in memory or on disk.
pub(crate) struct ParentLists {
    bins: Vec<Bin>,
    file: Option<RunFile>,
}

struct Bin {
    lists: Lists,
    /// Where every eighth list starts, and where the last one ends.
    starts: Vec<u32>,
}

enum Lists {
    Memory(Vec<u8>),
    /// From this place of the file on.
    Disk(u64),
}

impl ParentLists {
    /// No parents yet; with a file, all that come are put there.
    pub(crate) fn new(file: Option<RunFile>) -> ParentLists {
        ParentLists { bins: Vec::new(), file }
    }

    /// The number of bins that are there.
    pub(crate) fn bins(&self) -> usize {
        self.bins.len()
    }

    fn push(&mut self, bin: Bin) -> Result<(), SolveError> {
        self.bins.push(bin);
        if self.file.is_some() { self.store(self.bins.len() - 1) } else { Ok(()) }
    }

    /// Puts a bin into the file: the number of starts, the starts, the lists.
    fn store(&mut self, number: usize) -> Result<(), SolveError> {
        let (bin, file) = (&mut self.bins[number], self.file.as_mut().expect("asked for only with a file"));
        if let Lists::Memory(lists) = &bin.lists {
            let mut record = (bin.starts.len() as u32).to_le_bytes().to_vec();
            record.extend(bin.starts.iter().flat_map(|start| start.to_le_bytes()));
            let head = record.len() as u64;
            record.extend(lists);
            bin.lists = Lists::Disk(file.append(&record)? + head);
        }
        Ok(())
    }

    /// Puts all bins into a file, and frees their memory.
    pub(crate) fn evict(&mut self, work: &WorkDirectory) -> Result<(), SolveError> {
        if self.file.is_none() {
            self.file = Some(work.create()?);
        }
        (0..self.bins.len()).try_for_each(|number| self.store(number))
    }

    /// What a state says of the parents, which are put into a file and on the disk.
    pub(crate) fn state(&mut self, work: &WorkDirectory) -> Result<String, SolveError> {
        self.evict(work)?;
        self.file.as_ref().expect("made just now").sync()
    }

    /// The parents that a state names; `None` if they are damaged.
    pub(crate) fn restore(
        work: &WorkDirectory,
        name: &str,
        length: u64,
    ) -> Result<Option<ParentLists>, SolveError> {
        let mut bins = Vec::new();
        let file = work.open(name, length, |begin, record| {
            let (count, rest) = record.split_first_chunk::<4>()?;
            let count = u32::from_le_bytes(*count) as usize;
            let (starts, _) = rest.split_at_checked(4 * count)?;
            let starts = starts.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
            bins.push(Bin { lists: Lists::Disk(begin + 4 + 4 * count as u64), starts });
            Some(())
        })?;
        Ok(file.map(|file| ParentLists { bins, file: Some(file) }))
    }

    /// Calls `visit` with each parent of each of these positions, which ascend, and with the position: as often as it has
    /// moves to there.
    pub(crate) fn for_each(
        &self,
        children: &[u32],
        mut visit: impl FnMut(u32, u32),
    ) -> Result<(), SolveError> {
        let mut buffer = Vec::new();
        for own in children.chunk_by(|a, b| *a as usize / BIN == *b as usize / BIN) {
            let bin = &self.bins[own[0] as usize / BIN];
            match &bin.lists {
                Lists::Memory(lists) => {
                    for &child in own {
                        let stride = child as usize % BIN / STRIDE;
                        visit_parents(child, &lists[bin.starts[stride] as usize..], &mut visit);
                    }
                }
                Lists::Disk(begin) => {
                    // Neighbours are read together.
                    for near in own.chunk_by(|a, b| b - a < 64 * STRIDE as u32) {
                        let strides = near.iter().map(|&child| child as usize % BIN / STRIDE);
                        let first = bin.starts[strides.clone().min().unwrap_or(0)];
                        let end = bin.starts[strides.clone().max().unwrap_or(0) + 1];
                        buffer.resize((end - first) as usize, 0);
                        let file = self.file.as_ref().expect("lists on disk have a file");
                        file.read(begin + u64::from(first), &mut buffer)?;
                        for (&child, stride) in near.iter().zip(strides) {
                            let lists = &buffer[(bin.starts[stride] - first) as usize..];
                            visit_parents(child, lists, &mut visit);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        let lists = |bin: &Bin| if let Lists::Memory(lists) = &bin.lists { lists.capacity() } else { 0 };
        self.bins.iter().map(|bin| (lists(bin) + 4 * bin.starts.capacity()) as u64 + 64).sum()
    }
}

/// Visits the parents of a child, given the lists from the start before its own on.
#[inline]
fn visit_parents(child: u32, mut rest: &[u8], visit: &mut impl FnMut(u32, u32)) {
    for _ in 0..child as usize % STRIDE {
        let length = take_number(&mut rest) as usize;
        rest = &rest[length..];
    }
    let length = take_number(&mut rest) as usize;
    let mut list = &rest[..length];
    if list.is_empty() {
        return;
    }
    let mut parent = child.wrapping_add(unzigzag(take_number(&mut list)));
    visit(child, parent);
    while !list.is_empty() {
        parent += take_number(&mut list);
        visit(child, parent);
    }
}

/// Differences in either direction as small numbers: 0, -1, 1, -2, …
fn zigzag(difference: u32) -> u32 {
    difference << 1 ^ ((difference as i32 >> 31) as u32)
}

fn unzigzag(number: u32) -> u32 {
    number >> 1 ^ (number & 1).wrapping_neg()
}

#[inline]
fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
fn take_number(bytes: &mut &[u8]) -> u32 {
    let (mut number, mut shift) = (0, 0);
    while let [byte, rest @ ..] = *bytes {
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            break;
        }
        shift += 7;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random edges, by parent.
    fn random_edges(random: &mut fastrand::Rng, positions: usize) -> Vec<(u32, u32)> {
        let mut edges = Vec::new();
        for parent in 0..positions as u32 {
            for _ in 0..random.usize(..5) {
                let far = random.u32(..positions as u32);
                let child = if random.bool() { far } else { parent.saturating_sub(random.u32(..9)) };
                edges.push((parent, child));
            }
        }
        edges
    }

    fn add_all(edges: &mut Edges, given: &[(u32, u32)]) {
        for &(parent, child) in given {
            edges.add(parent, child);
        }
    }

    fn check(parents: &ParentLists, edges: &[(u32, u32)], children: &[u32]) {
        let mut expected: Vec<(u32, u32)> = edges.iter().map(|&(parent, child)| (child, parent)).collect();
        expected.sort_unstable();
        expected.retain(|(child, _)| children.binary_search(child).is_ok());
        let mut found = Vec::new();
        parents.for_each(children, |child, parent| found.push((child, parent))).unwrap();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_position_has_the_parents_it_was_given() {
        let home = tempfile::tempdir().unwrap();
        let work = WorkDirectory::new(home.path().join("runs"), "test", std::time::Duration::MAX);
        let mut random = fastrand::Rng::with_seed(5);
        for positions in [1, 7, 300, 150_000] {
            let given = random_edges(&mut random, positions);
            let some: Vec<u32> = (0..positions as u32).filter(|_| random.u8(..3) == 0).collect();
            let all: Vec<u32> = (0..positions as u32).collect();
            // All at once; and bin by bin, into a file, with a break in between.
            let mut parents = ParentLists::new(None);
            let mut edges = Edges::new(positions, 0..bins_of(positions));
            add_all(&mut edges, &given);
            edges.close(&mut parents).unwrap();
            let mut other = ParentLists::new(Some(work.create().unwrap()));
            while other.bins() < bins_of(positions) {
                let mut edges = Edges::new(positions, other.bins()..bins_of(positions));
                let half = given.len() / 2;
                add_all(&mut edges, &given[..half]);
                let mut log = vec![edges.take_new()];
                edges.halve();
                let mut again = Edges::new(positions, edges.bins());
                add_all(&mut edges, &given[half..]);
                log.push(edges.take_new());
                for record in &log {
                    again.put_back(record).unwrap();
                }
                again.close(&mut other).unwrap();
            }
            let line = other.state(&work).unwrap();
            let (name, length) = line.split_once(' ').unwrap();
            let restored = ParentLists::restore(&work, name, length.parse().unwrap()).unwrap().unwrap();
            for parents in [&parents, &other, &restored] {
                check(parents, &given, &all);
                check(parents, &given, &some);
            }
        }
    }

    #[test]
    fn differences_of_both_signs_come_back() {
        for difference in [0, 1, 5, u32::MAX, u32::MAX - 4, 1 << 31, (1 << 31) - 1] {
            assert_eq!(unzigzag(zigzag(difference)), difference);
        }
        assert_eq!([zigzag(0), zigzag(u32::MAX), zigzag(1)], [0, 1, 2]);
    }
}
