//! What can go wrong while a board is solved.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use zermelo_files::FileError;
use zermelo_solve::SolveError;
use zermelo_store::StoreError;

/// Why a board could not be solved or looked up.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The board has too many cells, or is no wider than a line is long.
    #[error("{0}")]
    Unsuitable(String),
    /// It was stopped, or memory does not suffice.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The database could not be written or read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file between two parts of the solve could not be used.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        doing: &'static str,
        /// What the system says.
        source: io::Error,
    },
    /// A file between two parts of the solve is damaged.
    #[error("{} is damaged: {what}; remove it, and that part of the board is solved anew", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

impl From<FileError> for EngineError {
    fn from(FileError { path, action, source }: FileError) -> EngineError {
        EngineError::Io { path, doing: action, source }
    }
}

impl EngineError {
    pub(crate) fn io(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> EngineError {
        move |source| EngineError::Io { path: path.to_owned(), doing, source }
    }
}
