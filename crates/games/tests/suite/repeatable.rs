//! A solve writes the same bytes however many threads work on it and however often it is interrupted.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use rayon::ThreadPoolBuilder;
use zermelo_library::LibraryError;
use zermelo_solve::{Event, Observer, Run, SolveError, unlimited};

use crate::databases::Databases;

#[test]
fn databases_do_not_depend_on_the_number_of_threads() {
    for game in ["quixo/3x3", "tictactoe/3x4x3", "sixmensmorris/regular", "sim/5", "chungtoi/regular"] {
        let solve = |threads| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
            pool.install(|| Databases::new().solve(game, &unlimited())).unwrap()
        };
        let alone = solve(1);
        for threads in [2, 3] {
            // Not assert_eq: nobody wants to see the bytes.
            assert!(solve(threads) == alone, "{game} with {threads} threads");
        }
    }
}

#[test]
fn an_interrupted_solve_goes_on_to_the_same_database() {
    let game = "tictactoe/4x4x4";
    let handle = Databases::new().library.open(game).unwrap();
    let least = handle.game.extent(&unlimited()).unwrap().expect("it has tiers").memory;
    // More threads than cores, so that they help each other at odd moments.
    let pool = ThreadPoolBuilder::new().num_threads(5).build().expect("threads can be started");
    let undisturbed = Databases::new().solve(game, &unlimited()).unwrap();
    let volumes = undisturbed.keys().filter(|path| path.extension().is_some_and(|e| e == "zvol")).count();
    assert!(volumes > 2, "with {volumes} volumes there is little to go on from");
    for (step, memory) in [(3, u64::MAX), (7, least), (16, least)] {
        let databases = Databases::new();
        // Each time it may go on a little longer, so that it is stopped in many places and comes to its end.
        let mut patience = (1..).map(|times| times * step);
        let mut interruptions = 0;
        let resumed = loop {
            let cancel = AtomicBool::new(false);
            let observer =
                StopAfter { events: AtomicUsize::new(patience.next().expect("endless")), cancel: &cancel };
            let run = Run { memory, observer: &observer, cancel: &cancel };
            match pool.install(|| databases.solve(game, &run)) {
                Ok(files) => break files,
                Err(LibraryError::Solve(SolveError::Cancelled)) => interruptions += 1,
                Err(error) => panic!("{error}"),
            }
        };
        assert!(
            interruptions > 0 && resumed == undisturbed,
            "{interruptions} interruptions by {step} events"
        );
    }
}

#[test]
fn a_solve_that_is_interrupted_at_its_very_end_has_only_to_be_called_finished() {
    let game = "quixo/3x3";
    let cancel = AtomicBool::new(false);
    let counting = StopAfter { events: AtomicUsize::new(usize::MAX), cancel: &cancel };
    let undisturbed = Databases::new().solve(game, &Run { observer: &counting, ..unlimited() }).unwrap();
    let all_events = usize::MAX - counting.events.into_inner();

    let databases = Databases::new();
    let stopping = StopAfter { events: AtomicUsize::new(all_events), cancel: &cancel };
    let stopped = databases.solve(game, &Run { observer: &stopping, cancel: &cancel, ..unlimited() });
    assert!(matches!(stopped, Err(LibraryError::Solve(SolveError::Cancelled))));
    assert!(databases.solve(game, &unlimited()).unwrap() == undisturbed);
}

/// Cancels a run when it has seen so many tiers begin or end.
struct StopAfter<'a> {
    events: AtomicUsize,
    cancel: &'a AtomicBool,
}

impl Observer for StopAfter<'_> {
    fn event(&self, event: Event) {
        if let Event::TierStarted { .. } | Event::TierDone { .. } = event
            && self.events.fetch_sub(1, Relaxed) == 1
        {
            self.cancel.store(true, Relaxed);
        }
    }
}
