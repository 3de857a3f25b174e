//! A game solved in memory, as a program of one's own uses it: by positions and moves, not by keys.

use zermelo_core::{Game, Key, Outcome, Rules, WideKey, unpacked, with_packed};

use crate::exploration::{Exploration, explore};
use crate::{Run, SolveError};

/// All positions of a game that can be reached from its start, with their outcomes.
///
/// ```
/// # use zermelo_core::{Game, ParseError, Value};
/// # struct TenToZero;
/// # impl Game for TenToZero {
/// #     type Position = u8;
/// #     type Move = u8;
/// #     fn start(&self) -> u8 { 10 }
/// #     fn end(&self, p: &u8) -> Option<Value> { (*p == 0).then_some(Value::Lose) }
/// #     fn moves(&self, p: &u8, out: &mut Vec<u8>) { out.extend(1..=2.min(*p)) }
/// #     fn play(&self, p: &u8, m: u8) -> u8 { p - m }
/// #     fn format(&self, p: &u8) -> String { p.to_string() }
/// #     fn parse(&self, text: &str) -> Result<u8, ParseError> { Ok(text.parse().unwrap()) }
/// #     fn format_move(&self, _: &u8, m: u8) -> String { m.to_string() }
/// # }
/// use zermelo_core::Outcome;
/// use zermelo_solve::{SolvedGame, unlimited};
///
/// let solved = SolvedGame::new(&TenToZero, &unlimited())?;
/// assert_eq!(solved.get(&10), Some(Outcome::Win(7)));
/// assert_eq!(solved.best_move(&10), Some((1, Outcome::Win(7))));
/// assert_eq!(solved.best_move(&0), None);
/// assert_eq!(solved.positions()?.len(), 11);
/// # Ok::<(), zermelo_solve::SolveError>(())
/// ```
pub struct SolvedGame<'a, G> {
    game: &'a G,
    table: Box<dyn Table + 'a>,
}

/// An exploration with keys of any width.
trait Table {
    fn len(&self) -> u64;

    fn outcome(&self, key: WideKey) -> Option<Outcome>;

    fn entries(&self) -> Result<Vec<(WideKey, Outcome)>, SolveError>;
}

impl<K: Key> Table for Exploration<K> {
    fn len(&self) -> u64 {
        Exploration::len(self)
    }

    fn outcome(&self, key: WideKey) -> Option<Outcome> {
        Exploration::outcome(self, K::narrowed(key))
    }

    fn entries(&self) -> Result<Vec<(WideKey, Outcome)>, SolveError> {
        let palette = self.palette();
        let outcome = |number: u32| {
            let place = palette.binary_search_by_key(&number, |&(other, _)| other);
            palette[place.expect("the palette has all outcomes that occur")].1
        };
        let mut entries = Vec::new();
        for range in self.ranges() {
            entries
                .extend(self.read(range)?.into_iter().map(|(key, number)| (key.widened(), outcome(number))));
        }
        Ok(entries)
    }
}

impl<'a, G: Game> SolvedGame<'a, G> {
    /// Solves a game by exploring it from its start.
    pub fn new(game: &'a G, run: &Run<'_>) -> Result<SolvedGame<'a, G>, SolveError> {
        let rules = Rules::new(game);
        let table: Box<dyn Table> = with_packed!(rules.erased(), packed => Box::new(explore(packed, run)?));
        Ok(SolvedGame { game, table })
    }

    /// Returns the number of positions up to symmetry.
    pub fn len(&self) -> u64 {
        self.table.len()
    }

    /// Returns false: the start is always there.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the outcome of a position; `None` if play from the start does not reach it.
    pub fn get(&self, p: &G::Position) -> Option<Outcome> {
        self.table.outcome(Rules::new(self.game).key(p))
    }

    /// Returns a best move of a position and what it is worth to the player who makes it; `None` if the game
    /// is over or the position is not reached.
    pub fn best_move(&self, p: &G::Position) -> Option<(G::Move, Outcome)> {
        if self.game.end(p).is_some() {
            return None;
        }
        let mut moves = Vec::new();
        self.game.moves(p, &mut moves);
        let worth = |m| Some((m, self.get(&self.game.play(p, m))?.one_move_before()));
        // Of equally good moves the first in the order of the rules is taken.
        moves.into_iter().rev().filter_map(worth).max_by_key(|&(_, worth)| worth)
    }

    /// Returns one position of each class of images, with its outcome, in ascending order of their keys.
    pub fn positions(&self) -> Result<Vec<(G::Position, Outcome)>, SolveError> {
        let position = |key| unpacked(key).expect("the key of a position");
        Ok(self.table.entries()?.into_iter().map(|(key, outcome)| (position(key), outcome)).collect())
    }
}

impl<G> std::fmt::Debug for SolvedGame<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SolvedGame").field("positions", &self.table.len()).finish_non_exhaustive()
    }
}
