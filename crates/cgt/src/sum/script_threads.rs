//! Runs the sums of a script on several threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::thread;

use crate::script::language::{Script, ScriptError};
use crate::{Budget, CaseReport, Session};

/// Runs all commands of a script like [`Session::run`], on several threads.
///
/// Each thread has a session of its own, made by `session`, and takes the next sum when it is done with one.
/// Reports come in the order of the script.
///
/// ```
/// use zermelo_cgt::{Budget, Script, Session, Source, Verdict, run_on_threads};
/// let script = Script::parse("[clobber_1xn] XOXO {B win} XO XO {W loss} [nimber] 3 {N 3}", Source::Text)?;
/// let mut commands = Vec::new();
/// run_on_threads(2, Session::new, &script, "example", Budget::unlimited, |case| {
///     assert_eq!(case.verdict, Verdict::Pass);
///     commands.push(case.command);
/// })?;
/// assert_eq!(commands, ["B", "W", "N"]);
/// # Ok::<(), zermelo_cgt::ScriptError>(())
/// ```
pub fn run_on_threads(
    threads: usize,
    session: impl Fn() -> Session + Sync,
    script: &Script,
    source: &str,
    budget: impl Fn() -> Budget + Sync,
    mut report: impl FnMut(CaseReport),
) -> Result<(), ScriptError> {
    // Whoever cannot read the script says so before anything is solved.
    session().load(script.clone(), source)?;
    let next = AtomicUsize::new(0);
    let (sender, answered) = mpsc::channel::<(usize, Vec<CaseReport>)>();
    let share = |sender: Sender<(usize, Vec<CaseReport>)>| {
        let mut session = session();
        let loaded = session.load(script.clone(), source).expect("it was read before");
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= script.sums.len() {
                return;
            }
            let mut cases = Vec::new();
            session.run_sum(&loaded, number, &budget, |case| cases.push(case));
            // If nobody listens any more, there is nothing left to do.
            if sender.send((number, cases)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let sharers = threads.clamp(1, script.sums.len().max(1));
        let start = |_| {
            let (share, sender) = (&share, sender.clone());
            thread::Builder::new().spawn_scoped(scope, move || share(sender)).is_ok()
        };
        // Where the system has no more threads, fewer do it all, at last this one alone.
        if !(0..sharers).map(start).fold(false, |any, started| any | started) {
            share(sender.clone());
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut reported = 0;
        for (number, cases) in answered {
            waiting.insert(number, cases);
            while let Some(cases) = waiting.remove(&reported) {
                cases.into_iter().for_each(&mut report);
                reported += 1;
            }
        }
    });
    Ok(())
}
