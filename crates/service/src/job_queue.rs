//! Where computations run in the background: few at a time, the others in line.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use thiserror::Error;
use zermelo_library::LibraryError;
use zermelo_solve::{Run, SolveError};

use crate::job::{Job, JobState};
use crate::progress::Follower;
use crate::service::Limits;

/// Why a computation is not started.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Others have to be finished first.
    #[error("{0} other computations are waiting already; try again later")]
    Busy(usize),
    /// It is not meant to be done here.
    #[error("{0}")]
    TooLarge(String),
    /// It has been tried.
    #[error("{0}")]
    Failed(String),
    /// The system refused.
    #[error("no thread could be started for it")]
    NoThread,
}

/// Runs computations, at most so many at a time.
pub(crate) struct JobQueue {
    limits: Limits,
    pool: rayon::ThreadPool,
    places: Mutex<Places>,
    freed: Condvar,
    /// Set when everything is to end.
    closing: AtomicBool,
}

#[derive(Default)]
struct Places {
    running: usize,
    waiting: usize,
}

impl JobQueue {
    pub(crate) fn new(limits: Limits) -> Result<JobQueue, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(limits.threads).build()?;
        Ok(JobQueue {
            limits,
            pool,
            places: Mutex::default(),
            freed: Condvar::new(),
            closing: AtomicBool::new(false),
        })
    }

    /// Ends what is under way at the next opportunity, and starts nothing more.
    pub(crate) fn close(&self) {
        self.closing.store(true, Relaxed);
        self.freed.notify_all();
    }

    /// How many computations run, and how many wait.
    pub(crate) fn computations(&self) -> (usize, usize) {
        let places = self.locked();
        (places.running, places.waiting)
    }

    /// Starts a computation in the background. How it ends is told to `ended` before anybody else hears of it.
    pub(crate) fn start(
        self: &Arc<JobQueue>,
        work: impl FnOnce(&Run<'_>) -> Result<(), LibraryError> + Send + 'static,
        ended: impl FnOnce(&JobState) + Send + 'static,
    ) -> Result<Arc<Job>, Refusal> {
        let mut places = self.locked();
        if places.waiting >= self.limits.waiting {
            return Err(Refusal::Busy(places.waiting));
        }
        places.waiting += 1;
        drop(places);
        let job = Arc::new(Job::new());
        let (jobs, copy) = (Arc::clone(self), Arc::clone(&job));
        let thread = thread::Builder::new().name("solve".to_owned());
        let started = thread.spawn(move || {
            jobs.take_place();
            copy.becomes(JobState::Running);
            let state = jobs.run(&copy, work);
            jobs.locked().running -= 1;
            jobs.freed.notify_one();
            ended(&state);
            copy.becomes(state);
        });
        match started {
            Ok(_) => Ok(job),
            Err(_) => {
                self.locked().waiting -= 1;
                Err(Refusal::NoThread)
            }
        }
    }

    fn locked(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_place(&self) {
        let full =
            |places: &mut Places| places.running >= self.limits.computations && !self.closing.load(Relaxed);
        let mut places = self.freed.wait_while(self.locked(), full).unwrap_or_else(PoisonError::into_inner);
        places.waiting -= 1;
        places.running += 1;
    }

    fn run(&self, job: &Job, work: impl FnOnce(&Run<'_>) -> Result<(), LibraryError> + Send) -> JobState {
        // One flag for both reasons to stop: closing, and taking too long.
        let cancel = AtomicBool::new(self.closing.load(Relaxed));
        let follower = Follower::new(&job.progress, self.limits.longest, &cancel);
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            let watch = thread::Builder::new().spawn_scoped(scope, || {
                while !done.load(Relaxed) {
                    if self.closing.load(Relaxed) || follower.ran_out_of_time() {
                        cancel.store(true, Relaxed);
                    }
                    thread::park_timeout(Duration::from_millis(100));
                }
            });
            let Ok(watch) = watch else {
                return JobState::Failed("the system has no more threads".to_owned());
            };
            let run = Run { memory: self.limits.memory, observer: &follower, cancel: &cancel };
            let result = catch_unwind(AssertUnwindSafe(|| self.pool.install(|| work(&run))));
            done.store(true, Relaxed);
            watch.thread().unpark();
            match result {
                Ok(Ok(())) => JobState::Done,
                Ok(Err(LibraryError::Solve(SolveError::Cancelled))) if follower.ran_out_of_time() => {
                    JobState::Failed(format!(
                        "it took longer than the {} seconds allowed here",
                        self.limits.longest.as_secs()
                    ))
                }
                Ok(Err(error)) => JobState::Failed(error.to_string()),
                Err(_) => JobState::Failed("a mistake in the program stopped it".to_owned()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn limits() -> Limits {
        Limits { computations: 1, waiting: 2, threads: 1, ..Limits::default() }
    }

    #[test]
    fn computations_wait_for_a_place_and_too_many_are_refused() {
        let jobs = Arc::new(JobQueue::new(limits()).unwrap());
        let (release, held) = mpsc::channel::<()>();
        let first = jobs
            .start(
                move |_| {
                    let _ = held.recv();
                    Ok(())
                },
                |_| (),
            )
            .unwrap();
        while first.state() == JobState::Waiting {
            thread::sleep(Duration::from_millis(1));
        }
        let second = jobs.start(|_| Ok(()), |_| ()).unwrap();
        let _third = jobs.start(|_| Ok(()), |_| ()).unwrap();
        assert_eq!(jobs.start(|_| Ok(()), |_| ()).err(), Some(Refusal::Busy(2)));
        assert_eq!(second.wait(Duration::from_millis(50)), JobState::Waiting);
        release.send(()).unwrap();
        assert_eq!(first.wait(Duration::from_secs(10)), JobState::Done);
        assert_eq!(second.wait(Duration::from_secs(10)), JobState::Done);
    }

    #[test]
    fn what_panics_or_takes_too_long_fails_with_a_sentence() {
        let jobs = Arc::new(JobQueue::new(Limits { longest: Duration::ZERO, ..limits() }).unwrap());
        let long = jobs
            .start(
                |run| {
                    loop {
                        run.check()?;
                    }
                },
                |_| (),
            )
            .unwrap();
        let state = long.wait(Duration::from_secs(10));
        assert!(matches!(&state, JobState::Failed(reason) if reason.contains("longer")), "{state:?}");
        let (tell, told) = mpsc::channel();
        let wrong = jobs.start(|_| panic!("on purpose"), move |state| tell.send(state.clone()).unwrap());
        let state = wrong.unwrap().wait(Duration::from_secs(10));
        assert!(matches!(state, JobState::Failed(_)));
        assert_eq!(told.try_recv(), Ok(state));
    }
}
