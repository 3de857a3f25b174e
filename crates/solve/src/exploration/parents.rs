//! The parents of all positions, in about two bytes each.
//!
//! Positions are numbered by their rank. Edges come by ascending parents; each goes to the *bin* of its child, with the
//! child's place in the bin and what the parent exceeds the one before in this bin. Afterwards each bin is turned into
//! lists, one for each child: parents in ascending order, as gaps.

use rayon::prelude::*;

/// Children in a bin: their places have 16 bits.
const BIN: usize = 1 << 16;

/// Lists between two that are found at once.
const STRIDE: usize = 8;

/// Edges on their way to the lists of parents.
pub(crate) struct Edges {
    bins: Vec<OpenBin>,
    positions: usize,
}

#[derive(Default)]
struct OpenBin {
    bytes: Vec<u8>,
    last_parent: u32,
    edges: u32,
}

impl Edges {
    pub(crate) fn new(positions: usize) -> Edges {
        let bins = (0..positions.div_ceil(BIN)).map(|_| OpenBin::default()).collect();
        Edges { bins, positions }
    }

    /// Adds an edge. No parent comes after a larger one.
    #[inline]
    pub(crate) fn add(&mut self, parent: u32, child: u32) {
        let bin = &mut self.bins[child as usize / BIN];
        bin.bytes.extend((child as u16).to_le_bytes());
        push_number(&mut bin.bytes, parent - bin.last_parent);
        bin.last_parent = parent;
        bin.edges += 1;
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.bins.iter().map(|bin| bin.bytes.capacity() as u64 + 32).sum()
    }

    pub(crate) fn into_parents(self) -> Parents {
        let positions = self.positions;
        let close = |(number, bin): (usize, OpenBin)| {
            let first = number * BIN;
            bin.close(first as u32, BIN.min(positions - first))
        };
        Parents { bins: self.bins.into_par_iter().enumerate().map(close).collect() }
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
        drop(self);
        let mut bin = Bin { bytes: Vec::with_capacity(2 * parents.len()), starts: Vec::new() };
        let mut list = Vec::new();
        for place in 0..count {
            if place % STRIDE == 0 {
                bin.starts.push(bin.bytes.len() as u32);
            }
            list.clear();
            let mut before = None;
            for &parent in &parents[ends[place] as usize..ends[place + 1] as usize] {
                match before {
                    // Parents are often near their children, on either side.
                    None => push_number(&mut list, zigzag(parent.wrapping_sub(first + place as u32))),
                    Some(before) => push_number(&mut list, parent - before),
                }
                before = Some(parent);
            }
            push_number(&mut bin.bytes, list.len() as u32);
            bin.bytes.extend_from_slice(&list);
        }
        bin.bytes.shrink_to_fit();
        bin
    }
}

/// The parents of all positions.
pub(crate) struct Parents {
    bins: Vec<Bin>,
}

struct Bin {
    bytes: Vec<u8>,
    /// Where every eighth list starts.
    starts: Vec<u32>,
}

impl Parents {
    /// Calls `visit` with each parent of a position, as often as it has moves to there.
    #[inline]
    pub(crate) fn for_each(&self, child: u32, mut visit: impl FnMut(u32)) {
        let bin = &self.bins[child as usize / BIN];
        let place = child as usize % BIN;
        let mut rest = &bin.bytes[bin.starts[place / STRIDE] as usize..];
        for _ in 0..place % STRIDE {
            let length = take_number(&mut rest) as usize;
            rest = &rest[length..];
        }
        let length = take_number(&mut rest) as usize;
        let mut list = &rest[..length];
        if list.is_empty() {
            return;
        }
        let mut parent = child.wrapping_add(unzigzag(take_number(&mut list)));
        visit(parent);
        while !list.is_empty() {
            parent += take_number(&mut list);
            visit(parent);
        }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.bins.iter().map(|bin| (bin.bytes.capacity() + 4 * bin.starts.capacity()) as u64 + 48).sum()
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

    #[test]
    fn every_position_has_the_parents_it_was_given() {
        let mut random = fastrand::Rng::with_seed(5);
        for positions in [1, 7, 300, 150_000] {
            let mut edges = Edges::new(positions);
            let mut expected = vec![Vec::new(); positions];
            for parent in 0..positions as u32 {
                for _ in 0..random.usize(..5) {
                    let far = random.u32(..positions as u32);
                    let child = if random.bool() { far } else { parent.saturating_sub(random.u32(..9)) };
                    edges.add(parent, child);
                    expected[child as usize].push(parent);
                }
            }
            let parents = edges.into_parents();
            for (child, expected) in expected.iter().enumerate() {
                let mut found = Vec::new();
                parents.for_each(child as u32, |parent| found.push(parent));
                assert_eq!(found, *expected, "{child} of {positions}");
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
