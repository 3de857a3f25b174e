//! A solve that is stopped again and again ends with the same files as one that is not.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use zermelo_connect4::{Board, EngineError, Solver};
use zermelo_solve::{Event, Observer, Run, SolveError, unlimited};
use zermelo_store::{Folder, Identity};

/// Asks to stop after so many events.
struct Impatient {
    left: AtomicUsize,
    cancel: AtomicBool,
}

impl Observer for Impatient {
    fn event(&self, _: Event) {
        if self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err() {
            self.cancel.store(true, Relaxed);
        }
    }
}

fn folder(directory: &Path) -> Folder {
    Folder::open_for_writing(directory, Identity::new("connect4", "test", "1")).unwrap()
}

/// The volumes of a database by name.
fn volumes(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut volumes = BTreeMap::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "zvol") {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                volumes.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    volumes
}

/// Solves with ever more patience; `meddle` may change the directory each time. Returns how often it was stopped.
fn solve_with_stops(solver: &Solver, directory: &Path, meddle: impl Fn(usize)) -> usize {
    for stops in 0.. {
        let impatient = Impatient { left: AtomicUsize::new(3 * stops + 4), cancel: AtomicBool::new(false) };
        let run = Run { memory: u64::MAX, observer: &impatient, cancel: &impatient.cancel };
        match solver.solve(&folder(directory), 1, &run) {
            Ok(_) => return stops,
            Err(EngineError::Solve(SolveError::Cancelled)) => meddle(stops),
            Err(error) => panic!("{error}"),
        }
    }
    unreachable!("it ends when there is patience enough")
}

#[test]
fn a_stopped_solve_goes_on_to_the_same_files() {
    let solver = Solver::new(Board::new(3, 7, 3).unwrap()).unwrap();
    let in_one_go = tempfile::tempdir().unwrap();
    solver.solve(&folder(in_one_go.path()), 1, &unlimited()).unwrap();
    let expected = volumes(in_one_go.path());
    assert!(expected.len() > 5, "the board is solved in parts");

    let home = tempfile::tempdir().unwrap();
    let stops = solve_with_stops(&solver, home.path(), |_| {});
    assert!(stops > 5, "it was stopped only {stops} times");
    assert!(volumes(home.path()) == expected);

    // What parts leave for each other may get lost or cut short: then it is made again.
    let home = tempfile::tempdir().unwrap();
    let handover = home.path().join("handover");
    solve_with_stops(&solver, home.path(), |stops| match stops % 4 {
        0 => drop(std::fs::remove_dir_all(&handover)),
        1 => {
            for entry in std::fs::read_dir(&handover).into_iter().flatten() {
                let path = entry.unwrap().path();
                let bytes = std::fs::read(&path).unwrap();
                std::fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
            }
        }
        _ => {}
    });
    assert!(volumes(home.path()) == expected);
}
