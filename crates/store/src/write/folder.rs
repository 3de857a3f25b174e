//! The directory of a database while it is written.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock};

use rustc_hash::FxHashMap;
use serde_json::Value;
use zermelo_core::{Key, Outcome};
use zermelo_files::{
    TEMPORARY, create_directories, list, open_lock, remove, sync_directory, sync_directory_of,
};

use crate::Identity;
use crate::error::{Result, StoreError};
use crate::format::contents::Kind;
use crate::format::manifest::{MANIFEST_FILE, MANIFEST_VERSION, Manifest, Origin, VolumeInfo};
use crate::read::damage::DamageCheck;
use crate::read::read_at::OpenFiles;
use crate::read::stored_table::StoredTable;
use crate::read::volume::{Volume, volume_file, volume_number};
use crate::write::generation::{is_being_read, retire, retired_generation, retired_manifest};
use crate::write::positions_writer::{Packing, PositionsWriter};
use crate::write::records_writer::RecordsWriter;
use crate::write::table::Table;
use crate::write::volume_writer::VolumeWriter;

/// The name of the file that a writer locks; it stays, so it also tells that there was a writer.
pub(crate) const LOCK_FILE: &str = "lock";

/// Locks the directory of a database against other writers for as long as the file is open that this returns.
pub(crate) fn lock_directory(directory: &Path) -> Result<File> {
    let path = directory.join(LOCK_FILE);
    let lock = open_lock(&path)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked { path: directory.to_owned() }),
        // Some cluster file systems have no locks; that is no reason not to solve there.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(lock),
        Err(TryLockError::Error(error)) => Err(StoreError::io(&path, "lock")(error)),
    }
}

/// The directory of a database that is being written, locked against other writers.
///
/// Volumes may be written from several threads. What was written can be read at once, and is still there when
/// an interrupted solve opens the folder again.
pub struct Folder {
    directory: PathBuf,
    identity: Identity,
    /// Which volumes are written here; see `generation.rs`.
    generation: u32,
    /// Set as long as the manifest that is there belongs to an earlier generation.
    replaces: AtomicBool,
    files: Arc<OpenFiles>,
    volumes: RwLock<Volumes>,
    discarded: Vec<StoreError>,
    /// Held, not read: the lock ends with it.
    _lock: File,
}

/// A volume as its name tells.
struct VolumeFile {
    number: u32,
    generation: u32,
    path: PathBuf,
}

#[derive(Default)]
struct Volumes {
    by_number: BTreeMap<u32, Arc<Volume>>,
    /// The volume of each table, and the place of the table in it.
    tables: FxHashMap<String, (u32, usize)>,
}

impl Folder {
    /// Opens a directory for writing and makes it if need be. Volumes of the same identity stay, so that an
    /// interrupted solve can go on; leftover temporary files go.
    ///
    /// Damaged volumes are removed, to be written again: see [`discarded`](Self::discarded). Files of another
    /// identity or format version are an error; [`start_over`](Self::start_over) removes them.
    pub fn open_for_writing(directory: &Path, identity: Identity) -> Result<Folder> {
        let mut folder = Folder::lock(directory, identity)?;
        let files = folder.tidy()?;
        let published = Manifest::read(directory).ok().map(|manifest| manifest.generation());
        let newest = files.iter().map(|file| file.generation).max();
        folder.go_on_with(published.max(newest).unwrap_or(0), published);
        let own = files.into_iter().filter(|file| file.generation == folder.generation);
        for VolumeFile { number, path, .. } in own.collect::<Vec<_>>() {
            match folder.open_volume(number, &path) {
                Ok(volume) => folder.keep(volume)?,
                Err(error @ StoreError::Corrupt { .. }) => folder.discard(&path, error)?,
                Err(error) => return Err(error),
            }
        }
        match folder.check_manifest() {
            Ok(()) | Err(StoreError::NotFound { .. }) => {}
            Err(error @ StoreError::Corrupt { .. }) => {
                folder.discard(&directory.join(MANIFEST_FILE), error)?;
            }
            Err(error) => return Err(error),
        }
        folder.remove_replaced()?;
        Ok(folder)
    }

    /// Like [`open_for_writing`](Self::open_for_writing), but without any volumes. A database of the same
    /// identity that is there can still be read until [`finish`](Self::finish) puts the new one in its place;
    /// anything else is removed.
    pub fn start_over(directory: &Path, identity: Identity) -> Result<Folder> {
        let mut folder = Folder::lock(directory, identity)?;
        let files = folder.tidy()?;
        let readable = Manifest::read(directory).ok().filter(|manifest| manifest.identity == folder.identity);
        let published = readable.map(|manifest| manifest.generation());
        if published.is_none() {
            folder.unseal()?;
        }
        let newest = files.iter().map(|file| file.generation).max().max(published);
        for file in &files {
            if published.is_none_or(|published| file.generation > published) {
                remove(&file.path)?;
            }
        }
        folder.go_on_with(published.and(newest).map_or(0, |newest| newest + 1), published);
        folder.remove_replaced()?;
        Ok(folder)
    }

    /// The damaged files that were removed on opening, each with what was wrong.
    pub fn discarded(&self) -> &[StoreError] {
        &self.discarded
    }

    /// Whether the volumes that are there have a manifest, so that they can be read as a database.
    pub fn is_finished(&self) -> bool {
        !self.replaces() && self.directory.join(MANIFEST_FILE).exists()
    }

    /// Whether there is a database that can be read until this one is finished.
    pub fn replaces(&self) -> bool {
        self.replaces.load(Relaxed)
    }

    /// Whether any slot table is there.
    pub fn has_slot_tables(&self) -> bool {
        self.read_volumes().by_number.values().any(|volume| volume.directory.kind == Kind::Slots)
    }

    /// Whether the volume is there and holds exactly these tables. One that holds others is left from a solve
    /// that divided the tables in another way; it is removed.
    pub fn has_volume<S: AsRef<str>>(&self, number: u32, tables: &[S]) -> Result<bool> {
        let volume = self.read_volumes().by_number.get(&number).cloned();
        let Some(volume) = volume else { return Ok(false) };
        if volume.table_names().eq(tables.iter().map(AsRef::as_ref)) {
            return Ok(true);
        }
        self.unseal()?;
        remove(&volume.path)?;
        self.write_volumes().forget(number);
        Ok(false)
    }

    /// Writes a volume of slot tables, compressed at a zstd level of 1 to 22. A volume of the same number is
    /// replaced.
    pub fn write_volume(&self, number: u32, tables: &[Table<'_>], level: i32) -> Result<VolumeInfo> {
        let names: Vec<&str> = tables.iter().map(|table| table.name).collect();
        self.write(number, &names, Kind::Slots, level, |writer| {
            tables.iter().try_for_each(|table| writer.add(table))
        })
    }

    /// Writes a volume of one keyed table. The entries must come in ascending order of their words' bytes;
    /// words may not contain tabs or newlines.
    pub fn write_keyed<S: AsRef<str>>(
        &self,
        number: u32,
        name: &str,
        entries: impl IntoIterator<Item = (S, Outcome)>,
        level: i32,
    ) -> Result<VolumeInfo> {
        self.write(number, &[name], Kind::Keyed, level, |writer| writer.add_keyed(name, entries))
    }

    /// Writes a volume of one table of records, in ascending order of their keys, as `fill` pushes them.
    pub fn write_records<E: From<StoreError>>(
        &self,
        number: u32,
        name: &str,
        level: i32,
        fill: impl FnOnce(&mut RecordsWriter<'_>) -> Result<(), E>,
    ) -> Result<VolumeInfo, E> {
        self.write(number, &[name], Kind::Records, level, |writer| {
            let mut records = RecordsWriter::new(writer, name);
            fill(&mut records)?;
            Ok(records.finish()?)
        })
    }

    /// Reads what is there and compares it with the checksums; see
    /// [`Database::check_checksums`](crate::Database::check_checksums).
    pub fn check_checksums<E: From<StoreError>>(
        &self,
        progress: impl FnMut(u64, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let volumes: Vec<Arc<Volume>> = self.read_volumes().by_number.values().cloned().collect();
        let mut check = DamageCheck::new(&self.directory, volumes.iter().map(|v| v.header.file_length).sum());
        let mut progress = progress;
        for volume in volumes {
            let info = VolumeInfo::of(&volume, self.generation);
            check.volume(&info, Ok(volume), &mut progress)?;
        }
        Ok(check.finish()?)
    }

    /// Writes a volume of one table of positions, by ascending keys, as `fill` pushes them. The palette has
    /// their outcomes.
    pub fn write_positions<K: Key, E: From<StoreError>>(
        &self,
        number: u32,
        name: &str,
        packing: Packing,
        palette: Vec<Outcome>,
        level: i32,
        fill: impl FnOnce(&mut PositionsWriter<'_, K>) -> Result<(), E>,
    ) -> Result<VolumeInfo, E> {
        self.write(number, &[name], Kind::Positions, level, |writer| {
            let mut positions = PositionsWriter::new(writer, name, packing, palette);
            fill(&mut positions)?;
            Ok(positions.finish()?)
        })
    }

    /// Where it is.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns what its database belongs to.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// A table that has been written.
    pub fn table(&self, name: &str) -> Result<StoredTable> {
        let volumes = self.read_volumes();
        match volumes.tables.get(name) {
            Some((number, place)) => Ok(StoredTable::new(Arc::clone(&volumes.by_number[number]), *place)),
            None => Err(StoreError::NoTable { table: name.to_owned() }),
        }
    }

    /// Writes the manifest of the volumes that are there, which makes them a database. The summary is for its
    /// readers.
    pub fn finish(&self, summary: Value) -> Result<()> {
        self.finish_with(None, summary)
    }

    /// Returns the generation that is written here.
    pub(crate) fn generation(&self) -> u32 {
        self.generation
    }

    /// Takes a volume in that has been copied here, if it is the one that is described.
    pub(crate) fn adopt(&self, info: &VolumeInfo) -> Result<()> {
        let (number, generation) = volume_number(&info.file).expect("the name of a volume");
        let path = self.directory.join(volume_file(number, self.generation));
        let volume = self.open_volume(number, &path)?;
        if VolumeInfo::of(&volume, generation) != *info {
            return Err(StoreError::corrupt(&path, "it is not the volume that the manifest describes"));
        }
        self.keep(volume)
    }

    /// Finishes a copy: its manifest says the same as this one about the outcomes.
    pub(crate) fn finish_like(&self, source: &Manifest) -> Result<()> {
        let Manifest { tool, players, columns, origin, summary, .. } = source.clone();
        let manifest = self.manifest(origin, summary);
        self.publish(&Manifest { tool, players, columns, ..manifest })
    }

    /// The same for outcomes that were found by this method.
    pub fn finish_from(&self, method: &str, summary: Value) -> Result<()> {
        let program = concat!("zermelo ", env!("CARGO_PKG_VERSION")).to_owned();
        self.finish_with(Some(Origin { method: method.to_owned(), program }), summary)
    }

    fn finish_with(&self, origin: Option<Origin>, summary: Value) -> Result<()> {
        self.publish(&self.manifest(origin, summary))
    }

    fn manifest(&self, origin: Option<Origin>, summary: Value) -> Manifest {
        let volumes = self.read_volumes();
        Manifest {
            format: MANIFEST_VERSION,
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            identity: self.identity.clone(),
            volumes: volumes.infos(self.generation),
            players: 2,
            columns: Vec::new(),
            origin,
            slots: volumes
                .by_number
                .values()
                .flat_map(|volume| &volume.directory.tables)
                .map(|t| t.len)
                .sum(),
            bytes: volumes.by_number.values().map(|volume| volume.header.file_length).sum(),
            summary,
        }
    }

    /// Puts a manifest in place, after which it is the database.
    fn publish(&self, manifest: &Manifest) -> Result<()> {
        if !self.replaces() {
            return manifest.write(&self.directory);
        }
        if let Ok(old) = Manifest::read(&self.directory) {
            retire(&self.directory, old.generation());
        }
        manifest.write(&self.directory)?;
        self.replaces.store(false, Relaxed);
        self.remove_replaced().map(drop)
    }

    /// Removes the databases that this one has replaced, except those that are still being read. Returns
    /// whether there are none left.
    pub fn remove_replaced(&self) -> Result<bool> {
        // The one that still has to be replaced has a number below all others that are not retired.
        let published = match Manifest::read(&self.directory) {
            Ok(manifest) => manifest.generation(),
            Err(_) => self.generation,
        };
        let is_replaced = |generation| generation < published.min(self.generation);
        let is_read = |generation| is_being_read(&retired_manifest(&self.directory, generation));
        let mut all = true;
        for VolumeFile { generation, path, .. } in self.tidy()? {
            if is_replaced(generation) {
                if is_read(generation) {
                    all = false;
                } else {
                    remove(&path)?;
                }
            }
        }
        for (name, path) in list(&self.directory)? {
            if retired_generation(&name)
                .is_some_and(|generation| !is_replaced(generation) || !is_read(generation))
            {
                remove(&path)?;
            }
        }
        Ok(all)
    }

    /// Sets which generation is written, given the one that has a manifest.
    fn go_on_with(&mut self, generation: u32, published: Option<u32>) {
        self.generation = generation;
        *self.replaces.get_mut() = published.is_some_and(|published| published < generation);
    }

    fn lock(directory: &Path, identity: Identity) -> Result<Folder> {
        create_directories(directory)?;
        let lock = lock_directory(directory)?;
        sync_names(directory)?;
        Ok(Folder {
            directory: directory.to_owned(),
            identity,
            generation: 0,
            replaces: AtomicBool::new(false),
            files: OpenFiles::new(),
            volumes: RwLock::default(),
            discarded: Vec::new(),
            _lock: lock,
        })
    }

    /// Removes leftover temporary files and lists the volumes of all generations by number.
    fn tidy(&self) -> Result<Vec<VolumeFile>> {
        let mut volumes = Vec::new();
        for (name, path) in list(&self.directory)? {
            // Only what writers of databases leave: others may be about to replace a file of theirs, such as
            // an analysis.
            if name.strip_suffix(TEMPORARY) == Some(MANIFEST_FILE) {
                remove(&path)?;
            }
            if !is_volume_directory(&name) {
                continue;
            }
            for (file, path) in list(&path)? {
                let file = format!("{name}/{file}");
                if let Some((number, generation)) = volume_number(&file) {
                    volumes.push(VolumeFile { number, generation, path });
                } else if file.strip_suffix(TEMPORARY).is_some_and(|file| volume_number(file).is_some()) {
                    remove(&path)?;
                }
            }
        }
        volumes.sort_unstable_by_key(|file| (file.number, file.generation));
        Ok(volumes)
    }

    fn open_volume(&self, number: u32, path: &Path) -> Result<Volume> {
        let volume = Volume::open(path, Box::new(self.files.file(path.to_owned())))?;
        volume.check_owner(number, &self.identity)?;
        Ok(volume)
    }

    /// That the manifest, if there is one, describes the volumes that are there.
    fn check_manifest(&self) -> Result<()> {
        let manifest = Manifest::read(&self.directory)?;
        manifest.check_owner(&self.directory, &self.identity)?;
        if self.replaces() || manifest.volumes == self.read_volumes().infos(self.generation) {
            return Ok(());
        }
        Err(StoreError::corrupt(
            &self.directory.join(MANIFEST_FILE),
            "it does not describe the volumes that are there",
        ))
    }

    fn discard(&mut self, path: &Path, error: StoreError) -> Result<()> {
        remove(path)?;
        self.discarded.push(error);
        Ok(())
    }

    /// A database that is about to change is none until it is finished again. One that will be replaced does
    /// not change.
    fn unseal(&self) -> Result<()> {
        if self.replaces() {
            return Ok(());
        }
        match remove(&self.directory.join(MANIFEST_FILE)) {
            // Never there, or another thread was faster.
            Err(error) if error.is_not_found() => Ok(()),
            result => Ok(result?),
        }
    }

    fn write<E: From<StoreError>>(
        &self,
        number: u32,
        names: &[&str],
        kind: Kind,
        level: i32,
        fill: impl FnOnce(&mut VolumeWriter) -> Result<(), E>,
    ) -> Result<VolumeInfo, E> {
        self.check_names(number, names)?;
        self.unseal()?;
        let path = self.directory.join(volume_file(number, self.generation));
        let subdirectory = path.parent().expect("volumes are in subdirectories");
        create_directories(subdirectory).map_err(StoreError::from)?;
        let mut writer = VolumeWriter::create(&path, number, &self.identity, kind, level)?;
        fill(&mut writer)?;
        writer.finish()?;
        let volume = self.open_volume(number, &path)?;
        let info = VolumeInfo::of(&volume, self.generation);
        self.keep(volume)?;
        Ok(info)
    }

    /// That no name is used twice, here or in another volume.
    fn check_names(&self, number: u32, names: &[&str]) -> Result<()> {
        let volumes = self.read_volumes();
        for (place, &name) in names.iter().enumerate() {
            let elsewhere = volumes.tables.get(name).is_some_and(|(other, _)| *other != number);
            if elsewhere || names[..place].contains(&name) {
                let what = "there is already a table of this name".to_owned();
                return Err(StoreError::Unstorable { table: name.to_owned(), what });
            }
        }
        Ok(())
    }

    fn keep(&self, volume: Volume) -> Result<()> {
        let number = volume.directory.volume;
        let mut volumes = self.write_volumes();
        volumes.forget(number);
        for (place, name) in volume.table_names().enumerate() {
            if let Some((other, _)) = volumes.tables.insert(name.to_owned(), (number, place)) {
                return Err(volume.corrupt(format!("volume {other} has table {name:?}, too")));
            }
        }
        volumes.by_number.insert(number, Arc::new(volume));
        Ok(())
    }

    // A panic elsewhere leaves the lists as they are between two statements, which is always a valid state to
    // read from; so a poisoned lock is no reason to fail.
    fn read_volumes(&self) -> std::sync::RwLockReadGuard<'_, Volumes> {
        self.volumes.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_volumes(&self) -> std::sync::RwLockWriteGuard<'_, Volumes> {
        self.volumes.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Folder").field("directory", &self.directory).finish_non_exhaustive()
    }
}

impl Volumes {
    fn infos(&self, generation: u32) -> Vec<VolumeInfo> {
        self.by_number.values().map(|volume| VolumeInfo::of(volume, generation)).collect()
    }

    fn forget(&mut self, number: u32) {
        if let Some(old) = self.by_number.remove(&number) {
            for name in old.table_names() {
                self.tables.remove(name);
            }
        }
    }
}

/// Makes the names of all files and of the directory itself durable. An earlier writer may have been killed
/// just after it had given one.
fn sync_names(directory: &Path) -> Result<()> {
    for (name, path) in list(directory)? {
        if is_volume_directory(&name) && path.is_dir() {
            sync_directory(&path)?;
        }
    }
    sync_directory(directory)?;
    for made in directory.ancestors().filter(|made| made.file_name().is_some()) {
        match sync_directory_of(made) {
            // Who may not read a directory has not made the next one in it either, or not as this user.
            Err(error) if error.source.kind() == io::ErrorKind::PermissionDenied => break,
            result => result?,
        }
    }
    Ok(())
}

/// Returns whether a generation after this one has volumes, though no manifest.
pub(crate) fn has_volumes_after(directory: &Path, generation: u32) -> Result<bool> {
    for (name, path) in list(directory)? {
        for (file, _) in if is_volume_directory(&name) { list(&path)? } else { Vec::new() } {
            if volume_number(&format!("{name}/{file}")).is_some_and(|(_, other)| other > generation) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn is_volume_directory(name: &str) -> bool {
    name.len() >= 3 && name.bytes().all(|byte| byte.is_ascii_digit())
}
