//! All boards up to a size, and random ones.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Rows and columns of a board, written `3x4`; a strip of 12 is `1x12` or `12`.
///
/// ```
/// use zermelo_cgt::BoardSize;
/// let size: BoardSize = "3x4".parse()?;
/// assert_eq!((size.rows, size.columns), (3, 4));
/// assert_eq!("12".parse::<BoardSize>()?.to_string(), "1x12");
/// # Ok::<(), zermelo_cgt::BoardSizeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardSize {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
}

/// A text that is not the size of a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{0:?} is not the size of a board; sizes are 3x4, rows first, or 12 for a strip, with at most 4093 cells"
)]
pub struct BoardSizeError(String);

/// Cells of the largest board anybody could mean.
const MOST_CELLS: usize = 4093;

impl FromStr for BoardSize {
    type Err = BoardSizeError;

    fn from_str(text: &str) -> Result<Self, BoardSizeError> {
        let (rows, columns) = text.split_once('x').unwrap_or(("1", text));
        let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST_CELLS).contains(number));
        let size = number(rows).zip(number(columns)).map(|(rows, columns)| Self { rows, columns });
        size.filter(|size| size.cells() <= MOST_CELLS).ok_or_else(|| BoardSizeError(text.to_owned()))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl BoardSize {
    /// Rows times columns.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// How many boards of this size there are.
    pub(crate) fn count(self, alphabet: &str) -> u64 {
        (alphabet.len() as u64).checked_pow(self.cells() as u32).unwrap_or(u64::MAX)
    }

    /// The board on which cell `i` has the symbol that `symbol` gives.
    pub(crate) fn board(self, mut symbol: impl FnMut(usize) -> char) -> String {
        let mut text = String::with_capacity(self.cells() + self.rows);
        for row in 0..self.rows {
            if row > 0 {
                text.push('|');
            }
            text.extend((0..self.columns).map(|column| symbol(row * self.columns + column)));
        }
        text
    }

    /// All boards of this size.
    pub(crate) fn boards(self, alphabet: &'static str) -> impl Iterator<Item = String> {
        let symbols = alphabet.as_bytes();
        (0..self.count(alphabet)).map(move |mut number| {
            self.board(|_| {
                let symbol = symbols[(number % symbols.len() as u64) as usize];
                number /= symbols.len() as u64;
                char::from(symbol)
            })
        })
    }

    /// All sizes with at most as many rows and as many columns, small ones first.
    pub(crate) fn sizes_within(self) -> impl Iterator<Item = Self> {
        (1..=self.rows).flat_map(move |rows| (1..=self.columns).map(move |columns| Self { rows, columns }))
    }
}
