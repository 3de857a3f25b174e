//! A board of Quarto: which piece stands where.

use crate::planes::Planes;

/// Cells of the board, and pieces of the game.
pub const CELLS: u32 = 16;

/// Pieces on cells. Different boards are different values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Board {
    /// Four bits for each cell, row by row from the lowest; zero if the cell is empty.
    pieces: u64,
    filled: u16,
    used: u16,
}

impl Board {
    /// The board without pieces.
    pub const EMPTY: Board = Board { pieces: 0, filled: 0, used: 0 };

    /// Returns the board with `piece`, which is not on it, on `cell`, which is empty.
    #[inline]
    #[must_use]
    pub fn with(self, cell: u32, piece: u8) -> Board {
        debug_assert!(self.filled >> cell & 1 == 0 && self.used >> piece & 1 == 0);
        Board {
            pieces: self.pieces | u64::from(piece) << (4 * cell),
            filled: self.filled | 1 << cell,
            used: self.used | 1 << piece,
        }
    }

    /// Returns the piece on `cell`.
    pub fn piece(self, cell: u32) -> Option<u8> {
        (self.filled >> cell & 1 == 1).then_some((self.pieces >> (4 * cell) & 0xf) as u8)
    }

    /// Returns the cells with a piece.
    #[inline]
    pub fn filled(self) -> u16 {
        self.filled
    }

    /// Returns the pieces on the board.
    #[inline]
    pub fn used(self) -> u16 {
        self.used
    }

    /// Returns the number of pieces on the board.
    pub fn level(self) -> u32 {
        self.filled.count_ones()
    }

    /// Returns what tells this board from all others in two numbers.
    #[inline]
    pub(crate) fn key(self) -> (u64, u16) {
        (self.pieces, self.filled)
    }

    /// Returns the attributes of the pieces, cell by cell.
    pub fn planes(self) -> Planes {
        let pieces = (0..CELLS).filter_map(|cell| Some((cell, self.piece(cell)?)));
        pieces.fold(Planes::default(), |planes, (cell, piece)| planes.with(cell, piece))
    }
}

/// The elements of a set of at most 16 things.
pub(crate) struct Elements(pub(crate) u16);

impl Iterator for Elements {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let first = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (first < 16).then_some(first)
    }
}
