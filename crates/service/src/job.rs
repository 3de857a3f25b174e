//! A computation in the background that many may wait for.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::progress::Progress;

/// Where a computation stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobState {
    /// It waits for its turn.
    Waiting,
    /// It is under way.
    Running,
    /// It has come to its end.
    Done,
    /// It has not; why, in a sentence.
    Failed(String),
}

impl JobState {
    /// Whether nothing more will happen.
    pub fn is_over(&self) -> bool {
        matches!(self, JobState::Done | JobState::Failed(_))
    }
}

/// A computation in the background.
pub struct Job {
    state: Mutex<JobState>,
    changed: Condvar,
    pub(crate) progress: Mutex<Progress>,
}

pub(crate) fn nothing_yet() -> Progress {
    Progress { done: 0, total: None, phase: "waiting".to_owned(), seconds_left: None }
}

impl Job {
    pub(crate) fn new() -> Job {
        Job {
            state: Mutex::new(JobState::Waiting),
            changed: Condvar::new(),
            progress: Mutex::new(nothing_yet()),
        }
    }

    fn locked(&self) -> MutexGuard<'_, JobState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where it stands.
    pub fn state(&self) -> JobState {
        self.locked().clone()
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until it is over, but not longer than this; where it then stands.
    pub fn wait(&self, longest: Duration) -> JobState {
        let waited = self.changed.wait_timeout_while(self.locked(), longest, |state| !state.is_over());
        waited.unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    pub(crate) fn becomes(&self, state: JobState) {
        *self.locked() = state;
        self.changed.notify_all();
    }
}
