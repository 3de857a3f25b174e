//! The parents of all positions, in about two bytes each.
//!
//! Positions are numbered by their rank. Edges come by ascending parents and go to the *bins* of their
//! children. For each parent a bin has a *run*: what the parent exceeds the one before, how many children it
//! has here, and their places in the bin, the first one whole and the others as gaps. Afterwards each bin is
//! turned into lists, one for each child: parents in ascending order, as gaps.

use std::ops::Range;

use rayon::prelude::*;

use super::work_directory::{RunFile, WorkDirectory};
use crate::SolveError;

/// Children in a bin: their places have 16 bits.
const BIN: usize = 1 << 16;

/// Lists between two that are found at once.
const STRIDE: usize = 8;

/// Edges are kept in records of about so many bytes.
const RECORD: usize = 1 << 20;

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

    /// Adds edges, as far as their children are in one of the bins. Of each parent the number of its children
    /// is given, and `children` has the children of one after the other, those of each in ascending order.
    /// The parents are `parent` and those that follow; none comes after a larger one.
    pub(crate) fn add(&mut self, parent: u32, degrees: &[u32], children: &[u32]) {
        let share = self.bins.len().div_ceil(rayon::current_num_threads()).max(1);
        let first = self.first;
        self.bins.par_chunks_mut(share).enumerate().for_each(|(number, bins)| {
            let begin = first + number * share;
            let mut rest = children;
            for (parent, &degree) in (parent..).zip(degrees) {
                let (own, others) = rest.split_at(degree as usize);
                rest = others;
                let before = own.iter().take_while(|&&child| (child as usize / BIN) < begin).count();
                let mut own = &own[before..];
                while let [child, ..] = own {
                    let bin = *child as usize / BIN;
                    let Some(open) = bins.get_mut(bin - begin) else { break };
                    let count = own.iter().take_while(|&&child| child as usize / BIN == bin).count();
                    open.push(parent, &own[..count]);
                    own = &own[count..];
                }
            }
        });
    }

    /// Gives up the second half of the bins, to be gathered another time.
    pub(crate) fn halve(&mut self) {
        self.bins.truncate(self.bins.len().div_ceil(2));
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        let bins: usize = self.bins.iter().map(|bin| bin.bytes.capacity()).sum();
        (bins + self.bins.capacity() * size_of::<OpenBin>()) as u64
    }

    /// Bytes of memory that it takes to turn them into lists, beside the lists: each thread has the parents
    /// of one bin.
    pub(crate) fn bytes_to_close(&self) -> u64 {
        let most = self.bins.iter().map(|bin| u64::from(bin.edges)).max().unwrap_or(0);
        rayon::current_num_threads() as u64 * 4 * (most + BIN as u64)
    }

    /// The edges that are new since this was last called, in records that are not long. Of each bin they have
    /// its number, its last parent, how many edges it has, and how many bytes follow; a bin may come more
    /// than once.
    pub(crate) fn take_new<E>(&mut self, mut put: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut record = Vec::new();
        for (number, bin) in (self.first..).zip(&mut self.bins) {
            for new in bin.bytes[bin.saved..].chunks(RECORD) {
                for word in [number as u32, bin.last_parent, bin.edges, new.len() as u32] {
                    record.extend(word.to_le_bytes());
                }
                record.extend(new);
                if record.len() >= RECORD {
                    put(&record)?;
                    record.clear();
                }
            }
        }
        if !record.is_empty() {
            put(&record)?;
        }
        self.bins.iter_mut().for_each(|bin| bin.saved = bin.bytes.len());
        Ok(())
    }

    /// Adds what [`take_new`](Edges::take_new) gave; `None` if it is no such thing. Bins given up since are
    /// left out.
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

    /// Turns the edges into lists, which are added to the parents.
    pub(crate) fn close(self, parents: &mut ParentLists, work: &WorkDirectory) -> Result<(), SolveError> {
        let positions = self.positions;
        let mut bins = (self.first..).zip(self.bins);
        // A few at a time, so that few are in memory in both forms.
        loop {
            let some: Vec<(usize, OpenBin)> = bins.by_ref().take(rayon::current_num_threads()).collect();
            if some.is_empty() {
                return Ok(());
            }
            let close = |(number, bin): (usize, OpenBin)| {
                let first = number * BIN;
                bin.close(first as u32, BIN.min(positions - first))
            };
            let closed: Vec<Bin> = some.into_par_iter().map(close).collect();
            closed.into_iter().try_for_each(|bin| parents.push(bin, work))?;
        }
    }
}

impl OpenBin {
    /// Adds a run. Its first byte has the number of children but one, and the gap before the parent; where
    /// four bits are not enough, the rest follows.
    #[inline]
    fn push(&mut self, parent: u32, children: &[u32]) {
        // A run takes up to eleven bytes, and three for each further child.
        let room = 11 + 3 * children.len();
        if self.bytes.capacity() - self.bytes.len() < room {
            // To double it would take more memory than there may be.
            self.bytes.reserve_exact((self.bytes.len() / 16).max(64 + room));
        }
        let (count, gap) = (children.len() as u32 - 1, parent - self.last_parent);
        self.bytes.push((count.min(15) << 4 | gap.min(15)) as u8);
        if count >= 15 {
            push_number(&mut self.bytes, count - 15);
        }
        if gap >= 15 {
            push_number(&mut self.bytes, gap - 15);
        }
        self.bytes.extend((children[0] as u16).to_le_bytes());
        for pair in children.windows(2) {
            push_number(&mut self.bytes, pair[1] - pair[0]);
        }
        self.last_parent = parent;
        self.edges += children.len() as u32;
    }

    /// Calls `visit` with the place of the child and the parent of each edge.
    fn for_each(&self, mut visit: impl FnMut(usize, u32)) {
        let (mut rest, mut parent) = (self.bytes.as_slice(), 0);
        while let [head, after @ ..] = rest {
            rest = after;
            let (mut count, mut gap) = (u32::from(head >> 4), u32::from(head & 15));
            if count == 15 {
                count += take_number(&mut rest);
            }
            if gap == 15 {
                gap += take_number(&mut rest);
            }
            parent += gap;
            let [low, high, after @ ..] = rest else { return };
            rest = after;
            let mut place = usize::from(u16::from_le_bytes([*low, *high]));
            visit(place, parent);
            for _ in 0..count {
                place += take_number(&mut rest) as usize;
                visit(place, parent);
            }
        }
    }

    /// The lists of `count` children from `first` on.
    fn close(self, first: u32, count: usize) -> Bin {
        // Where the parents of each child begin, and when all are there, where they end.
        let mut ends = vec![0u32; count];
        self.for_each(|place, _| ends[place] += 1);
        let mut before = 0;
        for end in &mut ends {
            before += std::mem::replace(end, before);
        }
        let mut parents = vec![0u32; self.edges as usize];
        self.for_each(|place, parent| {
            parents[ends[place] as usize] = parent;
            ends[place] += 1;
        });
        drop(self);
        let mut bytes = Vec::with_capacity(2 * parents.len());
        let mut starts = Vec::with_capacity(count.div_ceil(STRIDE) + 1);
        let mut list = Vec::new();
        for place in 0..count {
            if place % STRIDE == 0 {
                starts.push(bytes.len() as u32);
            }
            list.clear();
            let mut before = None;
            let begin = if place == 0 { 0 } else { ends[place - 1] };
            for &parent in &parents[begin as usize..ends[place] as usize] {
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
        Bin { lists: Some(bytes), stored: None, starts }
    }
}

/// The parents of all positions, in memory or on disk.
pub(crate) struct ParentLists {
    bins: Vec<Bin>,
    file: Option<RunFile>,
    /// Whether bins that come now go to disk.
    spills: bool,
}

struct Bin {
    /// The lists, if they are in memory.
    lists: Option<Vec<u8>>,
    /// Where they begin in the file, if they are there.
    stored: Option<u64>,
    /// Where every eighth list starts, and where the last one ends.
    starts: Vec<u32>,
}

impl ParentLists {
    /// No parents yet.
    pub(crate) fn new() -> ParentLists {
        ParentLists { bins: Vec::new(), file: None, spills: false }
    }

    /// The number of bins that are there.
    pub(crate) fn bins(&self) -> usize {
        self.bins.len()
    }

    fn push(&mut self, bin: Bin, work: &WorkDirectory) -> Result<(), SolveError> {
        self.bins.push(bin);
        if self.spills { self.evict(work) } else { Ok(()) }
    }

    /// Puts all bins into a file: the number of starts, the starts, the lists.
    fn save(&mut self, work: &WorkDirectory) -> Result<(), SolveError> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(work.create()?),
        };
        // Bins come one after the other, so those that are stored stand in front.
        let first = self.bins.partition_point(|bin| bin.stored.is_some());
        for bin in &mut self.bins[first..] {
            let mut record = (bin.starts.len() as u32).to_le_bytes().to_vec();
            record.extend(bin.starts.iter().flat_map(|start| start.to_le_bytes()));
            let head = record.len() as u64;
            record.extend(bin.lists.as_ref().expect("what is not stored is in memory"));
            bin.stored = Some(file.append(&record)? + head);
        }
        Ok(())
    }

    /// Puts all bins into a file, and frees their memory; also that of bins that come later.
    pub(crate) fn evict(&mut self, work: &WorkDirectory) -> Result<(), SolveError> {
        self.save(work)?;
        self.spills = true;
        self.bins.iter_mut().for_each(|bin| bin.lists = None);
        Ok(())
    }

    /// Bytes of the lists that are not in memory.
    pub(crate) fn bytes_on_disk(&self) -> u64 {
        let on_disk = self.bins.iter().filter(|bin| bin.lists.is_none());
        on_disk.filter_map(|bin| bin.starts.last()).map(|&end| u64::from(end)).sum()
    }

    /// Reads all lists into memory.
    pub(crate) fn load(&mut self) -> Result<(), SolveError> {
        self.spills = false;
        for bin in &mut self.bins {
            if let (None, Some(begin), Some(file)) = (&bin.lists, bin.stored, &self.file) {
                let mut lists = vec![0; bin.starts.last().map_or(0, |&end| end as usize)];
                file.read(begin, &mut lists)?;
                bin.lists = Some(lists);
            }
        }
        Ok(())
    }

    /// What a state says of the parents, which are put into a file and on the disk.
    pub(crate) fn state(&mut self, work: &WorkDirectory) -> Result<String, SolveError> {
        self.save(work)?;
        self.file.as_mut().expect("made just now").sync()
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
            bins.push(Bin { lists: None, stored: Some(begin + 4 + 4 * count as u64), starts });
            Some(())
        })?;
        Ok(file.map(|file| ParentLists { bins, file: Some(file), spills: true }))
    }

    /// Calls `visit` with each parent of each of these positions, which ascend, and with the position: as
    /// often as it has moves to there.
    pub(crate) fn for_each(
        &self,
        children: &[u32],
        mut visit: impl FnMut(u32, u32),
    ) -> Result<(), SolveError> {
        let mut buffer = Vec::new();
        for own in children.chunk_by(|a, b| *a as usize / BIN == *b as usize / BIN) {
            let bin = &self.bins[own[0] as usize / BIN];
            match (&bin.lists, bin.stored) {
                (Some(lists), _) => {
                    for &child in own {
                        let stride = child as usize % BIN / STRIDE;
                        visit_parents(child, &lists[bin.starts[stride] as usize..], &mut visit);
                    }
                }
                (None, begin) => {
                    let begin = begin.expect("in memory or on disk");
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
        let lists = |bin: &Bin| bin.lists.as_ref().map_or(0, Vec::capacity);
        self.bins.iter().map(|bin| (lists(bin) + 4 * bin.starts.capacity() + size_of::<Bin>()) as u64).sum()
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
            let degree = if random.u8(..50) == 0 { random.usize(..40) } else { random.usize(..5) };
            for _ in 0..degree {
                let far = random.u32(..positions as u32);
                let child = if random.bool() { far } else { parent.saturating_sub(random.u32(..9)) };
                edges.push((parent, child));
            }
        }
        edges
    }

    /// Adds edges that begin with a parent and go on with the one after it.
    fn add_all(edges: &mut Edges, given: &[(u32, u32)]) {
        let Some(&(first, _)) = given.first() else { return };
        let mut children: Vec<u32> = Vec::new();
        let mut degrees = vec![0; (given[given.len() - 1].0 - first) as usize + 1];
        for own in given.chunk_by(|a, b| a.0 == b.0) {
            degrees[(own[0].0 - first) as usize] = own.len() as u32;
            let begin = children.len();
            children.extend(own.iter().map(|&(_, child)| child));
            children[begin..].sort_unstable();
        }
        edges.add(first, &degrees, &children);
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
            let mut parents = ParentLists::new();
            let mut edges = Edges::new(positions, 0..bins_of(positions));
            add_all(&mut edges, &given);
            edges.close(&mut parents, &work).unwrap();
            let mut other = ParentLists::new();
            other.evict(&work).unwrap();
            while other.bins() < bins_of(positions) {
                let mut edges = Edges::new(positions, other.bins()..bins_of(positions));
                let half = given.partition_point(|&(parent, _)| parent < positions as u32 / 2);
                let mut log: Vec<Vec<u8>> = Vec::new();
                let mut put = |record: &[u8]| -> Result<(), ()> {
                    log.push(record.to_vec());
                    Ok(())
                };
                add_all(&mut edges, &given[..half]);
                edges.take_new(&mut put).unwrap();
                edges.halve();
                let mut again = Edges::new(positions, edges.bins());
                add_all(&mut edges, &given[half..]);
                edges.take_new(&mut put).unwrap();
                for record in &log {
                    again.put_back(record).unwrap();
                }
                again.close(&mut other, &work).unwrap();
            }
            assert!(other.bytes() < parents.bytes() && parents.bytes_on_disk() == 0);
            let line = other.state(&work).unwrap();
            let (name, length) = line.split_once(' ').unwrap();
            let restored = ParentLists::restore(&work, name, length.parse().unwrap()).unwrap().unwrap();
            for parents in [&parents, &other, &restored] {
                check(parents, &given, &all);
                check(parents, &given, &some);
            }
            // What was read into memory again, and what is kept while it stays in memory.
            other.load().unwrap();
            assert_eq!((other.bytes_on_disk(), other.state(&work).unwrap()), (0, line.clone()));
            parents.state(&work).unwrap();
            assert_eq!(parents.bytes_on_disk(), 0);
            for parents in [&parents, &other] {
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
