//! The user's collection of databases, and the games they belong to.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use zermelo_core::ParseError;
use zermelo_solve::{Analysis, Event, Run};
use zermelo_store::{Database, Folder, Identity, Manifest, StoreError, read_record, write_record};

use crate::disk_tier_store::SOLVING;
use crate::packed_tables::EXPLORING;
use crate::summary::{is_complete, summary};
use crate::tables::analysis_json;
use crate::{AnyGame, Family, LibraryError, SolveOptions};

/// The file that keeps the last analysis beside a database.
const ANALYSIS_FILE: &str = "analysis.json";

/// How long a new database waits for the last readers of the one that it has replaced. A server looks every
/// second.
const FAREWELL: Duration = Duration::from_secs(5);

/// A check that takes less time is not told of.
const WORTH_TELLING: Duration = Duration::from_secs(1);

/// All games of the program, and the directory where their databases are.
pub struct Library {
    families: Vec<Arc<Family>>,
    data: PathBuf,
}

impl Library {
    /// A library of these games with databases under `data`.
    pub fn new(families: Vec<Family>, data: PathBuf) -> Library {
        Library { families: families.into_iter().map(Arc::new).collect(), data }
    }

    /// All games.
    pub fn families(&self) -> &[Arc<Family>] {
        &self.families
    }

    /// Where the databases are.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// A family by its id.
    pub fn family(&self, id: &str) -> Result<&Arc<Family>, ParseError> {
        self.families.iter().find(|f| f.id == id).ok_or_else(|| {
            let mut ids: Vec<&str> = self.families.iter().map(|f| f.id).collect();
            ids.sort_by_key(|known| distance(id, known));
            let close: Vec<&str> = ids.iter().copied().filter(|known| distance(id, known) <= 2).collect();
            ParseError::new(match close.as_slice() {
                [] => format!("there is no game '{id}'; 'zermelo games' lists all {}", ids.len()),
                close => format!("there is no game '{id}'; did you mean {}?", close.join(" or ")),
            })
        })
    }

    /// A game written as `family` or `family/variant`; without a variant it is the family's first one.
    pub fn open(&self, name: &str) -> Result<VariantHandle, ParseError> {
        let (id, variant) = match name.split_once('/') {
            Some((id, variant)) => (id, Some(variant)),
            None => (name, None),
        };
        let family = self.family(id)?;
        let variant = match variant {
            Some(variant) => variant.to_owned(),
            None => family.default_variant().id.to_owned(),
        };
        let game = family.build(&variant)?;
        let directory = self.data.join(family.id).join(&variant);
        Ok(VariantHandle { family: Arc::clone(family), variant, game, directory })
    }
}

/// One variant of a game and the place of its database.
pub struct VariantHandle {
    /// The family it belongs to.
    pub family: Arc<Family>,
    /// The id of the variant.
    pub variant: String,
    /// The game itself.
    pub game: Box<dyn AnyGame>,
    /// Where its database is or would be.
    pub directory: PathBuf,
}

impl VariantHandle {
    /// The name for people, e.g. `Quixo 4x4`.
    pub fn title(&self) -> String {
        let VariantHandle { family, variant, .. } = self;
        if *variant == family.default_variant().id && family.variants.len() == 1 && variant == "regular" {
            family.name.to_owned()
        } else {
            format!("{} {variant}", family.name)
        }
    }

    /// The name for commands, e.g. `quixo/4x4`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.family.id, self.variant)
    }

    /// Returns what tells its database from those of other games, other variants and other rules.
    pub fn identity(&self) -> Identity {
        Identity::new(self.family.id, &self.variant, self.game.fingerprint())
    }

    /// Returns what its database says about the solution, from the manifest alone; `None` if there is no database that
    /// belongs to these rules.
    pub fn summary(&self) -> Option<Json> {
        let manifest = Manifest::read(&self.directory).ok()?;
        // The fingerprint is asked for last, as it takes the longest.
        (manifest.identity == self.identity()).then_some(manifest.summary)
    }

    /// The database, if the game is solved.
    pub fn database(&self) -> Result<Option<Database>, StoreError> {
        Ok(self.part()?.filter(is_complete))
    }

    /// The database as far as the game is solved: all of it, or only some tiers.
    pub fn part(&self) -> Result<Option<Database>, StoreError> {
        match Database::open(&self.directory, Some(&self.identity())) {
            Ok(database) => Ok(Some(database)),
            Err(StoreError::NotFound { .. } | StoreError::Unfinished { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Compares a database with its checksums, and lists what is damaged.
    pub fn check(&self, database: &Database, run: &Run<'_>) -> Result<(), LibraryError> {
        database.check_checksums(patiently(run))
    }

    /// Solves the game, or what is left of it; with `anew`, from scratch. The database, if it is now complete.
    pub fn solve(
        &self,
        anew: bool,
        options: &SolveOptions,
        run: &Run<'_>,
    ) -> Result<Option<Database>, LibraryError> {
        self.game.check_tiers(&options.tiers)?;
        let folder = if anew {
            // The old database is not given up for a solve that cannot be done. Otherwise only what is left counts.
            self.game.check_memory(options, run)?;
            // Neither does an interrupted exploration count.
            let _ = std::fs::remove_dir_all(self.directory.join(EXPLORING));
            let folder = Folder::start_over(&self.directory, self.identity())?;
            // Nor does a tier in work. What cannot be removed is gone on with.
            let _ = std::fs::remove_dir_all(self.directory.join(SOLVING));
            folder
        } else {
            Folder::open_for_writing(&self.directory, self.identity())?
        };
        for damaged in folder.discarded() {
            run.observer.event(Event::Note(format!("{damaged}; it is made anew")));
        }
        if !anew {
            // Values that are built on what is there would be no better than it.
            folder.check_checksums(patiently(run))?;
        }
        let solved = self.game.solve(&folder, options, run);
        let outcome = solved.as_ref().map_or(None, |&outcome| outcome);
        // A part gets a manifest, too, so that it can be used before the rest is solved, also if the solve was stopped. Only tiers
        // are parts: what is explored, or solved by an engine of its own, is of use as a whole.
        let is_usable = solved.is_ok() || folder.has_slot_tables();
        // A solve that was stopped when the last part was just done has the manifest of a part, and nothing left to do.
        let is_sealed = folder.is_finished() && (outcome.is_none() || self.database()?.is_some());
        // A part is no replacement for the database that was there before.
        let is_part_of_next = outcome.is_none() && folder.replaces();
        let sealed = if is_usable && !is_sealed && !is_part_of_next {
            folder.finish(summary(self.game.as_ref(), outcome))
        } else {
            Ok(())
        };
        solved?;
        sealed?;
        let deadline = Instant::now() + FAREWELL;
        while !folder.remove_replaced()? {
            if Instant::now() > deadline {
                let what = "the old database is still being read; the next 'zermelo solve' removes it";
                run.observer.event(Event::Note(what.to_owned()));
                break;
            }
            thread::sleep(FAREWELL / 50);
        }
        if is_part_of_next { Ok(None) } else { Ok(self.database()?) }
    }

    /// Whether an exploration was interrupted that the next solve goes on with.
    pub fn is_under_way(&self) -> bool {
        self.directory.join(EXPLORING).join("state").exists()
    }

    /// Analyses the game and keeps the result beside the database.
    pub fn analyse(&self, database: &Database, run: &Run<'_>) -> Result<Analysis, LibraryError> {
        let analysis = self.game.analyse(database, run)?;
        let record = json!({ "game": self.id(), "fingerprint": self.game.fingerprint(), "analysis": analysis_json(&analysis) });
        // A read-only library can be analysed too: it just does not remember.
        let _ = write_record(&self.directory.join(ANALYSIS_FILE), &record);
        Ok(analysis)
    }

    /// The last analysis as JSON, if there is one that belongs to these rules.
    pub fn last_analysis(&self) -> Option<Json> {
        let mut record: Json = read_record(&self.directory.join(ANALYSIS_FILE)).ok()?;
        (record["fingerprint"] == self.game.fingerprint()).then(|| record["analysis"].take())
    }
}

/// Tells of a check once it takes long, and ends it when somebody asks for that.
fn patiently(run: &Run<'_>) -> impl FnMut(u64, u64) -> Result<(), LibraryError> {
    let started = Instant::now();
    move |done, whole| {
        if started.elapsed() > WORTH_TELLING {
            run.observer.event(Event::Checked { bytes: done, whole });
        }
        Ok(run.check()?)
    }
}

/// How many letters differ: the edit distance, for "did you mean".
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn the_edit_distance_counts_changed_letters() {
        assert_eq!(distance("quixo", "quixo"), 0);
        assert_eq!(distance("quxo", "quixo"), 1);
        assert_eq!(distance("nim", "sim"), 1);
        assert_eq!(distance("", "nim"), 3);
    }
}
