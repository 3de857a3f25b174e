//! The power goes: what was not synced is there, or not, or in part.
//!
//! All operations of a solve are recorded. For a moment between two of them, whatever the disk had not been
//! told to keep may or may not have happened: writes to files, and changes of names in directories, in any
//! combination.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use fastrand::Rng;
use zermelo_files::faults::{Operation, Verdict, watch};

use super::{
    GAMES, SCENARIOS, Scenario, beginning, copy, disturbed, goes_on_to_the_same_bytes, new_home, solve,
    volumes,
};

/// Random states that are tried of each moment, beside those in which nothing and everything is lost.
const SEEDS: u64 = 3;

/// An operation that has happened, with paths from the directory of all databases.
#[derive(Clone, Debug)]
enum Done {
    Create(PathBuf),
    Write { path: PathBuf, offset: usize, bytes: Vec<u8> },
    Sync(PathBuf),
    Rename { from: PathBuf, to: PathBuf },
    Link { from: PathBuf, to: PathBuf },
    Remove(PathBuf),
    MakeDirectory(PathBuf),
    SyncDirectory(PathBuf),
}

impl Done {
    /// What an operation changes, if it changes anything.
    fn of(operation: Operation<'_>, root: &Path) -> Option<Done> {
        let own = |path: &Path| path.strip_prefix(root).unwrap().to_owned();
        Some(match operation {
            Operation::Create(path) => Done::Create(own(path)),
            Operation::Write { path, offset, bytes } => {
                Done::Write { path: own(path), offset: offset as usize, bytes: bytes.to_vec() }
            }
            Operation::Sync(path) => Done::Sync(own(path)),
            Operation::Rename { from, to } => Done::Rename { from: own(from), to: own(to) },
            Operation::Link { from, to } => Done::Link { from: own(from), to: own(to) },
            Operation::Remove(path) => Done::Remove(own(path)),
            Operation::MakeDirectory(path) => Done::MakeDirectory(own(path)),
            Operation::SyncDirectory(path) => Done::SyncDirectory(own(path)),
            Operation::List(_) | Operation::Open(_) | Operation::Read(_) => return None,
        })
    }
}

/// A change that lasts once it has been synced.
enum Change {
    /// A name in a directory now stands for a file, or for none; `old` is a name that goes at the same
    /// moment.
    Name {
        name: PathBuf,
        file: Option<usize>,
        old: Option<PathBuf>,
    },
    Directory(PathBuf),
    NoDirectory(PathBuf),
    Bytes {
        file: usize,
        offset: usize,
        bytes: Vec<u8>,
    },
    Emptied(usize),
}

/// What has been told to the disk up to some moment.
#[derive(Default)]
struct Record {
    changes: Vec<Change>,
    /// Which of the changes last.
    lasts: Vec<bool>,
    /// The files as the running system sees them.
    names: BTreeMap<PathBuf, usize>,
    files: usize,
}

impl Record {
    /// Everything that is there at the beginning lasts.
    fn of_directory(root: &Path) -> Record {
        fn add(record: &mut Record, root: &Path, directory: &Path) {
            for (_, path) in zermelo_files::list(directory).unwrap() {
                let name = path.strip_prefix(root).unwrap().to_owned();
                if path.is_dir() {
                    record.change(Change::Directory(name));
                    add(record, root, &path);
                } else {
                    record.done(&Done::Create(name.clone()));
                    record.done(&Done::Write { path: name, offset: 0, bytes: fs::read(&path).unwrap() });
                }
            }
        }
        let mut record = Record::default();
        add(&mut record, root, root);
        record.lasts.fill(true);
        record
    }

    fn change(&mut self, change: Change) {
        self.changes.push(change);
        self.lasts.push(false);
    }

    fn done(&mut self, done: &Done) {
        match done {
            Done::Create(path) => match self.names.get(path) {
                Some(&file) => self.change(Change::Emptied(file)),
                None => {
                    let file = self.files;
                    self.files += 1;
                    self.names.insert(path.clone(), file);
                    self.change(Change::Name { name: path.clone(), file: Some(file), old: None });
                }
            },
            Done::Write { path, offset, bytes } => {
                let (file, offset, bytes) = (self.names[path], *offset, bytes.clone());
                self.change(Change::Bytes { file, offset, bytes });
            }
            Done::Rename { from, to } => {
                let file = self.names.remove(from).unwrap();
                self.names.insert(to.clone(), file);
                let old = Some(from.clone());
                self.change(Change::Name { name: to.clone(), file: Some(file), old });
            }
            Done::Link { from, to } => {
                let file = self.names[from];
                self.names.insert(to.clone(), file);
                self.change(Change::Name { name: to.clone(), file: Some(file), old: None });
            }
            Done::Remove(path) => {
                if self.names.remove(path).is_some() {
                    self.change(Change::Name { name: path.clone(), file: None, old: None });
                } else {
                    self.change(Change::NoDirectory(path.clone()));
                }
            }
            Done::MakeDirectory(path) => self.change(Change::Directory(path.clone())),
            Done::Sync(path) => {
                let synced = self.names[path];
                self.keep(|change| {
                    matches!(change, Change::Bytes { file, .. } | Change::Emptied(file) if *file == synced)
                });
            }
            Done::SyncDirectory(directory) => self.keep(|change| match change {
                Change::Name { name, .. } | Change::Directory(name) | Change::NoDirectory(name) => {
                    name.parent() == Some(directory)
                }
                _ => false,
            }),
        }
    }

    fn keep(&mut self, which: impl Fn(&Change) -> bool) {
        for (change, lasts) in self.changes.iter().zip(&mut self.lasts) {
            *lasts |= which(change);
        }
    }

    /// Writes what is on the disk after a power cut into an empty directory; `kept` says how much of a change
    /// that need not last is there.
    fn write(&self, root: &Path, mut kept: impl FnMut() -> Kept) {
        let mut names: BTreeMap<&Path, usize> = BTreeMap::new();
        let mut directories: Vec<&Path> = vec![Path::new("")];
        let mut files: Vec<Vec<u8>> = vec![Vec::new(); self.files];
        for (change, &lasts) in self.changes.iter().zip(&self.lasts) {
            let kept = if lasts { Kept::Whole } else { kept() };
            match (change, kept) {
                (_, Kept::Nothing) => {}
                (Change::Bytes { file, offset, bytes }, kept) => {
                    let bytes = if let Kept::Part = kept { &bytes[..bytes.len() / 2] } else { bytes };
                    let content = &mut files[*file];
                    content.resize(content.len().max(offset + bytes.len()), 0);
                    content[*offset..offset + bytes.len()].copy_from_slice(bytes);
                }
                // Names change at once or not at all.
                (Change::Name { name, file, old }, _) => {
                    if let Some(old) = old {
                        names.remove(&**old);
                    }
                    match file {
                        Some(file) => names.insert(name, *file),
                        None => names.remove(&**name),
                    };
                }
                (Change::Directory(path), _) => directories.push(path),
                (Change::NoDirectory(path), _) => directories.retain(|directory| directory != path),
                (Change::Emptied(file), _) => files[*file].clear(),
            }
        }
        directories.sort_unstable();
        for &directory in &directories {
            // What is in a directory that has been lost is lost.
            if directory.ancestors().all(|above| directories.contains(&above)) {
                fs::create_dir_all(root.join(directory)).unwrap();
            }
        }
        for (name, file) in names {
            let path = root.join(name);
            if path.parent().is_some_and(Path::is_dir) {
                fs::write(path, &files[file]).unwrap();
            }
        }
    }
}

/// How much of a change is there.
#[derive(Clone, Copy)]
enum Kept {
    Nothing,
    Part,
    Whole,
}

/// Records the operations below a directory while something is done. After so many of them, if any, nothing
/// works any more.
fn record(root: &Path, killed_at: usize, work: impl FnOnce()) -> Vec<Done> {
    let list: Arc<Mutex<Vec<Done>>> = Arc::default();
    let (writer, prefix) = (Arc::clone(&list), root.to_owned());
    let mut viewer = 0;
    let watch = watch(root, move |operation| {
        viewer += 1;
        if viewer > killed_at {
            return Verdict::Fail(std::io::Error::from_raw_os_error(5));
        }
        writer.lock().unwrap().extend(Done::of(operation, &prefix));
        Verdict::Proceed
    });
    work();
    drop(watch);
    Arc::into_inner(list).unwrap().into_inner().unwrap()
}

/// Cuts the power after every operation, tries several states of the disk for each, and returns how many.
fn cut(game: &str, start: &Path, done: &[Done], what: &str) -> usize {
    let mut record = Record::of_directory(start);
    let mut tried = 0;
    for moment in 0..=done.len() {
        for state in 0..SEEDS + 2 {
            let mut rng = Rng::with_seed(state * 1_000_003 + moment as u64);
            let home = new_home();
            record.write(home.path(), || match state {
                0 => Kept::Nothing,
                1 => Kept::Whole,
                _ => [Kept::Nothing, Kept::Part, Kept::Whole][rng.usize(0..3)],
            });
            let what = format!("{what}, state {state} after {moment} of {} operations", done.len());
            if moment == done.len() {
                // Whoever was told that the solve is done has the database.
                let _ = volumes(home.path(), game);
            }
            goes_on_to_the_same_bytes(home.path(), game, &what);
            tried += 1;
        }
        if let Some(done) = done.get(moment) {
            record.done(done);
        }
    }
    tried
}

#[test]
fn whenever_the_power_goes_the_solve_goes_on_to_the_same_bytes() {
    let mut tried = 0;
    for game in GAMES {
        for scenario in SCENARIOS {
            let start = beginning(game, scenario);
            let home = new_home();
            copy(start.path(), home.path());
            let done = record(home.path(), usize::MAX, || disturbed(home.path(), game, scenario).unwrap());
            tried += cut(game, start.path(), &done, &format!("{game}, {scenario:?}"));
        }
    }
    assert!(tried > 800, "only {tried} states were tried");
}

#[test]
fn what_a_killed_solve_had_not_synced_is_synced_by_the_one_that_goes_on() {
    for game in GAMES {
        let all = new_home();
        let whole = record(all.path(), usize::MAX, || disturbed(all.path(), game, Scenario::First).unwrap());
        // Operations that change nothing count as well, so there are more than these.
        for killed_at in 0..2 * whole.len() {
            let home = new_home();
            let mut done = record(home.path(), killed_at, || {
                let _ = disturbed(home.path(), game, Scenario::First);
            });
            done.extend(record(home.path(), usize::MAX, || solve(home.path(), game, false, &[]).unwrap()));
            let mut record = Record::default();
            for done in &done {
                record.done(done);
            }
            let after = new_home();
            record.write(after.path(), || Kept::Nothing);
            assert!(volumes(after.path(), game) == super::SOUND[game], "killed at operation {killed_at}");
        }
    }
}
