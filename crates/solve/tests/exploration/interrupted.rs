//! Little memory, interruptions and threads change nothing.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use zermelo_core::{Game, Key, Outcome, PackedGame, Rules, with_packed};
use zermelo_solve::{Event, Observer, Run, SolveError, WorkDirectory, bytes, explore, explore_in, unlimited};

use crate::drops::Drops;
use crate::sketch::{Shape, Sketch};
use crate::{entries, new_home};

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

/// Stops after some events, as often as needed, and goes on each time; the result is that of an undisturbed
/// run.
fn survives_interruptions<K: Key>(game: &dyn PackedGame<K>, expected: &[(K, Outcome)], pieces: u64) {
    let home = new_home();
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

/// What may have happened to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Damage {
    /// A bit of it is another one.
    Changed,
    Missing,
    Truncated,
    Empty,
    /// It is a link to a device that never ends.
    Endless,
    /// It is a pipe that nobody writes to.
    Pipe,
}

const DAMAGES: [Damage; 6] =
    [Damage::Changed, Damage::Missing, Damage::Truncated, Damage::Empty, Damage::Endless, Damage::Pipe];

impl Damage {
    /// Does it to a file of these bytes. Returns whether the file is not what it was.
    fn happen(self, path: &Path, bytes: &[u8]) -> bool {
        fs::remove_file(path).unwrap();
        match self {
            Damage::Changed if bytes.is_empty() => fs::write(path, []).unwrap(),
            Damage::Changed => {
                let mut bytes = bytes.to_vec();
                let middle = bytes.len() / 2;
                bytes[middle] ^= 0x10;
                fs::write(path, bytes).unwrap();
            }
            Damage::Missing => {}
            Damage::Truncated => fs::write(path, &bytes[..bytes.len().saturating_sub(1)]).unwrap(),
            Damage::Empty => fs::write(path, []).unwrap(),
            Damage::Endless => std::os::unix::fs::symlink("/dev/zero", path).unwrap(),
            Damage::Pipe => {
                let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
                assert!(made.success());
            }
        }
        !bytes.is_empty() || matches!(self, Damage::Missing | Damage::Endless | Damage::Pipe)
    }
}

#[test]
fn damaged_files_are_noticed_and_the_exploration_begins_again() {
    for game in games().into_iter().take(5) {
        let rules = Rules::new(&game);
        with_packed!(rules.erased(), game => {
            let expected = entries(&explore(game, &unlimited()).unwrap());
            let home = new_home();
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
                    let bytes = fs::read(&path).unwrap();
                    for damage in DAMAGES {
                        copy(&directory, &damaged);
                        let is_damaged = damage.happen(&path, &bytes);
                        let keeper = WorkDirectory::new(damaged.clone(), "a test", Duration::MAX);
                        let witness = Impatient::after(u64::MAX);
                        let solved = explore_in(game, &keeper, &witness.run(u64::MAX)).unwrap();
                        assert_eq!(entries(&solved), expected);
                        // Without a state there is nothing to be told.
                        let is_told = is_damaged && !(damage == Damage::Missing && path.ends_with("state"));
                        assert_eq!(witness.notes.load(Relaxed), u64::from(is_told), "{damage:?} {path:?}");
                        fs::remove_dir_all(&damaged).ok();
                    }
                }
            }
        });
    }
}

/// Whoever stops it finds it where it stood, though it never was time to keep anything; and no file is there
/// that the state does not name.
#[test]
fn whoever_stops_an_exploration_loses_little() {
    for (shape, seed) in [(Shape::Layered, 1), (Shape::Loopy, 2), (Shape::Acyclic, 3)] {
        let game = Sketch::<8>::new(shape, 30_000, 2, seed);
        let rules = Rules::new(&game);
        let game: &dyn PackedGame<u64> = &rules;
        let undisturbed = Impatient::after(u64::MAX);
        let expected =
            entries(&explore_in(game, &WorkDirectory::in_memory(), &undisturbed.run(u64::MAX)).unwrap());
        let all = u64::MAX - undisturbed.left.load(Relaxed);
        for stop in [2, all / 2, all - 1] {
            let home = new_home();
            let directory = home.path().join("exploring");
            let rarely = || WorkDirectory::new(directory.clone(), "a test", Duration::MAX);
            let stopped = Impatient::after(stop);
            assert!(explore_in(game, &rarely(), &stopped.run(u64::MAX)).is_err(), "{shape:?} {stop}");
            assert_only_named_files(&directory);
            let rest = Impatient::after(u64::MAX);
            assert_eq!(entries(&explore_in(game, &rarely(), &rest.run(u64::MAX)).unwrap()), expected);
            let (told, notes) = (u64::MAX - rest.left.load(Relaxed), rest.notes.load(Relaxed));
            assert!(told <= all - stop + 3 && notes == 0, "{shape:?}: {told} of {all} events after {stop}");
        }
    }
}

/// There is a state, and no file that it does not name.
fn assert_only_named_files(directory: &Path) {
    let state = fs::read_to_string(directory.join("state")).unwrap();
    for file in fs::read_dir(directory).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(name == "state" || state.contains(&name), "{name} is of no use");
    }
}

/// A refusal for want of memory leaves what more memory can go on with, and nothing else.
#[test]
fn a_refusal_leaves_no_files_of_no_use() {
    let game = Sketch::<16>::new(Shape::Loopy, 100_000, 4, 5);
    let rules = Rules::new(&game);
    let game: &dyn PackedGame<u64> = &rules;
    let home = new_home();
    let directory = home.path().join("exploring");
    let rarely = || WorkDirectory::new(directory.clone(), "a test", Duration::MAX);
    let refused = explore_in(game, &rarely(), &Run { memory: (24 << 20) + 200_000, ..unlimited() });
    assert!(matches!(refused, Err(SolveError::Memory { .. })));
    assert_only_named_files(&directory);
    let solved = explore_in(game, &rarely(), &unlimited()).unwrap();
    assert_eq!(entries(&solved), entries(&explore(game, &unlimited()).unwrap()));
}

/// Another game's files are left alone, and then replaced.
#[test]
fn the_files_of_another_game_are_not_used() {
    let home = new_home();
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
        let home = new_home();
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
    let home = new_home();
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
