//! Little memory, interruptions and threads change nothing.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use zermelo_core::{Game, Key, Outcome, PackedGame, Rules, with_packed};
use zermelo_solve::{Event, Observer, Run, SolveError, WorkDirectory, bytes, explore, explore_in, unlimited};

use crate::drops::Drops;
use crate::entries;
use crate::sketch::{Shape, Sketch};

/// Asks to stop at an event of some number.
struct Impatient {
    left: AtomicU64,
    cancel: AtomicBool,
    /// How often the exploration could not be kept.
    notes: AtomicU64,
}

impl Impatient {
    fn after(events: u64) -> Impatient {
        Impatient { left: AtomicU64::new(events), cancel: AtomicBool::new(false), notes: AtomicU64::new(0) }
    }

    fn run(&self, memory: u64) -> Run<'_> {
        Run { memory, observer: self, cancel: &self.cancel }
    }
}

impl Observer for Impatient {
    fn event(&self, event: Event) {
        if let Event::Note(_) = event {
            self.notes.fetch_add(1, Relaxed);
        }
        if self.left.fetch_sub(1, Relaxed) <= 1 {
            self.cancel.store(true, Relaxed);
        }
    }
}

fn work_directory(directory: &Path) -> WorkDirectory {
    WorkDirectory::new(directory.to_owned(), "a test", Duration::ZERO)
}

/// Copies what a killed process would leave behind.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// Stops after some events, as often as needed, and goes on each time; the result is that of an undisturbed run.
fn survives_interruptions<K: Key>(game: &dyn PackedGame<K>, expected: &[(K, Outcome)], pieces: u64) {
    let home = tempfile::tempdir().unwrap();
    let directory = home.path().join("exploring");
    for attempt in 0.. {
        assert!(attempt < 10_000, "it never comes to an end");
        let impatient = Impatient::after(pieces + attempt % 3);
        match explore_in(game, &work_directory(&directory), &impatient.run(u64::MAX)) {
            Ok(solved) => {
                assert_eq!(entries(&solved), expected);
                return;
            }
            Err(SolveError::Cancelled) => assert_eq!(impatient.notes.load(Relaxed), 0),
            Err(error) => panic!("{error}"),
        }
        // What was written after the last state counts for nothing.
        if directory.exists() {
            fs::write(directory.join("999999.run"), b"of no use").unwrap();
        }
    }
}

fn games() -> Vec<Sketch<8>> {
    let small = [Shape::Layered, Shape::Acyclic, Shape::Loopy, Shape::Corridor, Shape::Straight];
    let mut games: Vec<Sketch<8>> = (0..15)
        .map(|seed| Sketch::new(small[seed as usize % 5], 400, [1, 2, 4][seed as usize % 3], seed))
        .collect();
    games.push(Sketch::new(Shape::Layered, 30_000, 2, 1));
    games.push(Sketch::new(Shape::Loopy, 30_000, 2, 2));
    games
}

#[test]
fn an_exploration_goes_on_wherever_it_was_interrupted() {
    for game in games() {
        let rules = Rules::new(&game);
        with_packed!(rules.erased(), game => {
            let expected = entries(&explore(game, &unlimited()).unwrap());
            for pieces in if expected.len() > 1000 { vec![23] } else { vec![3, 8] } {
                survives_interruptions(game, &expected, pieces);
            }
        });
    }
}

#[test]
fn damaged_files_are_noticed_and_the_exploration_begins_again() {
    for game in games().into_iter().take(5) {
        let rules = Rules::new(&game);
        with_packed!(rules.erased(), game => {
            let expected = entries(&explore(game, &unlimited()).unwrap());
            let home = tempfile::tempdir().unwrap();
            let directory = home.path().join("exploring");
            for stop in [3, 9, 14] {
                let impatient = Impatient::after(stop);
                let _ = explore_in(game, &work_directory(&directory), &impatient.run(u64::MAX));
                let files: Vec<_> = fs::read_dir(&directory).into_iter().flatten().flatten().collect();
                // Some of each kind, among them the state.
                for file in files.iter().rev().step_by(1 + files.len() / 8) {
                    let damaged = home.path().join(format!("damaged{stop}"));
                    copy(&directory, &damaged);
                    let path = damaged.join(file.file_name());
                    let mut bytes = fs::read(&path).unwrap();
                    let middle = bytes.len() / 2;
                    bytes[middle] ^= 0x10;
                    fs::write(&path, bytes).unwrap();
                    let keeper = WorkDirectory::new(damaged.clone(), "a test", Duration::MAX);
                    let solved = explore_in(game, &keeper, &unlimited()).unwrap();
                    assert_eq!(entries(&solved), expected);
                    fs::remove_dir_all(&damaged).ok();
                }
            }
        });
    }
}

/// Another game's files are left alone, and then replaced.
#[test]
fn the_files_of_another_game_are_not_used() {
    let home = tempfile::tempdir().unwrap();
    let directory = home.path().join("exploring");
    let (one, other) =
        (Sketch::<0>::new(Shape::Loopy, 3_000, 1, 1), Sketch::<0>::new(Shape::Loopy, 3_000, 1, 2));
    let impatient = Impatient::after(9);
    let stopped = explore_in::<u64>(&Rules::new(&one), &work_directory(&directory), &impatient.run(u64::MAX));
    assert!(stopped.is_err() && directory.join("state").exists());
    let theirs = WorkDirectory::new(directory.clone(), "another", Duration::ZERO);
    let rules = Rules::new(&other);
    let solved = explore_in::<u64>(&rules, &theirs, &unlimited()).unwrap();
    assert_eq!(entries(&solved), entries(&explore::<u64>(&rules, &unlimited()).unwrap()));
    theirs.remove();
    assert!(!directory.exists());
}

/// What does not fit into memory goes to disk, down to a few megabytes above what the program itself takes.
fn little_memory_is_enough<G: Game>(game: &G) {
    let rules = Rules::new(game);
    let run = unlimited();
    let game: &dyn PackedGame<u64> = &rules;
    let expected = entries(&explore(game, &run).unwrap());
    let mut spilled = 0;
    // What the program itself takes, and some more.
    for more in [32 << 20, 6 << 20, 3 << 20, 1 << 20, 300_000] {
        let memory = (24 << 20) + more;
        let home = tempfile::tempdir().unwrap();
        let directory = home.path().join("exploring");
        let keeper = WorkDirectory::new(directory.clone(), "a test", Duration::MAX);
        match explore_in(game, &keeper, &Run { memory, ..run }) {
            Ok(solved) => assert!(entries(&solved) == expected, "another result in {}", bytes(memory)),
            Err(SolveError::Memory { needed, allowed, .. }) => {
                assert!(more <= 3 << 20 && needed > allowed, "refused in {}", bytes(memory));
            }
            Err(error) => panic!("{error}"),
        }
        let files = fs::read_dir(&directory).into_iter().flatten().flatten();
        spilled += files.map(|file| file.metadata().unwrap().len()).sum::<u64>();
    }
    assert!(spilled > 100_000, "only {spilled} bytes had to go to disk");
    // Without a disk the same is refused, with the numbers.
    let refused = explore(game, &Run { memory: (24 << 20) + 300_000, ..run });
    assert!(matches!(refused, Err(SolveError::Memory { .. })));
}

#[test]
fn little_memory_does_not_change_the_result() {
    little_memory_is_enough(&Drops { rows: 5, columns: 4 });
    little_memory_is_enough(&Sketch::<16>::new(Shape::Loopy, 300_000, 4, 5));
}

/// A directory that cannot be written is told, and the game is solved all the same if it fits into memory.
#[test]
fn a_place_that_cannot_be_written_is_no_reason_to_stop() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("file"), b"not a directory").unwrap();
    let game = Sketch::<0>::new(Shape::Loopy, 2_000, 1, 1);
    let rules = Rules::new(&game);
    let impatient = Impatient::after(u64::MAX);
    let solved = explore_in::<u64>(
        &rules,
        &work_directory(&home.path().join("file/exploring")),
        &impatient.run(u64::MAX),
    );
    assert_eq!(entries(&solved.unwrap()), entries(&explore::<u64>(&rules, &unlimited()).unwrap()));
    assert_eq!(impatient.notes.load(Relaxed), 1);
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let in_threads = |threads: usize, game: &Sketch<8>| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let rules = Rules::new(game);
        pool.install(|| entries(&explore::<u64>(&rules, &unlimited()).unwrap()))
    };
    for shape in [Shape::Layered, Shape::Loopy, Shape::Acyclic, Shape::Corridor] {
        for seed in 0..4 {
            let game = Sketch::new(shape, 50_000, 2, seed);
            assert!(game.start().node == 0);
            assert_eq!(in_threads(1, &game), in_threads(4, &game), "{shape:?} {seed}");
        }
    }
}
