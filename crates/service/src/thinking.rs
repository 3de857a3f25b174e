//! A live solver at work in the background, on the position that was looked at last.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zermelo_library::Solution;
use zermelo_solve::Run;
use zermelo_store::Database;

use crate::job::Job;
use crate::job_queue::{JobQueue, Task};
use crate::registry::Opened;

/// What is being thought about, if anything.
#[derive(Default)]
pub(crate) struct Thinking(Mutex<Option<Thought>>);

struct Thought {
    position: String,
    job: Arc<Job>,
    /// Set when somebody looks at another position.
    forgotten: Arc<AtomicBool>,
}

impl Thinking {
    /// Goes on thinking about a position. The solver remembers what it finds, so there is no result to wait
    /// for. One position at a time: a later one takes the place of an earlier one, because that is where the
    /// visitor is now.
    pub(crate) fn go_on(
        &self,
        jobs: &Arc<JobQueue>,
        handle: &Arc<Opened>,
        database: Option<Arc<Database>>,
        position: &str,
        from: Option<IpAddr>,
    ) {
        let mut current = self.locked();
        if let Some(thought) = &*current {
            if thought.position == position && !thought.job.state().is_over() {
                return;
            }
            thought.forgotten.store(true, Relaxed);
        }
        let forgotten = Arc::new(AtomicBool::new(false));
        let (copy, handle, asked) = (Arc::clone(&forgotten), Arc::clone(handle), position.to_owned());
        let think = move |run: &Run<'_>| {
            let give_up = || copy.load(Relaxed) || run.check().is_err();
            let solution = Solution { database: database.as_deref(), give_up: Some(&give_up) };
            handle.game.steps(&asked, solution).map(drop)
        };
        let started = jobs.start(Task::new(think).asked_by(from));
        // If too many wait already, the next look tries again.
        *current = started.ok().map(|job| Thought { position: position.to_owned(), job, forgotten });
    }

    /// Stops thinking.
    pub(crate) fn stop(&self) {
        if let Some(thought) = self.locked().take() {
            thought.forgotten.store(true, Relaxed);
        }
    }

    /// Whether a position is being thought about.
    pub(crate) fn is_under_way(&self) -> bool {
        self.locked().as_ref().is_some_and(|thought| !thought.job.state().is_over())
    }

    fn locked(&self) -> MutexGuard<'_, Option<Thought>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
