//! Solved tiers on disk: the shelf that solver, analysis and verification use.

use std::collections::HashMap;

use zermelo_core::{Codes, Narrow, NarrowTies, Outcome, Tiered, Wide, Word};
use zermelo_solve::{Layout, Plan, Shelf, ShelfError, Solved};
use zermelo_store::{Database, Folder, MANIFEST_FILE, StoreError, StoredTable, Table, Words};

/// A folder that is being written, or a database that is only read.
pub(crate) enum Source<'a> {
    Folder(&'a Folder, i32),
    Database(&'a Database),
}

/// A shelf on disk.
pub(crate) struct DiskShelf<'a> {
    source: Source<'a>,
    /// Whether the game has ties, and so which layout of codes its solver uses.
    ties: bool,
    /// How many slots each tier has, by name. A file may claim any number, and memory is only made for the right one.
    slots: HashMap<String, u64>,
}

impl<'a> DiskShelf<'a> {
    /// The shelf of the game with this plan.
    pub(crate) fn new<G: Tiered>(source: Source<'a>, plan: &Plan<G::Tier>) -> DiskShelf<'a> {
        let slots = plan.tiers().iter().map(|planned| (planned.tier.to_string(), planned.slots));
        DiskShelf { source, ties: G::TIES, slots: slots.collect() }
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

impl Shelf for DiskShelf<'_> {
    fn has(&self, volume: u32, tiers: &[String]) -> Result<bool, ShelfError> {
        match self.source {
            Source::Folder(folder, _) => Ok(folder.has_volume(volume, tiers)?),
            Source::Database(database) => Ok(tiers.iter().all(|tier| database.has_table(tier))),
        }
    }

    fn save(&self, volume: u32, tiers: &[(String, &Solved)]) -> Result<(), ShelfError> {
        let Source::Folder(folder, level) = self.source else {
            return Err("an opened database is not written to".into());
        };
        let tables: Vec<Table<'_>> = tiers.iter().map(|(name, solved)| table(name, solved)).collect();
        folder.write_volume(volume, &tables, level)?;
        Ok(())
    }

    fn load(&self, _: u32, tier: &str) -> Result<Solved, ShelfError> {
        let table = self.table(tier)?;
        let loaded = if self.ties { load::<NarrowTies>(&table)? } else { load::<Narrow>(&table)? };
        match loaded {
            Some(solved) => Ok(solved),
            None => load::<Wide>(&table)?
                .ok_or_else(|| format!("tier {tier} holds games too long to read").into()),
        }
    }
}

fn table<'a>(name: &'a str, solved: &'a Solved) -> Table<'a> {
    match solved {
        Solved::Narrow(codes) => {
            Table { name, words: Words::Narrow(codes), decode: &|code| Narrow::decode(code as u8) }
        }
        Solved::NarrowTies(codes) => {
            Table { name, words: Words::Narrow(codes), decode: &|code| NarrowTies::decode(code as u8) }
        }
        Solved::Wide(codes) => Table { name, words: Words::Wide(codes), decode: &Wide::decode },
    }
}

/// The codes of a table in one layout, if they fit.
fn load<C: Layout>(table: &StoredTable) -> Result<Option<Solved>, StoreError> {
    let fits = |&outcome: &Outcome| C::encode(outcome).is_some();
    if !table.palette().iter().all(fits) {
        return Ok(None);
    }
    let mut codes = vec![C::Word::of(C::UNUSED); table.len() as usize];
    table.load(&mut codes, |outcome| C::encode(outcome).expect("checked"))?;
    Ok(Some(C::wrap(codes)))
}
