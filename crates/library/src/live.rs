//! Solving single positions while somebody waits, for games or parts of games without a database.

use zermelo_core::{Game, Outcome};
use zermelo_store::Database;

/// Finds the outcome of one position at a time.
///
/// It may remember what it finds out, so that asking again, or asking about a position nearby, is faster.
/// Several threads may ask at once.
///
/// ```
/// use zermelo_core::{Game, Outcome};
/// use zermelo_library::LiveSolver;
///
/// /// Knows a game in which the last of some counters wins, and one may take one or two.
/// struct ByArithmetic;
///
/// impl<G: Game<Position = u32>> LiveSolver<G> for ByArithmetic {
///     fn outcome(&self, p: &u32, _give_up: &dyn Fn() -> bool) -> Option<Outcome> {
///         let moves = p / 3 * 2 + u32::from(p % 3 > 0);
///         Some(if p % 3 == 0 { Outcome::Lose(moves) } else { Outcome::Win(moves) })
///     }
/// }
/// ```
pub trait LiveSolver<G: Game>: Send + Sync + 'static {
    /// The outcome of a position that is not an end, or `None` if `give_up` said so first. It is asked at
    /// least every few milliseconds; a solver that needs less than that need not ask.
    fn outcome(&self, p: &G::Position, give_up: &dyn Fn() -> bool) -> Option<Outcome>;

    /// Returns the bytes of the table in which it remembers, whether it has been made or not.
    fn table_bytes(&self) -> u64 {
        0
    }
}

/// Where outcomes come from: a database, a live solver for what is not in it, both or neither.
#[derive(Clone, Copy, Default)]
pub struct Solution<'a> {
    /// The whole game, or a part of it.
    pub database: Option<&'a Database>,
    /// If there is one, the live solver of the game may be asked, until this says that time is up.
    pub give_up: Option<&'a dyn Fn() -> bool>,
}

impl<'a> Solution<'a> {
    /// Nothing: only ends have outcomes.
    pub const NONE: Solution<'static> = Solution { database: None, give_up: None };

    /// A database and nothing else.
    pub fn of(database: &'a Database) -> Solution<'a> {
        Solution { database: Some(database), give_up: None }
    }
}
