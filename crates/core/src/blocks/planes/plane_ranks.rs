//! Ranks of sets by their bytes.

use super::Planes;
use crate::binomial;

/// A number for each byte.
pub(super) type Table = [u16; 256];

/// Cells of a third byte that may add more than two bytes can hold.
const LONG_CELLS: u32 = 5;

/// Tables that rank sets of one size, numbered as [`Subsets`](crate::Subsets) does. As the size is known, the cells of a byte and of those
/// above it tell how many are below it, so the number is a sum over the bytes.
#[derive(Clone, Debug)]
pub(crate) struct PlaneRanks {
    /// What the first byte adds.
    pub(super) low: Table,
    /// By the number of cells in the third byte: what the second adds.
    pub(super) middle: Vec<Table>,
    /// What the third adds, if all sets have numbers of two bytes.
    pub(super) high: Table,
    /// What it adds else: it has few cells then.
    pub(super) long_high: Option<[u32; 1 << LONG_CELLS]>,
    /// Whether sets have a third byte.
    pub(super) has_high: bool,
}

impl PlaneRanks {
    /// Tables for all sets of `size` out of `cells` cells, if there are few enough.
    pub(crate) fn new(cells: u32, size: u32) -> Option<PlaneRanks> {
        let is_short = binomial(cells, size) <= 1 << 16;
        if cells > Planes::MOST_CELLS || !is_short && cells > 16 + LONG_CELLS {
            return None;
        }
        let has_high = cells > 16;
        let most_above = if has_high { size.min(cells - 16) } else { 0 };
        let added = |byte: u32, above: u32, pattern: usize| -> u64 {
            let pattern = pattern as u32;
            let here = pattern.count_ones() + above;
            // Patterns that no set has may not fit; nobody asks for their numbers.
            let mut seen = size.saturating_sub(here);
            let mut number = 0;
            for bit in (0..8).filter(|bit| pattern >> bit & 1 == 1) {
                seen += 1;
                number += binomial(8 * byte + bit, seen);
            }
            number
        };
        let table = |byte, above| std::array::from_fn(|pattern| added(byte, above, pattern) as u16);
        let long_table = || std::array::from_fn(|pattern| added(2, 0, pattern) as u32);
        // The first byte is the only one that has nothing below it, however many are above.
        let low = std::array::from_fn(|pattern| {
            let bits = (0..8).filter(|bit| pattern >> bit & 1 == 1);
            bits.zip(1..).map(|(bit, seen)| binomial(bit, seen) as u16).sum()
        });
        let middle = (0..=most_above).map(|above| table(1, above)).collect();
        let long_high = (!is_short).then(long_table);
        Some(PlaneRanks { low, middle, high: table(2, 0), long_high, has_high })
    }
}
