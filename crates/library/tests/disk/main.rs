//! What becomes of databases when the disk fails or the power goes, at any moment.

mod faults;
mod games;
mod power_cuts;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use tempfile::TempDir;
use zermelo_library::{Library, LibraryError, SolveOptions, VariantHandle, is_complete};
use zermelo_solve::{Event, Observer, Run, SolveError, unlimited};
use zermelo_store::Folder;

/// The games that are tried: one with tiers in several volumes, and one with rules only.
const GAMES: [&str; 2] = ["ladders", "heap"];

/// The solves that are disturbed.
const SCENARIOS: [Scenario; 3] = [Scenario::First, Scenario::Resumed, Scenario::Anew];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scenario {
    /// Nothing is there.
    First,
    /// Of a game with tiers one is there; of another one what was found out until somebody stopped it.
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

/// Asks to stop after some events.
struct Impatient {
    left: AtomicUsize,
    cancel: AtomicBool,
}

impl Observer for Impatient {
    fn event(&self, _: Event) {
        if self.left.fetch_sub(1, Relaxed) == 1 {
            self.cancel.store(true, Relaxed);
        }
    }
}

/// Begins to explore a game, and stops.
fn stop_soon(data: &Path, game: &str) {
    let impatient = Impatient { left: AtomicUsize::new(9), cancel: AtomicBool::new(false) };
    let run = Run { observer: &impatient, cancel: &impatient.cancel, ..unlimited() };
    let stopped = open(data, game).solve(false, &SolveOptions::default(), &run);
    assert!(matches!(stopped, Err(LibraryError::Solve(SolveError::Cancelled))));
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
        Scenario::Resumed => {
            stop_soon(home.path(), game);
            assert!(open(home.path(), game).is_under_way());
        }
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

/// The bytes of the volumes of the database that is there, in the order of the manifest; the database has to
/// be whole.
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

/// Whoever wants to solve a game anew while another process solves it is refused, and touches nothing of it.
#[test]
fn a_refused_solve_leaves_the_exploration_of_another_process_alone() {
    let home = new_home();
    stop_soon(home.path(), "heap");
    let handle = open(home.path(), "heap");
    let files = |home: &Path| -> BTreeMap<String, Vec<u8>> {
        let list = zermelo_files::list(&home.join("heap/regular/exploring")).unwrap();
        list.into_iter().map(|(name, path)| (name, fs::read(path).unwrap())).collect()
    };
    let before = files(home.path());
    let other = Folder::open_for_writing(&handle.directory, handle.identity()).unwrap();
    assert!(solve(home.path(), "heap", true, &[]).unwrap_err().to_string().contains("another"));
    assert!(before.len() > 1 && files(home.path()) == before);
    drop(other);
    solve(home.path(), "heap", true, &[]).unwrap();
    assert!(!open(home.path(), "heap").is_under_way());
}
