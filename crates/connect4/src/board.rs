//! The board: its size, its cells as bits, and its lines.

use thiserror::Error;

use crate::{Position, lines};

/// A size of the board and how many in a row win.
///
/// Cell (row, column), both counted from 0 at the bottom left, is bit `column * (rows + 1) + row` of a set of cells. The
/// bit above each column stays empty, so that lines never run from one column over the top into the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    rows: u32,
    columns: u32,
    run: u32,
}

/// Why there is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// Nothing to play on, or more than a set of 64 bits holds.
    #[error(
        "a board of {rows} rows and {columns} columns is not possible: at least 1 of each, and (rows + 1) x columns at most 64"
    )]
    Size {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
    },
    /// Too short or too long a line.
    #[error("{0} in a row is not possible: 3, 4 or 5")]
    Run(u32),
}

impl Board {
    /// A board of `rows` x `columns` on which `run` in a row win.
    pub fn new(rows: u32, columns: u32, run: u32) -> Result<Board, BoardError> {
        let bits = (u64::from(rows) + 1) * u64::from(columns);
        if rows == 0 || columns == 0 || bits > 64 {
            return Err(BoardError::Size { rows, columns });
        }
        if !(3..=5).contains(&run) {
            return Err(BoardError::Run(run));
        }
        Ok(Board { rows, columns, run })
    }

    /// The number of rows.
    pub const fn rows(self) -> u32 {
        self.rows
    }

    /// The number of columns.
    pub const fn columns(self) -> u32 {
        self.columns
    }

    /// How many in a row win.
    pub const fn run(self) -> u32 {
        self.run
    }

    /// The number of cells, which is the length of the longest game.
    pub const fn cells(self) -> u32 {
        self.rows * self.columns
    }

    /// Bits from a cell to its right neighbour.
    #[inline]
    pub const fn stride(self) -> u32 {
        self.rows + 1
    }

    /// One cell.
    #[inline]
    pub const fn cell(self, row: u32, column: u32) -> u64 {
        1 << (column * self.stride() + row)
    }

    /// All cells of a column.
    #[inline]
    pub const fn column(self, column: u32) -> u64 {
        ((1 << self.rows) - 1) << (column * self.stride())
    }

    /// The lowest cell of every column.
    #[inline]
    pub const fn bottom(self) -> u64 {
        let mut cells = 0;
        let mut column = 0;
        while column < self.columns {
            cells |= self.cell(0, column);
            column += 1;
        }
        cells
    }

    /// All cells.
    #[inline]
    pub const fn all(self) -> u64 {
        self.bottom() * ((1 << self.rows) - 1)
    }

    /// The cells on which the next stone may come to rest.
    #[inline]
    pub const fn playable(self, occupied: u64) -> u64 {
        (occupied.wrapping_add(self.bottom())) & self.all()
    }

    /// Whether no stone has an empty cell below it.
    pub const fn is_settled(self, occupied: u64) -> bool {
        occupied & !(occupied << 1 | self.bottom()) == 0
    }

    /// Whether a column has room.
    pub const fn has_room(self, position: Position, column: u32) -> bool {
        position.occupied & self.cell(self.rows - 1, column) == 0
    }

    /// The position after the player to move drops a stone into a column that has room.
    #[must_use]
    pub const fn drop(self, position: Position, column: u32) -> Position {
        self.place(position, self.playable(position.occupied) & self.column(column))
    }

    /// The position after the player to move takes a playable cell.
    #[must_use]
    #[inline]
    pub const fn place(self, position: Position, cell: u64) -> Position {
        let first = if position.first_to_move() { position.first | cell } else { position.first };
        Position { first, occupied: position.occupied | cell }
    }

    /// Bits from a cell to the next one of a line: up, right, right and up, right and down.
    pub(crate) const fn steps(self) -> [u32; 4] {
        [1, self.stride(), self.stride() + 1, self.rows]
    }

    /// Whether a set of stones has a winning line.
    #[inline]
    pub fn has_run(self, stones: u64) -> bool {
        match self.run {
            3 => lines::has_run::<3>(stones, self.steps()),
            4 => lines::has_run::<4>(stones, self.steps()),
            _ => lines::has_run::<5>(stones, self.steps()),
        }
    }

    /// Whether some line has a cell of each of these sets, in their order, read upwards or to the right.
    #[inline]
    pub fn has_word<const N: usize>(self, letters: [u64; N]) -> bool {
        self.steps().into_iter().any(|step| {
            let cells_behind = |place: usize| letters[place] >> (place as u32 * step);
            (0..N).fold(u64::MAX, |starts, place| starts & cells_behind(place)) != 0
        })
    }

    /// Whether the game is over because of the last stone.
    #[inline]
    pub fn last_mover_won(self, position: Position) -> bool {
        self.has_run(position.last_mover())
    }

    /// The cells, empty or not, that together with `stones` make a winning line.
    #[inline]
    pub fn completing(self, stones: u64) -> u64 {
        let found = match self.run {
            3 => lines::completing::<3>(stones, self.steps()),
            4 => lines::completing::<4>(stones, self.steps()),
            _ => lines::completing::<5>(stones, self.steps()),
        };
        found & self.all()
    }

    /// The set with left and right exchanged.
    #[must_use]
    pub const fn mirrored(self, cells: u64) -> u64 {
        let mut image = 0;
        let mut column = 0;
        while column < self.columns {
            let bits = (cells >> (column * self.stride())) & ((1 << self.stride()) - 1);
            image |= bits << ((self.columns - 1 - column) * self.stride());
            column += 1;
        }
        image
    }

    /// The position with left and right exchanged.
    #[must_use]
    pub const fn mirror(self, position: Position) -> Position {
        Position { first: self.mirrored(position.first), occupied: self.mirrored(position.occupied) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines found the plain way, cell by cell.
    fn plain_lines(board: Board) -> Vec<u64> {
        let (rows, columns) = (board.rows as i32, board.columns as i32);
        let mut lines = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                for (up, right) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                    let cells = (0..board.run as i32).map(|i| (row + i * up, column + i * right));
                    if cells.clone().all(|(r, c)| (0..rows).contains(&r) && (0..columns).contains(&c)) {
                        lines.push(cells.fold(0, |set, (r, c)| set | board.cell(r as u32, c as u32)));
                    }
                }
            }
        }
        lines
    }

    #[test]
    fn runs_and_completing_cells_agree_with_the_list_of_lines() {
        let mut random = fastrand::Rng::with_seed(7);
        for (rows, columns, run) in [(6, 7, 4), (4, 4, 4), (3, 9, 3), (5, 8, 5), (7, 8, 4), (15, 4, 4)] {
            let board = Board::new(rows, columns, run).unwrap();
            let lines = plain_lines(board);
            for _ in 0..2000 {
                let stones = random.u64(..) & random.u64(..) & board.all();
                assert_eq!(board.has_run(stones), lines.iter().any(|line| line & !stones == 0));
                let completing = lines
                    .iter()
                    .flat_map(|line| {
                        (0..64)
                            .map(|bit| 1 << bit)
                            .filter(move |cell| line & cell != 0)
                            .map(move |cell| (line, cell))
                    })
                    .filter(|(line, cell)| *line & !cell & !stones == 0)
                    .fold(0, |set, (_, cell)| set | cell);
                assert_eq!(board.completing(stones), completing);
                assert_eq!(board.mirrored(board.mirrored(stones)), stones);
            }
        }
    }

    #[test]
    fn stones_fall_to_the_lowest_empty_cell() {
        let board = Board::new(6, 7, 4).unwrap();
        let position = board.drop(board.drop(Position::EMPTY, 3), 3);
        assert_eq!(position.first, board.cell(0, 3));
        assert_eq!(position.second(), board.cell(1, 3));
        assert!(position.first_to_move() && board.has_room(position, 3));
        let full = (0..4).fold(position, |position, _| board.drop(position, 3));
        assert!(!board.has_room(full, 3));
        assert_eq!(board.playable(full.occupied).count_ones(), 6);
        assert!(board.is_settled(full.occupied) && !board.is_settled(board.cell(1, 3)));
        assert_eq!(board.mirror(board.drop(full, 0)), board.drop(full, 6));
    }

    #[test]
    fn impossible_boards_say_what_is_allowed() {
        let size = Board::new(8, 8, 4).unwrap_err().to_string();
        assert!(size.contains("at most 64"), "{size}");
        assert_eq!(Board::new(6, 7, 6), Err(BoardError::Run(6)));
    }
}
