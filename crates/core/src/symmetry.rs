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

/// The most cells one look-up of an image table covers. Boards of 16 cells need two look-ups of 8, boards of 25 three
/// of 9; the tables of a group of 8 then take 16 or 48 KB and stay in the nearest cache.
const MAX_CHUNK: usize = 9;

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
    /// `tables[(element * chunks + chunk) << width | bits]`: image of the cells `bits` of a chunk.
    tables: Vec<u32>,
    /// How many cells a chunk has, and how many chunks there are.
    width: usize,
    chunks: usize,
}

impl Group {
    /// The group of symmetries of `cells` cells that the generators span. Element 0 is the identity.
    ///
    /// # Panics
    /// If there are more than 32 cells, or a generator is of another board.
    pub fn generate(cells: usize, generators: &[Permutation]) -> Group {
        assert!(cells <= 32 && generators.iter().all(|g| g.cells() == cells), "generators of another board");
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
        let chunks = cells.div_ceil(MAX_CHUNK).max(1);
        let width = cells.div_ceil(chunks);
        let mut tables = vec![0; (elements.len() * chunks) << width];
        for (g, element) in elements.iter().enumerate() {
            for chunk in 0..chunks {
                let low = chunk * width;
                let cells_here = width.min(cells - low);
                for bits in 0..1u64 << cells_here {
                    tables[(g * chunks + chunk) << width | bits as usize] = element.image(bits << low) as u32;
                }
            }
        }
        Group { elements, inverses, tables, width, chunks }
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

    /// The image of a set of cells under element `g`. Hot: one look-up for up to nine cells.
    #[inline(always)]
    pub fn image(&self, g: usize, mask: u64) -> u64 {
        let (width, mask) = (self.width, mask as usize);
        let low = (1 << width) - 1;
        let first = (g * self.chunks) << width;
        let look_up = |chunk: usize| self.tables[first + (chunk << width) + (mask >> (chunk * width) & low)];
        // Branches that a board always takes the same way are cheaper than a loop.
        let mut image = look_up(0);
        if self.chunks > 1 {
            image |= look_up(1);
        }
        if self.chunks > 2 {
            image |= look_up(2);
        }
        if self.chunks > 3 {
            image |= look_up(3);
        }
        image.into()
    }
}
