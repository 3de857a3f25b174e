//! Databases in a directory that goes away with the test.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;
use zermelo_explore::{ExploreError, Library, SolveOptions};
use zermelo_games::families;
use zermelo_solve::Run;

/// All games, and an empty directory for their databases.
pub(crate) struct Shelf {
    pub(crate) library: Library,
    _directory: TempDir,
}

impl Shelf {
    pub(crate) fn new() -> Shelf {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        Shelf { library: Library::new(families(), directory.path().to_owned()), _directory: directory }
    }

    /// Solves a game, or what is left of it, and gives the files of its database: name and contents.
    pub(crate) fn solve(&self, game: &str, run: &Run<'_>) -> Result<BTreeMap<String, Vec<u8>>, ExploreError> {
        let opened = self.library.open(game)?;
        opened.solve(false, &SolveOptions::default(), run)?.expect("a whole solve completes the game");
        Ok(files(&opened.directory))
    }
}

fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).expect("the database is there");
    let paths = entries.map(|entry| entry.expect("can be listed").path());
    let named = |path: &Path| path.file_name().expect("a file has a name").to_string_lossy().into_owned();
    paths.map(|path| (named(&path), fs::read(&path).expect("can be read"))).collect()
}
