//! Solving from rules alone: find every position from the start, then decide them all.
//!
//! Positions are keys, and everything is done with sorted lists of them (`sorted_keys.rs`), one after the
//! other: nothing is looked up at random places of memory. Positions are found level by level (`search.rs`).
//! If every move leads to the next level, one pass backwards decides the game (`layers.rs`). Otherwise a
//! position is known by its rank among all; each gets the list of its parents (`parent_lists.rs`), and rounds
//! of remoteness decide (`rounds.rs`).
//!
//! Nothing here knows a game's types: rules come through [`PackedGame`].

mod children;
#[cfg(test)]
mod graph;
mod layers;
mod merge;
mod mixed;
mod pace;
mod parent_lists;
mod recent;
mod rounds;
mod search;
mod solved_keys;
mod sorted_keys;
mod state;
mod work_directory;

use rayon::prelude::*;
use zermelo_core::{Codes, Key, NarrowTies, Outcome, PackedGame, Wide, Widest, Word};

pub(crate) use self::children::Children;
use self::layers::Rows;
use self::merge::{range_starts, read_range};
use self::search::{Found, Search};
pub use self::solved_keys::{OutcomeTable, SolvedKeys};
pub use self::sorted_keys::KeyTable;
use self::sorted_keys::SortedKeys;
use self::state::State;
use self::work_directory::Left;
pub use self::work_directory::WorkDirectory;
use crate::{Event, Run, SolveError};

/// Codes of several lists of positions, all of one width.
#[derive(Debug)]
pub(crate) enum CodeRows {
    Narrow(Vec<Vec<u8>>),
    Wide(Vec<Vec<u16>>),
    Widest(Vec<Vec<u32>>),
}

impl CodeRows {
    fn code(&self, list: usize, rank: u64) -> u32 {
        match self {
            CodeRows::Narrow(rows) => rows[list][rank as usize].into(),
            CodeRows::Wide(rows) => rows[list][rank as usize].into(),
            CodeRows::Widest(rows) => rows[list][rank as usize],
        }
    }

    fn outcome(&self, code: u32) -> Outcome {
        let outcome = match self {
            CodeRows::Narrow(_) => NarrowTies::decode(code as u8),
            CodeRows::Wide(_) => Wide::decode(code as u16),
            CodeRows::Widest(_) => Widest::decode(code),
        };
        outcome.expect("every position is decided")
    }

    fn all_codes(&self) -> Vec<u32> {
        fn of<W: Word>(rows: &[Vec<W>]) -> Vec<u32> {
            let mut codes: Vec<u32> = rows
                .par_iter()
                .flat_map(|row| row.par_chunks(1 << 16))
                .map(|chunk| {
                    let mut codes: Vec<u32> = Vec::new();
                    if size_of::<W>() <= 2 {
                        let mut seen = vec![false; W::MAX as usize + 1];
                        for code in chunk {
                            seen[code.number() as usize] = true;
                        }
                        codes.extend((0..=W::MAX).filter(|&code| seen[code as usize]));
                    } else {
                        codes.extend(chunk.iter().map(|code| code.number()));
                        codes.sort_unstable();
                        codes.dedup();
                    }
                    codes
                })
                .reduce(Vec::new, |mut a, b| {
                    a.extend(b);
                    a.sort_unstable();
                    a.dedup();
                    a
                });
            codes.sort_unstable();
            codes
        }
        match self {
            CodeRows::Narrow(rows) => of(rows),
            CodeRows::Wide(rows) => of(rows),
            CodeRows::Widest(rows) => of(rows),
        }
    }
}

/// All positions of a game that can be reached from its start, up to symmetry, with their outcomes.
#[derive(Debug)]
pub struct Exploration<K> {
    /// Lists without common keys.
    lists: Vec<SortedKeys<K>>,
    codes: CodeRows,
    start: K,
}

/// A part of an [`Exploration`] that is read at once: all its keys from one on and before another.
#[derive(Clone, Copy, Debug)]
pub struct KeyRange<K> {
    start: K,
    end: Option<K>,
}

impl<K: Key> Exploration<K> {
    /// The number of positions.
    pub fn len(&self) -> u64 {
        self.lists.iter().map(KeyTable::len).sum()
    }

    /// Never: the start is always there.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The outcome of the start.
    pub fn start(&self) -> Outcome {
        self.outcome(self.start).expect("the start is a position")
    }

    /// The outcome of a position by its key; `None` if it is not a position of the game as played from the
    /// start.
    pub fn outcome(&self, key: K) -> Option<Outcome> {
        let mut keys = Vec::new();
        self.lists.iter().enumerate().find_map(|(number, list)| {
            let block = list.block_of(key)?;
            keys.clear();
            list.read(block, &mut keys).ok()?;
            let place = keys.binary_search(&key).ok()?;
            Some(self.codes.outcome(self.codes.code(number, list.rank(block) + place as u64)))
        })
    }

    /// The outcomes that occur, by ascending numbers, which stand for them in [`read`](Exploration::read).
    pub fn palette(&self) -> Vec<(u32, Outcome)> {
        self.codes.all_codes().into_iter().map(|code| (code, self.codes.outcome(code))).collect()
    }

    /// All positions in parts of some ten thousand, by ascending keys.
    pub fn ranges(&self) -> Vec<KeyRange<K>> {
        let tables: Vec<&dyn KeyTable<K>> = self.lists.iter().map(|list| list as _).collect();
        let starts = range_starts(&tables);
        let ends = starts.iter().skip(1).copied().map(Some).chain([None]);
        starts.iter().copied().zip(ends).map(|(start, end)| KeyRange { start, end }).collect()
    }

    /// The keys of a range in ascending order, each with the number of its outcome.
    pub fn read(&self, range: KeyRange<K>) -> Result<Vec<(K, u32)>, SolveError> {
        let mut entries: Vec<(K, u32)> = Vec::new();
        let mut keys = Vec::new();
        for (number, list) in self.lists.iter().enumerate() {
            keys.clear();
            let rank = read_range(list, range.start, range.end, &mut keys)?;
            entries.extend((rank..).zip(&keys).map(|(rank, &key)| (key, self.codes.code(number, rank))));
        }
        if self.lists.len() > 1 {
            entries.sort_by_key(|&(key, _)| key);
        }
        Ok(entries)
    }
}

/// Finds and decides every position that can be reached from the start.
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
/// use zermelo_core::{Outcome, PackedGame, Rules};
/// use zermelo_solve::{explore, unlimited};
/// let rules = Rules::new(&TenToZero);
/// let game: &dyn PackedGame<u64> = &rules;
/// let solved = explore(game, &unlimited()).unwrap();
/// assert_eq!(solved.start(), Outcome::Win(7));
/// assert_eq!(solved.len(), 11);
/// ```
pub fn explore<K: Key>(game: &dyn PackedGame<K>, run: &Run<'_>) -> Result<Exploration<K>, SolveError> {
    explore_in(game, &WorkDirectory::in_memory(), run)
}

/// The same with a place on disk, for what does not fit into memory and so that an exploration which is
/// interrupted goes on where it stood. The caller [removes](WorkDirectory::remove) what is left there when
/// the solution is safe.
pub fn explore_in<K: Key>(
    game: &dyn PackedGame<K>,
    work: &WorkDirectory,
    run: &Run<'_>,
) -> Result<Exploration<K>, SolveError> {
    let solved = go_on_or_begin(game, work, run);
    if solved.is_err() {
        work.tidy();
    }
    solved
}

fn go_on_or_begin<K: Key>(
    game: &dyn PackedGame<K>,
    work: &WorkDirectory,
    run: &Run<'_>,
) -> Result<Exploration<K>, SolveError> {
    let useless = match work.read_state() {
        Left::Nothing => None,
        Left::Useless(why) => Some(why),
        Left::State(lines) => match resume(game, &State::of(&lines), work, run)? {
            Some(solved) => return Ok(solved),
            None => Some("is damaged"),
        },
    };
    if let Some(why) = useless {
        run.tell(Event::Note(format!("what was kept of an interrupted exploration {why}; it begins again")));
        work.remove();
    }
    let found = Search::new(game, work, run).finish()?;
    decide_found(game, found, work, run)
}

/// Goes on where a state says; `None` if something of it is damaged.
fn resume<K: Key>(
    game: &dyn PackedGame<K>,
    state: &State,
    work: &WorkDirectory,
    run: &Run<'_>,
) -> Result<Option<Exploration<K>>, SolveError> {
    let phase = state.word("phase");
    if phase == Some("search") {
        let Some(search) = Search::resume(game, state, work, run)? else { return Ok(None) };
        return decide_found(game, search.finish()?, work, run).map(Some);
    }
    let Some(mut lists) = state.lists::<K>("known", work)? else { return Ok(None) };
    let codes = match phase {
        Some("layers") => match state.number("width") {
            Some(1) => match Rows::restore(state, work)? {
                Some(rows) => decide_layers(game, &mut lists, rows, work, run)?,
                None => return Ok(None),
            },
            Some(2) => match Rows::restore(state, work)? {
                Some(rows) => decide_wide_layers(game, &mut lists, rows, work, run)?,
                None => return Ok(None),
            },
            _ => return Ok(None),
        },
        Some("edges" | "rounds") => match &mut lists[..] {
            [keys] => match mixed::resume(game, keys, state, work, run)? {
                Some(codes) => codes,
                None => return Ok(None),
            },
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    if phase == Some("layers") {
        lists.reverse();
    }
    Ok(Some(Exploration { lists, codes, start: game.start() }))
}

fn decide_found<K: Key>(
    game: &dyn PackedGame<K>,
    found: Found<K>,
    work: &WorkDirectory,
    run: &Run<'_>,
) -> Result<Exploration<K>, SolveError> {
    let (lists, codes) = match found {
        Found::Layers(mut levels) => {
            let codes = decide_layers(game, &mut levels, Rows::new(), work, run)?;
            levels.reverse();
            (levels, codes)
        }
        Found::Mixed(mut keys) => {
            let codes = mixed::decide(game, &mut keys, work, run)?;
            (vec![keys], codes)
        }
    };
    Ok(Exploration { lists, codes, start: game.start() })
}

/// The codes of all levels, the last level first, as narrow as they can be.
fn decide_layers<K: Key>(
    game: &dyn PackedGame<K>,
    levels: &mut [SortedKeys<K>],
    mut rows: Rows<NarrowTies>,
    work: &WorkDirectory,
    run: &Run<'_>,
) -> Result<CodeRows, SolveError> {
    if layers::decide::<K, NarrowTies>(game, levels, &mut rows, work, run)? {
        return Ok(CodeRows::Narrow(rows.into_codes()));
    }
    decide_wide_layers(game, levels, rows.widened(), work, run)
}

/// There are no more than 128 levels, so remoteness has room here.
fn decide_wide_layers<K: Key>(
    game: &dyn PackedGame<K>,
    levels: &mut [SortedKeys<K>],
    mut rows: Rows<Wide>,
    work: &WorkDirectory,
    run: &Run<'_>,
) -> Result<CodeRows, SolveError> {
    if layers::decide::<K, Wide>(game, levels, &mut rows, work, run)? {
        return Ok(CodeRows::Wide(rows.into_codes()));
    }
    Err(SolveError::TooLong(Wide::LOSSES))
}
