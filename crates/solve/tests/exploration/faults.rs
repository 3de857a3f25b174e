//! The disk fails while an exploration is kept, and while one is gone on with: at each operation in turn.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Error, ErrorKind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use zermelo_core::{Outcome, PackedGame, Rules};
use zermelo_files::faults::{Operation, Verdict, watch};
use zermelo_solve::{
    Event, Exploration, Observer, Run, SolveError, WorkDirectory, explore, explore_in, unlimited,
};

use crate::sketch::{Shape, Sketch};
use crate::{entries, new_home};

/// What happens at some operation.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The disk fails once.
    Once,
    /// The disk is full from now on, after half of a write.
    Full,
    /// Nothing works any more, as if the process had been killed.
    Dead,
}

impl Fault {
    fn verdict(self, operation: Operation<'_>, after: usize) -> Verdict {
        let makes =
            matches!(operation, Operation::Create(_) | Operation::Write { .. } | Operation::MakeDirectory(_));
        match (self, operation) {
            (Fault::Full, Operation::Write { bytes, .. }) if after == 0 => Verdict::Short(bytes.len() / 2),
            (Fault::Full, _) if makes => Verdict::Fail(ErrorKind::StorageFull.into()),
            (Fault::Once, _) if after == 0 => Verdict::Fail(Error::from_raw_os_error(5)),
            (Fault::Dead, _) => Verdict::Fail(Error::from_raw_os_error(5)),
            _ => Verdict::Proceed,
        }
    }
}

/// Asks to stop at an event of some number.
struct StopAt {
    left: AtomicUsize,
    cancel: AtomicBool,
}

impl StopAt {
    fn event(number: usize) -> StopAt {
        StopAt { left: AtomicUsize::new(number), cancel: AtomicBool::new(false) }
    }
}

impl Observer for StopAt {
    fn event(&self, event: Event) {
        if !matches!(event, Event::Note(_)) && self.left.fetch_sub(1, Relaxed) == 1 {
            self.cancel.store(true, Relaxed);
        }
    }
}

/// Explores on one thread, keeping everything at once, until some event.
fn explore_until(
    game: &dyn PackedGame<u64>,
    directory: &Path,
    stop: usize,
) -> Result<Exploration<u64>, SolveError> {
    let stop = StopAt::event(stop);
    let work = WorkDirectory::new(directory.to_owned(), "a test", Duration::ZERO);
    let run = Run { observer: &stop, cancel: &stop.cancel, ..unlimited() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| explore_in(game, &work, &run))
}

/// All entries, as far as the disk gives them.
fn try_entries(solved: &Exploration<u64>) -> Result<Vec<(u64, Outcome)>, SolveError> {
    let palette: BTreeMap<u32, Outcome> = solved.palette().into_iter().collect();
    let parts = solved.ranges().into_iter().map(|range| solved.read(range));
    let entries = parts.collect::<Result<Vec<_>, SolveError>>()?.concat();
    Ok(entries.into_iter().map(|(key, number)| (key, palette[&number])).collect())
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).into_iter().flatten() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// Disturbs at each operation what goes on from a directory; afterwards somebody goes on undisturbed. Returns
/// how many operations there were.
fn disturb(
    game: &dyn PackedGame<u64>,
    expected: &[(u64, Outcome)],
    begin: &Path,
    stop: usize,
    fault: Fault,
) -> usize {
    for point in 0.. {
        let home = new_home();
        let directory = home.path().join("exploring");
        if begin.exists() {
            copy(begin, &directory);
        }
        let seen = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&seen);
        let watch =
            watch(home.path(), move |operation| match counter.fetch_add(1, Relaxed).checked_sub(point) {
                Some(after) => fault.verdict(operation, after),
                None => Verdict::Proceed,
            });
        let what = format!("{fault:?} at operation {point}");
        match explore_until(game, &directory, stop).and_then(|solved| try_entries(&solved)) {
            Ok(found) => assert!(found == expected, "{what}: another result"),
            Err(error) => assert!(error.to_string().starts_with("cannot "), "{what}: {error}"),
        }
        drop(watch);
        let solved =
            explore_until(game, &directory, usize::MAX).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(entries(&solved) == expected, "{what}: another result afterwards");
        if seen.load(Relaxed) <= point {
            return point;
        }
    }
    unreachable!("operations come to an end")
}

#[test]
fn whatever_operation_fails_an_exploration_comes_to_the_same_result() {
    let mut tried = 0;
    for (shape, nodes) in [(Shape::Layered, 40), (Shape::Loopy, 30)] {
        let game = Sketch::<8>::new(shape, nodes, 1, 4);
        let rules = Rules::new(&game);
        let game: &dyn PackedGame<u64> = &rules;
        let expected = entries(&explore(game, &unlimited()).unwrap());
        let home = new_home();
        for fault in [Fault::Once, Fault::Full, Fault::Dead] {
            // One that begins, and one that goes on where another was stopped.
            for stop in [0, 6] {
                let begin = home.path().join(format!("{shape:?}{stop}"));
                if stop > 0 {
                    assert!(explore_until(game, &begin, stop).is_err(), "it was over before");
                }
                tried += disturb(game, &expected, &begin, usize::MAX, fault);
            }
        }
    }
    // Most operations are known: fewer would mean that they are not asked about any more.
    assert!(tried > 300, "only {tried} points were tried");
}
