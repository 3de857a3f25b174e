//! A cell of a grid, as people write it.

use std::fmt;

/// A cell of a grid: column letters, then the row counted from 1 at the top.
///
/// ```
/// use zermelo_cgt::Cell;
/// assert_eq!(Cell { row: 0, col: 1 }.to_string(), "b1");
/// assert_eq!(Cell { row: 2, col: 27 }.to_string(), "ab3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Row, 0 at the top.
    pub row: u8,
    /// Column, 0 at the left.
    pub col: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Columns beyond z continue aa, ab, … as in a spreadsheet.
        if let Some(first) = (self.col / 26).checked_sub(1) {
            write!(f, "{}", char::from(b'a' + first))?;
        }
        write!(f, "{}{}", char::from(b'a' + self.col % 26), self.row + 1)
    }
}
