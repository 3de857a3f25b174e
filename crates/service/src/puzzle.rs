//! Puzzles: positions with exactly one winning move.

use zermelo_core::{Outcome, Value};
use zermelo_library::{AnyGame, LibraryError, Search, Solution};
use zermelo_store::Database;

/// How many won positions are looked at for each puzzle that is wanted.
const CANDIDATES: usize = 20;

/// A position with exactly one winning move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// Its outcome, a win.
    pub outcome: Outcome,
    /// The name of the move that wins.
    pub solution: String,
    /// How hard it is: the moves to the win, and one for each move that does not win.
    pub difficulty: u32,
}

/// Puzzles among the positions that a search finds, the easiest first.
pub(crate) fn find(
    game: &dyn AnyGame,
    database: &Database,
    search: &Search,
) -> Result<Vec<Puzzle>, LibraryError> {
    let wider =
        Search { value: Some(Value::Win), limit: search.limit.saturating_mul(CANDIDATES), ..search.clone() };
    let mut puzzles = Vec::new();
    for (position, outcome) in game.search(database, &wider)? {
        let view = game.view(&position, Solution::of(database))?;
        let winning = view.moves.iter().filter(|m| m.worth().map(Outcome::value) == Some(Value::Win));
        let (winning, all) = (winning.count(), view.moves.len());
        if winning == 1 && all > 1 {
            puzzles.push(Puzzle {
                position: view.position,
                outcome,
                solution: view.moves[0].name.clone(),
                difficulty: outcome.remoteness().unwrap_or(0) + (all - winning) as u32,
            });
            if puzzles.len() == search.limit {
                break;
            }
        }
    }
    puzzles.sort_by_key(|puzzle| puzzle.difficulty);
    Ok(puzzles)
}
