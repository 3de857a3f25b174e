//! The file that makes volumes a database.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Identity;
use crate::error::{Result, StoreError};
use crate::format::contents::Kind;
use crate::format::json_file::{format_checksum, read_record, write_record};
use crate::read::volume::{Volume, volume_file, volume_number};

/// The name of the file in the directory of the database.
pub const MANIFEST_FILE: &str = "manifest.json";

/// The version of the manifests that this crate writes. It reads those before it, too. Volumes have versions
/// of their own.
///
/// Up to version 3 a manifest had the version of its volumes. Version 4 added the members `players`,
/// `columns` and `origin`, and what is infinite or unknown in the summary is `null`.
pub const MANIFEST_VERSION: u32 = 4;

/// What a database holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format.
    pub format: u32,
    /// The version of the program that wrote it.
    pub tool: String,
    /// Whose database it is.
    #[serde(flatten)]
    pub identity: Identity,
    /// Every file with tables, by number.
    pub volumes: Vec<VolumeInfo>,
    /// How many players the game has: 2, or 1 for a puzzle, whose outcomes are wins and losses of the one who
    /// plays.
    #[serde(default = "two")]
    pub players: u8,
    /// What is stored of positions besides their outcomes.
    #[serde(default)]
    pub columns: Vec<Column>,
    /// Where the outcomes come from, if that is known.
    #[serde(default)]
    pub origin: Option<Origin>,
    /// Slots and entries of all tables.
    pub slots: u64,
    /// Bytes of all volumes.
    pub bytes: u64,
    /// What the solver wants to tell: the outcome of the start, counts, …
    pub summary: Value,
}

fn two() -> u8 {
    2
}

/// Something that is stored of each position besides its outcome, such as a nim-value, the margin of a score,
/// or the level of a draw. This version of the program writes none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Column {
    /// What it is: `nim-value`, `margin`, `draw-level`, or a name that a game gives.
    pub name: String,
    /// What stands before the names of tables in the names of those that hold it, slot by slot.
    pub prefix: String,
}

/// Where the outcomes of a database come from. It says nothing of when and where, so that the same solve
/// gives the same bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// How they were found: `exploration`, `tiers` or `engine`.
    pub method: String,
    /// The program that found them, with its version.
    pub program: String,
}

/// One file of a database.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VolumeInfo {
    /// Its place in the directory of the database, `000/00017.zvol`.
    pub file: String,
    /// Its length.
    pub bytes: u64,
    /// The CRC-32 of its directory, which in turn holds the CRC-32 of every block.
    pub directory_checksum: String,
    /// How its tables are addressed.
    pub kind: Kind,
    /// The names of its tables.
    pub tables: Vec<String>,
}

impl VolumeInfo {
    pub(crate) fn of(volume: &Volume, generation: u32) -> VolumeInfo {
        VolumeInfo {
            file: volume_file(volume.directory.volume, generation),
            bytes: volume.header.file_length,
            directory_checksum: format_checksum(volume.header.directory_crc),
            kind: volume.directory.kind,
            tables: volume.table_names().map(str::to_owned).collect(),
        }
    }
}

impl Manifest {
    /// Reads the manifest of a database and nothing else. Whose it is has to be looked at in its identity.
    pub fn read(directory: &Path) -> Result<Manifest> {
        let path = directory.join(MANIFEST_FILE);
        Manifest::of_record(path.clone(), read_record(&path)?)
    }

    /// Returns what a record says; `path` is the name of its file, for the error.
    pub(crate) fn of_record(path: PathBuf, record: Value) -> Result<Manifest> {
        // The version comes first: another one may well have other members.
        match record.get("format").and_then(Value::as_u64) {
            None => return Err(StoreError::corrupt(&path, "it does not say which format version it has")),
            Some(found) if !(1..=u64::from(MANIFEST_VERSION)).contains(&found) => {
                let found = u32::try_from(found).unwrap_or(u32::MAX);
                return Err(StoreError::WrongVersion { path, found, supported: MANIFEST_VERSION });
            }
            Some(_) => {}
        }
        serde_json::from_value(record).map_err(|error| StoreError::corrupt(&path, error.to_string()))
    }

    pub(crate) fn write(&self, directory: &Path) -> Result<()> {
        write_record(&directory.join(MANIFEST_FILE), self)
    }

    /// The generation of its volumes.
    pub(crate) fn generation(&self) -> u32 {
        let generations = self.volumes.iter().filter_map(|volume| volume_number(&volume.file));
        generations.map(|(_, generation)| generation).max().unwrap_or(0)
    }

    pub(crate) fn check_owner(&self, directory: &Path, expected: &Identity) -> Result<()> {
        if self.identity == *expected {
            return Ok(());
        }
        Err(StoreError::WrongGame {
            path: directory.join(MANIFEST_FILE),
            expected: Box::new(expected.clone()),
            found: Box::new(self.identity.clone()),
        })
    }
}
