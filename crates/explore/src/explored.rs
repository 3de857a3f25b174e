//! The engine of rules-only games: explore from the start, keep every position by its word.

use zermelo_core::conformance::{Check, Effort};
use zermelo_core::{Game, Outcome, ParseError, canonical};
use zermelo_solve::{Analysis, Outcomes, Run, Verification, analyse_stored, explore, verify_exploration};
use zermelo_store::{Database, Folder, StoreError};

use crate::ExploreError;
use crate::engine::{Engine, Extent, SolveOptions};
use crate::words::SortedWords;

/// The name of the one table.
const TABLE: &str = "positions";

/// See [`rules_only`](crate::rules_only).
pub(crate) struct Explored;

impl<G: Game> Engine<G> for Explored {
    fn extent(&self, _: &G) -> Option<Extent> {
        None
    }

    fn check_tiers(&self, _: &G, options: &SolveOptions) -> Result<(), ExploreError> {
        if options.tiers.is_empty() {
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
            })?;
            return Ok(found);
        }
        let solved = explore(game, run)?;
        let words = SortedWords::new(solved.par_iter(), |p| game.format(&p));
        run.check()?;
        folder.write_keyed(0, TABLE, words.iter(), options.level)?;
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

    fn analyse(&self, game: &G, database: &Database, run: &Run<'_>) -> Result<Analysis, ExploreError> {
        Ok(analyse_stored(game, &read_all(game, database)?, run)?)
    }

    fn verify(&self, game: &G, database: &Database, run: &Run<'_>) -> Result<Verification, ExploreError> {
        Ok(verify_exploration(game, &read_all(game, database)?, run)?)
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
fn read_all<G: Game>(game: &G, database: &Database) -> Result<Outcomes<G::Position>, ExploreError> {
    let mut stored = Outcomes::default();
    let mut unreadable = None;
    database.for_each_keyed(|word, outcome| match game.parse(word) {
        Ok(p) => {
            stored.insert(p, outcome);
        }
        Err(error) => {
            unreadable.get_or_insert_with(|| format!("it has a position that is none: {error}"));
        }
    })?;
    match unreadable {
        Some(what) => Err(StoreError::Corrupt { path: database.directory().to_owned(), what }.into()),
        None => Ok(stored),
    }
}
