//! Numbering the subsets of a board: every set of k cells gets a number below C(n, k).
//!
//! The numbering is the combinatorial number system: the set with cells `c1 < c2 < … < ck` has the number
//! `C(c1, 1) + C(c2, 2) + … + C(ck, k)`. It grows with the mask read as an integer, does not depend on the size
//! of the board, and adds up over chunks of cells, so three table look-ups rank a set of 27 cells.

/// Cells one look-up covers.
const CHUNK: u32 = 9;
/// The cells of the first chunk.
const LOW: usize = (1 << CHUNK) - 1;
/// The most cells a board may have: every C(32, k) fits 32 bits.
const MAX_CELLS: u32 = 32;

/// `C(n, k)`.
///
/// ```
/// # use zermelo_core::binomial;
/// assert_eq!(binomial(5, 2), 10);
/// assert_eq!(binomial(2, 5), 0);
/// ```
pub const fn binomial(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    let (mut result, mut i) = (1u64, 0);
    while i < k {
        result = result * (n - i) as u64 / (i + 1) as u64;
        i += 1;
    }
    result
}

/// `C(n, k)` for all boards, so that finding the set of a number divides nothing.
static BINOMIALS: [[u64; MAX_CELLS as usize + 1]; MAX_CELLS as usize + 1] = {
    let mut table = [[0; MAX_CELLS as usize + 1]; MAX_CELLS as usize + 1];
    let mut n = 0;
    while n <= MAX_CELLS {
        let mut k = 0;
        while k <= n {
            table[n as usize][k as usize] = binomial(n, k);
            k += 1;
        }
        n += 1;
    }
    table
};

/// The next larger mask with as many bits, of which there must be one at least.
#[inline]
pub fn next_subset(mask: u64) -> u64 {
    let ripple = mask + (mask & mask.wrapping_neg());
    ripple | (mask ^ ripple) >> 2 >> mask.trailing_zeros()
}

/// Tables that rank sets of cells.
///
/// ```
/// # use zermelo_core::Subsets;
/// let subsets = Subsets::new(5);
/// assert_eq!(subsets.rank(0b00011), 0);
/// assert_eq!(subsets.rank(0b00101), 1);
/// assert_eq!(subsets.rank(0b11000), 9);
/// assert_eq!(subsets.unrank(2, 9), 0b11000);
/// ```
#[derive(Clone, Debug)]
pub struct Subsets {
    cells: u32,
    /// For each chunk and each number of set cells below it, one entry per pattern of the chunk: what it adds to the
    /// number of the set. In the first two chunks it also says how many cells are set up to there, see [`count_in`].
    tables: Vec<Table>,
}

type Table = [u32; 1 << CHUNK];

/// The part of an entry of the first two chunks that is added.
const ADDED: u32 = (1 << 24) - 1;

/// How many cells are set up to the chunk of an entry. Counting them anew would take longer than the look-up.
#[inline(always)]
fn count_in(entry: u32) -> usize {
    (entry >> 24) as usize
}

/// Where the tables of a chunk start: chunk `c` has one for each of 0 to 9c cells below it.
const FIRST: [usize; MAX_CELLS.div_ceil(CHUNK) as usize] = [0, 1, 11, 30];

impl Subsets {
    /// Tables for sets of up to `cells` cells.
    ///
    /// # Panics
    /// If there are more than 32 cells.
    pub fn new(cells: u32) -> Subsets {
        assert!(cells <= MAX_CELLS, "boards have at most {MAX_CELLS} cells");
        let mut tables = Vec::new();
        for chunk in 0..cells.div_ceil(CHUNK).max(1) {
            debug_assert_eq!(FIRST[chunk as usize], tables.len());
            for below in 0..=chunk * CHUNK {
                let mut table: Table = [0; 1 << CHUNK];
                for (pattern, entry) in table.iter_mut().enumerate() {
                    let (mut seen, mut number) = (below, 0);
                    for bit in (0..CHUNK).filter(|bit| pattern >> bit & 1 == 1) {
                        seen += 1;
                        number += binomial(chunk * CHUNK + bit, seen);
                    }
                    // Patterns beyond the board may not fit; they are never looked up.
                    *entry = number as u32;
                    if chunk < 2 {
                        *entry |= seen << 24;
                    }
                }
                tables.push(table);
            }
        }
        Subsets { cells, tables }
    }

    /// The number of the set among all sets of its size. Hot: one look-up for nine cells.
    #[inline(always)]
    pub fn rank(&self, mask: u64) -> u64 {
        let mask = mask as usize;
        let first = self.tables[0][mask & LOW];
        let mut number = first & ADDED;
        // Boards of up to 18 cells are done after the second look-up, most others after the third. The first question is about the
        // board, which is always the same, and not about the set, which nobody could predict.
        if self.cells > CHUNK {
            let second = self.tables[FIRST[1] + count_in(first)][mask >> CHUNK & LOW];
            number += second & ADDED;
            if mask >> (2 * CHUNK) != 0 {
                number += self.rank_from_third(mask, count_in(second));
            }
        }
        u64::from(number)
    }

    /// Ranks sets of the first `cells` cells, if two look-ups are enough for them: for loops over many sets.
    pub(crate) fn short_rank(&self, cells: u32) -> Option<ShortRank<'_>> {
        let two_chunks = (CHUNK + 1..=2 * CHUNK).contains(&cells);
        two_chunks.then(|| ShortRank { first: &self.tables[0], second: &self.tables[FIRST[1]..FIRST[2]] })
    }

    /// What the chunks from the third on add, with the number of cells below them.
    #[inline]
    fn rank_from_third(&self, mask: usize, below: usize) -> u32 {
        let third = mask >> (2 * CHUNK) & LOW;
        let fourth = mask >> (3 * CHUNK);
        let number = self.tables[FIRST[2] + below][third];
        if fourth == 0 {
            return number;
        }
        number + self.tables[FIRST[3] + below + third.count_ones() as usize][fourth]
    }

    /// The set of `size` cells with this number.
    pub fn unrank(&self, size: u32, mut number: u64) -> u64 {
        let (mut mask, mut cell) = (0, self.cells);
        for left in (1..=size).rev() {
            let ways = |cell: u32| BINOMIALS[cell as usize][left as usize];
            cell = (0..cell).rev().find(|&cell| ways(cell) <= number).expect("a number below C(n, k)");
            number -= ways(cell);
            mask |= 1 << cell;
        }
        mask
    }

    /// All sets of `size` out of the first `cells` cells, in the order of their numbers.
    pub fn all(cells: u32, size: u32) -> impl Iterator<Item = u64> {
        let mut mask = (1u64 << size) - 1;
        (0..binomial(cells, size)).map(move |i| {
            if i > 0 && size > 0 {
                mask = next_subset(mask);
            }
            mask
        })
    }
}

/// See [`Subsets::short_rank`].
#[derive(Clone, Copy)]
pub(crate) struct ShortRank<'a> {
    first: &'a Table,
    /// By the number of cells of the set in the first chunk.
    second: &'a [Table],
}

impl ShortRank<'_> {
    /// The number of a set. Hot.
    #[inline(always)]
    pub(crate) fn of(&self, mask: u64) -> u32 {
        let mask = mask as usize;
        let first = self.first[mask & LOW];
        (first & ADDED) + (self.second[count_in(first)][mask >> CHUNK & LOW] & ADDED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_sets_in_order() {
        for cells in [0, 1, 8, 9, 10, 16, 19] {
            let subsets = Subsets::new(cells);
            for size in 0..=cells {
                let mut count = 0;
                for (number, mask) in Subsets::all(cells, size).enumerate() {
                    assert_eq!(mask.count_ones(), size);
                    assert!(mask < 1 << cells);
                    assert_eq!(subsets.rank(mask), number as u64);
                    if number % 97 == 0 {
                        assert_eq!(subsets.unrank(size, number as u64), mask);
                    }
                    count += 1;
                }
                assert_eq!(count, binomial(cells, size));
            }
        }
    }

    #[test]
    fn the_largest_board_does_not_overflow() {
        let subsets = Subsets::new(32);
        assert_eq!(subsets.rank(0xffff_0000), binomial(32, 16) - 1);
        assert_eq!(subsets.unrank(16, binomial(32, 16) - 1), 0xffff_0000);
        assert_eq!(subsets.rank(0xffff_ffff), 0);
    }
}
