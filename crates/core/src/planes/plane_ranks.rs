//! Ranks of sets by their bytes.

use super::Planes;
use crate::binomial;

/// A number for each byte.
pub(super) type Table = [u16; 256];

/// Tables that rank sets of one size, numbered as [`Subsets`](crate::Subsets) does. As the size is known, the cells of a byte and of those
/// above it tell how many are below it, so the number is a sum over the bytes.
#[derive(Clone, Debug)]
pub(crate) struct PlaneRanks {
    /// What the first byte adds.
    pub(super) low: Table,
    /// By the number of cells in the third byte: what the second adds.
    pub(super) middle: Vec<Table>,
    /// What the third adds.
    pub(super) high: Table,
    /// Whether sets have a third byte.
    pub(super) has_high: bool,
}

impl PlaneRanks {
    /// Tables for all sets of `size` out of `cells` cells, if there are few enough.
    pub(crate) fn new(cells: u32, size: u32) -> Option<PlaneRanks> {
        if cells > Planes::MOST_CELLS || binomial(cells, size) > 1 << 16 {
            return None;
        }
        let has_high = cells > 16;
        let most_above = if has_high { size.min(cells - 16) } else { 0 };
        let table = |byte: u32, above: u32| -> Table {
            std::array::from_fn(|pattern| {
                let pattern = pattern as u32;
                let here = pattern.count_ones() + above;
                // Patterns that no set has may not fit; nobody asks for their numbers.
                let mut seen = size.saturating_sub(here);
                let mut number = 0u64;
                for bit in (0..8).filter(|bit| pattern >> bit & 1 == 1) {
                    seen += 1;
                    number += binomial(8 * byte + bit, seen);
                }
                number as u16
            })
        };
        // The first byte is the only one that has nothing below it, however many are above.
        let low = std::array::from_fn(|pattern| {
            let bits = (0..8).filter(|bit| pattern >> bit & 1 == 1);
            bits.zip(1..).map(|(bit, seen)| binomial(bit, seen) as u16).sum()
        });
        let middle = (0..=most_above).map(|above| table(1, above)).collect();
        Some(PlaneRanks { low, middle, high: table(2, 0), has_high })
    }
}
