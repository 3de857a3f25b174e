//! A database, opened for reading.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use zermelo_core::{Outcome, WideKey};

use crate::Identity;
use crate::error::{Result, StoreError};
use crate::format::contents::Kind;
use crate::format::manifest::{MANIFEST_FILE, Manifest, VolumeInfo};
use crate::read::block_cache::{BlockCache, Section};
use crate::read::damage::DamageCheck;
use crate::read::read_at::OpenFiles;
use crate::read::stored_table::StoredTable;
use crate::read::volume::{Volume, volume_number};
use crate::write::folder::{LOCK_FILE, has_volumes_after};
use crate::write::generation::Claim;

/// A database with a manifest. Any number of threads may use it at once; it never writes.
///
/// Opening reads the manifest and looks at the length of every volume; a volume's own header and directory
/// are read when one of its tables is first used.
pub struct Database {
    directory: PathBuf,
    manifest: Manifest,
    /// Keeps the files there, even if the database is replaced.
    claim: Claim,
    files: Arc<OpenFiles>,
    volumes: Vec<OnceLock<Arc<Volume>>>,
    tables: FxHashMap<String, TablePlace>,
    /// Decompressed blocks.
    blocks: Section,
}

#[derive(Clone, Copy)]
pub(crate) struct TablePlace {
    volume: u32,
    table: u32,
}

impl Database {
    /// The size of the cache of decompressed blocks, if the database has one of its own.
    const CACHE_BYTES: usize = 64 << 20;

    /// Opens the database in a directory, which must be for `expected` if that is given.
    pub fn open(directory: &Path, expected: Option<&Identity>) -> Result<Database> {
        let unfinished = |error| match error {
            StoreError::NotFound { .. } if directory.join(LOCK_FILE).exists() => {
                StoreError::Unfinished { path: directory.to_owned() }
            }
            StoreError::NotFound { .. } => StoreError::NotFound { path: directory.to_owned() },
            other => other,
        };
        loop {
            let claim = Claim::new(directory).map_err(unfinished)?;
            let read = Manifest::read(directory).map_err(unfinished).and_then(|manifest| {
                let tables = check_manifest(directory, &manifest, expected)?;
                Ok((manifest, tables))
            });
            // If it has been replaced just now, another one can be read.
            if claim.is_current() {
                let (manifest, tables) = read?;
                return Ok(Database {
                    directory: directory.to_owned(),
                    files: OpenFiles::new(),
                    volumes: manifest.volumes.iter().map(|_| OnceLock::new()).collect(),
                    tables,
                    blocks: BlockCache::new(Self::CACHE_BYTES).section(),
                    manifest,
                    claim,
                });
            }
        }
    }

    /// The same database with its decompressed blocks in this cache.
    #[must_use]
    pub fn with_cache(mut self, cache: &Arc<BlockCache>) -> Database {
        self.blocks = cache.section();
        self
    }

    /// Where it is.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Whether this is still the database that is there. It can be read even if not.
    pub fn is_current(&self) -> bool {
        self.claim.is_current()
    }

    /// Whether a writer has begun with a database that will replace this one; it may have been interrupted.
    pub fn is_being_replaced(&self) -> Result<bool> {
        has_volumes_after(&self.directory, self.manifest.generation())
    }

    /// What the database says about itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The names of all tables, in the order they are stored.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        self.manifest.volumes.iter().flat_map(|volume| volume.tables.iter().map(String::as_str))
    }

    /// Whether there is a table of this name.
    pub fn has_table(&self, name: &str) -> bool {
        self.tables.contains_key(name)
    }

    /// A table, to be read as a whole.
    pub fn table(&self, name: &str) -> Result<StoredTable> {
        self.table_at(self.place(name)?)
    }

    /// The outcome of one slot of a slot table. A slot that no position uses has none in a sparse table, and
    /// some in others.
    pub fn outcome(&self, table: &str, slot: u64) -> Result<Option<Outcome>> {
        let place = self.place(table)?;
        let table = self.table_at(place)?;
        table.outcome(slot, |block| self.block(place.volume, &table, block))
    }

    /// Calls `use_bytes` with the record of a key of a table of records; `None` if there is no such record.
    pub fn record<T>(&self, table: &str, key: u64, use_bytes: impl FnOnce(&[u8]) -> T) -> Result<Option<T>> {
        let place = self.place(table)?;
        let table = self.table_at(place)?;
        table.record(key, |block| self.block(place.volume, &table, block), use_bytes)
    }

    /// The outcome of a position by its key, from a table of positions; `None` if it is not there.
    pub fn position(&self, table: &str, key: WideKey) -> Result<Option<Outcome>> {
        let place = self.place(table)?;
        let table = self.table_at(place)?;
        table.position(key, |frame| self.block(place.volume, &table, frame))
    }

    /// The outcome of a position by its word, from the keyed tables; `None` if none has it.
    pub fn lookup(&self, word: &str) -> Result<Option<Outcome>> {
        for place in self.keyed_tables() {
            let table = self.table_at(place)?;
            let found = table.lookup(word, |block| self.block(place.volume, &table, block))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Calls `visit` with every entry of the keyed tables, each table in the order of its words, until it
    /// fails.
    pub fn for_each_keyed<E: From<StoreError>>(
        &self,
        mut visit: impl FnMut(&str, Outcome) -> Result<(), E>,
    ) -> Result<(), E> {
        self.keyed_tables().try_for_each(|place| self.table_at(place)?.for_each_entry(&mut visit))
    }

    /// Reads every byte of every file and checks it, as far as that is possible without the rules. `progress`
    /// is told how many bytes are done, and of how many; if it fails, so does the check. The files are read
    /// anew, whatever was read before.
    pub fn check_files<E: From<StoreError>>(
        &self,
        mut progress: impl FnMut(u64, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        // A database that has been replaced is checked all the same, with the manifest that was read when it
        // was there.
        if self.is_current() && Manifest::read(&self.directory)? != self.manifest && self.is_current() {
            let path = self.directory.join(MANIFEST_FILE);
            return Err(StoreError::corrupt(&path, "it has changed since it was opened").into());
        }
        let mut done = 0;
        for info in &self.manifest.volumes {
            let end = done + info.bytes;
            check_length(&self.directory.join(&info.file), info.bytes)?;
            self.open_volume(info)?.check_blocks(&mut |bytes| {
                done += bytes;
                progress(done, self.manifest.bytes)
            })?;
            done = end;
            progress(done, self.manifest.bytes)?;
        }
        Ok(())
    }

    /// Reads every byte and compares it with its checksum, which is as fast as the disk. `progress` is told
    /// how many bytes are done, and of how many; if it fails, so does the check.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] lists all volumes that are damaged.
    pub fn check_checksums<E: From<StoreError>>(
        &self,
        mut progress: impl FnMut(u64, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut check = DamageCheck::new(&self.directory, self.manifest.bytes);
        for info in &self.manifest.volumes {
            check.volume(info, self.open_volume(info).map(Arc::new), &mut progress)?;
        }
        Ok(check.finish()?)
    }

    fn place(&self, table: &str) -> Result<TablePlace> {
        self.tables.get(table).copied().ok_or_else(|| StoreError::NoTable { table: table.to_owned() })
    }

    fn keyed_tables(&self) -> impl Iterator<Item = TablePlace> {
        let volumes = (0..).zip(&self.manifest.volumes).filter(|(_, volume)| volume.kind == Kind::Keyed);
        volumes.flat_map(|(volume, info)| {
            (0..info.tables.len() as u32).map(move |table| TablePlace { volume, table })
        })
    }

    fn table_at(&self, place: TablePlace) -> Result<StoredTable> {
        let cell = &self.volumes[place.volume as usize];
        let volume = match cell.get() {
            Some(volume) => volume,
            None => {
                let opened = self.open_volume(&self.manifest.volumes[place.volume as usize])?;
                cell.get_or_init(|| Arc::new(opened))
            }
        };
        Ok(StoredTable::new(Arc::clone(volume), place.table as usize))
    }

    fn open_volume(&self, info: &VolumeInfo) -> Result<Volume> {
        let path = self.directory.join(&info.file);
        let volume = Volume::open(&path, Box::new(self.files.file(path.clone())))?;
        let (number, generation) = volume_number(&info.file).expect("checked when the database was opened");
        volume.check_owner(number, &self.manifest.identity)?;
        if VolumeInfo::of(&volume, generation) != *info {
            return Err(StoreError::corrupt(&path, "it is not the volume that the manifest describes"));
        }
        Ok(volume)
    }

    fn block(&self, volume: u32, table: &StoredTable, place: usize) -> Result<Arc<[u8]>> {
        let number = (table.first_block() + place) as u32;
        if let Some(block) = self.blocks.get(volume, number) {
            return Ok(block);
        }
        let block = table.read_block(place)?;
        self.blocks.insert(volume, number, &block);
        Ok(block)
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("directory", &self.directory).finish_non_exhaustive()
    }
}

/// Returns the places of all tables, if the manifest and the lengths of the volumes are as they should be.
pub(crate) fn check_manifest(
    directory: &Path,
    manifest: &Manifest,
    expected: Option<&Identity>,
) -> Result<FxHashMap<String, TablePlace>> {
    if let Some(expected) = expected {
        manifest.check_owner(directory, expected)?;
    }
    let corrupt = |what: String| StoreError::corrupt(&directory.join(MANIFEST_FILE), what);
    let mut tables = FxHashMap::default();
    for (number, info) in manifest.volumes.iter().enumerate() {
        if volume_number(&info.file).is_none() {
            return Err(corrupt(format!("{:?} is not the name of a volume", info.file)));
        }
        check_length(&directory.join(&info.file), info.bytes)?;
        for (table, name) in info.tables.iter().enumerate() {
            let place = TablePlace { volume: number as u32, table: table as u32 };
            if tables.insert(name.clone(), place).is_some() {
                return Err(corrupt(format!("it lists table {name:?} twice")));
            }
        }
    }
    Ok(tables)
}

/// Truncated, over-long and missing volumes, told apart without reading them.
fn check_length(path: &Path, expected: u64) -> Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.len() == expected => Ok(()),
        Ok(metadata) => {
            let what = format!("it is {} bytes long; the manifest says {expected}", metadata.len());
            Err(StoreError::corrupt(path, what))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(StoreError::corrupt(path, "the manifest lists it, but it does not exist"))
        }
        Err(error) => Err(StoreError::io(path, "read")(error)),
    }
}
