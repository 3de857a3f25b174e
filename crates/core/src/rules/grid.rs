//! A rectangular board: names of cells, lines in a row, symmetries and its picture in text.

use crate::{ParseError, Permutation};

/// A board of `rows` x `cols` cells, at most 64, numbered in reading order from the top left.
///
/// Cells have the usual names: a letter for the column, a number for the row, `a1` at the bottom left.
///
/// ```
/// use zermelo_core::Grid;
/// let board = Grid::new(3, 3);
/// assert_eq!(board.name(0), "a3");
/// assert_eq!(board.cell("c1"), Ok(8));
/// assert_eq!(board.lines(3).len(), 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
}

impl Grid {
    /// A board of the given size.
    pub const fn new(rows: usize, cols: usize) -> Grid {
        assert!(rows >= 1 && cols >= 1 && cols <= 26 && rows * cols <= 64, "board too large");
        Grid { rows, cols }
    }

    /// The number of cells.
    pub const fn cells(self) -> usize {
        self.rows * self.cols
    }

    /// The mask of all cells.
    pub const fn full(self) -> u64 {
        u64::MAX >> (64 - self.cells())
    }

    /// The cell in row `row` (from the top) and column `col`.
    pub const fn at(self, row: usize, col: usize) -> usize {
        row * self.cols + col
    }

    /// The cell one or more steps away, if it is on the board.
    pub fn step(self, cell: usize, down: isize, right: isize) -> Option<usize> {
        let row = (cell / self.cols).checked_add_signed(down).filter(|&r| r < self.rows)?;
        let col = (cell % self.cols).checked_add_signed(right).filter(|&c| c < self.cols)?;
        Some(self.at(row, col))
    }

    /// The name of a cell, e.g. `b2`.
    pub fn name(self, cell: usize) -> String {
        let (row, col) = (cell / self.cols, cell % self.cols);
        format!("{}{}", (b'a' + col as u8) as char, self.rows - row)
    }

    /// The cell of a name.
    pub fn cell(self, name: &str) -> Result<usize, ParseError> {
        (0..self.cells()).find(|&c| self.name(c) == name).ok_or_else(|| {
            let (first, last) = (self.name(self.at(self.rows - 1, 0)), self.name(self.at(0, self.cols - 1)));
            ParseError::new(format!("'{name}' is not a cell; cells are {first} to {last}"))
        })
    }

    /// The masks of all lines of `k` cells: along rows, columns and both diagonals.
    pub fn lines(self, k: usize) -> Vec<u64> {
        let mut lines = Vec::new();
        for cell in 0..self.cells() {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells = (0..k as isize).map(|i| self.step(cell, i * down, i * right));
                if let Some(cells) = cells.collect::<Option<Vec<usize>>>() {
                    let line = cells.iter().fold(0u64, |mask, c| mask | 1 << c);
                    // A line of one cell looks the same in all four directions.
                    if !lines.contains(&line) {
                        lines.push(line);
                    }
                }
            }
        }
        lines
    }

    /// Generators of the board's symmetries: two mirrors and, on a square, the reflection in the diagonal.
    pub fn symmetries(self) -> Vec<Permutation> {
        let Grid { rows, cols } = self;
        let map = |f: &dyn Fn(usize, usize) -> usize| {
            Permutation::new((0..self.cells()).map(|c| f(c / cols, c % cols)).collect())
        };
        let mut generators =
            vec![map(&|r, c| self.at(r, cols - 1 - c)), map(&|r, c| self.at(rows - 1 - r, c))];
        if rows == cols {
            generators.push(map(&|r, c| self.at(c, r)));
        }
        generators
    }

    /// The board in text, with row numbers and column letters, `show` giving the character of a cell.
    ///
    /// ```
    /// # use zermelo_core::Grid;
    /// let board = Grid::new(2, 2).draw(|cell| if cell == 0 { 'x' } else { '-' });
    /// assert_eq!(board, "2  x -\n1  - -\n\n   a b");
    /// ```
    pub fn draw(self, show: impl Fn(usize) -> char) -> String {
        let mut text = String::new();
        for row in 0..self.rows {
            text += &format!("{:<2}", self.rows - row);
            for col in 0..self.cols {
                text += &format!(" {}", show(self.at(row, col)));
            }
            text.push('\n');
        }
        text += "\n  ";
        for col in 0..self.cols {
            text += &format!(" {}", (b'a' + col as u8) as char);
        }
        text
    }
}
