//! The smallest of what is known of the supersets of sets.
//!
//! Sets in the order of their numbers ([`Subsets`](crate::Subsets)) come in two runs: those without the last cell, then those with
//! it, and each run is in the same order again. So what adding the last cell leads to lies side by side, in the same order, and
//! is compared many bytes at a time; the rest is the same question about one cell less.

use std::sync::LazyLock;

use crate::{Subsets, binomial};

/// For so many cells a table says where each set and a cell more are.
const TABLED: u32 = 8;

/// By the number of cells and the size of sets: the numbers of the sets with one cell more, one set's after the other's.
static TABLES: LazyLock<Vec<Vec<Vec<u8>>>> = LazyLock::new(|| {
    let subsets = Subsets::new(TABLED);
    let table = |cells: u32, size: u32| {
        let more = |set: u64| (0..cells).map(move |cell| set | 1 << cell).filter(move |&more| more != set);
        Subsets::all(cells, size).flat_map(more).map(|set| subsets.rank(set) as u8).collect()
    };
    (0..=TABLED).map(|cells| (0..=cells).map(|size| table(cells, size)).collect()).collect()
});

/// Lowers the byte of each set of `size` out of `cells` cells to the smallest byte of a set that has one cell more. Hot.
///
/// ```
/// use zermelo_core::lower_to_supersets;
/// // The sets {0}, {1}, {2} of three cells; {0, 1}, {0, 2}, {1, 2} are larger by one.
/// let mut bytes = [9, 9, 1];
/// lower_to_supersets(&[7, 3, 5], 3, 1, &mut bytes);
/// assert_eq!(bytes, [3, 5, 1]);
/// ```
///
/// # Panics
/// Unless there is a byte for every set.
pub fn lower_to_supersets(supersets: &[u8], cells: u32, size: u32, bytes: &mut [u8]) {
    assert_eq!(supersets.len() as u64, binomial(cells, size + 1), "sets of {} of {cells}", size + 1);
    assert_eq!(bytes.len() as u64, binomial(cells, size), "sets of {size} of {cells}");
    if size < cells {
        lower(supersets, cells, size, bytes);
    }
}

fn lower(supersets: &[u8], cells: u32, size: u32, bytes: &mut [u8]) {
    if cells <= TABLED {
        let table = TABLES[cells as usize][size as usize].chunks_exact((cells - size) as usize);
        for (byte, more) in bytes.iter_mut().zip(table) {
            *byte = more.iter().fold(*byte, |smallest, &set| smallest.min(supersets[usize::from(set)]));
        }
        return;
    }
    let (without, with) = bytes.split_at_mut(binomial(cells - 1, size) as usize);
    let (supersets_without, supersets_with) = supersets.split_at(binomial(cells - 1, size + 1) as usize);
    for (byte, &more) in without.iter_mut().zip(supersets_with) {
        *byte = (*byte).min(more);
    }
    if size < cells - 1 {
        lower(supersets_without, cells - 1, size, without);
    }
    if size > 0 {
        lower(supersets_with, cells - 1, size - 1, with);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_the_smallest_of_all_supersets() {
        for (cells, size) in
            [(0, 0), (1, 0), (1, 1), (5, 2), (8, 4), (9, 0), (9, 9), (12, 5), (14, 13), (16, 3)]
        {
            let subsets = Subsets::new(cells);
            let byte = |number: u64, salt: u64| (((number + salt) * 0x9e37_79b9) >> 7) as u8;
            let supersets: Vec<u8> = (0..binomial(cells, size + 1)).map(|i| byte(i, 1)).collect();
            let mut bytes: Vec<u8> = (0..binomial(cells, size)).map(|i| byte(i, 5) | 1).collect();
            let plain = |(set, &byte): (u64, &u8)| {
                let more = (0..cells).map(|cell| set | 1 << cell).filter(|&more| more != set);
                more.map(|more| supersets[subsets.rank(more) as usize]).fold(byte, u8::min)
            };
            let expected: Vec<u8> = Subsets::all(cells, size).zip(&bytes).map(plain).collect();
            lower_to_supersets(&supersets, cells, size, &mut bytes);
            assert_eq!(bytes, expected, "{size} of {cells}");
        }
    }
}
