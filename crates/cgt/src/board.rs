//! Small rectangular boards as sets of bits.

use std::fmt;

use crate::cell::Cell;
use crate::ruleset::{PositionError, SignedNormal};

/// A rectangular board of black stones, white stones, empty cells and walls, as three bit sets.
///
/// Cell (row, column) is bit `row * stride + column` with `stride = columns + 1`: the unused
/// column at the right end stops every step to the east or west at the edge, so that moving a
/// whole set of cells is one shift and never wraps. A cell in none of the three sets is a wall,
/// and so is everything outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    pub(crate) rows: u8,
    pub(crate) stride: u8,
    /// Cells with a black stone.
    pub black: u128,
    /// Cells with a white stone.
    pub white: u128,
    /// Free cells.
    pub empty: u128,
}

/// The eight queen directions as (rows, columns).
pub(crate) const QUEEN: [(i32, i32); 8] =
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Board {
    /// Bits a board may use: rows times (columns + 1).
    pub const BITS: usize = 128;

    /// Reads rows joined by `|`; `allowed` lists the characters of this game among `X O . #`. An
    /// empty board may be written as its size, such as `4x6`.
    ///
    /// ```
    /// use zermelo_cgt::Board;
    /// let board = Board::parse("XO.|#.X", "XO.#").unwrap();
    /// assert_eq!(board.to_string(), "XO.|#.X");
    /// assert!(Board::parse("XO|X", "XO.").is_err());
    /// ```
    pub fn parse(text: &str, allowed: &str) -> Result<Self, PositionError> {
        if let Some((rows, columns)) = text.split_once('x')
            && let (Ok(rows), Ok(columns)) = (rows.parse(), columns.parse())
        {
            return Self::open(rows, columns);
        }
        let columns = text.split('|').next().map_or(0, |row| row.chars().count());
        let rows = text.split('|').count();
        if columns == 0 {
            return Err(PositionError::EmptyBoard { offset: 0 });
        }
        if rows.saturating_mul(columns + 1) > Self::BITS {
            return Err(PositionError::BoardTooLarge { rows, columns, offset: 0 });
        }
        let mut board = Self::with_size(rows as u8, columns as u8);
        let mut offset = 0;
        for (row, line) in text.split('|').enumerate() {
            let mut width = 0;
            for (column, symbol) in line.chars().enumerate() {
                if !allowed.contains(symbol) {
                    return Err(PositionError::unexpected(symbol, offset + column, allowed));
                }
                if column < columns {
                    let bit = 1 << (row * usize::from(board.stride) + column);
                    match symbol {
                        'X' => board.black |= bit,
                        'O' => board.white |= bit,
                        '.' => board.empty |= bit,
                        _ => {}
                    }
                }
                width = column + 1;
            }
            if width != columns {
                return Err(PositionError::RaggedRow { row: row + 1, columns, found: width, offset });
            }
            offset += width + 1;
        }
        Ok(board)
    }

    /// A board of walls.
    fn with_size(rows: u8, columns: u8) -> Self {
        Self { rows, stride: columns + 1, black: 0, white: 0, empty: 0 }
    }

    /// An empty board, if it is small enough.
    pub fn open(rows: usize, columns: usize) -> Result<Self, PositionError> {
        if rows == 0 || columns == 0 {
            return Err(PositionError::EmptyBoard { offset: 0 });
        }
        if rows.saturating_mul(columns.saturating_add(1)) > Self::BITS {
            return Err(PositionError::BoardTooLarge { rows, columns, offset: 0 });
        }
        let mut board = Self::with_size(rows as u8, columns as u8);
        for row in 0..rows {
            board.empty |= ((1 << columns) - 1) << (row * (columns + 1));
        }
        Ok(board)
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.stride - 1
    }

    /// All cells that are not walls.
    #[must_use]
    pub const fn cells(&self) -> u128 {
        self.black | self.white | self.empty
    }

    /// The stones of Left or Right.
    #[must_use]
    pub const fn stones(&self, player: crate::Player) -> u128 {
        match player {
            crate::Player::Left => self.black,
            crate::Player::Right => self.white,
        }
    }

    /// The stones of Left or Right, to change.
    pub const fn stones_mut(&mut self, player: crate::Player) -> &mut u128 {
        match player {
            crate::Player::Left => &mut self.black,
            crate::Player::Right => &mut self.white,
        }
    }

    /// How far apart in bits two cells are that lie one above the other.
    #[must_use]
    pub const fn stride(&self) -> u32 {
        self.stride as u32
    }

    /// Row and column of a bit.
    #[must_use]
    pub const fn cell(&self, bit: u32) -> Cell {
        Cell { row: (bit / self.stride as u32) as u8, col: (bit % self.stride as u32) as u8 }
    }

    /// The set that holds one cell.
    #[must_use]
    pub const fn bit(&self, cell: Cell) -> u128 {
        1 << (cell.row as u32 * self.stride as u32 + cell.col as u32)
    }

    /// The set shifted by rows and columns; cells shifted over the edge may land in the unused
    /// column, so intersect with a set of real cells.
    #[must_use]
    pub const fn shifted(&self, set: u128, (rows, columns): (i32, i32)) -> u128 {
        let distance = rows * self.stride as i32 + columns;
        if distance >= 0 { set << distance } else { set >> -distance }
    }

    /// Orthogonal neighbours of a set (to be intersected with real cells).
    #[must_use]
    pub const fn beside(&self, set: u128) -> u128 {
        (set << 1) | (set >> 1) | (set << self.stride) | (set >> self.stride)
    }

    /// Neighbours of a set in all eight directions (to be intersected with real cells).
    #[must_use]
    pub const fn around(&self, set: u128) -> u128 {
        let wide = set | (set << 1) | (set >> 1);
        wide | (wide << self.stride) | (wide >> self.stride)
    }

    /// The part of `within` that is connected orthogonally with `seed`.
    #[must_use]
    pub fn flood(&self, seed: u128, within: u128) -> u128 {
        let mut set = seed;
        loop {
            let next = (set | self.beside(set)) & within;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// The part of `within` that is connected with `seed` in eight directions.
    #[must_use]
    pub fn flood_around(&self, seed: u128, within: u128) -> u128 {
        let mut set = seed;
        loop {
            let next = self.around(set) & within;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// Only the cells of `mask`, on the smallest board that holds them.
    #[must_use]
    pub fn restricted(&self, mask: u128) -> Self {
        let cells = self.cells() & mask;
        if cells == 0 {
            return Self::with_size(0, 0);
        }
        let stride = self.stride();
        let top = cells.trailing_zeros() / stride;
        let bottom = cells.ilog2() / stride;
        let row_mask = (1_u128 << stride) - 1;
        let mut columns = 0;
        for row in top..=bottom {
            columns |= (cells >> (row * stride)) & row_mask;
        }
        let left = columns.trailing_zeros();
        let width = 128 - columns.leading_zeros() - left;
        let mut small = Self::with_size((bottom - top + 1) as u8, width as u8);
        if small.stride == self.stride {
            let shift = top * stride + left;
            small.black = (self.black & mask) >> shift;
            small.white = (self.white & mask) >> shift;
            small.empty = (self.empty & mask) >> shift;
            return small;
        }
        let keep = (1_u128 << width) - 1;
        let take = |set: u128| {
            (top..=bottom).fold(0, |all, row| {
                all | ((((set & mask) >> (row * stride + left)) & keep) << ((row - top) * (width + 1)))
            })
        };
        small.black = take(self.black);
        small.white = take(self.white);
        small.empty = take(self.empty);
        small
    }

    /// The same board with the colours of all stones swapped.
    #[must_use]
    pub const fn recoloured(&self) -> Self {
        Self { black: self.white, white: self.black, ..*self }
    }

    fn map(&self, f: impl Fn(u128) -> u128) -> Self {
        Self { black: f(self.black), white: f(self.white), empty: f(self.empty), ..*self }
    }

    /// The board turned upside down and mirrored (a half turn).
    #[must_use]
    pub fn half_turned(&self) -> Self {
        let used = u32::from(self.rows) * self.stride();
        // Bit i goes to used - 2 - i: the last real cell is bit used - 2.
        self.map(|set| if set == 0 { 0 } else { set.reverse_bits() >> (129 - used) })
    }

    /// The board with its rows in the opposite order.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let (rows, stride) = (u32::from(self.rows), self.stride());
        let row_mask = (1_u128 << stride) - 1;
        self.map(|set| {
            (0..rows).fold(0, |all, row| {
                all | (((set >> (row * stride)) & row_mask) << ((rows - 1 - row) * stride))
            })
        })
    }

    /// Rows become columns.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let (stride, side) = (self.stride(), u32::from(self.rows) + 1);
        let turn = |set| Bits(set).fold(0, |all, bit| all | 1 << ((bit % stride) * side + bit / stride));
        Self {
            rows: self.columns(),
            stride: self.rows + 1,
            black: turn(self.black),
            white: turn(self.white),
            empty: turn(self.empty),
        }
    }

    /// Whether the transposed board fits into the bits, too.
    fn can_transpose(&self) -> bool {
        usize::from(self.columns()) * (usize::from(self.rows) + 1) <= Self::BITS
    }

    /// The four images under mirrors.
    fn mirrors(&self) -> [Self; 4] {
        let (turned, flipped) = (self.half_turned(), self.flipped());
        [*self, turned, flipped, turned.flipped()]
    }

    /// The least of the four images under mirrors: for games in which rows and columns differ.
    #[must_use]
    pub fn least_mirror(&self) -> Self {
        self.mirrors().into_iter().fold(*self, Ord::min)
    }

    /// Calls `visit` with images under mirrors and turns, enough to find the least of the eight:
    /// boards that lie down come before boards that stand.
    fn for_each_image(&self, mut visit: impl FnMut(Self)) {
        if self.rows <= self.columns() || !self.can_transpose() {
            self.mirrors().into_iter().for_each(&mut visit);
        }
        if self.rows >= self.columns() && self.can_transpose() {
            self.transposed().mirrors().into_iter().for_each(&mut visit);
        }
    }

    /// The least of the eight images under mirrors and turns.
    #[must_use]
    pub fn least_image(&self) -> Self {
        let mut least: Option<Self> = None;
        self.for_each_image(|image| least = Some(least.map_or(image, |least| least.min(image))));
        least.unwrap_or(*self)
    }

    /// The least image of the board or of the board with the colours swapped.
    #[must_use]
    pub fn least_signed_image(&self) -> SignedNormal<Self> {
        let mut least: Option<(Self, Self)> = None;
        self.for_each_image(|image| {
            let (plain, swapped) = least.get_or_insert((image, image.recoloured()));
            *plain = (*plain).min(image);
            *swapped = (*swapped).min(image.recoloured());
        });
        let (plain, swapped) = least.unwrap_or((*self, self.recoloured()));
        SignedNormal::of(plain, swapped)
    }

    /// The transposed board, if it fits into the bits.
    #[must_use]
    pub fn checked_transposed(&self) -> Option<Self> {
        self.can_transpose().then(|| self.transposed())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            if row > 0 {
                f.write_str("|")?;
            }
            for col in 0..self.columns() {
                let bit = self.bit(Cell { row, col });
                f.write_str(if self.black & bit != 0 {
                    "X"
                } else if self.white & bit != 0 {
                    "O"
                } else if self.empty & bit != 0 {
                    "."
                } else {
                    "#"
                })?;
            }
        }
        Ok(())
    }
}

/// The positions of the bits of a set, lowest first.
#[derive(Debug, Clone)]
pub struct Bits(pub u128);

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        Board::parse(text, "XO.#").expect("a board")
    }

    #[test]
    fn images_move_every_cell_where_the_picture_says() {
        let picture = board("XO.|#.X");
        assert_eq!(picture.half_turned().to_string(), "X.#|.OX");
        assert_eq!(picture.flipped().to_string(), "#.X|XO.");
        assert_eq!(picture.transposed().to_string(), "X#|O.|.X");
    }

    #[test]
    fn all_eight_images_have_one_least_image() {
        let picture = board("XO.|#.X|..O");
        let turned = picture.transposed().flipped();
        for image in [picture, picture.flipped(), turned, turned.half_turned()] {
            assert_eq!(image.least_image(), picture.least_image());
        }
    }

    #[test]
    fn restriction_keeps_only_the_bounding_box() {
        let picture = board("###|#X#|##.");
        assert_eq!(picture.restricted(u128::MAX).to_string(), "X#|#.");
        assert_eq!(picture.restricted(0).to_string(), "");
    }

    #[test]
    fn sizes_beyond_the_bits_are_refused() {
        assert!(Board::open(11, 10).is_ok());
        assert!(Board::open(11, 11).is_err());
        assert!(Board::open(usize::MAX, usize::MAX).is_err());
        assert!(Board::parse(&".".repeat(1_000_000), ".").is_err());
    }
}
