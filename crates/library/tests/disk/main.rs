//! What becomes of databases when the disk fails or the power goes, at any moment.

mod faults;
mod games;
mod power_cuts;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use tempfile::TempDir;
use zermelo_library::{Library, LibraryError, SolveOptions, VariantHandle, is_complete};
use zermelo_solve::unlimited;

/// The games that are tried: one with tiers in several volumes, and one with rules only.
const GAMES: [&str; 2] = ["ladders", "heap"];

/// The solves that are disturbed.
const SCENARIOS: [Scenario; 3] = [Scenario::First, Scenario::Resumed, Scenario::Anew];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scenario {
    /// Nothing is there.
    First,
    /// Of a game with tiers one is there; of others nothing but the directory.
    Resumed,
    /// A whole database is there, and another one takes its place.
    Anew,
}

fn open(data: &Path, game: &str) -> VariantHandle {
    Library::new(games::families(), data.to_owned()).open(game).unwrap()
}

/// Solves on one thread, so that operations always come in the same order.
fn solve(data: &Path, game: &str, anew: bool, tiers: &[&str]) -> Result<(), LibraryError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let tiers = tiers.iter().map(|&tier| tier.to_owned()).collect();
    let options = SolveOptions { tiers, ..SolveOptions::default() };
    pool.install(|| open(data, game).solve(anew, &options, &unlimited())).map(drop)
}

/// A new directory, in memory if there is such a place: most of the time goes into syncs otherwise.
fn new_home() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.unwrap()
}

/// The solve that a scenario disturbs.
fn disturbed(data: &Path, game: &str, scenario: Scenario) -> Result<(), LibraryError> {
    solve(data, game, scenario == Scenario::Anew, &[])
}

/// What is there when a scenario begins.
fn beginning(game: &str, scenario: Scenario) -> TempDir {
    let home = new_home();
    match scenario {
        Scenario::First => {}
        Scenario::Resumed if game == "ladders" => solve(home.path(), game, false, &["0"]).unwrap(),
        Scenario::Resumed => fs::create_dir_all(home.path().join(game)).unwrap(),
        Scenario::Anew => solve(home.path(), game, false, &[]).unwrap(),
    }
    home
}

/// The bytes of the volumes of undisturbed solves, by game.
static SOUND: LazyLock<BTreeMap<&str, Vec<Vec<u8>>>> = LazyLock::new(|| {
    let made = |game| {
        let home = new_home();
        solve(home.path(), game, false, &[]).unwrap();
        volumes(home.path(), game)
    };
    GAMES.into_iter().map(|game| (game, made(game))).collect()
});

/// The bytes of the volumes of the database that is there, in the order of the manifest; the database has to be whole.
fn volumes(data: &Path, game: &str) -> Vec<Vec<u8>> {
    let handle = open(data, game);
    let database = handle.database().unwrap().expect("a whole database");
    assert!(is_complete(&database));
    database.check_files::<LibraryError>(|_, _| Ok(())).unwrap();
    let files = database.manifest().volumes.iter().map(|volume| &volume.file);
    files.map(|file| fs::read(handle.directory.join(file)).unwrap()).collect()
}

/// Goes on undisturbed, and compares the result with that of a solve that was never disturbed.
fn goes_on_to_the_same_bytes(data: &Path, game: &str, what: &str) {
    let handle = open(data, game);
    // Whatever can be read at once is right.
    if let Ok(Some(_)) = handle.database() {
        assert!(volumes(data, game) == SOUND[game], "{what}: a wrong database");
    }
    solve(data, game, false, &[]).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(volumes(data, game) == SOUND[game], "{what}: a different database");
    // Nothing is left behind.
    let mut names: Vec<String> = Vec::new();
    for directory in [handle.directory.clone(), handle.directory.join("000")] {
        names.extend(zermelo_files::list(&directory).unwrap().into_iter().map(|(name, _)| name));
    }
    assert_eq!(names.len(), SOUND[game].len() + 3, "{what}: {names:?}");
}

/// Copies a directory.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for (name, path) in zermelo_files::list(from).unwrap() {
        let to = to.join(name);
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).unwrap();
        }
    }
}
