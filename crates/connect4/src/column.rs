//! What stands in one column.

use crate::Board;
use crate::edges::FIRST;

/// The stones of a column from the bottom up: bit `row` is set where the first player has the cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Column {
    // Compared first, so that columns of one height stand together.
    pub(crate) height: u32,
    pub(crate) first: u32,
}

impl Column {
    pub(crate) const EMPTY: Column = Column { height: 0, first: 0 };

    /// All contents of a column without a winning line in it, sorted.
    pub(crate) fn without_line(board: Board) -> Vec<Column> {
        (0..=board.rows())
            .flat_map(|height| (0..1 << height).map(move |first| Column { height, first }))
            .filter(|column| !column.has_line(board))
            .collect()
    }

    /// Stones of the first player minus stones of the second.
    pub(crate) fn balance(self) -> i32 {
        2 * self.first.count_ones() as i32 - self.height as i32
    }

    /// With one more stone on top.
    pub(crate) fn with_stone(self, player: usize) -> Column {
        Column { height: self.height + 1, first: self.first | (player as u32) << self.height }
    }

    /// Without its topmost stone, if it is this player's.
    pub(crate) fn without_stone(self, player: usize) -> Option<Column> {
        let height = self.height.checked_sub(1)?;
        let rest = Column { height, first: self.first & ((1 << height) - 1) };
        (self.owner(height) == Some(player)).then_some(rest)
    }

    /// Whether the player has a stone in one of these rows, given as bits.
    pub(crate) fn owns_any(self, rows: u32, player: usize) -> bool {
        let all = (1 << self.height) - 1;
        let own = if player == FIRST { self.first } else { all & !self.first };
        rows & own != 0
    }

    /// Who has the stone in this row, if there is one.
    pub(crate) fn owner(self, row: u32) -> Option<usize> {
        (row < self.height).then_some((self.first >> row & 1) as usize)
    }

    pub(crate) fn has_line(self, board: Board) -> bool {
        let all = (1 << self.height) - 1;
        [self.first, all & !self.first].into_iter().any(|stones| board.has_run(u64::from(stones)))
    }

    /// The column as the player's cells of a board.
    pub(crate) fn cells(self, board: Board, column: u32, player: usize) -> u64 {
        let all = (1u64 << self.height) - 1;
        let own = if player == FIRST { u64::from(self.first) } else { all & !u64::from(self.first) };
        own << (column * board.stride())
    }

    /// The content of a column of a position.
    pub(crate) fn of(board: Board, column: u32, position: crate::Position) -> Column {
        let bits = |cells: u64| (cells & board.column(column)) >> (column * board.stride());
        Column { height: bits(position.occupied).count_ones(), first: bits(position.first) as u32 }
    }
}
