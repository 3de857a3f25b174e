//! Solves that did not come to their end: why, and for how long they are not tried again.
//!
//! Variants are closed and opened again as visitors come and go, so that what failed has to be remembered elsewhere.
//! Otherwise every visitor would start the same hopeless solve, and the log would tell of each.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

/// So many failures are remembered.
const MOST: usize = 1000;

/// What did not come to its end, by id.
#[derive(Default)]
pub(crate) struct Failures(Mutex<FxHashMap<String, Failure>>);

struct Failure {
    reason: String,
    until: Instant,
}

impl Failures {
    /// Remembers a failure, and that it makes no sense to try again before this much time has passed. Returns whether
    /// it is news: nothing of this kind was remembered.
    pub(crate) fn note(&self, id: &str, reason: &str, pause: Duration) -> bool {
        let mut known = self.locked();
        let failure = Failure { reason: reason.to_owned(), until: Instant::now() + pause };
        let before = known.insert(id.to_owned(), failure);
        if known.len() > MOST {
            let soonest = known.iter().min_by_key(|(_, failure)| failure.until).map(|(id, _)| id.clone());
            soonest.and_then(|id| known.remove(&id));
        }
        before.is_none_or(|before| before.reason != reason)
    }

    /// Returns why a variant is not tried now, if it has failed not long ago.
    pub(crate) fn reason(&self, id: &str) -> Option<String> {
        let known = self.locked();
        known.get(id).filter(|failure| Instant::now() < failure.until).map(|failure| failure.reason.clone())
    }

    /// Returns whether a variant has ever failed, as far as that is remembered.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.locked().contains_key(id)
    }

    /// It has come to its end after all.
    pub(crate) fn forget(&self, id: &str) {
        self.locked().remove(id);
    }

    fn locked(&self) -> MutexGuard<'_, FxHashMap<String, Failure>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_news_once_and_counts_for_a_while() {
        let failures = Failures::default();
        assert_eq!((failures.reason("a"), failures.has("a")), (None, false));
        assert!(failures.note("a", "why", Duration::from_mins(1)));
        assert_eq!(failures.reason("a").as_deref(), Some("why"));
        assert!(!failures.note("a", "why", Duration::ZERO));
        assert_eq!((failures.reason("a"), failures.has("a")), (None, true));
        assert!(failures.note("a", "why else", Duration::ZERO));
        failures.forget("a");
        assert!(!failures.has("a") && failures.note("a", "why", Duration::ZERO));
    }

    #[test]
    fn only_so_many_failures_are_remembered() {
        let failures = Failures::default();
        failures.note("long", "why", Duration::from_mins(1));
        for i in 0..2 * MOST {
            failures.note(&i.to_string(), "why", Duration::ZERO);
        }
        assert_eq!(failures.locked().len(), MOST);
        assert!(failures.has("long"));
    }
}
