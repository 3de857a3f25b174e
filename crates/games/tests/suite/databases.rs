//! Databases in a directory that goes away with the test.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zermelo_games::families;
use zermelo_library::{Library, LibraryError, SolveOptions};
use zermelo_solve::Run;

/// All games, and an empty directory for their databases.
pub(crate) struct Databases {
    pub(crate) library: Library,
    _directory: TempDir,
}

impl Databases {
    pub(crate) fn new() -> Databases {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        Databases { library: Library::new(families(), directory.path().to_owned()), _directory: directory }
    }

    /// Solves a game, or what is left of it, and gives the files of its database: paths and contents.
    pub(crate) fn solve(
        &self,
        game: &str,
        run: &Run<'_>,
    ) -> Result<BTreeMap<PathBuf, Vec<u8>>, LibraryError> {
        let handle = self.library.open(game)?;
        handle.solve(false, &SolveOptions::default(), run)?.expect("a whole solve completes the game");
        Ok(files(&handle.directory))
    }
}

/// The files under a directory by their paths.
fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(directory).expect("the database is there") {
        let path = entry.expect("can be listed").path();
        let name = PathBuf::from(path.file_name().expect("a file has a name"));
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(below, bytes)| (name.join(below), bytes)));
        } else {
            found.insert(name, fs::read(&path).expect("can be read"));
        }
    }
    found
}
