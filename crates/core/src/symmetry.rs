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

/// The cells that one look-up of an image table covers. Boards of 16 cells need two look-ups, boards of 25 three;
/// the tables of a group of 8 then take 32 or 48 KB.
const CHUNK: usize = 9;

/// The images of all sets of cells of one chunk.
type Table = [u32; 1 << CHUNK];

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
    /// For each element, where it takes each cell.
    cells: Vec<[u8; 32]>,
    /// One for each chunk of cells, for one element after the other.
    tables: Vec<Table>,
    /// How many chunks of cells there are.
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
        let chunks = cells.div_ceil(CHUNK).max(1);
        let table = |element: &Permutation, chunk: usize| -> Table {
            let low = chunk * CHUNK;
            let here = (1 << CHUNK.min(cells - low)) - 1;
            std::array::from_fn(|bits| element.image((bits as u64 & here) << low) as u32)
        };
        let tables = elements.iter().flat_map(|e| (0..chunks).map(move |chunk| table(e, chunk))).collect();
        let destinations =
            |e: &Permutation| std::array::from_fn(|cell| if cell < cells { e.to(cell) as u8 } else { 0 });
        let cells = elements.iter().map(destinations).collect();
        Group { elements, inverses, cells, tables, chunks }
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
        self.images(g).of(mask)
    }

    /// The images of sets under element `g`, for loops over many sets.
    #[inline(always)]
    pub fn images(&self, g: usize) -> Images<'_> {
        Images { cells: &self.cells[g], tables: &self.tables[g * self.chunks..(g + 1) * self.chunks] }
    }
}

#[inline(always)]
fn look_up(table: &Table, mask: u32, chunk: usize) -> u32 {
    table[(mask >> (chunk * CHUNK)) as usize % table.len()]
}

/// What one element of a [`Group`] does to sets of cells.
#[derive(Clone, Copy, Debug)]
pub struct Images<'a> {
    cells: &'a [u8; 32],
    tables: &'a [Table],
}

impl<'a> Images<'a> {
    /// Where a cell goes.
    #[inline]
    pub(crate) fn of_cell(&self, cell: usize) -> usize {
        self.cells[cell].into()
    }

    /// The same as [`of`](Images::of) on boards of two chunks.
    #[inline(always)]
    pub(crate) fn of_two_chunks(&self) -> Option<impl Fn(u32) -> u64 + use<'a>> {
        let [a, b]: &[Table; 2] = self.tables.try_into().ok()?;
        Some(move |mask| u64::from(look_up(a, mask, 0) | look_up(b, mask, 1)))
    }

    /// The same as [`of`](Images::of) on boards of three chunks.
    #[inline(always)]
    pub(crate) fn of_three_chunks(&self) -> Option<impl Fn(u32) -> u64 + use<'a>> {
        let [a, b, c]: &[Table; 3] = self.tables.try_into().ok()?;
        Some(move |mask| u64::from(look_up(a, mask, 0) | look_up(b, mask, 1) | look_up(c, mask, 2)))
    }

    /// The image of a set of cells. Hot: one look-up for nine cells.
    #[inline(always)]
    pub fn of(&self, mask: u64) -> u64 {
        let mask = mask as u32;
        // Branches that a board always takes the same way are cheaper than a loop.
        let image = match self.tables {
            [a] => look_up(a, mask, 0),
            [a, b] => look_up(a, mask, 0) | look_up(b, mask, 1),
            [a, b, c] => look_up(a, mask, 0) | look_up(b, mask, 1) | look_up(c, mask, 2),
            all => (0..).zip(all).fold(0, |image, (chunk, table)| image | look_up(table, mask, chunk)),
        };
        image.into()
    }
}
