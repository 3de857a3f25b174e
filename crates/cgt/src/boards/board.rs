//! Rectangular boards as sets of bits.

use std::cmp::Ordering;
use std::fmt;

use crate::boards::bit_grid::{
    Sets, flood, half_turned, least_mirror, least_mirrors, transposed, with_stride,
};
use crate::boards::cell::Cell;
use crate::boards::cell_set::{CellSet, WideSet};
use crate::rulesets::ruleset::{PositionError, SignedNormal};

/// A rectangular board of black stones, white stones, empty cells and walls, as three bit sets.
///
/// Cell (row, column) is bit `row * stride + column` with `stride = columns + 1`: the unused
/// column at the right end stops every step to the east or west at the edge, so that moving a
/// whole set of cells is one shift and never wraps. A cell in none of the three sets is a wall,
/// and so is everything outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid<S> {
    pub(crate) rows: u16,
    pub(crate) stride: u16,
    /// Cells with a black stone.
    pub black: S,
    /// Cells with a white stone.
    pub white: S,
    /// Free cells.
    pub empty: S,
}

/// A board of usual size.
pub type Board = Grid<u128>;

/// A board that is too large for a [`Board`], such as a strip of 1000 cells.
pub type WideBoard = Grid<WideSet>;

/// The eight queen directions as (rows, columns).
pub(crate) const QUEEN: [(i32, i32); 8] =
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

impl<S: CellSet> Grid<S> {
    /// Bits a board may use: rows times (columns + 1).
    pub const BITS: usize = S::BITS as usize;

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
        Self::check_size(rows, columns)?;
        let mut board = Self::with_size(rows as u16, columns as u16);
        let mut offset = 0;
        for (row, line) in text.split('|').enumerate() {
            let mut width = 0;
            for (column, symbol) in line.chars().enumerate() {
                if !allowed.contains(symbol) {
                    return Err(PositionError::unexpected(symbol, offset + column, allowed));
                }
                if column < columns {
                    let bit = S::cell((row * usize::from(board.stride) + column) as u32);
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

    /// A step along a diagonal shifts a set by two bits more than a row has columns, and must leave some of the bits.
    const MOST_COLUMNS: usize = Self::BITS - 3;

    /// An error unless the cells fit into the bits.
    fn check_size(rows: usize, columns: usize) -> Result<(), PositionError> {
        if columns <= Self::MOST_COLUMNS && rows.saturating_mul(columns + 1) <= Self::BITS {
            Ok(())
        } else {
            Err(PositionError::BoardTooLarge { rows, columns, most: Self::BITS, offset: 0 })
        }
    }

    /// A board of walls.
    fn with_size(rows: u16, columns: u16) -> Self {
        Self { rows, stride: columns + 1, black: S::EMPTY, white: S::EMPTY, empty: S::EMPTY }
    }

    /// An empty board, if it is small enough.
    pub fn open(rows: usize, columns: usize) -> Result<Self, PositionError> {
        if rows == 0 || columns == 0 {
            return Err(PositionError::EmptyBoard { offset: 0 });
        }
        Self::check_size(rows, columns)?;
        let mut board = Self::with_size(rows as u16, columns as u16);
        for row in 0..rows {
            board.empty |= S::first_cells(columns as u32) << (row * (columns + 1)) as u32;
        }
        Ok(board)
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub const fn columns(&self) -> u16 {
        self.stride - 1
    }

    /// All cells that are not walls.
    #[must_use]
    pub fn cells(&self) -> S {
        self.black | self.white | self.empty
    }

    /// The stones of Left or Right.
    #[must_use]
    pub const fn stones(&self, player: crate::Player) -> S {
        match player {
            crate::Player::Left => self.black,
            crate::Player::Right => self.white,
        }
    }

    /// The stones of Left or Right, to change.
    pub const fn stones_mut(&mut self, player: crate::Player) -> &mut S {
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
        Cell { row: (bit / self.stride as u32) as u16, col: (bit % self.stride as u32) as u16 }
    }

    /// The set that holds one cell.
    #[must_use]
    pub fn bit(&self, cell: Cell) -> S {
        S::cell(u32::from(cell.row) * self.stride() + u32::from(cell.col))
    }

    /// The set shifted by rows and columns; cells shifted over the edge may land in the unused
    /// column, so intersect with a set of real cells.
    #[must_use]
    pub fn shifted(&self, set: S, (rows, columns): (i32, i32)) -> S {
        let distance = rows * i32::from(self.stride) + columns;
        if distance >= 0 { set << distance as u32 } else { set >> distance.unsigned_abs() }
    }

    /// Orthogonal neighbours of a set (to be intersected with real cells).
    #[must_use]
    pub fn beside(&self, set: S) -> S {
        (set << 1) | (set >> 1) | (set << self.stride()) | (set >> self.stride())
    }

    /// Neighbours of a set in all eight directions (to be intersected with real cells).
    #[must_use]
    pub fn around(&self, set: S) -> S {
        let wide = set | (set << 1) | (set >> 1);
        wide | (wide << self.stride()) | (wide >> self.stride())
    }

    /// The part of `within` that is connected orthogonally with `seed`.
    #[must_use]
    pub fn flood(&self, seed: S, within: S) -> S {
        if self.is_narrow() {
            S::from_low(flood(seed.low(), within.low(), self.stride()))
        } else {
            flood(seed, within, self.stride())
        }
    }

    /// Whether all cells are among the first 64, where everything is faster.
    fn is_narrow(&self) -> bool {
        // A row that fills all bits could not be shifted by its length.
        u32::from(self.rows) * self.stride() < u64::BITS
    }

    /// The part of `within` that is connected with `seed` in eight directions.
    #[must_use]
    pub fn flood_around(&self, seed: S, within: S) -> S {
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
    pub fn restricted(&self, mask: S) -> Self {
        let cells = self.cells() & mask;
        if cells.is_empty() {
            return Self::with_size(0, 0);
        }
        let stride = self.stride();
        let top = cells.first() / stride;
        let bottom = cells.last() / stride;
        let row_mask = S::first_cells(stride - 1);
        let columns =
            (top..=bottom).fold(S::EMPTY, |columns, row| columns | (cells >> (row * stride)) & row_mask);
        let left = columns.first();
        let width = columns.last() + 1 - left;
        let small = Self::with_size((bottom - top + 1) as u16, width as u16);
        let shift = top * stride + left;
        if small.stride == self.stride {
            return small.with_sets(|set| (set & mask) >> shift, self);
        }
        let (rows, small_stride) = (u32::from(small.rows), small.stride());
        if self.is_narrow() {
            let take = |set: S| with_stride((set & mask).low() >> shift, rows, stride, small_stride);
            small.with_sets(|set| S::from_low(take(set)), self)
        } else {
            small.with_sets(|set| with_stride((set & mask) >> shift, rows, stride, small_stride), self)
        }
    }

    /// This board with the sets of another one, changed.
    fn with_sets(&self, change: impl Fn(S) -> S, from: &Self) -> Self {
        // Most games leave one or two of the sets empty.
        let change = |set: S| if set.is_empty() { set } else { change(set) };
        Self { black: change(from.black), white: change(from.white), empty: change(from.empty), ..*self }
    }

    /// The same board with the colours of all stones swapped.
    #[must_use]
    pub fn recoloured(&self) -> Self {
        Self { black: self.white, white: self.black, ..*self }
    }

    /// The board turned upside down and mirrored (a half turn).
    #[must_use]
    pub fn half_turned(&self) -> Self {
        let used = u32::from(self.rows) * self.stride();
        if self.is_narrow() {
            self.with_sets(|set| S::from_low(half_turned(set.low(), used)), self)
        } else {
            self.with_sets(|set| half_turned(set, used), self)
        }
    }

    /// The cells that a half turn takes to themselves or to a neighbour: one, two, or none if both sides are even.
    #[must_use]
    pub fn centre(&self) -> S {
        let (rows, columns, stride) = (u32::from(self.rows), u32::from(self.columns()), self.stride());
        let cell = |row: u32, column: u32| S::cell(row * stride + column);
        match (rows % 2, columns % 2) {
            (1, 1) => cell(rows / 2, columns / 2),
            (1, _) => cell(rows / 2, columns / 2) | cell(rows / 2, columns / 2 - 1),
            (_, 1) => cell(rows / 2, columns / 2) | cell(rows / 2 - 1, columns / 2),
            _ => S::EMPTY,
        }
    }

    /// Rows become columns.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let turned = Self::with_size(self.columns(), self.rows);
        let (rows, stride, side) = (u32::from(self.rows), self.stride(), turned.stride());
        if self.is_narrow() && turned.is_narrow() {
            turned.with_sets(|set| S::from_low(transposed(set.low(), rows, stride, side)), self)
        } else {
            turned.with_sets(|set| transposed(set, rows, stride, side), self)
        }
    }

    /// Whether the transposed board fits into the bits, too.
    fn can_transpose(&self) -> bool {
        Self::check_size(self.columns().into(), self.rows.into()).is_ok()
    }

    fn sets(&self) -> Sets<S> {
        (self.black, self.white, self.empty)
    }

    /// The sets in the 64 bits that they need.
    fn narrow_sets(&self) -> Sets<u64> {
        (self.black.low(), self.white.low(), self.empty.low())
    }

    /// This board with other sets.
    fn with(&self, (black, white, empty): Sets<S>) -> Self {
        Self { black, white, empty, ..*self }
    }

    fn with_narrow(&self, (black, white, empty): Sets<u64>) -> Self {
        self.with((S::from_low(black), S::from_low(white), S::from_low(empty)))
    }

    /// The least of the four images under mirrors: for games in which rows and columns differ.
    #[must_use]
    pub fn least_mirror(&self) -> Self {
        let (rows, stride) = (u32::from(self.rows), self.stride());
        if self.is_narrow() {
            self.with_narrow(least_mirror(self.narrow_sets(), rows, stride))
        } else {
            self.with(least_mirror(self.sets(), rows, stride))
        }
    }

    /// The least of the four images under mirrors, and the same with the colours swapped.
    fn least_mirrors(&self) -> [Self; 2] {
        let (rows, stride) = (u32::from(self.rows), self.stride());
        if self.is_narrow() {
            least_mirrors(self.narrow_sets(), rows, stride).map(|sets| self.with_narrow(sets))
        } else {
            least_mirrors(self.sets(), rows, stride).map(|sets| self.with(sets))
        }
    }

    /// The least of the eight images under mirrors and turns, and the same with the colours swapped: boards that lie
    /// down come before boards that stand.
    fn least_images(&self) -> [Self; 2] {
        match self.rows.cmp(&self.columns()) {
            Ordering::Less => self.least_mirrors(),
            _ if !self.can_transpose() => self.least_mirrors(),
            Ordering::Greater => self.transposed().least_mirrors(),
            Ordering::Equal => {
                let [lying, standing] = [self, &self.transposed()].map(Self::least_mirrors);
                [lying[0].min(standing[0]), lying[1].min(standing[1])]
            }
        }
    }

    /// The least of the eight images under mirrors and turns.
    #[must_use]
    pub fn least_image(&self) -> Self {
        self.least_images()[0]
    }

    /// The least image of the board or of the board with the colours swapped.
    #[must_use]
    pub fn least_signed_image(&self) -> SignedNormal<Self> {
        let [plain, swapped] = self.least_images();
        SignedNormal::of(plain, swapped)
    }

    /// The transposed board, if it fits into the bits.
    #[must_use]
    pub fn checked_transposed(&self) -> Option<Self> {
        self.can_transpose().then(|| self.transposed())
    }
}

impl<S: CellSet> fmt::Display for Grid<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            if row > 0 {
                f.write_str("|")?;
            }
            for col in 0..self.columns() {
                let bit = self.bit(Cell { row, col });
                f.write_str(if !(self.black & bit).is_empty() {
                    "X"
                } else if !(self.white & bit).is_empty() {
                    "O"
                } else if !(self.empty & bit).is_empty() {
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
pub struct Bits<S>(pub S);

impl<S: CellSet> Iterator for Bits<S> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let bit = self.0.first();
        self.0 = self.0.without_first();
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
        assert_eq!(picture.transposed().to_string(), "X#|O.|.X");
    }

    #[test]
    fn the_centre_is_what_a_half_turn_takes_nowhere_else() {
        for (rows, columns) in [(1, 1), (3, 5), (1, 4), (3, 4), (4, 3), (2, 1), (2, 2), (4, 6)] {
            let board = Board::open(rows, columns).unwrap();
            let is_near = |bit: &u32| {
                let cell = Board { empty: 1 << bit, ..board };
                let image = cell.half_turned().empty;
                !(image & (cell.empty | board.beside(cell.empty))).is_empty()
            };
            let expected = Bits(board.empty).filter(is_near).fold(0, |all, bit| all | 1 << bit);
            assert_eq!(board.centre(), expected, "{rows}x{columns}");
        }
    }

    /// A wide board of the same cells is the same board.
    #[test]
    fn wide_boards_are_like_others() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..300 {
            let (rows, columns) = (random.usize(1..=9), random.usize(1..=11));
            let mut row = || (0..columns).map(|_| *random.choice(&['X', 'O', '.', '#']).unwrap()).collect();
            let rows: Vec<String> = (0..rows).map(|_| row()).collect();
            let text = rows.join("|");
            let (plain, wide) = (board(&text), WideBoard::parse(&text, "XO.#").unwrap());
            let texts =
                |plain: Board, wide: WideBoard| assert_eq!(plain.to_string(), wide.to_string(), "{text}");
            texts(plain, wide);
            texts(plain.half_turned(), wide.half_turned());
            texts(plain.transposed(), wide.transposed());
            texts(plain.restricted(plain.black | plain.white), wide.restricted(wide.black | wide.white));
            texts(plain.least_mirror(), wide.least_mirror());
            texts(plain.least_image(), wide.least_image());
            let seeds = (plain.empty.only_first(), wide.empty.only_first());
            let floods = (plain.flood(seeds.0, plain.cells()), wide.flood(seeds.1, wide.cells()));
            texts(plain.restricted(floods.0), wide.restricted(floods.1));
        }
    }

    #[test]
    fn all_eight_images_have_one_least_image() {
        let picture = board("XO.|#.X|..O");
        let flipped = |picture: &Board| {
            let text = picture.to_string();
            board(&text.rsplit('|').collect::<Vec<_>>().join("|"))
        };
        let turned = flipped(&picture.transposed());
        for image in [picture, flipped(&picture), turned, turned.half_turned()] {
            assert_eq!(image.least_image(), picture.least_image());
        }
        assert_eq!(flipped(&picture).least_mirror(), picture.least_mirror());
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
        assert!(Board::open(1, 125).is_ok());
        assert!(Board::open(1, 126).is_err());
        assert!(WideBoard::open(1, 4093).is_ok() && WideBoard::open(63, 64).is_ok());
        assert!(WideBoard::open(1, 4094).is_err());
        assert!(Board::open(usize::MAX, usize::MAX).is_err());
        assert!(Board::parse(&".".repeat(1_000_000), ".").is_err());
    }
}
