//! The engine of rules-only games: explore from the start, keep every position by its key.

use std::sync::OnceLock;

use zermelo_core::conformance::{Check, Effort};
use zermelo_core::{Game, Outcome, Pack, ParseError, Rules, Typed, WideKey, canonical, unpacked};
use zermelo_solve::{Analysis, Run, Verification};
use zermelo_store::{Database, Folder, Kind, StoreError, StoredTable};

use crate::engine::{Engine, Extent, SolveOptions};
use crate::fingerprint::{ALL_STEPS, PLACED_STEPS, fingerprint};
use crate::packed_tables::{self as tables, HowPacked, TABLE, check_packing};
use crate::search::matching_words;
use crate::{Level, LibraryError, Search};

/// The engine of games that tell their rules only.
#[derive(Default)]
pub(crate) struct Explored {
    /// How positions are packed: it is asked for with every position.
    packing: OnceLock<HowPacked>,
}

impl Explored {
    fn packing<G: Game>(&self, game: &G) -> &HowPacked {
        self.packing.get_or_init(|| {
            let bits = <G::Position as Pack>::BITS;
            let typed = Typed::new(game);
            let game = typed.erased();
            let of = |steps| fingerprint(&game, steps, &|p| format!("{:x?}", game.smallest_image(p)));
            HowPacked { bits, fingerprint: of(ALL_STEPS), of_first_steps: of(PLACED_STEPS) }
        })
    }

    /// The table of a database, which has positions by keys; `None` if it is an old one that has them by
    /// words.
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
    fn level(&self) -> Level {
        Level::Rules
    }

    fn extent(&self, _: &G, _: &Run<'_>) -> Result<Option<Extent>, LibraryError> {
        Ok(None)
    }

    fn is_loopy(&self, _: &G) -> Option<bool> {
        None
    }

    fn method(&self) -> &'static str {
        "exploration"
    }

    fn place(&self, game: &G, p: &G::Position) -> String {
        game.format(&canonical(game, p))
    }

    fn check_tiers(&self, _: &G, tiers: &[String]) -> Result<(), LibraryError> {
        if tiers.is_empty() {
            return Ok(());
        }
        Err(ParseError::new("this game has no tiers to choose from; it is solved as a whole").into())
    }

    /// How large the game is turns out on the way.
    fn check_memory(&self, _: &G, _: &SolveOptions, _: &Run<'_>) -> Result<(), LibraryError> {
        Ok(())
    }

    fn solve(
        &self,
        game: &G,
        folder: &Folder,
        options: &SolveOptions,
        run: &Run<'_>,
    ) -> Result<Option<Outcome>, LibraryError> {
        let packing = self.packing(game);
        if folder.has_volume(0, &[TABLE])? {
            let table = folder.table(TABLE)?;
            let is_of_words = table.kind() == Kind::Keyed;
            // If it was packed in another way it is written again.
            if is_of_words || table.kind() == Kind::Positions && check_packing(&table, packing).is_ok() {
                // If the power went just after the table was written, what it was made from is still there.
                tables::forget_exploration(folder.directory());
                if is_of_words {
                    return start_of_words(game, &table, run);
                }
                return Ok(table.read_position(key(game, &game.start()))?);
            }
        }
        tables::solve(Rules::new(game).erased(), packing, folder, options, run).map(Some)
    }

    fn outcome(
        &self,
        game: &G,
        database: &Database,
        p: &G::Position,
    ) -> Result<Option<Outcome>, LibraryError> {
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
    ) -> Result<Vec<(G::Position, Outcome)>, LibraryError> {
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

    fn analyse(&self, game: &G, database: &Database, run: &Run<'_>) -> Result<Analysis, LibraryError> {
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
    ) -> Result<Verification, LibraryError> {
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
    ) -> Result<Box<dyn Fn(&G, &G::Position) -> Option<Outcome>>, LibraryError> {
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
) -> Result<Option<Outcome>, LibraryError> {
    let start = game.format(&canonical(game, &game.start()));
    let mut found = None;
    table.for_each_entry(|word, outcome| {
        if word == start {
            found = Some(outcome);
        }
        run.check().map_err(LibraryError::from)
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{AnyGame, any_game};
    use zermelo_core::{Pack, Tally, Turn, Value, oracle};
    use zermelo_solve::unlimited;
    use zermelo_store::{DEFAULT_LEVEL, Identity, Packing};

    /// Two heaps of beans: take one from a heap, or one from each. Heaps can be exchanged. Who takes the last
    /// one wins; a heap of five beside an empty one is a tie.
    struct Beans;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
    struct Heaps {
        #[pack(bits = 5)]
        one: u8,
        other: u8,
        turn: Turn,
    }

    impl Game for Beans {
        type Position = Heaps;
        type Move = (u8, u8);
        fn start(&self) -> Heaps {
            Heaps { one: 9, other: 9, turn: Turn::First }
        }
        fn end(&self, p: &Heaps) -> Option<Value> {
            match (p.one.min(p.other), p.one.max(p.other)) {
                (0, 0) => Some(Value::Lose),
                (0, 5) => Some(Value::Tie),
                _ => None,
            }
        }
        fn moves(&self, p: &Heaps, out: &mut Vec<(u8, u8)>) {
            out.extend([(1, 0), (0, 1), (1, 1)].into_iter().filter(|m| m.0 <= p.one && m.1 <= p.other));
        }
        fn play(&self, p: &Heaps, m: (u8, u8)) -> Heaps {
            Heaps { one: p.one - m.0, other: p.other - m.1, turn: p.turn.next() }
        }
        fn format(&self, p: &Heaps) -> String {
            format!("{}_{}_{}", p.turn, p.one, p.other)
        }
        fn parse(&self, text: &str) -> Result<Heaps, ParseError> {
            let (turn, heaps) = Turn::split(text)?;
            let heaps =
                heaps.split_once('_').and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
            let heaps: Option<(u8, u8)> = heaps.filter(|&(one, other): &(u8, u8)| one <= 9 && other <= 9);
            let (one, other) = heaps.ok_or_else(|| ParseError::new("two heaps are needed"))?;
            Ok(Heaps { one, other, turn })
        }
        fn format_move(&self, _: &Heaps, m: (u8, u8)) -> String {
            format!("{}-{}", m.0, m.1)
        }
        fn symmetries(&self) -> usize {
            2
        }
        fn image(&self, p: &Heaps, k: usize) -> Heaps {
            if k == 0 { *p } else { Heaps { one: p.other, other: p.one, ..*p } }
        }
    }

    fn identity(game: &dyn AnyGame) -> Identity {
        Identity::new("beans", "9", game.fingerprint())
    }

    /// The database tells what the oracle does, and nothing else.
    fn tells_the_truth(game: &dyn AnyGame, database: &Database) {
        let truth = oracle::solve(&Beans, 10_000).unwrap();
        let run = unlimited();
        for (p, &outcome) in &truth {
            let view = game.view(&Beans.format(p), crate::Solution::of(database)).unwrap();
            assert_eq!(view.outcome, Some(outcome), "{p:?}");
        }
        // Nobody has moved, but it is the other's turn.
        assert_eq!(game.view("2_9_9", crate::Solution::of(database)).unwrap().outcome, None);
        let analysis = game.analyse(database, &run).unwrap();
        assert_eq!(analysis.total.all, truth.values().copied().collect::<Tally>());
        let verification = game.verify(database, &[], &run).unwrap();
        assert_eq!((verification.checked, verification.wrong), (analysis.total.canonical.total(), 0));
        let search = Search {
            value: Some(Value::Tie),
            remoteness: 0..=u32::MAX,
            limit: 1000,
            seed: 3,
            effort: 10_000,
        };
        for (word, outcome) in game.search(database, &search).unwrap() {
            assert_eq!(truth[&Beans.parse(&word).unwrap()], outcome);
            assert_eq!(outcome.value(), Value::Tie);
        }
    }

    #[test]
    fn old_databases_of_words_are_read_like_new_ones_of_keys() {
        let (game, run) = (any_game!(Beans), unlimited());
        let home = tempfile::tempdir().unwrap();
        let (new, old) = (home.path().join("new"), home.path().join("old"));
        let folder = Folder::open_for_writing(&new, identity(&*game)).unwrap();
        let start = game.solve(&folder, &SolveOptions::default(), &run).unwrap();
        assert_eq!(game.solve(&folder, &SolveOptions::default(), &run).unwrap(), start);
        folder.finish(serde_json::Value::Null).unwrap();
        tells_the_truth(&*game, &Database::open(&new, Some(&identity(&*game))).unwrap());

        let truth = oracle::solve(&Beans, 10_000).unwrap();
        let words: BTreeMap<String, Outcome> =
            truth.iter().map(|(p, &outcome)| (Beans.format(&canonical(&Beans, p)), outcome)).collect();
        let folder = Folder::open_for_writing(&old, identity(&*game)).unwrap();
        folder.write_keyed(0, TABLE, words, DEFAULT_LEVEL).unwrap();
        assert_eq!(game.solve(&folder, &SolveOptions::default(), &run).unwrap(), start);
        folder.finish(serde_json::Value::Null).unwrap();
        tells_the_truth(&*game, &Database::open(&old, Some(&identity(&*game))).unwrap());
    }

    #[test]
    fn positions_packed_in_another_way_are_refused_and_solved_again() {
        // Keys of 14 bits: 5 and 8 for the heaps, and one for whose turn it is.
        let known = Explored::default().packing(&Beans).fingerprint.clone();
        for packing in [
            Packing { bits: 14, fingerprint: "another".to_owned() },
            Packing { bits: 15, fingerprint: known },
        ] {
            is_refused_and_solved_again(packing);
        }
    }

    #[test]
    fn what_older_programs_say_of_packing_is_known() {
        let (game, engine) = (any_game!(Beans), Explored::default());
        let HowPacked { bits, fingerprint, of_first_steps } = engine.packing(&Beans);
        assert_ne!(fingerprint, of_first_steps, "later steps count");
        for fingerprint in [fingerprint, of_first_steps] {
            let home = tempfile::tempdir().unwrap();
            let folder = Folder::open_for_writing(home.path(), identity(&*game)).unwrap();
            let packing = Packing { bits: *bits, fingerprint: fingerprint.clone() };
            let start = key(&Beans, &Beans.start());
            let write = |writer: &mut zermelo_store::PositionsWriter<'_, WideKey>| writer.push(&[(start, 0)]);
            folder.write_positions(0, TABLE, packing, vec![Outcome::Draw], DEFAULT_LEVEL, write).unwrap();
            // It is not solved again: the start has the outcome that was written.
            let found = game.solve(&folder, &SolveOptions::default(), &unlimited()).unwrap();
            assert_eq!(found, Some(Outcome::Draw));
        }
    }

    fn is_refused_and_solved_again(packing: Packing) {
        let (game, run) = (any_game!(Beans), unlimited());
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::open_for_writing(home.path(), identity(&*game)).unwrap();
        let write = |writer: &mut zermelo_store::PositionsWriter<'_, u64>| writer.push(&[(1, 0)]);
        folder.write_positions(0, TABLE, packing, vec![Outcome::Draw], DEFAULT_LEVEL, write).unwrap();
        folder.finish(serde_json::Value::Null).unwrap();
        let database = Database::open(home.path(), Some(&identity(&*game))).unwrap();
        let error = game.view("1_9_9", crate::Solution::of(&database)).err().unwrap().to_string();
        assert!(error.contains("packed in another way"), "{error}");
        assert!(game.analyse(&database, &run).is_err() && game.verify(&database, &[], &run).is_err());
        assert!(game.solve(&folder, &SolveOptions::default(), &run).unwrap().is_some());
        folder.finish(serde_json::Value::Null).unwrap();
        tells_the_truth(&*game, &Database::open(home.path(), Some(&identity(&*game))).unwrap());
    }
}
