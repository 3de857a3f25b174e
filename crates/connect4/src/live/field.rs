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
    /// The columns from the centre outwards; the first `columns` of them.
    from_centre: [u64; 32],
}

impl<const RUN: usize> Field<RUN> {
    pub(super) fn new(board: Board) -> Field<RUN> {
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
    pub(super) fn columns_from_centre(&self) -> &[u64] {
        &self.from_centre[..self.board.columns() as usize]
    }

    /// The cells on which the next stone may come to rest.
    #[inline]
    pub(super) fn playable(&self, occupied: u64) -> u64 {
        occupied.wrapping_add(self.bottom) & self.all
    }

    /// Whether the player to move wins with the next stone.
    #[inline]
    pub(super) fn wins_at_once(&self, stones: Stones) -> bool {
        self.threats(stones.mover, stones.occupied) & self.playable(stones.occupied) != 0
    }

    /// The cells that can be taken without the opponent winning right after. None: the game is lost in two moves, or the
    /// board is full.
    #[inline]
    pub(super) fn safe_moves(&self, stones: Stones) -> u64 {
        let threats = self.threats(stones.opponent(), stones.occupied);
        let playable = self.playable(stones.occupied);
        let forced = playable & threats;
        let blocking = match forced {
            0 => playable,
            // One stone cannot block two cells.
            _ if forced & (forced - 1) != 0 => return 0,
            one => one,
        };
        blocking & !(threats >> 1)
    }

    /// Whether a player with these stones could get a row if all empty cells were his.
    #[inline]
    pub(super) fn can_win(&self, own: u64, occupied: u64) -> bool {
        lines::has_run::<RUN>(own | (self.all & !occupied), self.steps)
    }

    /// The score of a win with stone number `stone`, for the winner.
    #[inline]
    pub(super) fn win_with(&self, stone: u32) -> Score {
        win_with(stone, self.cells)
    }
}
