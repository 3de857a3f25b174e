//! Boards as letters: what stands on a cell when each kind of piece is a set of cells.

/// The letter of the first set that holds the cell, or `-` if none does.
pub(crate) fn letter_at<const N: usize>(cell: usize, sets: [(impl Into<u32> + Copy, char); N]) -> char {
    sets.iter().find(|(cells, _)| (*cells).into() >> cell & 1 == 1).map_or('-', |(_, letter)| *letter)
}
