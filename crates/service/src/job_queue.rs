//! Where computations run in the background: a few at a time, in three lanes.
//!
//! A computation starts in the *quick* lane, where it has two seconds and a little memory. Most games are
//! solved by then, and so never wait behind a large one. What takes longer goes on in the *slow* lane. Sizes
//! of games are found out in a lane of their own, each with a short slice of time at first, and eight times
//! as long when it is its turn again.
//!
//! Each lane has threads of its own. Among those who wait the shortest slice comes first, then the address
//! that has been served longest ago, then whoever came first.

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use thiserror::Error;
use zermelo_library::LibraryError;
use zermelo_solve::{Run, SolveError};

use crate::give_back::give_back;
use crate::job::{Job, JobState};
use crate::progress::Follower;
use crate::service::Limits;

/// How long a computation may take in the quick lane.
const QUICK: Duration = Duration::from_secs(2);

/// The first slice for finding out a size, by how much the next one is longer, and the last one.
const SIZE_SLICE: Duration = Duration::from_millis(250);
const LONGER: u32 = 8;
const LONGEST_SIZE: Duration = Duration::from_secs(64);

/// So many sizes may wait: they are small things to ask for.
const MOST_SIZES: usize = 200;

/// Addresses that are remembered for fairness.
const MOST_ADDRESSES: usize = 10_000;

/// How often it is looked whether a computation has to stop, and how often whether a guard stops it, which
/// may read from disk.
const PERIOD: Duration = Duration::from_millis(20);
const GUARD_PERIOD: Duration = Duration::from_secs(1);

/// Why a computation is not started.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Others have to be finished first.
    #[error("{0} other computations are waiting already; try again later")]
    Busy(usize),
    /// It is not known yet whether it may be done.
    #[error("{0}")]
    NotYet(String),
    /// It is too large to be done here.
    #[error("{0}")]
    TooLarge(String),
    /// It is not meant to be done here.
    #[error("{0}")]
    NotHere(String),
    /// It has been tried.
    #[error("{0}")]
    Failed(String),
    /// The system refused.
    #[error("no thread could be started for it")]
    NoThread,
}

/// What is to be done. It may be stopped and begun again in another lane.
type Work = dyn Fn(&Run<'_>) -> Result<(), LibraryError> + Send + Sync;

/// Says why a computation has to stop, if it has to.
type Guard = dyn Fn() -> Option<String> + Send + Sync;

/// Is told how a computation ends before anybody else hears of it.
type Ended = dyn FnOnce(&JobState) + Send;

/// A computation that is wanted.
pub(crate) struct Task {
    work: Box<Work>,
    ended: Box<Ended>,
    guard: Option<Box<Guard>>,
    lane: Lane,
    from: Option<IpAddr>,
}

impl Task {
    /// A computation that may turn out to be quick.
    pub(crate) fn new(work: impl Fn(&Run<'_>) -> Result<(), LibraryError> + Send + Sync + 'static) -> Task {
        Task { work: Box::new(work), ended: Box::new(|_| ()), guard: None, lane: Lane::Quick, from: None }
    }

    /// Finding out a size.
    pub(crate) fn size(work: impl Fn(&Run<'_>) -> Result<(), LibraryError> + Send + Sync + 'static) -> Task {
        Task { lane: Lane::Sizes, ..Task::new(work) }
    }

    /// One that is known to take long, if that is so.
    pub(crate) fn slow_if(self, slow: bool) -> Task {
        Task { lane: if slow { Lane::Slow } else { self.lane }, ..self }
    }

    /// For this visitor.
    pub(crate) fn asked_by(self, from: Option<IpAddr>) -> Task {
        Task { from, ..self }
    }

    /// Stopped when the guard says so.
    pub(crate) fn guarded(self, guard: impl Fn() -> Option<String> + Send + Sync + 'static) -> Task {
        Task { guard: Some(Box::new(guard)), ..self }
    }

    /// How it ends is told before anybody else hears of it.
    pub(crate) fn then(self, ended: impl FnOnce(&JobState) + Send + 'static) -> Task {
        Task { ended: Box::new(ended), ..self }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lane {
    Sizes,
    Quick,
    Slow,
}

/// The threads of a lane, in the order of the lanes.
struct Pool {
    threads: rayon::ThreadPool,
    /// Computations at a time.
    places: usize,
    /// Bytes of memory for each.
    memory: u64,
}

struct Waiting {
    task: Task,
    job: Arc<Job>,
    slice: Duration,
    arrived: u64,
}

/// Runs computations, at most so many at a time.
pub(crate) struct JobQueue {
    limits: Limits,
    pools: [Pool; 3],
    state: Mutex<State>,
    /// Set when everything is to end.
    closing: AtomicBool,
}

#[derive(Default)]
struct State {
    waiting: Vec<Waiting>,
    running: [usize; 3],
    /// When each address was last served.
    served: FxHashMap<Option<IpAddr>, u64>,
    clock: u64,
}

impl JobQueue {
    pub(crate) fn new(limits: Limits) -> Result<JobQueue, rayon::ThreadPoolBuildError> {
        let pool = |name: &'static str, threads, places, memory| {
            let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = builder.thread_name(move |_| name.to_owned()).build()?;
            Ok(Pool { threads: pool, places, memory })
        };
        let pools = [
            pool("size", 1, 1, limits.memory_of_quick())?,
            pool("quick", 1, 1, limits.memory_of_quick())?,
            pool("solve", limits.threads, limits.computations, limits.memory_of_slow())?,
        ];
        Ok(JobQueue { limits, pools, state: Mutex::default(), closing: AtomicBool::new(false) })
    }

    /// Ends what is under way at the next opportunity, and starts nothing more.
    pub(crate) fn close(&self) {
        self.closing.store(true, Relaxed);
    }

    /// How many computations run, and how many wait.
    pub(crate) fn computations(&self) -> (usize, usize) {
        let state = self.locked();
        (state.running.iter().sum(), state.waiting.len())
    }

    /// Starts a computation in the background.
    pub(crate) fn start(self: &Arc<JobQueue>, task: Task) -> Result<Arc<Job>, Refusal> {
        let lane = task.lane;
        let mut state = self.locked();
        let is_size = |task: &Task| task.lane == Lane::Sizes;
        let all = state.waiting.iter().filter(|waiting| is_size(&waiting.task) == is_size(&task)).count();
        let same = state
            .waiting
            .iter()
            .filter(|waiting| is_size(&waiting.task) == is_size(&task) && waiting.task.from == task.from);
        let most = if is_size(&task) { MOST_SIZES } else { self.limits.waiting };
        // One address takes at most half of the places; the user of this machine may take all.
        let most_of_one = if task.from.is_some() { most.div_ceil(2) } else { most };
        if all >= most || same.count() >= most_of_one {
            return Err(Refusal::Busy(all));
        }
        let job = Arc::new(Job::new());
        let waiting =
            Waiting { slice: self.first_slice(lane), arrived: state.tick(), job: Arc::clone(&job), task };
        state.waiting.push(waiting);
        if state.running[lane as usize] < self.pools[lane as usize].places {
            state.running[lane as usize] += 1;
            let jobs = Arc::clone(self);
            let thread = thread::Builder::new().name("jobs".to_owned());
            if thread.spawn(move || jobs.work_through(lane)).is_err() {
                state.running[lane as usize] -= 1;
                state.waiting.retain(|waiting| !Arc::ptr_eq(&waiting.job, &job));
                return Err(Refusal::NoThread);
            }
        }
        Ok(job)
    }

    fn first_slice(&self, lane: Lane) -> Duration {
        match lane {
            Lane::Sizes => SIZE_SLICE,
            Lane::Quick => QUICK.min(self.limits.longest),
            Lane::Slow => self.limits.longest,
        }
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what waits in a lane until nothing does.
    fn work_through(self: &Arc<JobQueue>, lane: Lane) {
        loop {
            let mut state = self.locked();
            let Some(Waiting { task, job, slice, .. }) = state.next(lane) else {
                state.running[lane as usize] -= 1;
                return;
            };
            drop(state);
            job.becomes(JobState::Running);
            match self.run(&task, &job, lane, slice) {
                Some(end) => {
                    let Task { work, ended, guard, .. } = task;
                    // What it holds is free when others hear of the end.
                    drop((work, guard));
                    ended(&end);
                    job.becomes(end);
                }
                None => {
                    job.becomes(JobState::Waiting);
                    self.go_on_later(task, job, lane, slice);
                }
            }
            give_back();
        }
    }

    /// Puts a computation in line again that needs more time or memory than it had.
    fn go_on_later(self: &Arc<JobQueue>, task: Task, job: Arc<Job>, lane: Lane, slice: Duration) {
        let next = if lane == Lane::Quick { Lane::Slow } else { lane };
        let slice = if next == lane { slice * LONGER } else { self.first_slice(next) };
        let mut state = self.locked();
        let arrived = state.tick();
        state.waiting.push(Waiting { task: Task { lane: next, ..task }, job, slice, arrived });
        if next == lane || state.running[next as usize] >= self.pools[next as usize].places {
            return;
        }
        state.running[next as usize] += 1;
        drop(state);
        let jobs = Arc::clone(self);
        let thread = thread::Builder::new().name("jobs".to_owned());
        if thread.spawn(move || jobs.work_through(next)).is_err() {
            // This very thread has to do it.
            self.work_through(next);
        }
    }

    /// Computes for as long as a slice goes. Returns how it ended, or nothing if it has to go on later.
    fn run(&self, task: &Task, job: &Job, lane: Lane, slice: Duration) -> Option<JobState> {
        let Pool { threads, memory, .. } = &self.pools[lane as usize];
        // One flag for all reasons to stop: closing, the end of the slice, and the guard.
        let cancel = AtomicBool::new(self.closing.load(Relaxed));
        let follower = Follower::new(&job.progress, slice, &cancel);
        let (done, stopped) = (AtomicBool::new(false), Mutex::new(None));
        let (work, guard) = (&*task.work, task.guard.as_deref());
        let result = thread::scope(|scope| {
            let watch = thread::Builder::new().spawn_scoped(scope, || {
                let mut guarded = Instant::now();
                while !done.load(Relaxed) {
                    if self.closing.load(Relaxed) || follower.ran_out_of_time() {
                        cancel.store(true, Relaxed);
                    }
                    if let Some(guard) = guard
                        && guarded.elapsed() > GUARD_PERIOD
                    {
                        if let Some(reason) = guard() {
                            stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
                            cancel.store(true, Relaxed);
                        }
                        guarded = Instant::now();
                    }
                    thread::park_timeout(PERIOD);
                }
            });
            let Ok(watch) = watch else {
                return Err(Some(JobState::Failed("the system has no more threads".to_owned())));
            };
            let run = Run { memory: *memory, observer: &follower, cancel: &cancel };
            let result = catch_unwind(AssertUnwindSafe(|| threads.install(|| work(&run))));
            done.store(true, Relaxed);
            watch.thread().unpark();
            result.map_err(|_| Some(JobState::Failed("a mistake in the program stopped it".to_owned())))
        });
        let error = match result {
            Err(end) => return end,
            Ok(Ok(())) => return Some(JobState::Done),
            Ok(Err(error)) => error,
        };
        let stopped = stopped.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_cancelled = matches!(error, LibraryError::Solve(SolveError::Cancelled));
        let may_go_on = !self.closing.load(Relaxed)
            && match lane {
                Lane::Sizes => slice < LONGEST_SIZE,
                Lane::Quick => slice < self.limits.longest,
                Lane::Slow => false,
            };
        match error {
            _ if is_cancelled && stopped.is_some() => stopped.map(JobState::Failed),
            _ if is_cancelled && follower.ran_out_of_time() && may_go_on => None,
            // There is more memory in the slow lane.
            LibraryError::Solve(SolveError::Memory { .. }) if lane == Lane::Quick && may_go_on => None,
            _ if is_cancelled && follower.ran_out_of_time() => Some(JobState::Failed(format!(
                "it took longer than the {} seconds allowed here",
                slice.as_secs()
            ))),
            error => Some(JobState::Failed(error.to_string())),
        }
    }
}

impl State {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Takes what comes next in a lane out of the line.
    fn next(&mut self, lane: Lane) -> Option<Waiting> {
        let served = |waiting: &Waiting| self.served.get(&waiting.task.from).copied().unwrap_or(0);
        let in_lane = self.waiting.iter().enumerate().filter(|(_, waiting)| waiting.task.lane == lane);
        let (place, _) = in_lane.min_by_key(|(_, w)| (w.slice, served(w), w.arrived))?;
        let next = self.waiting.remove(place);
        let now = self.tick();
        if self.served.len() >= MOST_ADDRESSES {
            self.served.clear();
        }
        self.served.insert(next.task.from, now);
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::mpsc;

    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    fn limits() -> Limits {
        Limits { computations: 1, waiting: 2, threads: 1, ..Limits::default() }
    }

    fn jobs(limits: Limits) -> Arc<JobQueue> {
        Arc::new(JobQueue::new(limits).unwrap())
    }

    /// A task that holds its place until something is sent, or it is told to stop.
    fn held() -> (mpsc::Sender<()>, Task) {
        let (release, held) = mpsc::channel::<()>();
        let held = Mutex::new(held);
        let task = Task::new(move |run| {
            loop {
                match held.lock().unwrap().recv_timeout(Duration::from_millis(1)) {
                    Err(mpsc::RecvTimeoutError::Timeout) => run.check()?,
                    _ => return Ok(()),
                }
            }
        });
        (release, task)
    }

    fn runs(job: &Job) {
        let began = Instant::now();
        while job.state() == JobState::Waiting {
            assert!(began.elapsed() < LONG);
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn computations_wait_for_a_place_and_too_many_are_refused() {
        let jobs = jobs(limits());
        let (release, task) = held();
        let first = jobs.start(task.slow_if(true)).unwrap();
        runs(&first);
        let second = jobs.start(Task::new(|_| Ok(())).slow_if(true)).unwrap();
        let _third = jobs.start(Task::new(|_| Ok(())).slow_if(true)).unwrap();
        assert_eq!(jobs.start(Task::new(|_| Ok(()))).err(), Some(Refusal::Busy(2)));
        assert_eq!(second.wait(Duration::from_millis(50)), JobState::Waiting);
        release.send(()).unwrap();
        assert_eq!(first.wait(LONG), JobState::Done);
        assert_eq!(second.wait(LONG), JobState::Done);
    }

    #[test]
    fn what_is_quick_does_not_wait_behind_what_is_slow() {
        let jobs = jobs(limits());
        let (_keep, task) = held();
        let slow = jobs.start(task.slow_if(true)).unwrap();
        runs(&slow);
        for _ in 0..5 {
            let quick = jobs.start(Task::new(|_| Ok(()))).unwrap();
            assert_eq!(quick.wait(LONG), JobState::Done);
        }
        assert_eq!(slow.state(), JobState::Running);
    }

    #[test]
    fn what_takes_longer_than_a_moment_or_more_memory_goes_on_in_the_slow_lane() {
        let jobs = jobs(limits());
        let most = jobs.limits.memory_of_slow();
        let (tell, told) = mpsc::channel();
        let needy = Task::new(move |run| {
            tell.send(run.memory).unwrap();
            if run.memory == most {
                return Ok(());
            }
            let what = "this".to_owned();
            Err(SolveError::Memory { what, needed: most, allowed: run.memory }.into())
        });
        let job = jobs.start(needy).unwrap();
        let (_keep, long) = held();
        let long = jobs.start(long).unwrap();
        assert_eq!(job.wait(LONG), JobState::Done);
        assert_eq!(told.iter().collect::<Vec<_>>(), [jobs.limits.memory_of_quick(), most]);
        // After its two seconds it makes room for others.
        let quick = jobs.start(Task::new(|_| Ok(()))).unwrap();
        assert_eq!(quick.wait(LONG), JobState::Done);
        runs(&long);
        assert!(!long.state().is_over());
        jobs.close();
        assert!(matches!(long.wait(LONG), JobState::Failed(_)));
    }

    #[test]
    fn addresses_take_turns_and_nobody_takes_all_places() {
        let jobs = jobs(Limits { waiting: 8, ..limits() });
        let (release, task) = held();
        let first = jobs.start(task).unwrap();
        runs(&first);
        let (tell, order) = mpsc::channel();
        let ask = |last: u8| {
            let tell = tell.clone();
            let task = Task::new(move |_| {
                tell.send(last).unwrap();
                Ok(())
            });
            jobs.start(task.asked_by(Some(Ipv4Addr::new(10, 0, 0, last).into())))
        };
        let greedy: Vec<_> = (0..8).map(|_| ask(1)).collect();
        assert_eq!(greedy.iter().filter(|job| job.is_ok()).count(), 4);
        let modest = [ask(2).unwrap(), ask(3).unwrap()];
        release.send(()).unwrap();
        for job in &modest {
            assert_eq!(job.wait(LONG), JobState::Done);
        }
        greedy.iter().flatten().for_each(|job| assert_eq!(job.wait(LONG), JobState::Done));
        drop(tell);
        assert_eq!(order.try_iter().collect::<Vec<_>>(), [1, 2, 3, 1, 1, 1]);
    }

    #[test]
    fn a_size_that_is_soon_found_out_does_not_wait_for_those_that_are_not() {
        let jobs = jobs(limits());
        let stuck = || {
            Task::size(|run| {
                loop {
                    run.check()?;
                }
            })
        };
        let stuck: Vec<_> = (0..18).map(|_| jobs.start(stuck()).unwrap()).collect();
        let began = Instant::now();
        let easy = jobs.start(Task::size(|_| Ok(()))).unwrap();
        assert_eq!(easy.wait(LONG), JobState::Done);
        // Each of the others has had at most its first slice.
        assert!(began.elapsed() < SIZE_SLICE * 18 * 3, "{:?}", began.elapsed());
        assert!(stuck.iter().all(|job| !job.state().is_over()));
        jobs.close();
        assert!(stuck.iter().all(|job| job.wait(LONG).is_over()));
    }

    #[test]
    fn a_guard_stops_a_computation_with_its_reason() {
        let jobs = jobs(limits());
        let (_keep, task) = held();
        let job = jobs.start(task.slow_if(true).guarded(|| Some("no more".to_owned()))).unwrap();
        assert_eq!(job.wait(LONG), JobState::Failed("no more".to_owned()));
    }

    #[test]
    fn what_panics_or_takes_too_long_fails_with_a_sentence() {
        let jobs = jobs(Limits { longest: Duration::ZERO, ..limits() });
        let long = jobs
            .start(Task::new(|run| {
                loop {
                    run.check()?;
                }
            }))
            .unwrap();
        let state = long.wait(LONG);
        assert!(matches!(&state, JobState::Failed(reason) if reason.contains("longer")), "{state:?}");
        let (tell, told) = mpsc::channel();
        let wrong = Task::new(|_| panic!("on purpose")).then(move |state| tell.send(state.clone()).unwrap());
        let state = jobs.start(wrong).unwrap().wait(LONG);
        assert!(matches!(state, JobState::Failed(_)));
        assert_eq!(told.try_recv(), Ok(state));
    }
}
