//! The engine of rules-only games: explore from the start, keep every position by its word.

use zermelo_core::conformance::{Check, Effort};
use zermelo_core::{Game, Outcome, ParseError, canonical};
use zermelo_solve::{
    Analysis, Outcomes, Run, SolveError, Verification, analyse_stored, explore, verify_exploration,
};
use zermelo_store::{DEFAULT_LEVEL, Database, Folder, StoreError};

use crate::engine::{Engine, Extent, SolveOptions};
use crate::search::matching_words;
use crate::words::SortedWords;
use crate::{ExploreError, Search};

/// The name of the one table.
const TABLE: &str = "positions";

/// What a position in memory takes beside itself: its outcome, and its share of the empty places of the hash table.
const BESIDE_POSITION: usize = 24;

/// See [`rules_only`](crate::rules_only).
pub(crate) struct Explored;

impl<G: Game> Engine<G> for Explored {
    fn extent(&self, _: &G) -> Option<Extent> {
        None
    }

    fn is_loopy(&self, _: &G) -> Option<bool> {
        None
    }

    fn place(&self, game: &G, p: &G::Position) -> String {
        game.format(&canonical(game, p))
    }

    fn check_tiers(&self, _: &G, tiers: &[String]) -> Result<(), ExploreError> {
        if tiers.is_empty() {
            return Ok(());
        }
        Err(ParseError::new("this game has no tiers to choose from; it is solved as a whole").into())
    }

    /// How large the game is turns out on the way.
    fn check_memory(&self, _: &G, _: &SolveOptions, _: &Run<'_>) -> Result<(), ExploreError> {
        Ok(())
    }

    fn solve(
        &self,
        game: &G,
        folder: &Folder,
        options: &SolveOptions,
        run: &Run<'_>,
    ) -> Result<Option<Outcome>, ExploreError> {
        if folder.has_volume(0, &[TABLE])? {
            let start = game.format(&canonical(game, &game.start()));
            let mut found = None;
            folder.table(TABLE)?.for_each_entry(|word, outcome| {
                if word == start {
                    found = Some(outcome);
                }
                run.check().map_err(ExploreError::from)
            })?;
            return Ok(found);
        }
        let solved = explore(game, run)?;
        let words = SortedWords::new(solved.par_iter(), |p| game.format(&p));
        run.check()?;
        folder.write_keyed(0, TABLE, words.iter(), options.level.unwrap_or(DEFAULT_LEVEL))?;
        Ok(Some(solved.start()))
    }

    fn outcome(
        &self,
        game: &G,
        database: &Database,
        p: &G::Position,
    ) -> Result<Option<Outcome>, ExploreError> {
        Ok(database.lookup(&game.format(&canonical(game, p)))?)
    }

    fn search(
        &self,
        game: &G,
        database: &Database,
        search: &Search,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<(G::Position, Outcome)>, ExploreError> {
        let words = matching_words(database, search, random)?;
        Ok(words.into_iter().filter_map(|(word, outcome)| Some((game.parse(&word).ok()?, outcome))).collect())
    }

    fn analyse(&self, game: &G, database: &Database, run: &Run<'_>) -> Result<Analysis, ExploreError> {
        Ok(analyse_stored(game, &read_all(game, database, run)?, run)?)
    }

    fn verify(
        &self,
        game: &G,
        database: &Database,
        _: &[String],
        run: &Run<'_>,
    ) -> Result<Verification, ExploreError> {
        Ok(verify_exploration(game, &read_all(game, database, run)?, run)?)
    }

    fn check(&self, _: &G, _: &Effort) -> Vec<Check> {
        Vec::new()
    }

    fn solve_in_memory(
        &self,
        game: &G,
        run: &Run<'_>,
    ) -> Result<Box<dyn Fn(&G, &G::Position) -> Option<Outcome>>, ExploreError> {
        let solved: Outcomes<G::Position> = explore(game, run)?.iter().collect();
        Ok(Box::new(move |game, p| solved.get(&canonical(game, p)).copied()))
    }
}

/// All stored positions with their outcomes.
fn read_all<G: Game>(
    game: &G,
    database: &Database,
    run: &Run<'_>,
) -> Result<Outcomes<G::Position>, ExploreError> {
    let positions = database.manifest().slots;
    let needed = positions.saturating_mul((size_of::<G::Position>() + BESIDE_POSITION) as u64);
    if needed > run.memory {
        let what = format!("reading a database of {positions} positions");
        return Err(SolveError::Memory { what, needed, allowed: run.memory }.into());
    }
    let mut stored = Outcomes::default();
    database.for_each_keyed(|word, outcome| {
        run.check()?;
        let p = game.parse(word).map_err(|error| StoreError::Corrupt {
            path: database.directory().to_owned(),
            what: format!("it has a position that is none: {error}"),
        })?;
        stored.insert(p, outcome);
        Ok::<(), ExploreError>(())
    })?;
    Ok(stored)
}
