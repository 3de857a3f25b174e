//! Lines that the middle and one cell of an edge column make together.
//!
//! The board is wider than a line is long, so that no line reaches both edge columns.

use crate::Board;

/// For each edge column, the rows where a stone makes a line with these stones of the middle; as bits.
#[inline]
pub(crate) fn edge_threats(board: Board, stones: u64) -> [u32; 2] {
    let (mut left, mut right) = (0, 0);
    for step in [board.stride(), board.stride() + 1, board.rows()] {
        let (mut rightwards, mut leftwards) = (u64::MAX, u64::MAX);
        for place in 1..board.run() {
            rightwards &= stones >> (place * step);
            leftwards &= stones << (place * step);
        }
        left |= rightwards;
        right |= leftwards;
    }
    let last = board.columns() - 1;
    let rows = |cells: u64, column: u32| ((cells & board.column(column)) >> (column * board.stride())) as u32;
    [rows(left, 0), rows(right, last)]
}
