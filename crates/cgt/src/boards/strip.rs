//! Rows of cells: positions of one-dimensional games.

use std::fmt;

use crate::Player;
use crate::rulesets::ruleset::PositionError;

/// A row of cells, one of the characters `X O . #` each.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strip(pub Vec<u8>);

impl Strip {
    /// Cells a strip may have. Positions a player can reach grow at least with the square.
    pub const CELLS: usize = 10_000;

    /// Reads a row of cells out of the `allowed` characters.
    ///
    /// ```
    /// use zermelo_cgt::Strip;
    /// assert_eq!(Strip::parse("X.O", "XO.").unwrap().to_string(), "X.O");
    /// assert_eq!(Strip::parse("X.Y", "XO.").unwrap_err().offset(), 2);
    /// ```
    pub fn parse(text: &str, allowed: &str) -> Result<Self, PositionError> {
        let mut cells = Vec::new();
        for (offset, symbol) in text.chars().enumerate() {
            if !allowed.contains(symbol) {
                return Err(PositionError::unexpected(symbol, offset, allowed));
            }
            if cells.len() == Self::CELLS {
                return Err(PositionError::OutOfRange {
                    what: "the length of a strip",
                    allowed: "at most 10,000 cells",
                    found: "more".to_owned(),
                    offset,
                });
            }
            cells.push(symbol as u8);
        }
        Ok(Self(cells))
    }

    /// The cells from right to left.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self(self.0.iter().rev().copied().collect())
    }

    /// The cells with the colours of the stones swapped.
    #[must_use]
    pub fn recoloured(&self) -> Self {
        Self(self.0.iter().map(|&cell| recoloured(cell)).collect())
    }

    /// The lesser of the strip and its mirror image.
    #[must_use]
    pub fn least_mirror(&self) -> Self {
        if self.0.iter().le(self.0.iter().rev()) { self.clone() } else { self.reversed() }
    }
}

impl fmt::Display for Strip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&cell| write!(f, "{}", char::from(cell)))
    }
}

/// The stone of a player.
#[must_use]
pub(crate) const fn stone(player: Player) -> u8 {
    match player {
        Player::Left => b'X',
        Player::Right => b'O',
    }
}

/// The same cell with the colours swapped.
#[must_use]
pub(crate) const fn recoloured(cell: u8) -> u8 {
    match cell {
        b'X' => b'O',
        b'O' => b'X',
        other => other,
    }
}

/// A stone goes from one cell to another; printed counting from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Where the stone was, counted from 0.
    pub from: u16,
    /// Where it goes, counted from 0.
    pub to: u16,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from + 1, self.to + 1)
    }
}
