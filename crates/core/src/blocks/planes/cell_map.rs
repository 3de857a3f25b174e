//! Rearrangements of cells as matrices of bits.

use super::PLANES;

/// Where each cell of a set goes, if it is kept, and which cells are added to every set.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct CellMap {
    /// By the plane of the new cell, then by that of the old one. Bit `j` of byte `7 - i` says that the cell `j` of its
    /// plane goes to the cell `i` of the other: the order that processors want.
    pub(super) matrices: [[u64; PLANES]; PLANES],
    pub(super) added: [u8; PLANES],
}

impl CellMap {
    /// Makes a cell go to another.
    #[inline]
    pub(crate) fn send(&mut self, from: u32, to: u32) {
        self.matrices[to as usize / 8][from as usize / 8] |= 1 << (8 * (7 - to % 8) + from % 8);
    }

    /// Adds a cell to every set.
    #[inline]
    pub(crate) fn add(&mut self, cell: u32) {
        self.added[cell as usize / 8] |= 1 << (cell % 8);
    }
}
