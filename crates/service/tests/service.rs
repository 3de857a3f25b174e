//! The service on a game small enough to be known by heart: two heaps, and a move that is made in two parts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

use zermelo_core::picture::{Part, Sign};
use zermelo_core::{Game, Outcome, ParseError, Value};
use zermelo_library::{
    Family, Library, LibraryError, LiveSolver, PositionView, Search, Solution, SolveOptions, any_game,
};
use zermelo_service::{AnalysisState, JobState, Limits, OpenVariant, Service, Status};
use zermelo_solve::unlimited;
use zermelo_store::Folder;

/// Take any number from one of two heaps; whoever takes the last counter wins. So the second player wins if
/// and only if the heaps are equal, by doing on one heap what the first player does on the other.
struct Heaps(u8);

impl Game for Heaps {
    type Position = [u8; 2];
    type Move = (usize, u8);

    fn start(&self) -> [u8; 2] {
        [self.0; 2]
    }

    fn end(&self, p: &[u8; 2]) -> Option<Value> {
        (*p == [0, 0]).then_some(Value::Lose)
    }

    fn moves(&self, p: &[u8; 2], out: &mut Vec<(usize, u8)>) {
        for (heap, &left) in p.iter().enumerate() {
            out.extend((1..=left).map(|taken| (heap, taken)));
        }
    }

    fn play(&self, p: &[u8; 2], (heap, taken): (usize, u8)) -> [u8; 2] {
        let mut next = *p;
        next[heap] -= taken;
        next
    }

    fn format(&self, p: &[u8; 2]) -> String {
        format!("{}-{}", p[0], p[1])
    }

    fn parse(&self, text: &str) -> Result<[u8; 2], ParseError> {
        let heap = |word: &str| word.parse().ok().filter(|left| *left <= self.0);
        text.split_once('-')
            .and_then(|(a, b)| Some([heap(a)?, heap(b)?]))
            .ok_or_else(|| ParseError::new(format!("'{text}' is not two heaps")))
    }

    fn format_move(&self, _: &[u8; 2], (heap, taken): (usize, u8)) -> String {
        format!("{}{taken}", ['a', 'b'][heap])
    }

    fn parts(&self, _: &[u8; 2], (heap, taken): (usize, u8)) -> Vec<Part> {
        vec![Part::new(["a", "b"][heap], Sign::Text), Part::new(taken.to_string(), Sign::Text)]
    }
}

/// Knows heaps of up to nine counters by heart, after having thought for so many milliseconds in all.
struct Slow {
    milliseconds: AtomicU32,
}

impl LiveSolver<Heaps> for Slow {
    fn outcome(&self, p: &[u8; 2], give_up: &dyn Fn() -> bool) -> Option<Outcome> {
        while self.milliseconds.load(Relaxed) > 0 {
            if give_up() {
                return None;
            }
            sleep(Duration::from_millis(1));
            self.milliseconds.fetch_sub(1, Relaxed);
        }
        let fewer = u32::from(p[0].min(p[1]));
        Some(if p[0] == p[1] { Outcome::Lose(2 * fewer) } else { Outcome::Win(2 * fewer + 1) })
    }
}

/// Knows only the start.
struct Scanty;

impl LiveSolver<Heaps> for Scanty {
    fn outcome(&self, p: &[u8; 2], _: &dyn Fn() -> bool) -> Option<Outcome> {
        (*p == [9, 9]).then_some(Outcome::Lose(18))
    }
}

/// Never finds anything. Lets one see that it thinks, and about what.
struct Endless;

static MOMENTS: AtomicU32 = AtomicU32::new(0);
static HEAP: AtomicU32 = AtomicU32::new(0);

impl LiveSolver<Heaps> for Endless {
    fn outcome(&self, p: &[u8; 2], give_up: &dyn Fn() -> bool) -> Option<Outcome> {
        while !give_up() {
            MOMENTS.fetch_add(1, Relaxed);
            HEAP.store(p[0].into(), Relaxed);
            sleep(Duration::from_millis(1));
        }
        None
    }
}

fn families() -> Vec<Family> {
    let live = Family::new("live", "Heaps", "Take.")
        .variant("quick", "no thinking", || any_game!(Heaps(9), Slow { milliseconds: 0.into() }))
        .variant("slow", "a little", || any_game!(Heaps(9), Slow { milliseconds: 300.into() }))
        .variant("scanty", "the start", || any_game!(Heaps(9), Scanty))
        .variant("endless", "in vain", || any_game!(Heaps(9), Endless));
    vec![
        live,
        Family::new("heaps", "Heaps", "Take.").variant("5", "five each", || any_game!(Heaps(5))).open(
            "N",
            "N each",
            |n| {
                let n = n.parse().ok().filter(|n| (1..=250).contains(n));
                Ok(any_game!(Heaps(n.ok_or_else(|| ParseError::new("a number from 1 to 250"))?)))
            },
        ),
    ]
}

fn service(limits: Limits) -> (tempfile::TempDir, Service) {
    let home = tempfile::tempdir().unwrap();
    let library = Library::new(families(), home.path().to_owned());
    (home, Service::new(library, limits).unwrap())
}

const LONG: Duration = Duration::from_mins(1);

fn solved(service: &Service) -> Arc<OpenVariant> {
    let variant = service.open("heaps", "5").unwrap();
    assert_eq!(variant.solve().unwrap().wait(LONG), JobState::Done);
    variant
}

fn worths(view: &PositionView) -> Vec<(&str, Option<Outcome>)> {
    view.moves.iter().map(|m| (m.name.as_str(), m.worth())).collect()
}

#[test]
fn whoever_looks_first_starts_the_solve_and_waits_only_as_long_as_he_likes() {
    let (_home, service) = service(Limits::default());
    let variant = service.open("heaps", "5").unwrap();
    assert_eq!(variant.status().unwrap(), Status::Unsolved);
    assert!(matches!(variant.steps("nonsense", LONG), Err(LibraryError::Parse(_))));
    assert!(variant.solving().is_none());
    let view = variant.steps("5-5", LONG).unwrap();
    assert_eq!(view.outcome, Some(Outcome::Lose(10)));
    assert_eq!(variant.status().unwrap(), Status::Solved);
}

#[test]
fn a_live_solver_answers_without_a_database() {
    let (_home, service) = service(Limits::default());
    let variant = service.open("live", "quick").unwrap();
    let view = variant.steps("2-1", Duration::ZERO).unwrap();
    assert_eq!((view.outcome, view.thinking), (Some(Outcome::Win(3)), false));
    assert_eq!(worths(&view), [("a", Some(Outcome::Win(3))), ("b", Some(Outcome::Lose(2)))]);
    assert_eq!(variant.best_line("9-8", 40, LONG).unwrap().len(), 17);
    assert!(variant.solving().is_none() && variant.status().unwrap() == Status::Unsolved);
    // What needs all positions is not started unasked: nobody knows how many there are.
    let refusal = variant.solve().err().unwrap().to_string();
    assert!(refusal.contains("live/quick") && refusal.contains("one at a time"), "{refusal}");
}

#[test]
fn what_is_not_found_in_time_is_found_in_the_background() {
    let (_home, service) = service(Limits::default());
    let variant = service.open("live", "slow").unwrap();
    let first = variant.steps("9-9", Duration::ZERO).unwrap();
    assert_eq!((first.outcome, first.thinking, first.moves.len()), (None, true, 2));
    let began = Instant::now();
    let found = loop {
        let view = variant.steps("9-9", Duration::ZERO).unwrap();
        if !view.thinking {
            break view;
        }
        assert!(began.elapsed() < LONG, "nobody thinks");
        sleep(Duration::from_millis(10));
    };
    assert_eq!(found.outcome, Some(Outcome::Lose(18)));
}

#[test]
fn a_value_is_not_told_without_a_move_that_keeps_it() {
    let (_home, service) = service(Limits::default());
    let view = service.open("live", "scanty").unwrap().steps("9-9", Duration::ZERO).unwrap();
    assert_eq!((view.outcome, view.thinking), (None, true));
}

#[test]
fn thinking_ends_when_the_guide_does_or_when_one_looks_elsewhere() {
    let (_home, service) = service(Limits { waiting: 1, ..Limits::default() });
    let variant = service.open("live", "endless").unwrap();
    let within = |what: &str, happens: &dyn Fn() -> bool| {
        let began = Instant::now();
        while !happens() {
            assert!(began.elapsed() < LONG, "{what}");
            sleep(Duration::from_millis(1));
        }
    };
    for heap in [9, 8, 7, 6] {
        assert!(variant.steps(&format!("{heap}-{heap}"), Duration::ZERO).unwrap().thinking);
        within("it should think about this heap", &|| HEAP.load(Relaxed) == heap);
    }
    service.close();
    within("it should stop", &|| {
        let before = MOMENTS.load(Relaxed);
        sleep(Duration::from_millis(300));
        MOMENTS.load(Relaxed) == before
    });
}

#[test]
fn between_the_parts_of_a_move_the_same_player_chooses_the_best() {
    let (_home, service) = service(Limits::default());
    let variant = solved(&service);
    // Two are left of one heap and one of the other: only taking one from the first wins.
    let view = variant.steps("2-1", LONG).unwrap();
    assert_eq!(view.outcome, Some(Outcome::Win(3)));
    assert_eq!(worths(&view), [("a", Some(Outcome::Win(3))), ("b", Some(Outcome::Lose(2)))]);
    assert!(view.moves.iter().all(|m| m.part));
    let between = variant.steps("2-1;a", LONG).unwrap();
    assert_eq!((between.position.as_str(), between.outcome), ("2-1;a", Some(Outcome::Win(3))));
    assert_eq!(worths(&between), [("a1", Some(Outcome::Win(3))), ("a2", Some(Outcome::Lose(2)))]);
    assert_eq!(between.moves[0].position, "1-1");
    for wrong in ["2-1;c", "2-1;a;1", "2-1;a;", "2-1;", "0-0;a"] {
        assert!(matches!(variant.steps(wrong, LONG), Err(LibraryError::Parse(_))), "{wrong}");
    }
}

#[test]
fn a_best_line_goes_to_the_end_also_from_between_parts() {
    let (_home, service) = service(Limits::default());
    let variant = solved(&service);
    let line = variant.best_line("3-1;a", 40, LONG).unwrap();
    let names: Vec<&str> = line.iter().map(|step| step.name.as_str()).collect();
    assert_eq!((names[0], line.len()), ("a2", 3));
    assert_eq!(line[2].outcome, Some(Outcome::Lose(0)));
    assert_eq!(variant.best_line("5-5", 4, LONG).unwrap().len(), 4);
}

#[test]
fn a_search_finds_positions_of_the_kind_and_puzzles_have_one_solution() {
    let (_home, service) = service(Limits::default());
    let variant = solved(&service);
    let search = Search { value: Some(Value::Lose), remoteness: 2..=6, limit: 10, seed: 1, effort: 1000 };
    let mut found = variant.search(&search, LONG).unwrap();
    found.sort();
    assert_eq!(
        found.iter().map(|(position, _)| position.as_str()).collect::<Vec<_>>(),
        ["1-1", "2-2", "3-3"]
    );
    // Equal heaps are lost, and from others there is one way to make them equal.
    let puzzles = variant.puzzles(&Search { remoteness: 0..=100, limit: 100, ..search }, LONG).unwrap();
    assert_eq!(puzzles.len(), 6 * 6 - 6 - 2, "all unequal pairs, except one counter against none");
    for puzzle in puzzles {
        let child = variant.game().play(&puzzle.position, &puzzle.solution).unwrap();
        let (a, b) = child.split_once('-').unwrap();
        assert_eq!(a, b, "{puzzle:?}");
    }
}

#[test]
fn counts_are_made_when_somebody_asks_and_then_kept() {
    let (_home, service) = service(Limits::default());
    let variant = service.open("heaps", "5").unwrap();
    assert_eq!(variant.counted().unwrap(), None);
    let AnalysisState::Ready(analysis) = variant.analysis(LONG).unwrap() else { panic!("no analysis") };
    assert_eq!(analysis["all"]["positions"], 36);
    assert!(variant.counted().unwrap().is_some());
    let overview = service.overview();
    let (_, cards) = overview.games.iter().find(|(family, _)| family.id == "heaps").unwrap();
    let card = &cards[0];
    assert_eq!((card.status, card.positions), (Status::Solved, Some(36)));
    assert_eq!(card.outcome, Some(("lose".to_owned(), Some(10))));
}

#[test]
fn what_takes_too_much_memory_is_refused_and_stays_playable() {
    let (_home, service) = service(Limits { memory: 1000, ..Limits::default() });
    let variant = service.open("heaps", "250").unwrap();
    let view = variant.steps("250-250", LONG).unwrap();
    assert_eq!((view.outcome, view.moves.len()), (None, 2));
    let refusal = variant.solve().err().unwrap().to_string();
    assert!(refusal.contains("of memory, more than the 657 bytes allowed"), "{refusal}");
}

#[test]
fn only_so_many_variants_stay_open_and_the_same_one_is_shared() {
    let (_home, service) = service(Limits { open: 2, ..Limits::default() });
    let first = service.open("heaps", "5").unwrap();
    assert!(Arc::ptr_eq(&first, &service.open("heaps", "5").unwrap()));
    for n in 6..20 {
        service.open("heaps", &n.to_string()).unwrap();
    }
    assert!(!Arc::ptr_eq(&first, &service.open("heaps", "5").unwrap()));
    assert!(service.open("heaps", "251").is_err() && service.open("nothing", "5").is_err());
}

/// Solves a game from scratch once for each level, as another process does it.
fn solve_anew(home: &tempfile::TempDir, levels: impl Iterator<Item = i32>) {
    let library = Library::new(families(), home.path().to_owned());
    for level in levels {
        let handle = library.open("heaps/40").unwrap();
        let options = SolveOptions { level: Some(level), ..SolveOptions::default() };
        assert!(handle.solve(true, &options, &unlimited()).unwrap().is_some());
    }
}

#[test]
fn a_database_that_is_made_anew_is_read_without_a_gap() {
    // Without a cache everything is read from the files.
    let (home, service) = service(Limits { cache: 0, ..Limits::default() });
    let variant = service.open("heaps", "40").unwrap();
    assert_eq!(variant.solve().unwrap().wait(LONG), JobState::Done);
    let (asked, over, began) = (AtomicU32::new(0), AtomicBool::new(false), Instant::now());
    let goes_on = || !over.load(Relaxed) && began.elapsed() < LONG;
    let visit = || {
        for i in 0.. {
            let (a, b) = (i * 7 % 41, i * 3 % 41);
            let expected = if a == b { Outcome::Lose(2 * a) } else { Outcome::Win(2 * a.min(b) + 1) };
            let view = variant.steps(&format!("{a}-{b}"), LONG).unwrap();
            assert_eq!(view.outcome, Some(expected), "{a}-{b}");
            assert!(variant.status().unwrap() == Status::Solved);
            asked.fetch_add(1, Relaxed);
            if !goes_on() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(visit);
        scope.spawn(visit);
        scope.spawn(|| {
            while goes_on() {
                service.look_again();
                sleep(Duration::from_millis(50));
            }
        });
        scope.spawn(|| {
            let AnalysisState::Ready(counts) = variant.analysis(LONG).unwrap() else { panic!("no counts") };
            assert_eq!(counts["all"]["positions"], 41 * 41);
        });
        solve_anew(&home, [19, 1, 12].into_iter().cycle().take(12));
        over.store(true, Relaxed);
    });
    assert!(asked.into_inner() > 100);
    // A database that somebody reads stays, though it is waited for.
    service.look_again();
    let old = variant.database().unwrap().unwrap();
    let volumes = || std::fs::read_dir(home.path().join("heaps/40/000")).unwrap().count();
    assert_eq!(volumes(), 1);
    solve_anew(&home, std::iter::once(3));
    let view = variant.game().view("40-40", Solution::of(&old)).unwrap();
    assert!(!old.is_current() && view.outcome == Some(Outcome::Lose(80)));
    assert_eq!(volumes(), 2);
    drop(old);
    service.look_again();
    assert!(variant.database().unwrap().unwrap().is_current());
}

#[test]
fn a_database_that_is_taken_away_leaves_an_unsolved_game() {
    let (home, service) = service(Limits::default());
    solve_anew(&home, std::iter::once(3));
    let variant = service.open("heaps", "40").unwrap();
    // It is open, but nothing has been read of it yet.
    assert_eq!(variant.status().unwrap(), Status::Solved);
    std::fs::remove_dir_all(home.path().join("heaps/40")).unwrap();
    assert_eq!(variant.steps("40-40", LONG).unwrap().outcome, None);
    assert_eq!(variant.steps("40-40", LONG).unwrap().outcome, Some(Outcome::Lose(80)));
}

#[test]
fn a_solve_that_another_process_prevented_is_tried_again() {
    let (home, service) = service(Limits::default());
    let variant = service.open("heaps", "5").unwrap();
    let handle = Library::new(families(), home.path().to_owned()).open("heaps/5").unwrap();
    let other = Folder::open_for_writing(&handle.directory, handle.identity()).unwrap();
    assert!(matches!(variant.solve().unwrap().wait(LONG), JobState::Failed(_)));
    // Who comes while it goes on does not start the solve again.
    let refusal = variant.solve().err().unwrap().to_string();
    assert!(refusal.contains("another process"), "{refusal}");
    drop(other);
    let patience = Instant::now() + LONG;
    let job = loop {
        match variant.solve() {
            Ok(job) => break job,
            Err(_) => assert!(Instant::now() < patience),
        }
        sleep(Duration::from_millis(50));
    };
    assert_eq!(job.wait(LONG), JobState::Done);
    assert_eq!(variant.steps("5-5", LONG).unwrap().outcome, Some(Outcome::Lose(10)));
}

#[test]
fn what_has_failed_is_not_tried_again_when_the_variant_was_closed_meanwhile() {
    let (_home, service) = service(Limits { memory: 1000, open: 1, ..Limits::default() });
    let open = || service.open("heaps", "250").unwrap();
    assert!(matches!(open().solve().unwrap().wait(LONG), JobState::Failed(_)));
    let first = open();
    service.open("heaps", "5").unwrap();
    let second = open();
    assert!(!Arc::ptr_eq(&first, &second));
    let refusal = second.solve().err().unwrap().to_string();
    assert!(refusal.contains("of memory, more than the 657 bytes allowed"), "{refusal}");
}
