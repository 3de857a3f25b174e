//! The positions to look at: all of a small game, those of many random games of a large one.

use rustc_hash::FxHashSet;

use super::Effort;
use super::check::{Check, without_panic, word};
use super::moves::children_of;
use super::random::Random;
use crate::Game;

/// A random game is given up after this many moves: games with cycles may never end.
const LONGEST_GAME: usize = 1_000;

/// Positions kept of one random game, so that a long one leaves room for others.
const KEPT_OF_A_GAME: usize = 64;

/// Random games go on until they have made this many moves for each position wanted. In a game that soon
/// repeats itself they find fewer positions than wanted.
const PATIENCE: usize = 50;

/// Positions that play from the start leads to, each once.
pub(super) struct Walk<G: Game> {
    pub(super) positions: Vec<G::Position>,
    /// Whether these are all positions that can be reached.
    pub(super) complete: bool,
    /// A panic of the game, which ended the walk.
    failure: Option<String>,
}

impl<G: Game> Walk<G> {
    pub(super) fn new(game: &G, effort: &Effort) -> Walk<G> {
        let mut walk = Walk { positions: Vec::new(), complete: false, failure: None };
        match without_panic(|| game.start()) {
            Err(panic) => walk.failure = Some(format!("the start: {panic}")),
            Ok(start) => {
                walk.everything(game, start, effort.positions);
                if walk.failure.is_none() && !walk.complete {
                    walk.random_games(game, start, effort);
                }
            }
        }
        walk
    }

    /// The law that walking itself is a test of.
    pub(super) fn check(&self) -> Check {
        Check {
            law: "play from the start never panics",
            cases: self.positions.len() as u64,
            failure: self.failure.clone(),
        }
    }

    /// Breadth first, until there are more than `limit` positions.
    fn everything(&mut self, game: &G, start: G::Position, limit: usize) {
        let mut seen = FxHashSet::from_iter([start]);
        self.positions.push(start);
        let mut next = 0;
        while let Some(&p) = self.positions.get(next) {
            let Some(children) = self.children(game, &p) else { return };
            self.positions.extend(children.into_iter().filter(|child| seen.insert(*child)));
            if self.positions.len() > limit {
                return;
            }
            next += 1;
        }
        self.complete = true;
    }

    /// Many games of random moves, so that early, middle and late positions all occur.
    fn random_games(&mut self, game: &G, start: G::Position, effort: &Effort) {
        let mut random = Random::new(effort.seed);
        let mut seen = FxHashSet::from_iter([start]);
        self.positions = vec![start];
        let mut patience = effort.positions.saturating_mul(PATIENCE);
        while self.positions.len() < effort.positions && patience > 0 {
            let mut line = vec![start];
            while line.len() < LONGEST_GAME {
                let Some(children) = self.children(game, &line[line.len() - 1]) else { return };
                if children.is_empty() {
                    break;
                }
                line.push(random.pick(&children));
            }
            patience = patience.saturating_sub(line.len());
            // The last position is kept in any case: ends are rare and worth looking at.
            let last = line[line.len() - 1];
            let some = (0..KEPT_OF_A_GAME.min(line.len())).map(|_| random.pick(&line));
            self.positions.extend(some.chain([last]).filter(|p| seen.insert(*p)));
        }
        self.positions.truncate(effort.positions.max(1));
    }

    fn children(&mut self, game: &G, p: &G::Position) -> Option<Vec<G::Position>> {
        let children = without_panic(|| children_of(game, p));
        children.map_err(|panic| self.failure = Some(format!("{}: {panic}", word(game, p)))).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Fault, Strip};
    use super::*;
    use crate::oracle;

    #[test]
    fn a_small_game_is_looked_at_completely_and_a_large_one_from_start_to_end() {
        let game = Strip::new(Fault::None);
        let all = oracle::solve(&game, 10_000).unwrap();
        let walk = Walk::new(&game, &Effort::default());
        assert!(walk.complete && walk.positions.len() == all.len());

        let part = Walk::new(&game, &Effort { positions: all.len() / 2, seed: 1 });
        assert!(!part.complete && part.positions.len() == all.len() / 2);
        assert!(part.positions.iter().all(|p| all.contains_key(p)));
        assert!(part.positions.iter().any(|p| game.end(p).is_some()));
    }

    #[test]
    fn a_panic_ends_the_walk_with_a_report() {
        let walk = Walk::new(&Strip::new(Fault::PlayPanics), &Effort::default());
        assert!(walk.check().failure.unwrap().contains("panicked"));
    }
}
