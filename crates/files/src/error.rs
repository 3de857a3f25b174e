//! What the system refused.

use std::io;
use std::path::{Path, PathBuf};

/// An operation on a file that failed.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {source}", path.display())]
pub struct FileError {
    /// The file or directory.
    pub path: PathBuf,
    /// What was tried: `read`, `write`, …
    pub action: &'static str,
    /// The refusal.
    pub source: io::Error,
}

impl FileError {
    /// For `map_err`: what was tried on which file.
    pub fn of(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> FileError {
        move |source| FileError { path: path.to_owned(), action, source }
    }

    /// Whether there is no such file.
    pub fn is_not_found(&self) -> bool {
        self.source.kind() == io::ErrorKind::NotFound
    }
}

/// The result of an operation on a file.
pub type Result<T, E = FileError> = std::result::Result<T, E>;
