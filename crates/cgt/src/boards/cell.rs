//! A cell of a grid, as people write it.

use std::fmt::{self, Write as _};

/// A cell of a grid: column letters, then the row counted from 1 at the top.
///
/// ```
/// use zermelo_cgt::Cell;
/// assert_eq!(Cell { row: 0, col: 1 }.to_string(), "b1");
/// assert_eq!(Cell { row: 2, col: 27 }.to_string(), "ab3");
/// assert_eq!(Cell { row: 0, col: 702 }.to_string(), "aaa1");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Row, 0 at the top.
    pub row: u16,
    /// Column, 0 at the left.
    pub col: u16,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Columns beyond z continue aa, ab, … as in a spreadsheet.
        let mut letters = Vec::new();
        let mut rest = u32::from(self.col) + 1;
        while rest > 0 {
            rest -= 1;
            letters.push(char::from(b'a' + (rest % 26) as u8));
            rest /= 26;
        }
        letters.iter().rev().try_for_each(|&letter| f.write_char(letter))?;
        write!(f, "{}", self.row + 1)
    }
}
