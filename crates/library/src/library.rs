//! The user's collection of databases, and the games they belong to.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use zermelo_core::ParseError;
use zermelo_files::FileError;
use zermelo_solve::{Analysis, Event, Run};
use zermelo_store::{
    Database, Folder, Identity, MANIFEST_FILE, Manifest, StoreError, copy_database, read_record, write_record,
};

use crate::disk_tier_store::SOLVING;
use crate::packed_tables::{EXPLORING, forget_exploration};
use crate::scratch::Scratch;
use crate::summary::{is_complete, summary};
use crate::tables::analysis_json;
use crate::{AnyGame, Extent, Family, LibraryError, SolveOptions};

/// The file that keeps the last analysis beside a database.
const ANALYSIS_FILE: &str = "analysis.json";

/// The file that keeps the size of a game, if it takes long to find out.
const SIZE_FILE: &str = "size.json";

/// A size that is found out sooner is not kept.
const WORTH_KEEPING: Duration = Duration::from_millis(100);

/// Written and removed again to see whether a directory can be written.
const PROBE_FILE: &str = "probe";

/// So many games are named to whoever asks for one that there is not.
const MOST_MEANT: usize = 4;

/// How long a new database waits for the last readers of the one that it has replaced. A server looks every
/// second.
const FAREWELL: Duration = Duration::from_secs(5);

/// A check that takes less time is not told of.
const WORTH_TELLING: Duration = Duration::from_secs(1);

/// All games of the program, and the directory where their databases are.
pub struct Library {
    families: Vec<Arc<Family>>,
    data: PathBuf,
    scratch: Arc<Scratch>,
}

impl Library {
    /// A library of these games with databases under `data`.
    pub fn new(families: Vec<Family>, data: PathBuf) -> Library {
        Library { families: families.into_iter().map(Arc::new).collect(), data, scratch: Arc::default() }
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
        self.families.iter().find(|f| f.id == id).ok_or_else(|| ParseError::new(self.no_such_family(id)))
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
        let directory = self.data.join(family.id).join(&variant);
        VariantHandle::new(family, variant, directory, &self.scratch)
    }

    /// Returns a sentence about a game that there is not, with those that may be meant: of nearly the same
    /// id, or with all words in their name.
    fn no_such_family(&self, asked: &str) -> String {
        match self.similar(asked).as_slice() {
            [] => format!("there is no game '{asked}' among the {}", self.families.len()),
            close => format!("there is no game '{asked}'; did you mean {}?", close.join(" or ")),
        }
    }

    /// Returns the ids of games that somebody may have meant, the most similar first.
    pub fn similar(&self, asked: &str) -> Vec<&'static str> {
        let plain = |text: &str| text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
        let word = plain(asked);
        let near = |family: &Arc<Family>| {
            let name = plain(family.name);
            let letters = distance(&word, family.id).min(distance(&word, &name));
            let is_part = word.len() > 2 && (family.id.contains(&word) || name.contains(&word));
            let near = letters <= 2 && letters < word.chars().count();
            (near || is_part).then_some((letters, family.id))
        };
        let mut close: Vec<(usize, &str)> = self.families.iter().filter_map(near).collect();
        close.sort_unstable();
        close.into_iter().map(|(_, id)| id).take(MOST_MEANT).collect()
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
    scratch: Arc<Scratch>,
    /// Made when it is first needed, because it takes a while.
    identity: OnceLock<Identity>,
}

impl VariantHandle {
    fn new(
        family: &Arc<Family>,
        variant: String,
        directory: PathBuf,
        scratch: &Arc<Scratch>,
    ) -> Result<VariantHandle, ParseError> {
        let game = family.build(&variant)?;
        let (family, scratch) = (Arc::clone(family), Arc::clone(scratch));
        Ok(VariantHandle { family, variant, game, directory, scratch, identity: OnceLock::new() })
    }

    /// Returns the same variant once more. What this one has in memory, such as indexes, the other one has
    /// not.
    pub fn again(&self) -> Result<VariantHandle, ParseError> {
        VariantHandle::new(&self.family, self.variant.clone(), self.directory.clone(), &self.scratch)
    }

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

    /// Returns true for a variant that the game lists, and not one of a size that somebody chose.
    pub fn is_listed(&self) -> bool {
        self.family.variants.iter().any(|listed| listed.id == self.variant)
    }

    /// Returns what tells its database from those of other games, other variants and other rules.
    pub fn identity(&self) -> Identity {
        let identity = || Identity::new(self.family.id, &self.variant, self.game.fingerprint());
        self.identity.get_or_init(identity).clone()
    }

    /// Returns what its database says about the solution, from the manifest alone; `None` if there is no
    /// database that belongs to these rules.
    pub fn summary(&self) -> Option<Json> {
        let manifest = Manifest::read(&self.directory).ok()?;
        // The fingerprint is asked for last, as it takes the longest.
        (manifest.identity == self.identity()).then_some(manifest.summary)
    }

    /// The database, if the game is solved.
    pub fn database(&self) -> Result<Option<Database>, StoreError> {
        Ok(self.part()?.filter(is_complete))
    }

    /// The database as far as the game is solved: all of it, or only some tiers. One that this process has
    /// solved without keeping it counts as well.
    pub fn part(&self) -> Result<Option<Database>, StoreError> {
        let kept = self.open_in(&self.directory)?;
        match self.aside() {
            Some(aside) if !kept.as_ref().is_some_and(is_complete) => Ok(self.open_in(&aside)?.or(kept)),
            _ => Ok(kept),
        }
    }

    /// Returns whether there is anything that may be a database, without reading it.
    pub fn may_have_database(&self) -> bool {
        let is_there = |directory: &Path| directory.join(MANIFEST_FILE).exists();
        is_there(&self.directory) || self.aside().is_some_and(|aside| is_there(&aside))
    }

    fn open_in(&self, directory: &Path) -> Result<Option<Database>, StoreError> {
        // Looking for the file first saves the fingerprint of a game that nobody has solved.
        if matches!(directory.join(MANIFEST_FILE).try_exists(), Ok(false)) {
            return Ok(None);
        }
        match Database::open(directory, Some(&self.identity())) {
            Ok(database) => Ok(Some(database)),
            Err(StoreError::NotFound { .. } | StoreError::Unfinished { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns where this process has its database if the data directory cannot be written.
    fn aside(&self) -> Option<PathBuf> {
        Some(self.scratch.if_made()?.join(self.family.id).join(&self.variant))
    }

    /// Compares a database with its checksums, and lists what is damaged.
    pub fn check(&self, database: &Database, run: &Run<'_>) -> Result<(), LibraryError> {
        database.check_checksums(patiently(run))
    }

    /// Solves the game, or what is left of it; with `anew`, from scratch. The database, if it is now
    /// complete.
    pub fn solve(
        &self,
        anew: bool,
        options: &SolveOptions,
        run: &Run<'_>,
    ) -> Result<Option<Database>, LibraryError> {
        self.solve_in(&self.directory, anew, options, run)
    }

    /// Solves the whole game for somebody who did not ask for a database but needs one. If the data directory
    /// cannot be written it is solved in memory, or among the temporary files of the system, and ends with
    /// the process.
    pub fn solve_unasked(&self, run: &Run<'_>) -> Result<Option<Database>, LibraryError> {
        let options = SolveOptions::default();
        let Err(error) = self.check_writable() else { return self.solve(false, &options, run) };
        let Some(scratch) = self.scratch.directory() else { return Err(StoreError::from(error).into()) };
        run.observer
            .event(Event::Note(format!("{error}; {} is solved in memory and nothing is kept", self.id())));
        let aside = scratch.join(self.family.id).join(&self.variant);
        self.solve_in(&aside, false, &options, run)
    }

    /// Fails if no database can be written where this one belongs.
    fn check_writable(&self) -> Result<(), FileError> {
        zermelo_files::create_directories(&self.directory)?;
        let probe = self.directory.join(PROBE_FILE);
        zermelo_files::open_lock(&probe)?;
        zermelo_files::remove(&probe)
    }

    fn solve_in(
        &self,
        directory: &Path,
        anew: bool,
        options: &SolveOptions,
        run: &Run<'_>,
    ) -> Result<Option<Database>, LibraryError> {
        self.game.check_tiers(&options.tiers)?;
        let folder = if anew {
            // The old database is not given up for a solve that cannot be done. Otherwise only what is left
            // counts.
            self.game.check_memory(options, run)?;
            let folder = Folder::start_over(directory, self.identity())?;
            // Neither does an interrupted exploration count, nor a tier in work; whose they are, is known
            // once the directory is locked. What cannot be removed is gone on with.
            forget_exploration(directory);
            let _ = std::fs::remove_dir_all(directory.join(SOLVING));
            folder
        } else {
            Folder::open_for_writing(directory, self.identity())?
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
        // A part gets a manifest, too, so that it can be used before the rest is solved, also if the solve
        // was stopped. Only tiers are parts: what is explored, or solved by an engine of its own, is of use
        // as a whole.
        let is_usable = solved.is_ok() || folder.has_slot_tables();
        // A solve that was stopped when the last part was just done has the manifest of a part, and nothing
        // left to do.
        let is_whole =
            || Ok::<_, StoreError>(self.open_in(directory)?.is_some_and(|there| is_complete(&there)));
        let is_sealed = folder.is_finished() && (outcome.is_none() || is_whole()?);
        // A part is no replacement for the database that was there before.
        let is_part_of_next = outcome.is_none() && folder.replaces();
        let sealed = if is_usable && !is_sealed && !is_part_of_next {
            folder.finish_from(self.game.method(), summary(self.game.as_ref(), outcome))
        } else {
            Ok(())
        };
        solved?;
        sealed?;
        let deadline = Instant::now() + FAREWELL;
        while !folder.remove_replaced()? {
            if Instant::now() > deadline {
                let what = "the old database is still being read; the next solve removes it";
                run.observer.event(Event::Note(what.to_owned()));
                break;
            }
            thread::sleep(FAREWELL / 50);
        }
        Ok(if is_part_of_next { None } else { self.open_in(directory)?.filter(is_complete) })
    }

    /// Copies the database, whole or part, to another directory, with its counts.
    pub fn export(&self, database: &Database, directory: &Path, run: &Run<'_>) -> Result<(), LibraryError> {
        copy_database(database, directory, patiently(run))?;
        self.copy_counts(database.directory(), directory);
        Ok(())
    }

    /// Puts a database that was exported in the place of the one that is there, if it belongs to these rules
    /// and is not damaged.
    pub fn import(&self, directory: &Path, run: &Run<'_>) -> Result<Database, LibraryError> {
        let archive = Database::open(directory, Some(&self.identity()))?;
        copy_database(&archive, &self.directory, patiently(run))?;
        self.copy_counts(directory, &self.directory);
        Ok(Database::open(&self.directory, Some(&self.identity()))?)
    }

    /// Counts can be made again, so it is no failure if they cannot be copied.
    fn copy_counts(&self, from: &Path, to: &Path) {
        let record = read_record::<Json>(&from.join(ANALYSIS_FILE)).ok();
        let belongs = |record: &Json| record["fingerprint"] == self.identity().fingerprint;
        if let Some(Json::Object(mut record)) = record.filter(belongs) {
            record.remove("checksum");
            let _ = write_record(&to.join(ANALYSIS_FILE), &record);
        }
    }

    /// Removes the database and all that is kept beside it, and returns how many bytes that were. Whoever
    /// reads the database now finds it gone.
    pub fn remove(&self) -> Result<u64, LibraryError> {
        Ok(zermelo_store::remove_database(&self.directory)?)
    }

    /// Whether an exploration was interrupted that the next solve goes on with.
    pub fn is_under_way(&self) -> bool {
        self.directory.join(EXPLORING).join("state").exists()
    }

    /// Analyses the game and keeps the result beside the database.
    pub fn analyse(&self, database: &Database, run: &Run<'_>) -> Result<Analysis, LibraryError> {
        let analysis = self.game.analyse(database, run)?;
        let record = json!({ "game": self.id(), "fingerprint": self.identity().fingerprint, "analysis": analysis_json(&analysis) });
        // A read-only library can be analysed too: it just does not remember.
        let _ = write_record(&database.directory().join(ANALYSIS_FILE), &record);
        Ok(analysis)
    }

    /// The last analysis as JSON, if there is one that belongs to these rules.
    pub fn last_analysis(&self) -> Option<Json> {
        let read = |directory: &Path| {
            let mut record: Json = read_record(&directory.join(ANALYSIS_FILE)).ok()?;
            (record["fingerprint"] == self.identity().fingerprint).then(|| record["analysis"].take())
        };
        read(&self.directory).or_else(|| read(&self.aside()?))
    }

    /// Returns the size of the game, if it can be told without solving it. What takes long to find out is
    /// kept beside the database; nothing of it stays in memory.
    pub fn size(&self, run: &Run<'_>) -> Result<Option<Extent>, LibraryError> {
        if let Some(kept) = self.kept_size() {
            return Ok(Some(kept));
        }
        let started = Instant::now();
        let found = self.again()?.game.extent(run)?;
        if let Some(extent) = &found
            && started.elapsed() > WORTH_KEEPING
        {
            self.keep_size(extent);
        }
        Ok(found)
    }

    /// Returns the size as it was found out before, by this version of the program.
    fn kept_size(&self) -> Option<Extent> {
        let record: Json = read_record(&self.directory.join(SIZE_FILE)).ok()?;
        let belongs =
            record["program"] == env!("CARGO_PKG_VERSION") && record["rules"] == self.game.rules_mark();
        let number = |name: &str| record[name].as_u64();
        if !belongs {
            return None;
        }
        Some(Extent { tiers: number("tiers")?, slots: number("slots")?, memory: number("memory")? })
    }

    /// Where nothing can be written it is found out again the next time.
    fn keep_size(&self, extent: &Extent) {
        let record = json!({
            "game": self.id(),
            "program": env!("CARGO_PKG_VERSION"),
            "rules": self.game.rules_mark(),
            "tiers": extent.tiers,
            "slots": extent.slots,
            "memory": extent.memory,
        });
        if zermelo_files::create_directories(&self.directory).is_ok() {
            let _ = write_record(&self.directory.join(SIZE_FILE), &record);
        }
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
pub(crate) fn distance(a: &str, b: &str) -> usize {
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
