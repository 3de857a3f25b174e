//! Operations that fail, each one in turn.

use std::io::{Error, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use zermelo_files::faults::{Operation, Verdict, watch};

use super::{GAMES, SCENARIOS, Scenario, beginning, copy, disturbed, goes_on_to_the_same_bytes, new_home};

/// What happens at some operation.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The disk fails once.
    Once,
    /// The disk is full from now on: nothing can be made nor written.
    Full,
    /// The same, but half of the first write still fits.
    Short,
    /// A signal interrupts it.
    Interrupted,
    /// Nothing works any more, as if the process had been killed.
    Dead,
}

const FAULTS: [Fault; 5] = [Fault::Once, Fault::Full, Fault::Short, Fault::Interrupted, Fault::Dead];

impl Fault {
    /// The verdict on an operation so many after the one at which it begins.
    fn verdict(self, operation: Operation<'_>, after: usize) -> Verdict {
        let makes = matches!(
            operation,
            Operation::Create(_)
                | Operation::Write { .. }
                | Operation::MakeDirectory(_)
                | Operation::Link { .. }
        );
        match (self, operation) {
            (Fault::Once, _) if after == 0 => Verdict::Fail(Error::from_raw_os_error(5)),
            (Fault::Short, Operation::Write { bytes, .. }) if after == 0 => Verdict::Short(bytes.len() / 2),
            (Fault::Full | Fault::Short, _) if makes => Verdict::Fail(ErrorKind::StorageFull.into()),
            (Fault::Interrupted, _) if after == 0 => Verdict::Fail(ErrorKind::Interrupted.into()),
            (Fault::Dead, _) => Verdict::Fail(Error::from_raw_os_error(5)),
            _ => Verdict::Proceed,
        }
    }
}

/// Disturbs a solve at each of its operations in every way; returns how many were tried.
fn disturb(game: &str, scenario: Scenario) -> usize {
    let start = beginning(game, scenario);
    let mut tried = 0;
    for fault in FAULTS {
        for point in 0.. {
            let home = new_home();
            copy(start.path(), home.path());
            let viewer = Arc::new(AtomicUsize::new(0));
            let counter = Arc::clone(&viewer);
            let watch =
                watch(home.path(), move |operation| match counter.fetch_add(1, Relaxed).checked_sub(point) {
                    Some(after) => fault.verdict(operation, after),
                    None => Verdict::Proceed,
                });
            let what = format!("{game}, {scenario:?}, {fault:?} at operation {point}");
            let result = catch_unwind(AssertUnwindSafe(|| disturbed(home.path(), game, scenario)));
            drop(watch);
            if let Err(error) = result.unwrap_or_else(|_| panic!("{what}: a panic")) {
                assert!(error.to_string().contains("cannot "), "{what}: {error}");
            }
            goes_on_to_the_same_bytes(home.path(), game, &what);
            if viewer.load(Relaxed) <= point {
                break;
            }
            tried += 1;
        }
    }
    tried
}

#[test]
fn whatever_operation_fails_the_solve_goes_on_to_the_same_bytes() {
    let mut tried = 0;
    for game in GAMES {
        for scenario in SCENARIOS {
            tried += disturb(game, scenario);
        }
    }
    // Most of the operations of a solve are known: fewer would mean that they are not asked about any more.
    assert!(tried > 1500, "only {tried} points were tried");
}
