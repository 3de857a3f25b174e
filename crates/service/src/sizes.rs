//! How large games are: found out in the background, because it may take minutes, and remembered.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashMap;
use zermelo_library::Extent;

use crate::job::{Job, JobState};
use crate::job_queue::{JobQueue, Task};
use crate::registry::Opened;

/// So many sizes are remembered.
const MOST: usize = 10_000;

/// How games are solved whose size turns out on the way, so that there is nothing to find out.
const EXPLORATION: &str = "exploration";

/// What is known of the size of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Size {
    /// It is this large.
    Known(Extent),
    /// It turns out when the game is solved.
    Explored,
    /// It is being found out.
    Pending,
    /// It could not be found out in the time that there is for that.
    TooLong,
}

/// The sizes that have been asked for, by id.
#[derive(Default)]
pub(crate) struct Sizes(Mutex<FxHashMap<String, Asked>>);

enum Asked {
    Answered(Size),
    Working(Arc<Job>),
}

impl Sizes {
    /// Returns the size of a variant. If it is not known, finding it out begins, and is waited for as long as
    /// `patience` goes.
    pub(crate) fn of(
        self: &Arc<Sizes>,
        opened: &Arc<Opened>,
        jobs: &Arc<JobQueue>,
        patience: Duration,
    ) -> Size {
        if opened.game.method() == EXPLORATION {
            return Size::Explored;
        }
        let id = opened.id();
        let mut asked = self.locked();
        let job = match asked.get(&id) {
            Some(Asked::Answered(size)) => return size.clone(),
            Some(Asked::Working(job)) => Arc::clone(job),
            None => {
                let Ok(job) = jobs.start(self.task(opened)) else { return Size::Pending };
                if asked.len() >= MOST {
                    asked.retain(|_, asked| matches!(asked, Asked::Working(_)));
                }
                asked.insert(id.clone(), Asked::Working(Arc::clone(&job)));
                job
            }
        };
        drop(asked);
        job.wait(patience);
        match self.locked().get(&id) {
            Some(Asked::Answered(size)) => size.clone(),
            _ => Size::Pending,
        }
    }

    fn task(self: &Arc<Sizes>, opened: &Arc<Opened>) -> Task {
        let (sizes, handle, id) = (Arc::clone(self), Arc::clone(opened), opened.id());
        let (unknown, failed) = (Arc::clone(self), id.clone());
        let work = move |run: &zermelo_solve::Run<'_>| {
            let size = handle.size(run)?.map_or(Size::Explored, Size::Known);
            // A thread that asks may still be about to note that somebody works on it: it holds the lock
            // until it has.
            sizes.locked().insert(id.clone(), Asked::Answered(size));
            Ok(())
        };
        Task::size(work).then(move |state| {
            if let JobState::Failed(reason) = state {
                tracing::info!(game = failed, reason, "its size is not known");
                unknown.locked().insert(failed, Asked::Answered(Size::TooLong));
            }
        })
    }

    fn locked(&self) -> MutexGuard<'_, FxHashMap<String, Asked>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
