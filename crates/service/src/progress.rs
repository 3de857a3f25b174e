//! How far a computation in the background has come.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use zermelo_solve::{Event, Observer};

/// How far a computation has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Slots or positions done.
    pub done: u64,
    /// Of how many, if that is known.
    pub total: Option<u64>,
    /// What is being done, in a few words.
    pub phase: String,
    /// A guess.
    pub seconds_left: Option<f64>,
}

/// Follows a computation, and stops it when it takes too long.
pub(crate) struct Follower<'a> {
    seen: &'a Mutex<Progress>,
    started: Instant,
    longest: Duration,
    cancel: &'a AtomicBool,
    /// What was told of a tier before it was done.
    advanced: AtomicU64,
}

impl<'a> Follower<'a> {
    pub(crate) fn new(seen: &'a Mutex<Progress>, longest: Duration, cancel: &'a AtomicBool) -> Follower<'a> {
        Follower { seen, started: Instant::now(), longest, cancel, advanced: AtomicU64::new(0) }
    }

    /// Whether the computation was stopped for taking too long.
    pub(crate) fn ran_out_of_time(&self) -> bool {
        self.started.elapsed() > self.longest
    }
}

impl Observer for Follower<'_> {
    fn event(&self, event: Event) {
        if self.ran_out_of_time() {
            self.cancel.store(true, Relaxed);
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Planned { slots, .. } => {
                (seen.total, seen.done) = (Some(slots), 0);
                self.advanced.store(0, Relaxed);
            }
            Event::TierStarted { tier, .. } => seen.phase = format!("tier {tier}"),
            Event::Ply { tier, remoteness } => seen.phase = format!("tier {tier}, remoteness {remoteness}"),
            Event::Advanced { slots } => {
                seen.done += slots;
                self.advanced.fetch_add(slots, Relaxed);
            }
            Event::TierDone { slots, .. } => {
                seen.done += slots - self.advanced.swap(0, Relaxed).min(slots);
                let left = seen.total.unwrap_or(0).saturating_sub(seen.done);
                let per_slot = self.started.elapsed().as_secs_f64() / seen.done.max(1) as f64;
                seen.seconds_left = Some(per_slot * left as f64);
            }
            Event::Explored { positions, waiting } => {
                "exploring".clone_into(&mut seen.phase);
                seen.done = positions - waiting.min(positions);
            }
            Event::Decided { positions } => {
                "deciding".clone_into(&mut seen.phase);
                seen.done = positions;
            }
            Event::Note(text) => tracing::info!("{text}"),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_adds_up_and_too_long_a_computation_is_stopped() {
        let seen = Mutex::new(crate::job::nothing_yet());
        let cancel = AtomicBool::new(false);
        let patient = Follower::new(&seen, Duration::from_secs(1000), &cancel);
        patient.event(Event::Planned { tiers: 2, slots: 30 });
        patient.event(Event::TierStarted { tier: "a".into(), slots: 10 });
        patient.event(Event::TierDone { tier: "a".into(), slots: 10 });
        let progress = seen.lock().unwrap().clone();
        assert_eq!((progress.done, progress.total, progress.phase.as_str()), (10, Some(30), "tier a"));
        assert!(progress.seconds_left.is_some() && !cancel.load(Relaxed));
        Follower::new(&seen, Duration::ZERO, &cancel).event(Event::Note(String::new()));
        assert!(cancel.load(Relaxed));
    }
}
