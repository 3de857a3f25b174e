//! Databases of explored games, for keys of any width: compiled once for each width, and not for each game.

use std::path::Path;
use std::time::Duration;

use rayon::prelude::*;
use zermelo_core::{Key, Outcome, Packed, PackedGame, ParseError, WideKey, with_packed};
use zermelo_solve::{
    Analysis, Exploration, KeyTable, OutcomeTable, Run, SolveError, SolvedKeys, Verification, WorkDirectory,
    analyse_stored, explore, explore_in, verify_exploration,
};
use zermelo_store::{DEFAULT_LEVEL, Database, Folder, Packing, PositionsTable, StoreError, StoredTable};

use crate::engine::SolveOptions;
use crate::{LibraryError, Search};

/// The name of the one table.
pub(crate) const TABLE: &str = "positions";

/// The directory of an exploration under way, in that of its database.
pub(crate) const EXPLORING: &str = "exploring";

/// What an exploration found out is kept so often, and a little later if a piece of work takes long: a minute
/// is lost at most.
const KEPT_EVERY: Duration = Duration::from_secs(25);

/// Ranges that each thread reads before they are written.
const RANGES_PER_THREAD: usize = 2;

/// How a game packs its positions.
pub(crate) struct HowPacked {
    /// The width of keys.
    pub(crate) bits: u32,
    /// A short text that changes when positions are packed in another way.
    pub(crate) fingerprint: String,
    /// The same as older programs made it, which looked at early positions only.
    pub(crate) of_first_steps: String,
}

/// That positions of the table are packed as this program packs them.
pub(crate) fn check_packing(table: &StoredTable, packed: &HowPacked) -> Result<(), StoreError> {
    let is_known = |packing: &Packing| {
        packing.bits == packed.bits
            && (packing.fingerprint == packed.fingerprint || packing.fingerprint == packed.of_first_steps)
    };
    match table.packing() {
        Some(packing) if !is_known(packing) => {
            let what = "its positions are packed in another way than now; solve the game again to replace it";
            Err(table.damaged(what))
        }
        _ => Ok(()),
    }
}

/// Removes what an exploration left in the directory of a database.
pub(crate) fn forget_exploration(directory: &Path) {
    // It is of no use any more; if it cannot be removed now, the next solve tries again.
    let _ = zermelo_files::remove_directory(&directory.join(EXPLORING));
}

/// Solves the game into the folder, and returns the outcome of the start.
pub(crate) fn solve(
    game: Packed<'_>,
    packed: &HowPacked,
    folder: &Folder,
    options: &SolveOptions,
    run: &Run<'_>,
) -> Result<Outcome, LibraryError> {
    with_packed!(game, game => solve_into(game, packed, folder, options, run))
}

/// Solves the game in memory, and returns how to look outcomes up.
pub(crate) fn solve_in_memory(
    game: Packed<'_>,
    run: &Run<'_>,
) -> Result<Box<dyn Fn(WideKey) -> Option<Outcome>>, LibraryError> {
    fn of<K: Key>(solved: Exploration<K>) -> Box<dyn Fn(WideKey) -> Option<Outcome>> {
        Box::new(move |key| solved.outcome(K::narrowed(key)))
    }
    with_packed!(game, game => Ok(of(explore(game, run)?)))
}

fn solve_into<K: Key>(
    game: &dyn PackedGame<K>,
    packed: &HowPacked,
    folder: &Folder,
    options: &SolveOptions,
    run: &Run<'_>,
) -> Result<Outcome, LibraryError> {
    // The identity of the folder is that of the rules, so the stamp tells the rest: how positions are packed.
    let stamp = format!("{} bits, packing {}", packed.bits, packed.fingerprint);
    let directory = WorkDirectory::new(folder.directory().join(EXPLORING), &stamp, KEPT_EVERY);
    let solved = explore_in(game, &directory, run)?;
    let (numbers, outcomes): (Vec<u32>, Vec<Outcome>) = solved.palette().into_iter().unzip();
    let mut palette = outcomes.clone();
    palette.sort_unstable();
    let place = |outcome: &Outcome| palette.binary_search(outcome).expect("one of them") as u32;
    let places: Vec<u32> = outcomes.iter().map(place).collect();
    let packing = Packing { bits: packed.bits, fingerprint: packed.fingerprint.clone() };
    let level = options.level.unwrap_or(DEFAULT_LEVEL);
    folder.write_positions(0, TABLE, packing, palette, level, |writer| {
        for ranges in solved.ranges().chunks(RANGES_PER_THREAD * rayon::current_num_threads()) {
            run.check()?;
            let read = |range: &_| {
                let mut entries = solved.read(*range)?;
                for (_, number) in &mut entries {
                    *number = places[numbers.binary_search(number).expect("collected from all codes")];
                }
                Ok(entries)
            };
            let parts = ranges.par_iter().map(read).collect::<Result<Vec<_>, SolveError>>()?;
            parts.iter().try_for_each(|entries| writer.push(entries))?;
        }
        Ok::<(), LibraryError>(())
    })?;
    let start = solved.start();
    drop(solved);
    directory.remove();
    Ok(start)
}

/// See [`analyse_stored`].
pub(crate) fn analyse(
    game: Packed<'_>,
    table: &StoredTable,
    run: &Run<'_>,
) -> Result<Analysis, LibraryError> {
    with_packed!(game, game => Ok(analyse_stored(game, &Stored(table.positions()?), run)?))
}

/// See [`verify_exploration`].
pub(crate) fn verify(
    game: Packed<'_>,
    table: &StoredTable,
    run: &Run<'_>,
) -> Result<Verification, LibraryError> {
    with_packed!(game, game => Ok(verify_exploration(game, &Stored(table.positions()?), run)?))
}

/// How the words of an old database are read.
type ReadWord<'a> = &'a dyn Fn(&str) -> Result<WideKey, ParseError>;

/// Analyses a database of words, as older programs wrote them.
pub(crate) fn analyse_words(
    game: Packed<'_>,
    database: &Database,
    read: ReadWord<'_>,
    run: &Run<'_>,
) -> Result<Analysis, LibraryError> {
    with_packed!(game, game => Ok(analyse_stored(game, &read_words(database, read, run)?, run)?))
}

/// Verifies a database of words.
pub(crate) fn verify_words(
    game: Packed<'_>,
    database: &Database,
    read: ReadWord<'_>,
    run: &Run<'_>,
) -> Result<Verification, LibraryError> {
    with_packed!(game, game => Ok(verify_exploration(game, &read_words(database, read, run)?, run)?))
}

/// What a position of a database of words takes in memory beside its key.
const BESIDE_KEY: u64 = 16;

/// All positions of a database of words.
fn read_words<K: Key>(
    database: &Database,
    read: ReadWord<'_>,
    run: &Run<'_>,
) -> Result<SolvedKeys<K>, LibraryError> {
    let positions = database.manifest().slots;
    let needed = positions.saturating_mul(2 * (size_of::<K>() as u64 + BESIDE_KEY));
    if needed > run.memory {
        let what = format!("reading a database of {positions} positions");
        return Err(SolveError::Memory { what, needed, allowed: run.memory }.into());
    }
    let mut entries = Vec::new();
    database.for_each_keyed(|word, outcome| {
        run.check()?;
        let key = read(word).map_err(|error| StoreError::Corrupt {
            path: database.directory().to_owned(),
            what: format!("it has a position that is none: {error}"),
        })?;
        entries.push((K::narrowed(key), outcome));
        Ok::<(), LibraryError>(())
    })?;
    Ok(SolvedKeys::new(entries))
}

/// Keys whose outcome is looked for: of all stored ones from a random block on, as far as the effort goes, a
/// random choice of as many as wanted.
pub(crate) fn matching_keys(
    table: &StoredTable,
    search: &Search,
    random: &mut fastrand::Rng,
) -> Result<Vec<(WideKey, Outcome)>, LibraryError> {
    let table = table.positions::<WideKey>()?;
    let wanted: Vec<bool> = table.palette().iter().map(|&outcome| search.wants(outcome)).collect();
    let mut chosen: Vec<(WideKey, Outcome)> = Vec::new();
    if table.blocks() == 0 || !wanted.contains(&true) {
        return Ok(chosen);
    }
    let (mut viewer, mut matching) = (0, 0);
    let begin = random.usize(..table.blocks());
    let (mut keys, mut outcomes) = (Vec::new(), Vec::new());
    for block in (begin..table.blocks()).chain(0..begin) {
        keys.clear();
        outcomes.clear();
        table.read_outcomes(block, &mut outcomes)?;
        viewer += outcomes.len() as u64;
        if outcomes.iter().any(|&outcome| wanted[outcome as usize]) {
            table.read_keys(block, &mut keys)?;
        }
        for (&key, &number) in keys.iter().zip(&outcomes).filter(|&(_, &number)| wanted[number as usize]) {
            let entry = (key, table.palette()[number as usize]);
            // Each one found so far is kept with the same chance.
            matching += 1;
            if chosen.len() < search.limit {
                chosen.push(entry);
            } else if let Some(place) = chosen.get_mut(random.usize(..matching)) {
                *place = entry;
            }
        }
        if viewer >= search.effort {
            break;
        }
    }
    Ok(chosen)
}

/// A stored table as the solvers see it.
struct Stored<K>(PositionsTable<K>);

fn refused(error: StoreError) -> SolveError {
    SolveError::TierStore(Box::new(error))
}

impl<K: Key> KeyTable<K> for Stored<K> {
    fn len(&self) -> u64 {
        self.0.len()
    }

    fn blocks(&self) -> usize {
        self.0.blocks()
    }

    fn first(&self, block: usize) -> K {
        self.0.first(block)
    }

    fn rank(&self, block: usize) -> u64 {
        self.0.rank(block)
    }

    fn read(&self, block: usize, keys: &mut Vec<K>) -> Result<(), SolveError> {
        self.0.read_keys(block, keys).map_err(refused)
    }
}

impl<K: Key> OutcomeTable<K> for Stored<K> {
    fn palette(&self) -> &[Outcome] {
        self.0.palette()
    }

    fn read_entries(
        &self,
        block: usize,
        keys: &mut Vec<K>,
        outcomes: &mut Vec<u32>,
    ) -> Result<(), SolveError> {
        self.0.read_outcomes(block, outcomes).map_err(refused)?;
        self.read(block, keys)
    }
}
