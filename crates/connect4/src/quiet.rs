//! Which positions a glance at the board does not decide.
//!
//! A database keeps only *quiet* positions with the first player to move: nobody has a line, nobody can make one at once,
//! some move does not run into a line of the opponent right above it, and the board is not full. Everything else
//! follows from the rules, at most with a look at a position after one or two moves. Both the writer and the reader ask this file which
//! entries of a record are quiet, for all of them at once.

use crate::Board;
use crate::edges::{Class, FIRST, SECOND, SIDES};
use crate::member_bits::{MemberBits, add};
use crate::middle::Stones;
use crate::threats::edge_threats;

/// Looks at records. It is kept from one to the next because it has room of its own.
pub(crate) struct Glance {
    board: Board,
    /// All cells between the edge columns.
    middle: u64,
    quiet: Vec<u64>,
    helpless: Vec<u64>,
}

impl Glance {
    pub(crate) fn new(board: Board) -> Glance {
        let edges = board.column(0) | board.column(board.columns() - 1);
        Glance { board, middle: board.all() & !edges, quiet: Vec::new(), helpless: Vec::new() }
    }

    /// The quiet entries, as bits, of a record with the first player to move; nothing at all if the middle alone tells
    /// that there are none.
    pub(crate) fn quiet(&mut self, class: &Class, stones: Stones) -> &[u64] {
        self.quiet.clear();
        let board = self.board;
        let playable = board.playable(stones.first | stones.second) & self.middle;
        let completing = [stones.second, stones.first].map(|own| board.completing(own));
        if (completing[FIRST] | completing[SECOND]) & playable != 0 || class.len() == 0 {
            return &[];
        }
        // First the others.
        self.quiet.resize(class.len().div_ceil(64), 0);
        let others = &mut self.quiet;
        let threats = [stones.second, stones.first].map(|own| edge_threats(board, own));
        for player in [SECOND, FIRST] {
            add(others, &class.vertical_bits[player]);
            let mut with_one_more = [0; 2];
            for cell in cells(playable) {
                let more = edge_threats(board, stones.of(player) | cell);
                for side in SIDES {
                    with_one_more[side] |= more[side];
                }
            }
            for side in SIDES {
                // A line that is there, or that the next stone in the middle makes; one by a stone in the edge column.
                for row in rows(threats[player][side] | with_one_more[side]) {
                    add(others, &class.owned_bits[player][side][row]);
                }
                for row in rows(threats[player][side]) {
                    add(others, &class.height_bits[side][row]);
                }
            }
        }
        if self.mark_helpless(class, stones, threats[SECOND], completing[SECOND]) {
            for (word, helpless) in self.quiet.iter_mut().zip(&self.helpless) {
                *word |= helpless;
            }
        }
        for word in &mut self.quiet {
            *word = !*word;
        }
        if let Some(last) = self.quiet.last_mut()
            && !class.len().is_multiple_of(64)
        {
            *last &= (1 << (class.len() % 64)) - 1;
        }
        &self.quiet
    }

    /// Marks the entries where every stone gives the opponent the cell above it for a line, and those without a move. Returns
    /// whether there may be any.
    fn mark_helpless(&mut self, class: &Class, stones: Stones, threats: [u32; 2], completing: u64) -> bool {
        let board = self.board;
        self.helpless.clear();
        self.helpless.resize(class.len().div_ceil(64), u64::MAX);
        for cell in cells(board.playable(stones.first | stones.second) & self.middle) {
            let above = cell << 1 & board.all();
            if above & completing != 0 {
                continue;
            }
            let with_above = if above == 0 { [0, 0] } else { edge_threats(board, stones.second | above) };
            if with_above == [0, 0] {
                return false;
            }
            let owned = SIDES
                .into_iter()
                .flat_map(|side| rows(with_above[side]).map(move |row| &class.owned_bits[SECOND][side][row]));
            keep_any_of(&mut self.helpless, owned);
        }
        for side in SIDES {
            let full = board.rows() as usize;
            let heights = rows(threats[side] >> 1).chain([full]).map(|row| &class.height_bits[side][row]);
            keep_any_of(&mut self.helpless, heights);
        }
        true
    }
}

/// Keeps what is in one of the sets.
fn keep_any_of<'a>(kept: &mut [u64], sets: impl Iterator<Item = &'a MemberBits> + Clone) {
    for (place, word) in kept.iter_mut().enumerate() {
        *word &= sets.clone().fold(0, |any, set| any | set.0[place]);
    }
}

fn cells(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = set & set.wrapping_neg();
        set ^= cell;
        (cell != 0).then_some(cell)
    })
}

fn rows(mut set: u32) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let row = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (row < 32).then_some(row as usize)
    })
}
