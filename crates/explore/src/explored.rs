//! The engine of rules-only games: explore from the start, keep every position by its key.

use std::sync::OnceLock;

use zermelo_core::conformance::{Check, Effort};
use zermelo_core::{Game, Outcome, ParseError, Rules, Typed, WideKey, canonical, unpacked};
use zermelo_solve::{Analysis, Run, Verification};
use zermelo_store::{Database, Folder, Kind, StoreError, StoredTable};

use crate::engine::{Engine, Extent, SolveOptions};
use crate::fingerprint::fingerprint;
use crate::packed_tables::{self as tables, TABLE, check_packing};
use crate::search::matching_words;
use crate::{ExploreError, Search};

/// See [`rules_only`](crate::rules_only).
#[derive(Default)]
pub(crate) struct Explored {
    /// The fingerprint of how positions are packed: it is asked for with every position.
    packing: OnceLock<String>,
}

impl Explored {
    /// A short text that changes when positions are packed in another way.
    fn packing<G: Game>(&self, game: &G) -> &str {
        self.packing.get_or_init(|| {
            let typed = Typed::new(game);
            let game = typed.erased();
            fingerprint(&game, &|p| format!("{:x?}", game.smallest_image(p)))
        })
    }

    /// The table of a database, which has positions by keys; `None` if it is an old one that has them by words.
    fn table<G: Game>(&self, game: &G, database: &Database) -> Result<Option<StoredTable>, StoreError> {
        let table = database.table(TABLE)?;
        check_packing(&table, self.packing(game))?;
        Ok((table.kind() == Kind::Positions).then_some(table))
    }
}

/// The key of the smallest image of a position.
fn key<G: Game>(game: &G, p: &G::Position) -> WideKey {
    Rules::new(game).key(p)
}

impl<G: Game + 'static> Engine<G> for Explored {
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
        let fingerprint = self.packing(game);
        if folder.has_volume(0, &[TABLE])? {
            let table = folder.table(TABLE)?;
            if table.kind() == Kind::Keyed {
                return start_of_words(game, &table, run);
            }
            // If it was packed in another way it is written again.
            if table.kind() == Kind::Positions && check_packing(&table, fingerprint).is_ok() {
                return Ok(table.read_position(key(game, &game.start()))?);
            }
        }
        tables::solve(Rules::new(game).erased(), fingerprint, folder, options, run).map(Some)
    }

    fn outcome(
        &self,
        game: &G,
        database: &Database,
        p: &G::Position,
    ) -> Result<Option<Outcome>, ExploreError> {
        Ok(match self.table(game, database)? {
            Some(_) => database.position(TABLE, key(game, p))?,
            None => database.lookup(&game.format(&canonical(game, p)))?,
        })
    }

    fn search(
        &self,
        game: &G,
        database: &Database,
        search: &Search,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<(G::Position, Outcome)>, ExploreError> {
        if let Some(table) = self.table(game, database)? {
            let keys = tables::matching_keys(&table, search, random)?;
            return Ok(keys
                .into_iter()
                .filter_map(|(key, outcome)| Some((unpacked(key)?, outcome)))
                .collect());
        }
        let words = matching_words(database, search, random)?;
        Ok(words.into_iter().filter_map(|(word, outcome)| Some((game.parse(&word).ok()?, outcome))).collect())
    }

    fn analyse(&self, game: &G, database: &Database, run: &Run<'_>) -> Result<Analysis, ExploreError> {
        let rules = Rules::new(game);
        match self.table(game, database)? {
            Some(table) => tables::analyse(rules.erased(), &table, run),
            None => tables::analyse_words(rules.erased(), database, &|word| read(game, word), run),
        }
    }

    fn verify(
        &self,
        game: &G,
        database: &Database,
        _: &[String],
        run: &Run<'_>,
    ) -> Result<Verification, ExploreError> {
        let rules = Rules::new(game);
        match self.table(game, database)? {
            Some(table) => tables::verify(rules.erased(), &table, run),
            None => tables::verify_words(rules.erased(), database, &|word| read(game, word), run),
        }
    }

    fn check(&self, _: &G, _: &Effort) -> Vec<Check> {
        Vec::new()
    }

    fn solve_in_memory(
        &self,
        game: &G,
        run: &Run<'_>,
    ) -> Result<Box<dyn Fn(&G, &G::Position) -> Option<Outcome>>, ExploreError> {
        let lookup = tables::solve_in_memory(Rules::new(game).erased(), run)?;
        Ok(Box::new(move |game: &G, p: &G::Position| lookup(key(game, p))))
    }
}

/// The key of a position given as text.
fn read<G: Game>(game: &G, word: &str) -> Result<WideKey, ParseError> {
    game.parse(word).map(|p| key(game, &p))
}

/// The outcome of the start in a table of words, as older programs wrote them.
fn start_of_words<G: Game>(
    game: &G,
    table: &StoredTable,
    run: &Run<'_>,
) -> Result<Option<Outcome>, ExploreError> {
    let start = game.format(&canonical(game, &game.start()));
    let mut found = None;
    table.for_each_entry(|word, outcome| {
        if word == start {
            found = Some(outcome);
        }
        run.check().map_err(ExploreError::from)
    })?;
    Ok(found)
}
