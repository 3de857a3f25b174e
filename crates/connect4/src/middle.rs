//! The columns between the edges: which heights they can have, and how their stones can be coloured.
//!
//! On boards with an odd number of columns the centre column is kept apart: its content is fixed while everything else is
//! solved, so that only a small part of a large board is in memory at a time. The other middle columns are the *inner*
//! ones; their heights are a *shape*, and the colours of their stones, column after column from the bottom up, are the bits of a
//! *colouring*, set for the first player.

use crate::Board;
use crate::column::Column;

/// The most inner columns.
pub(crate) const MOST_INNER: usize = 7;
/// The most cells in inner columns that are solved.
pub(crate) const MOST_INNER_CELLS: u32 = 30;

/// Heights of the inner columns.
pub(crate) type Heights = [u8; MOST_INNER];

/// Which columns lie between the edges.
#[derive(Clone, Debug)]
pub(crate) struct Middle {
    pub(crate) board: Board,
    /// The inner columns from left to right.
    pub(crate) inner: Vec<u32>,
    /// The centre column, if it is kept apart.
    pub(crate) centre: Option<u32>,
    /// For each height the contents of a column without a line.
    contents: Vec<Vec<Column>>,
}

/// The stones of the middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stones {
    pub(crate) first: u64,
    pub(crate) second: u64,
}

impl Stones {
    /// Those of a player.
    pub(crate) fn of(self, player: usize) -> u64 {
        if player == crate::edges::FIRST { self.first } else { self.second }
    }

    /// Stones of the first player minus stones of the second.
    pub(crate) fn balance(self) -> i32 {
        self.first.count_ones() as i32 - self.second.count_ones() as i32
    }
}

impl Middle {
    pub(crate) fn new(board: Board) -> Middle {
        let columns = board.columns();
        // Small boards are solved in one go.
        Middle::apart(board, (columns % 2 == 1 && columns >= 7).then_some(columns / 2))
    }

    /// With no column kept apart.
    pub(crate) fn in_one(board: Board) -> Middle {
        Middle::apart(board, None)
    }

    fn apart(board: Board, centre: Option<u32>) -> Middle {
        let columns = board.columns();
        let inner = (1..columns - 1).filter(|&column| Some(column) != centre).collect();
        let mut contents = vec![Vec::new(); board.rows() as usize + 1];
        for column in Column::without_line(board) {
            contents[column.height as usize].push(column);
        }
        Middle { board, inner, centre, contents }
    }

    /// The number of shapes, mirror images included.
    pub(crate) fn shapes(&self) -> usize {
        (self.board.rows() as usize + 1).pow(self.inner.len() as u32)
    }

    /// The heights of a shape.
    pub(crate) fn heights(&self, shape: usize) -> Heights {
        let mut heights = [0; MOST_INNER];
        let mut rest = shape;
        for height in heights[..self.inner.len()].iter_mut().rev() {
            *height = (rest % (self.board.rows() as usize + 1)) as u8;
            rest /= self.board.rows() as usize + 1;
        }
        heights
    }

    /// The number of a shape.
    pub(crate) fn shape(&self, heights: &Heights) -> usize {
        let base = self.board.rows() as usize + 1;
        heights[..self.inner.len()].iter().fold(0, |shape, &height| shape * base + usize::from(height))
    }

    /// The shape seen from behind.
    pub(crate) fn mirrored_shape(&self, shape: usize) -> usize {
        let mut heights = self.heights(shape);
        heights[..self.inner.len()].reverse();
        self.shape(&heights)
    }

    /// Stones in the inner columns.
    pub(crate) fn stones_in(&self, shape: usize) -> u32 {
        self.heights(shape).iter().map(|&height| u32::from(height)).sum()
    }

    /// The colouring seen from behind.
    pub(crate) fn mirrored(&self, heights: &Heights, colouring: u32) -> u32 {
        let mut rest = colouring;
        let mut image = 0;
        for &height in &heights[..self.inner.len()] {
            image = image << height | rest & ((1 << height) - 1);
            rest >>= height;
        }
        image
    }

    /// The stones on the board.
    pub(crate) fn stones(&self, heights: &Heights, colouring: u32, centre: Column) -> Stones {
        let mut stones = self.centre_stones(centre);
        let mut rest = u64::from(colouring);
        for (&column, &height) in self.inner.iter().zip(heights) {
            let all = (1 << height) - 1;
            let shift = column * self.board.stride();
            stones.first |= (rest & all) << shift;
            stones.second |= (!rest & all) << shift;
            rest >>= height;
        }
        stones
    }

    fn centre_stones(&self, centre: Column) -> Stones {
        let column = self.centre.unwrap_or(0);
        let [second, first] = [0, 1].map(|player| centre.cells(self.board, column, player));
        Stones { first, second }
    }

    /// All colourings of a shape without a line, together with the centre: in ascending order, by the number of bits set.
    pub(crate) fn colourings(&self, heights: &Heights, centre: Column) -> Vec<Vec<u32>> {
        let cells: usize = heights.iter().map(|&height| usize::from(height)).sum();
        let mut found = vec![Vec::new(); cells + 1];
        self.colour(heights, self.inner.len(), self.centre_stones(centre), 0, &mut |colouring: u32| {
            found[colouring.count_ones() as usize].push(colouring);
        });
        found
    }

    /// How many there are of each number of bits.
    pub(crate) fn count_colourings(&self, heights: &Heights, centre: Column) -> Vec<u64> {
        let cells: usize = heights.iter().map(|&height| usize::from(height)).sum();
        let mut found = vec![0; cells + 1];
        self.colour(heights, self.inner.len(), self.centre_stones(centre), 0, &mut |colouring: u32| {
            found[colouring.count_ones() as usize] += 1;
        });
        found
    }

    /// Colours the columns before `column`, the last one first, so that colourings come in ascending order.
    fn colour(
        &self,
        heights: &Heights,
        column: usize,
        stones: Stones,
        colouring: u32,
        found: &mut impl FnMut(u32),
    ) {
        let Some(column) = column.checked_sub(1) else { return found(colouring) };
        let shift = self.inner[column] * self.board.stride();
        let all = (1 << heights[column]) - 1;
        for content in &self.contents[usize::from(heights[column])] {
            let own = u64::from(content.first);
            let next =
                Stones { first: stones.first | own << shift, second: stones.second | (all & !own) << shift };
            if self.board.has_run(next.first) || self.board.has_run(next.second) {
                continue;
            }
            self.colour(heights, column, next, colouring << heights[column] | content.first, found);
        }
    }
}

/// The colouring after a stone of `player` was put at bit `place`.
#[inline]
pub(crate) fn with_bit(colouring: u32, place: u32, player: usize) -> u32 {
    let below = (1 << place) - 1;
    colouring & below | (player as u32) << place | (colouring & !below) << 1
}
