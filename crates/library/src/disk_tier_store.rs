//! Solved tiers on disk: the tier store that solver, analysis and verification use.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use zermelo_core::{Codes, Narrow, NarrowTies, Outcome, Tiered, Wide};
use zermelo_solve::{Checkpoints, LongGames, Plan, Solved, TierStore, TierStoreError, large_vec};
use zermelo_store::{Database, Folder, MANIFEST_FILE, StoreError, StoredTable, Table, Words};

/// The directory of tiers in work, in that of their database.
pub(crate) const SOLVING: &str = "solving";

/// What is known of a tier in work is kept so often: less than a minute is lost.
const KEPT_EVERY: Duration = Duration::from_secs(25);

/// The shortest time between two writes; each of them is also followed by a pause of four times what it took.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);

/// A folder that is being written, or a database that is only read.
pub(crate) enum Source<'a> {
    Folder(&'a Folder, i32),
    Database(&'a Database),
}

/// A tier store on disk.
pub(crate) struct DiskTierStore<'a> {
    source: Source<'a>,
    /// Whether the game has ties, and so which layout of codes its solver uses.
    ties: bool,
    /// How many slots each tier has, by name. A file may claim any number, and memory is only made for the
    /// right one.
    slots: HashMap<String, u64>,
    /// Tiers of which only a part is solved, so that files must tell which.
    sparse: HashSet<String>,
    /// How many long games tiers have, as far as they have been counted.
    long: Mutex<HashMap<String, u64>>,
    /// Where tiers in work are kept, if any are.
    checkpoints: Option<Checkpoints>,
}

impl<'a> DiskTierStore<'a> {
    /// The store of the game with this plan.
    pub(crate) fn new<G: Tiered>(source: Source<'a>, plan: &Plan<G::Tier>) -> DiskTierStore<'a> {
        let slots = plan.tiers().iter().map(|planned| (planned.tier.to_string(), planned.slots));
        let sparse =
            plan.tiers().iter().filter(|planned| planned.sparse).map(|planned| planned.tier.to_string());
        DiskTierStore {
            source,
            ties: G::TIES,
            slots: slots.collect(),
            sparse: sparse.collect(),
            long: Mutex::default(),
            checkpoints: None,
        }
    }

    /// Keeps tiers in work, too, in the directory of this folder.
    pub(crate) fn keeping(self, folder: &Folder, every: Option<Duration>) -> DiskTierStore<'a> {
        let stamp = folder.identity().to_string();
        // Without any pause a solve would write most of the time.
        let every = every.unwrap_or(KEPT_EVERY).max(SHORTEST_PAUSE);
        let checkpoints = Checkpoints::new(folder.directory().join(SOLVING), &stamp, every);
        DiskTierStore { checkpoints: Some(checkpoints), ..self }
    }

    /// A tier that has to be there, as it has to be.
    fn table(&self, tier: &str) -> Result<StoredTable, StoreError> {
        let table = match self.source {
            Source::Folder(folder, _) => folder.table(tier)?,
            Source::Database(database) => database.table(tier).map_err(|error| missing(database, error))?,
        };
        match self.slots[tier] {
            slots if slots == table.len() => Ok(table),
            slots => {
                let what = format!("it has {} slots for tier {tier}, but the game has {slots}", table.len());
                Err(table.damaged(what))
            }
        }
    }
}

/// A database without a table that it has to have is damaged; other errors stay what they are.
pub(crate) fn missing(database: &Database, error: StoreError) -> StoreError {
    match error {
        StoreError::NoTable { table } => StoreError::Corrupt {
            path: database.directory().join(MANIFEST_FILE),
            what: format!("it does not list tier {table}"),
        },
        other => other,
    }
}

impl TierStore for DiskTierStore<'_> {
    fn has(&self, volume: u32, tiers: &[String]) -> Result<bool, TierStoreError> {
        match self.source {
            Source::Folder(folder, _) => Ok(folder.has_volume(volume, tiers)?),
            Source::Database(database) => Ok(tiers.iter().all(|tier| database.has_table(tier))),
        }
    }

    fn save(&self, volume: u32, tiers: &[(String, &Solved)]) -> Result<(), TierStoreError> {
        let Source::Folder(folder, level) = self.source else {
            return Err("an opened database is not written to".into());
        };
        let exceptions: Vec<Vec<(u64, Outcome)>> =
            tiers.iter().map(|(_, solved)| exceptions(solved)).collect();
        let tables = tiers
            .iter()
            .zip(&exceptions)
            .map(|((name, solved), list)| table(name, solved, list, self.sparse.contains(name)));
        folder.write_volume(volume, &tables.collect::<Vec<_>>(), level)?;
        Ok(())
    }

    fn load(&self, _: u32, tier: &str) -> Result<Solved, TierStoreError> {
        let table = self.table(tier)?;
        if self.ties {
            if table.palette().all(|outcome| NarrowTies::encode(outcome).is_some()) {
                let encode = |outcome| NarrowTies::encode(outcome).expect("checked");
                return Ok(Solved::NarrowTies(load(&table, NarrowTies::UNUSED as u8, encode)?));
            }
        } else if let Some(solved) = load_narrow(&table)? {
            return Ok(solved);
        }
        if table.palette().any(|outcome| Wide::encode(outcome).is_none()) {
            return Err(format!("tier {tier} holds games too long to read").into());
        }
        let encode = |outcome| Wide::encode(outcome).expect("checked");
        Ok(Solved::Wide(load(&table, Wide::UNUSED as u16, encode)?))
    }

    fn bytes(&self, _: u32, tier: &str) -> Result<u64, TierStoreError> {
        let table = self.table(tier)?;
        let slots = table.len();
        let fits = if self.ties {
            table.palette().all(|outcome| NarrowTies::encode(outcome).is_some())
        } else {
            // Counting takes a look at the whole table, so it is done once.
            let mut counted = self.long.lock().unwrap_or_else(PoisonError::into_inner);
            let long = match counted.get(tier) {
                Some(&long) => long,
                None if table.palette().any(is_long) => table.count(is_long)?,
                None => 0,
            };
            counted.insert(tier.to_owned(), long);
            if long > 0 && long <= LongGames::most(slots) {
                return Ok(slots + LongGames::bytes_for(long));
            }
            long == 0
        };
        Ok(if fits { slots } else { 2 * slots })
    }

    fn checkpoints(&self) -> Option<&Checkpoints> {
        self.checkpoints.as_ref()
    }
}

fn is_long(outcome: Outcome) -> bool {
    LongGames::is_long(LongGames::code(outcome))
}

/// What the codes of a tier leave out.
fn exceptions(solved: &Solved) -> Vec<(u64, Outcome)> {
    if let Solved::Narrow(codes, long) = solved { long.sorted(codes) } else { Vec::new() }
}

fn table<'a>(name: &'a str, solved: &'a Solved, exceptions: &'a [(u64, Outcome)], sparse: bool) -> Table<'a> {
    let (words, decode): (_, &(dyn Fn(u16) -> Option<Outcome> + Sync)) = match solved {
        Solved::Narrow(codes, _) => (Words::Narrow(codes), &|code| {
            let code = code as u8;
            if LongGames::is_long(code) { None } else { Narrow::decode(code) }
        }),
        Solved::NarrowTies(codes) => (Words::Narrow(codes), &|code| NarrowTies::decode(code as u8)),
        Solved::Wide(codes) => (Words::Wide(codes), &Wide::decode),
    };
    Table { name, words, decode, exceptions, sparse }
}

fn load<W: Copy + Send + Sync>(
    table: &StoredTable,
    unused: W,
    encode: impl Fn(Outcome) -> W,
) -> Result<Vec<W>, TierStoreError> {
    let mut codes = large_vec(table.len() as usize)?;
    codes.resize(table.len() as usize, unused);
    table.load(&mut codes, |outcome| outcome.map_or(unused, &encode))?;
    Ok(codes)
}

/// The codes of a tier without ties in bytes, if its long games are few.
fn load_narrow(table: &StoredTable) -> Result<Option<Solved>, TierStoreError> {
    if table.palette().any(|outcome| matches!(outcome, Outcome::Tie(_))) {
        return Err(table.damaged(format!("tier {} has ties, but the game has none", table.name())).into());
    }
    let mut long = LongGames::default();
    if !table.palette().any(is_long) {
        return Ok(Some(Solved::Narrow(load(table, Narrow::UNUSED as u8, LongGames::code)?, long)));
    }
    let unused = Narrow::UNUSED as u8;
    let mut codes = large_vec(table.len() as usize)?;
    codes.resize(table.len() as usize, unused);
    let encode = |outcome: Option<Outcome>| outcome.map_or(unused, LongGames::code);
    let found = table.load_with_exceptions(&mut codes, encode, is_long, LongGames::most(table.len()))?;
    Ok(found.map(|found| {
        for (slot, outcome) in found {
            long.encode(slot, outcome);
        }
        Solved::Narrow(codes, long)
    }))
}
