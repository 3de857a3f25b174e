//! The search: is the score above a number? Asked often enough, that is the score.

use super::book::Book;
use super::field::{Field, Stones};
use super::order::Ordered;
use super::score::{MOST, Score};
use super::table::{Bounds, Table};

/// With at most this many stones on the board a position and its mirror image share an entry of the table. Later few
/// positions meet their images, and turning them round would take longer than it saves.
const SYMMETRIC_PLIES: u32 = 12;

/// After how many positions the search asks whether to give up: every millisecond or less.
const PATIENCE: u64 = 4096;

/// The search was told to end before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GaveUp;

/// A search on one board, with what earlier ones left in the table.
pub(super) struct Search<'a, const RUN: usize> {
    field: Field<RUN>,
    table: &'a Table,
    book: Option<&'a Book>,
    give_up: &'a dyn Fn() -> bool,
    /// Positions looked at.
    pub(super) positions: u64,
}

impl<'a, const RUN: usize> Search<'a, RUN> {
    pub(super) fn new(
        field: &Field<RUN>,
        table: &'a Table,
        book: Option<&'a Book>,
        give_up: &'a dyn Fn() -> bool,
    ) -> Search<'a, RUN> {
        Search { field: *field, table, book, give_up, positions: 0 }
    }

    /// The exact score of a position in which the game is not over.
    pub(super) fn score(&mut self, stones: Stones) -> Result<Score, GaveUp> {
        if self.field.wins_at_once(stones) {
            return Ok(self.field.win_with(stones.ply() + 1));
        }
        let (mut lower, mut upper) = (-MOST, MOST);
        while lower < upper {
            let question = between(lower, upper);
            let bound = self.bound(stones, question)?;
            if bound > question {
                lower = bound;
            } else {
                upper = bound;
            }
        }
        Ok(lower)
    }

    /// A lower bound of the score if it is above `question`, else an upper one. The game is not over, and the player
    /// to move cannot win at once.
    fn bound(&mut self, stones: Stones, question: Score) -> Result<Score, GaveUp> {
        self.positions += 1;
        if self.positions.is_multiple_of(PATIENCE) && (self.give_up)() {
            return Err(GaveUp);
        }
        let field = self.field;
        let ply = stones.ply();
        if ply >= field.cells - 1 {
            return Ok(0);
        }
        let moves = field.safe_moves(stones);
        if moves == 0 {
            return Ok(-field.win_with(ply + 2));
        }
        if ply >= field.cells - 2 {
            return Ok(0);
        }
        // Neither wins with the next stone.
        let mut bounds = Bounds { lower: -field.win_with(ply + 4), upper: field.win_with(ply + 3) };
        if let Some(answer) = answered(bounds, question) {
            return Ok(answer);
        }
        if let Some(book) = self.book
            && book.ply() == ply
            && let Some(score) = book.score(field.symmetric_key(stones))
        {
            return Ok(score);
        }
        if moves.is_power_of_two() {
            return Ok(-self.bound(stones.after(moves), -question - 1)?);
        }
        let hopeful = if question >= 0 { stones.mover } else { stones.opponent() };
        if !field.can_win(hopeful, stones.occupied) {
            return Ok(0);
        }
        let key = if ply <= SYMMETRIC_PLIES { field.symmetric_key(stones) } else { field.key(stones) };
        if let Some(known) = self.table.get(key) {
            bounds = Bounds { lower: bounds.lower.max(known.lower), upper: bounds.upper.min(known.upper) };
            if let Some(answer) = answered(bounds, question) {
                return Ok(answer);
            }
        }
        let Some(ordered) = Ordered::new(&field, stones, moves) else { return Ok(field.win_with(ply + 3)) };
        let before = self.positions;
        let mut best = -MOST;
        for cell in ordered.cells() {
            best = best.max(-self.bound(stones.after(cell), -question - 1)?);
            if best > question {
                break;
            }
        }
        let found = if best > question {
            Bounds { lower: best, upper: bounds.upper }
        } else {
            Bounds { lower: bounds.lower, upper: best }
        };
        self.table.put(key, found, self.positions - before);
        Ok(best)
    }
}

/// What bounds say of the question whether the score is above a number, if they do.
#[inline]
fn answered(bounds: Bounds, question: Score) -> Option<Score> {
    if bounds.lower > question {
        Some(bounds.lower)
    } else {
        (bounds.upper <= question).then_some(bounds.upper)
    }
}

/// The next question when the score is between two bounds. Early wins and losses are cheap to rule out, so it does not
/// go closer to 0 than half of the bound.
fn between(lower: Score, upper: Score) -> Score {
    let middle = lower + (upper - lower).div_euclid(2);
    if middle <= 0 { middle.min(lower / 2) } else { middle.max(upper / 2) }
}
