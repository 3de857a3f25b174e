//! Tiers that are stopped in the middle go on there, with the same result.

mod sliders;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use tempfile::TempDir;
use zermelo_core::{Game, Numbers, ParseError, Retrograde, TierKind, Tiered, Value};
use zermelo_solve::{
    BlockSolver, Checkpoints, Event, Forward, MemoryTierStore, Observer, Plan, Retro, Run, Slides,
    SolveError, SolveMode, Solved, TierStore, TierStoreError, solve_tiers, unlimited,
};

use sliders::{Position, Sliders};

/// Places with random moves, on two floors; from the upper floor some moves lead down. The tier of a floor
/// has several chunks.
struct Web<const TIES: bool> {
    /// The moves of each place, and who can move there.
    moves: Vec<Vec<u32>>,
    parents: Vec<Vec<u32>>,
    ends: HashMap<u32, Value>,
}

/// Places of a floor: three chunks of slots.
const FLOOR: u32 = 9000;

impl<const TIES: bool> Web<TIES> {
    /// With chains of places in which there is little choice, so that some games are long.
    fn new(seed: u64, chain: u32) -> Web<TIES> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game =
            Web { moves: Vec::new(), parents: vec![Vec::new(); 2 * FLOOR as usize], ends: HashMap::new() };
        for place in 0..2 * FLOOR {
            let floor = place / FLOOR * FLOOR;
            let mut moves = Vec::new();
            if !place.is_multiple_of(chain) {
                moves.push(place - 1);
                if random.u32(..8) == 0 {
                    moves.push(floor + random.u32(..FLOOR));
                }
            } else if random.u32(..4) == 0 {
                let values = [Value::Lose, Value::Win, if TIES { Value::Tie } else { Value::Lose }];
                game.ends.insert(place, values[random.usize(..3)]);
            } else {
                moves.extend(
                    (0..random.u32(1..4)).map(|_| random.u32(floor.saturating_sub(FLOOR)..floor + FLOOR)),
                );
            }
            moves.sort_unstable();
            moves.dedup();
            for &to in moves.iter().filter(|&&to| to >= floor) {
                game.parents[to as usize].push(place);
            }
            game.moves.push(moves);
        }
        game
    }
}

impl<const TIES: bool> Game for Web<TIES> {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        2 * FLOOR - 1
    }

    fn end(&self, place: &u32) -> Option<Value> {
        self.ends.get(place).copied()
    }

    fn moves(&self, place: &u32, out: &mut Vec<u32>) {
        out.extend(&self.moves[*place as usize]);
    }

    fn play(&self, _: &u32, to: u32) -> u32 {
        to
    }

    fn format(&self, place: &u32) -> String {
        place.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        text.parse().map_err(|_| ParseError::new("a place is a number"))
    }

    fn format_move(&self, _: &u32, to: u32) -> String {
        to.to_string()
    }
}

impl<const TIES: bool> Tiered for Web<TIES> {
    type Tier = u32;
    type Index = Numbers;
    const TIES: bool = TIES;

    fn tier_of(&self, place: &u32) -> u32 {
        place / FLOOR
    }

    fn children(&self, tier: u32) -> Vec<u32> {
        (0..tier).collect()
    }

    fn kind(&self, _: u32) -> TierKind {
        TierKind::Loopy
    }

    fn index(&self, _: u32) -> Numbers {
        Numbers(FLOOR.into())
    }

    fn item(&self, place: &u32) -> u64 {
        (place % FLOOR).into()
    }

    fn position(&self, tier: u32, item: u64) -> u32 {
        tier * FLOOR + item as u32
    }
}

impl<const TIES: bool> Retrograde for Web<TIES> {
    fn for_each_parent(&self, _: u32, place: &u32, visit: impl FnMut(u32)) {
        self.parents[*place as usize].iter().copied().for_each(visit);
    }
}

/// A store in memory that keeps tiers in work on disk.
struct Store {
    solved: MemoryTierStore,
    checkpoints: Checkpoints,
}

impl Store {
    fn new(directory: &Path, stamp: &str, every: Duration) -> Store {
        Store {
            solved: MemoryTierStore::default(),
            checkpoints: Checkpoints::new(directory.to_owned(), stamp, every),
        }
    }
}

impl TierStore for Store {
    fn has(&self, volume: u32, tiers: &[String]) -> Result<bool, TierStoreError> {
        self.solved.has(volume, tiers)
    }

    fn save(&self, volume: u32, tiers: &[(String, &Solved)]) -> Result<(), TierStoreError> {
        self.solved.save(volume, tiers)
    }

    fn load(&self, volume: u32, tier: &str) -> Result<Solved, TierStoreError> {
        self.solved.load(volume, tier)
    }

    fn bytes(&self, volume: u32, tier: &str) -> Result<u64, TierStoreError> {
        self.solved.bytes(volume, tier)
    }

    fn checkpoints(&self) -> Option<&Checkpoints> {
        Some(&self.checkpoints)
    }
}

/// As often as possible, and never.
const ALWAYS: Duration = Duration::ZERO;
const NEVER: Duration = Duration::MAX;

const STAMP: &str = "a test";

/// What a solve told, and when it is asked to stop.
#[derive(Default)]
struct Watch {
    directory: PathBuf,
    /// Every file that was written, with its name: what a process that is killed then leaves behind.
    kept: Mutex<Vec<(PathBuf, Vec<u8>)>>,
    notes: Mutex<Vec<String>>,
    /// The first rounds of tiers, in the order in which they began.
    rounds: Mutex<Vec<(String, u32)>>,
    /// Whether to ask for a stop in the second round of any tier. Tiers of a volume that are done already
    /// begin their last one again.
    stops: bool,
    cancel: AtomicBool,
}

impl Watch {
    fn run(&self) -> Run<'_> {
        Run { memory: u64::MAX, observer: self, cancel: &self.cancel }
    }
}

impl Observer for Watch {
    fn event(&self, event: Event) {
        match event {
            Event::Kept { .. } => {
                let files = fs::read_dir(&self.directory).unwrap().map(|file| file.unwrap().path());
                let whole = files.filter(|path| path.extension().is_some_and(|end| end != "tmp"));
                let read = whole.map(|path| (path.clone(), fs::read(path).unwrap()));
                // Others may be written at the same time, but not in these tests.
                self.kept.lock().unwrap().extend(read);
            }
            Event::Note(note) => self.notes.lock().unwrap().push(note),
            Event::Ply { tier, remoteness } => {
                let mut rounds = self.rounds.lock().unwrap();
                let is_second = rounds.iter().any(|(other, _)| *other == tier);
                rounds.push((tier, remoteness));
                if self.stops && is_second {
                    self.cancel.store(true, Relaxed);
                }
            }
            _ => {}
        }
    }
}

/// A new directory, in memory if there is such a place: most of the time goes into syncs otherwise.
fn new_home() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.unwrap()
}

/// On one thread, so that tiers are solved one after the other.
fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(work)
}

fn solve<G: Tiered, P: SolveMode<G>>(game: &G, store: &Store, run: &Run<'_>) -> Result<(), SolveError> {
    alone(|| solve_tiers::<G, P>(game, &Plan::of(game), None, store, run))
}

fn undisturbed<G: Tiered, P: SolveMode<G>>(game: &G) -> HashMap<String, Solved> {
    let store = MemoryTierStore::default();
    alone(|| solve_tiers::<G, P>(game, &Plan::of(game), None, &store, &unlimited())).unwrap();
    store.into_tiers()
}

/// All that a solve keeps on its way.
fn all_kept<G: Tiered, P: SolveMode<G>>(game: &G, directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let watch = Watch { directory: directory.to_owned(), ..Watch::default() };
    solve::<G, P>(game, &Store::new(directory, STAMP, ALWAYS), &watch.run()).unwrap();
    assert!(!directory.exists(), "nothing is kept of solved tiers");
    watch.kept.into_inner().unwrap()
}

/// The round that a file goes on with; `None` if it is a first pass.
fn round_of(file: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(&file[..file.len().min(400)]).into_owned();
    let line = text.lines().find(|line| line.starts_with("next ")).unwrap().to_owned();
    let words: Vec<&str> = line.split(' ').collect();
    (words[1] != "first-pass").then(|| words[2].parse().unwrap())
}

/// A solve that was killed at any moment goes on there and comes to the same bytes. Returns how many moments
/// there were.
fn goes_on_after_kills<G: Tiered, P: SolveMode<G>>(game: &G, every_nth: usize) -> usize {
    let expected = undisturbed::<G, P>(game);
    let home = new_home();
    let directory = home.path().join("solving");
    let kept = all_kept::<G, P>(game, &directory);
    for (path, bytes) in kept.iter().step_by(every_nth) {
        fs::create_dir_all(&directory).unwrap();
        fs::write(path, bytes).unwrap();
        let watch = Watch::default();
        let store = Store::new(&directory, STAMP, NEVER);
        solve::<G, P>(game, &store, &watch.run()).unwrap();
        assert_eq!(*watch.notes.lock().unwrap(), Vec::<String>::new());
        assert!(!directory.exists(), "what was kept is not needed any more");
        let name = path.file_stem().unwrap().to_str().unwrap();
        if let Some(round) = round_of(bytes) {
            let rounds = watch.rounds.lock().unwrap();
            let first = rounds.iter().find(|(tier, _)| tier == name).map(|(_, r)| *r);
            // Ties begin anew at 0 after the last round of wins and losses.
            assert!(first.is_none_or(|first| first >= round || first == 0), "{first:?} instead of {round}");
        }
        assert!(
            store.solved.into_tiers() == expected,
            "another result after {name} in {:?}",
            round_of(bytes)
        );
    }
    kept.len()
}

/// A solve that is asked to stop in any round goes on there and comes to the same bytes.
fn goes_on_after_stops<G: Tiered, P: SolveMode<G>>(game: &G) {
    let expected = undisturbed::<G, P>(game);
    let home = new_home();
    let directory = home.path().join("solving");
    let store = Store::new(&directory, STAMP, ALWAYS);
    for stop in 0.. {
        assert!(stop < 2000, "it never comes to an end");
        let watch = Watch { directory: directory.clone(), stops: true, ..Watch::default() };
        match solve::<G, P>(game, &store, &watch.run()) {
            Ok(()) => break,
            Err(SolveError::Cancelled) => assert!(!watch.kept.into_inner().unwrap().is_empty()),
            Err(error) => panic!("{error}"),
        }
    }
    assert!(store.solved.into_tiers() == expected);
}

fn check<const TIES: bool, P: SolveMode<Web<TIES>>>(seed: u64, chain: u32, every_nth: usize) {
    let game = Web::<TIES>::new(seed, chain);
    let moments = goes_on_after_kills::<_, P>(&game, every_nth);
    assert!(moments > 30, "only {moments} moments");
    goes_on_after_stops::<_, P>(&game);
}

#[test]
fn a_tier_goes_on_from_any_moment_of_a_round() {
    check::<false, Retro>(1, 5, 1);
    check::<false, Retro>(2, 30, 3);
    check::<false, Forward>(3, 5, 1);
}

#[test]
fn a_tier_with_ties_goes_on_from_any_moment_of_a_round() {
    check::<true, Retro>(4, 5, 1);
    check::<true, Forward>(5, 30, 3);
}

#[test]
fn long_games_in_lists_and_in_two_bytes_go_on_too() {
    check::<false, Retro>(6, 300, 23);
    check::<false, Forward>(7, 300, 23);
    check::<true, Retro>(8, 200, 23);
}

/// Reads what is written here, and says what was told.
fn notes_of<P: SolveMode<Web<false>>>(
    game: &Web<false>,
    path: &Path,
    bytes: &[u8],
    stamp: &str,
) -> Vec<String> {
    let directory = path.parent().unwrap();
    fs::create_dir_all(directory).unwrap();
    fs::write(path, bytes).unwrap();
    let (watch, store) = (Watch::default(), Store::new(directory, stamp, NEVER));
    solve::<_, P>(game, &store, &watch.run()).unwrap();
    assert!(store.solved.into_tiers() == undisturbed::<_, P>(game));
    watch.notes.into_inner().unwrap()
}

/// Block by block, with marks instead of counts from the third round on.
struct EarlyMarks;

impl SolveMode<Sliders> for EarlyMarks {
    const KNOWN: bool = true;

    fn for_each(game: &Sliders, tier: u32, p: &Position, visit: impl FnMut(Position)) {
        game.for_each_parent(tier, p, visit);
    }

    fn blocks() -> Option<BlockSolver<Sliders>> {
        Some(BlockSolver::counting_until(2))
    }
}

#[test]
fn a_tier_that_is_solved_block_by_block_goes_on_from_any_moment_of_a_round() {
    let game = Sliders::new();
    for moments in
        [goes_on_after_kills::<_, Slides>(&game, 13), goes_on_after_kills::<_, EarlyMarks>(&game, 17)]
    {
        assert!(moments > 100, "only {moments} moments");
    }
    goes_on_after_stops::<_, Slides>(&game);
    goes_on_after_stops::<_, EarlyMarks>(&game);
    assert!(undisturbed::<_, Slides>(&game) == undisturbed::<_, Retro>(&game));
}

#[test]
fn what_is_damaged_or_foreign_is_told_and_the_tier_begins_again() {
    let game = Web::<false>::new(9, 30);
    let home = new_home();
    let kept = all_kept::<_, Retro>(&game, &home.path().join("solving"));
    let (path, bytes) = &kept[kept.len() / 2];
    assert_eq!(notes_of::<Retro>(&game, path, bytes, STAMP), Vec::<String>::new());
    let mut random = fastrand::Rng::with_seed(10);
    for attempt in 0..60 {
        let mut damaged = bytes.clone();
        match attempt % 3 {
            0 => damaged[random.usize(..200)] ^= 1 << random.u32(..8),
            1 => damaged[random.usize(..bytes.len())] ^= 1 << random.u32(..8),
            _ => damaged.truncate(random.usize(..bytes.len())),
        }
        let notes = notes_of::<Retro>(&game, path, &damaged, STAMP);
        assert!(notes.len() == 1 && notes[0].ends_with("it begins again"), "{notes:?}");
    }
    let notes = notes_of::<Retro>(&game, path, bytes, "another test");
    assert!(notes.len() == 1 && notes[0].contains("other rules"), "{notes:?}");
}

#[test]
fn a_directory_that_cannot_be_written_is_no_reason_to_stop() {
    let game = Web::<false>::new(11, 5);
    let home = new_home();
    let directory = home.path().join("solving");
    fs::write(&directory, "a file has the name").unwrap();
    let (watch, store) = (Watch::default(), Store::new(&directory, STAMP, ALWAYS));
    solve::<_, Retro>(&game, &store, &watch.run()).unwrap();
    assert!(store.solved.into_tiers() == undisturbed::<_, Retro>(&game));
    let notes = watch.notes.into_inner().unwrap();
    assert!(notes.len() == 1 && notes[0].contains("begin again"), "{notes:?}");
}
