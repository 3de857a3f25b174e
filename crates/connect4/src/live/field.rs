//! The position as the search sees it: the player to move against the other, whoever they are.

use super::score::{Score, win_with};
use crate::{Board, Position, lines};

/// The stones of the player to move, and all stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stones {
    pub(super) mover: u64,
    pub(super) occupied: u64,
}

impl Stones {
    pub(super) const fn of(position: Position) -> Stones {
        Stones { mover: position.mover(), occupied: position.occupied }
    }

    pub(super) const fn ply(self) -> u32 {
        self.occupied.count_ones()
    }

    pub(super) const fn opponent(self) -> u64 {
        self.mover ^ self.occupied
    }

    /// After the player to move takes a cell: now it is the other's turn.
    pub(super) const fn after(self, cell: u64) -> Stones {
        Stones { mover: self.opponent(), occupied: self.occupied | cell }
    }
}

/// A board with everything about it that the search needs at hand. Hot: all that happens in a node happens here.
#[derive(Clone, Copy)]
pub(super) struct Field<const RUN: usize> {
    board: Board,
    steps: [u32; 4],
    bottom: u64,
    all: u64,
    pub(super) cells: u32,
    /// Bits of every other row, from the lowest: where odd stones of a column lie.
    odd_rows: u64,
    /// The columns from the centre outwards; the first `columns` of them.
    from_centre: [u64; 32],
}

impl<const RUN: usize> Field<RUN> {
    pub(super) fn new(board: Board) -> Field<RUN> {
        let odd_rows = (0..board.rows()).step_by(2).map(|row| board.bottom() << row).sum();
        let mut from_centre = [0; 32];
        let mut columns: Vec<u32> = (0..board.columns()).collect();
        columns.sort_by_key(|column| (2 * column + 1).abs_diff(board.columns()));
        for (place, column) in columns.into_iter().enumerate() {
            from_centre[place] = board.column(column);
        }
        Field {
            board,
            steps: board.steps(),
            bottom: board.bottom(),
            all: board.all(),
            cells: board.cells(),
            odd_rows,
            from_centre,
        }
    }

    /// A number that no other position with this player to move has: in each column the stones of the player, and
    /// a one above all stones.
    #[inline]
    pub(super) fn key(&self, stones: Stones) -> u64 {
        stones.occupied.wrapping_add(self.bottom) | stones.mover
    }

    /// The same number for a position and its mirror image.
    #[inline]
    pub(super) fn symmetric_key(&self, stones: Stones) -> u64 {
        let key = self.key(stones);
        key.min(self.board.mirrored(key))
    }

    /// Cells that would win at once if they could be reached: empty, and completing a row of these stones.
    #[inline]
    pub(super) fn threats(&self, stones: u64, occupied: u64) -> u64 {
        lines::completing::<RUN>(stones, self.steps) & self.all & !occupied
    }

    /// The cells of each column, from the centre outwards.
    #[inline]
    pub(super) fn from_centre(&self) -> &[u64] {
        &self.from_centre[..self.board.columns() as usize]
    }

    #[inline]
    pub(super) fn playable(&self, stones: Stones) -> u64 {
        stones.occupied.wrapping_add(self.bottom) & self.all
    }

    /// Whether the player to move wins with the next stone.
    #[inline]
    pub(super) fn wins_at_once(&self, stones: Stones) -> bool {
        self.threats(stones.mover, stones.occupied) & self.playable(stones) != 0
    }

    /// The cells that can be taken without the opponent winning right after. None: the game is lost in two moves, or the
    /// board is full.
    #[inline]
    pub(super) fn safe_moves(&self, stones: Stones) -> u64 {
        let threats = self.threats(stones.opponent(), stones.occupied);
        let playable = self.playable(stones);
        let forced = playable & threats;
        let blocking = match forced {
            0 => playable,
            // One stone cannot block two cells.
            _ if forced & (forced - 1) != 0 => return 0,
            one => one,
        };
        blocking & !(threats >> 1)
    }

    /// An upper bound that follows from looking at what is still possible, if it is at most 0.
    ///
    /// A player all of whose lines are blocked cannot win. And if every column has an even number of empty cells, the
    /// opponent can always answer in the same column, on top of the stone just dropped. Then it is settled already who
    /// will own which cell, and all that is left is to look whether the player to move gets a row out of it.
    #[inline]
    pub(super) fn ceiling(&self, stones: Stones) -> Option<Score> {
        let empty = self.all & !stones.occupied;
        if !lines::has_run::<RUN>(stones.mover | empty, self.steps) {
            return Some(0);
        }
        let playable = self.playable(stones);
        let odd_columns = playable & !self.follow_up_rows();
        if odd_columns != 0 {
            return None;
        }
        // Where all columns have an even rest, the mover's cells are in the rows in which playable cells lie.
        let own = empty & self.follow_up_rows();
        if lines::has_run::<RUN>(stones.mover | own, self.steps) {
            return None;
        }
        let theirs = stones.opponent() | (empty & !own);
        Some(if lines::has_run::<RUN>(theirs, self.steps) { -1 } else { 0 })
    }

    /// Rows with an even number of cells from there to the top.
    #[inline]
    fn follow_up_rows(&self) -> u64 {
        if self.board.rows().is_multiple_of(2) { self.odd_rows } else { self.all & !self.odd_rows }
    }

    /// Whether the opponent can still get a row at all.
    #[inline]
    pub(super) fn opponent_can_win(&self, stones: Stones) -> bool {
        let empty = self.all & !stones.occupied;
        lines::has_run::<RUN>(stones.opponent() | empty, self.steps)
    }

    /// The score of a win with stone number `stone`, for the winner.
    #[inline]
    pub(super) fn win_with(&self, stone: u32) -> Score {
        win_with(stone, self.cells)
    }
}
