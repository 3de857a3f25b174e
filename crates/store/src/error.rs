//! What can go wrong with a database, in sentences.

use std::io;
use std::path::{Path, PathBuf};

use zermelo_files::FileError;

use crate::Identity;
use crate::read::damage::{DamagedVolume, summary};

/// Why a database could not be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Nothing was ever stored there.
    #[error("there is no database in {}", path.display())]
    NotFound {
        /// The directory that was asked for.
        path: PathBuf,
    },
    /// There are volumes but no manifest: the solve that writes them has not come to its end.
    #[error("the database in {} is not finished: run the solve again to complete it", path.display())]
    Unfinished {
        /// The directory of the database.
        path: PathBuf,
    },
    /// The files belong to another game, variant or version of the rules.
    #[error("{} holds {found}, not {expected}", path.display())]
    WrongGame {
        /// The file that says so.
        path: PathBuf,
        /// What was asked for.
        expected: Box<Identity>,
        /// What is there.
        found: Box<Identity>,
    },
    /// The file was written in a version of the format that this program does not know.
    #[error("{} has format version {found}; this program reads versions 1 to {supported}", path.display())]
    WrongVersion {
        /// The file.
        path: PathBuf,
        /// The version that it was written in.
        found: u32,
        /// The newest version that this program reads.
        supported: u32,
    },
    /// The bytes of the file are not those that were written.
    #[error("{} is damaged: {what}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Some volumes are damaged; all were looked at.
    #[error("the database in {} is damaged: {}", path.display(), summary(volumes))]
    Damaged {
        /// The directory of the database.
        path: PathBuf,
        /// What is wrong with which volumes.
        volumes: Vec<DamagedVolume>,
    },
    /// The database has no table of this name.
    #[error("the database has no table named {table:?}")]
    NoTable {
        /// The name that was asked for.
        table: String,
    },
    /// The table ends before this slot.
    #[error("table {table:?} has {len} slots, so there is no slot {slot}")]
    NoSlot {
        /// The table.
        table: String,
        /// The slot that was asked for.
        slot: u64,
        /// The number of slots, counted from 0.
        len: u64,
    },
    /// A table of slots was asked for words, or the other way round, or for another number of slots.
    #[error("table {table:?} {what}")]
    WrongUse {
        /// The table.
        table: String,
        /// What it cannot do.
        what: String,
    },
    /// This cannot be stored.
    #[error("table {table:?} cannot be stored: {what}")]
    Unstorable {
        /// The table.
        table: String,
        /// The reason.
        what: String,
    },
    /// Another process is writing this database.
    #[error("another process is writing the database in {}", path.display())]
    Locked {
        /// The directory of the database.
        path: PathBuf,
    },
    /// The system refused: disk full, permission denied, read-only file system, …
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What was tried: `read`, `write`, …
        action: &'static str,
        /// The refusal.
        source: io::Error,
    },
}

impl From<FileError> for StoreError {
    fn from(FileError { path, action, source }: FileError) -> StoreError {
        StoreError::Io { path, action, source }
    }
}

impl StoreError {
    /// The kind of the system's refusal, if the system is to blame.
    ///
    /// ```
    /// use zermelo_store::{Database, StoreError};
    /// let error = Database::open("/no/such/place".as_ref(), None).unwrap_err();
    /// assert!(matches!(error, StoreError::NotFound { .. }));
    /// assert_eq!(error.io_kind(), None);
    /// ```
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        match self {
            StoreError::Io { source, .. } => Some(source.kind()),
            _ => None,
        }
    }

    pub(crate) fn corrupt(path: &Path, what: impl Into<String>) -> StoreError {
        StoreError::Corrupt { path: path.to_owned(), what: what.into() }
    }

    /// For `map_err`: what was tried on which file.
    pub(crate) fn io(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> StoreError {
        move |source| StoreError::Io { path: path.to_owned(), action, source }
    }
}

/// The result of anything that touches a database.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;
