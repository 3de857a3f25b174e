//! What of a database is damaged, found by its checksums alone.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Result, StoreError};
use crate::format::manifest::VolumeInfo;
use crate::read::volume::Volume;

/// A volume whose bytes are not those that were written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedVolume {
    /// Its file, from the directory of the database.
    pub file: String,
    /// The names of its tables.
    pub tables: Vec<String>,
    /// What is wrong with it.
    pub what: String,
}

/// More of them are not worth reading.
const TOLD: usize = 4;

impl fmt::Display for DamagedVolume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.tables.iter().take(TOLD).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if self.tables.len() > TOLD { ", …" } else { "" };
        write!(f, "{} (with {tables}{more}): {}", self.file, self.what)
    }
}

/// The damaged volumes of a database for an error message.
pub(crate) fn summary(volumes: &[DamagedVolume]) -> String {
    let told = volumes.iter().take(TOLD).map(ToString::to_string).collect::<Vec<_>>().join("; ");
    match volumes.len().saturating_sub(TOLD) {
        0 => told,
        more => format!("{told}; and {more} more"),
    }
}

/// Goes through the volumes of a database and remembers which are damaged.
pub(crate) struct DamageCheck<'a> {
    directory: &'a Path,
    done: u64,
    whole: u64,
    damaged: Vec<DamagedVolume>,
}

impl<'a> DamageCheck<'a> {
    /// A check of the volumes in a directory, which have so many bytes together.
    pub(crate) fn new(directory: &'a Path, whole: u64) -> DamageCheck<'a> {
        DamageCheck { directory, done: 0, whole, damaged: Vec::new() }
    }

    /// Checks a volume that could be opened, or not. `progress` is told how many bytes are done, and of how many; if it
    /// fails, so does the check.
    pub(crate) fn volume<E: From<StoreError>>(
        &mut self,
        info: &VolumeInfo,
        opened: Result<Arc<Volume>>,
        progress: &mut dyn FnMut(u64, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let end = self.done + info.bytes;
        let mut stopped = Ok(());
        let checked = opened.and_then(|volume| {
            volume.check_checksums(&mut |bytes| {
                self.done += bytes;
                stopped = progress(self.done, self.whole);
                stopped.is_ok()
            })
        });
        stopped?;
        match checked {
            Ok(()) => {}
            Err(StoreError::Corrupt { what, .. }) => {
                let (file, tables) = (info.file.clone(), info.tables.clone());
                self.damaged.push(DamagedVolume { file, tables, what });
            }
            Err(error) => return Err(error.into()),
        }
        self.done = end;
        progress(self.done, self.whole)
    }

    /// The error that lists what is damaged, if anything is.
    pub(crate) fn finish(self) -> Result<()> {
        if self.damaged.is_empty() {
            return Ok(());
        }
        Err(StoreError::Damaged { path: PathBuf::from(self.directory), volumes: self.damaged })
    }
}
