//! Symmetries of a board: permutations of its cells, and the groups they generate.

use std::collections::BTreeSet;

/// A rearrangement of the cells: cell `i` goes to `self.to(i)`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Permutation(Vec<usize>);

impl Permutation {
    /// A permutation from the list of destinations.
    ///
    /// # Panics
    /// If some destination is missing or named twice.
    pub fn new(to: Vec<usize>) -> Permutation {
        let distinct: BTreeSet<usize> = to.iter().copied().collect();
        assert!(distinct.len() == to.len() && distinct.last().is_none_or(|&last| last < to.len()), "{to:?}");
        Permutation(to)
    }

    /// The permutation of `cells` cells that moves nothing.
    pub fn identity(cells: usize) -> Permutation {
        Permutation((0..cells).collect())
    }

    /// Where cell `i` goes.
    pub fn to(&self, i: usize) -> usize {
        self.0[i]
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.0.len()
    }

    /// First `self`, then `next`.
    #[must_use]
    pub fn then(&self, next: &Permutation) -> Permutation {
        Permutation(self.0.iter().map(|&i| next.0[i]).collect())
    }

    /// The permutation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Permutation {
        let mut back = vec![0; self.0.len()];
        for (from, &to) in self.0.iter().enumerate() {
            back[to] = from;
        }
        Permutation(back)
    }

    /// The image of a set of cells, cell by cell: plain, for tables and tests.
    pub fn image(&self, mask: u64) -> u64 {
        self.0.iter().enumerate().filter(|&(from, _)| mask >> from & 1 == 1).map(|(_, &to)| 1 << to).sum()
    }
}

/// How many cells one look-up of an image table covers. Two look-ups suffice for boards of 16 cells,
/// three for 25, and the tables of a group of 8 stay within 48 KB.
const CHUNK: usize = 9;

/// All symmetries of a board, closed under composition, with fast images of cell sets.
///
/// ```
/// use zermelo_core::{Grid, Group};
/// let square = Group::generate(9, &Grid::new(3, 3).symmetries());
/// assert_eq!(square.len(), 8);
/// // The corner has four images.
/// let images: std::collections::BTreeSet<u64> = (0..8).map(|g| square.image(g, 0b1)).collect();
/// assert_eq!(images.len(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct Group {
    elements: Vec<Permutation>,
    inverses: Vec<usize>,
    /// `tables[(element * chunks + chunk) << CHUNK | bits]`: image of the cells `bits` of a chunk.
    tables: Vec<u64>,
    chunks: usize,
}

impl Group {
    /// The group of symmetries of `cells` cells that the generators span. Element 0 is the identity.
    pub fn generate(cells: usize, generators: &[Permutation]) -> Group {
        assert!(cells <= 64 && generators.iter().all(|g| g.cells() == cells), "generators of another board");
        let mut elements = vec![Permutation::identity(cells)];
        let mut next = 0;
        while next < elements.len() {
            for generator in generators {
                let product = elements[next].then(generator);
                if !elements.contains(&product) {
                    elements.push(product);
                }
            }
            next += 1;
        }
        let position = |p: &Permutation| elements.iter().position(|e| e == p);
        let inverses = elements.iter().map(|e| position(&e.inverse()).expect("a finite group")).collect();
        let chunks = cells.div_ceil(CHUNK).max(1);
        let mut tables = vec![0; (elements.len() * chunks) << CHUNK];
        for (g, element) in elements.iter().enumerate() {
            for chunk in 0..chunks {
                let low = chunk * CHUNK;
                let width = CHUNK.min(cells - low.min(cells));
                for bits in 0..1u64 << width {
                    tables[(g * chunks + chunk) << CHUNK | bits as usize] = element.image(bits << low);
                }
            }
        }
        Group { elements, inverses, tables, chunks }
    }

    /// The group that only holds the identity.
    pub fn trivial(cells: usize) -> Group {
        Group::generate(cells, &[])
    }

    /// The number of symmetries.
    #[allow(clippy::len_without_is_empty)] // A group is never empty.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// The permutation number `g`.
    pub fn element(&self, g: usize) -> &Permutation {
        &self.elements[g]
    }

    /// The number of the element that undoes `g`.
    pub fn inverse(&self, g: usize) -> usize {
        self.inverses[g]
    }

    /// The image of a set of cells under element `g`. Hot: one look-up for nine cells.
    #[inline]
    pub fn image(&self, g: usize, mask: u64) -> u64 {
        let base = g * self.chunks;
        let low = (mask & ((1 << CHUNK) - 1)) as usize;
        let mut image = self.tables[base << CHUNK | low];
        let mut rest = mask >> CHUNK;
        let mut chunk = 1;
        while chunk < self.chunks {
            image |= self.tables[(base + chunk) << CHUNK | (rest as usize & ((1 << CHUNK) - 1))];
            rest >>= CHUNK;
            chunk += 1;
        }
        image
    }
}
