//! Limits on the work of an arena.

use crate::sum::budget::{Budget, Stopped};
use crate::{Arena, Value};

/// Counts the work of an arena and says when to stop.
///
/// Operations on values are recursive and give values, not results: a result at every step would
/// cost more than the steps. So where there is nothing left to spend, they return any value at all
/// and remember nothing, until [`Arena::end_limit`] tells that what came out is worthless.
#[derive(Debug, Clone, Default)]
pub(crate) struct WorkLimit {
    /// Comparisons by options, canonical forms, thermographs.
    used: u64,
    limits: Option<Limits>,
    stopped: Option<Stopped>,
}

#[derive(Debug, Clone)]
struct Limits {
    most: u64,
    budget: Budget,
    memory: usize,
}

/// Between two looks at clock and memory.
const STEPS_PER_LOOK: u64 = 256;

impl Arena {
    /// From here on, operations take at most so many steps, as long as the effort allows, and the
    /// arena grows to so many bytes.
    pub(crate) fn begin_limit(&mut self, steps: u64, budget: &Budget, memory: usize) {
        let most = self.work_limit.used.saturating_add(steps);
        self.work_limit.limits = Some(Limits { most, budget: budget.clone(), memory });
        self.work_limit.stopped = None;
    }

    /// No limits any more; an error if what was computed under them is worthless.
    pub(crate) fn end_limit(&mut self) -> Result<(), Stopped> {
        self.work_limit.limits = None;
        self.work_limit.stopped.take().map_or(Ok(()), Err)
    }

    /// Does something with values as long as the effort allows.
    ///
    /// ```
    /// use std::time::Duration;
    /// use zermelo_cgt::{Arena, Budget, Stopped};
    ///
    /// let mut arena = Arena::new();
    /// let effort = Budget::with_timeout(Some(Duration::from_secs(10)));
    /// let sum = arena.limited(&effort, 1 << 28, |arena| arena.parse("{3|1} + {5|2}"))?;
    /// assert_eq!(arena.text(sum?), "{8|6||5|3}");
    ///
    /// let none = Budget::with_timeout(Some(Duration::ZERO));
    /// let monster = "+-{9|2,{8|{7|1}}} + {20|{13|{12|3}}} + {11|{6|{5|0}}} + {30|{18|4}}";
    /// assert_eq!(arena.limited(&none, 1 << 28, |arena| arena.parse(monster)).err(), Some(Stopped::Timeout));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn limited<T>(
        &mut self,
        budget: &Budget,
        memory: usize,
        work: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, Stopped> {
        self.begin_limit(u64::MAX, budget, memory);
        let done = work(self);
        self.end_limit()?;
        Ok(done)
    }

    /// Stops for a reason that the arena does not know of, if there are limits at all.
    pub(crate) fn give_up(&mut self, reason: Stopped) {
        if self.work_limit.limits.is_some() {
            self.work_limit.stopped = Some(reason);
        }
    }

    /// The effort that is allowed at present.
    pub(crate) fn budget(&self) -> Budget {
        self.work_limit.limits.as_ref().map_or_else(Budget::unlimited, |limits| limits.budget.clone())
    }

    /// Steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.work_limit.used
    }

    /// Whether results are worthless from here on.
    #[inline]
    pub(crate) fn is_exhausted(&self) -> bool {
        self.work_limit.stopped.is_some()
    }

    /// Counts a step; whether there is nothing left to spend.
    #[inline]
    pub(crate) fn spend(&mut self) -> bool {
        self.work_limit.used += 1;
        if self.work_limit.used.is_multiple_of(STEPS_PER_LOOK) {
            self.look();
        }
        self.is_exhausted()
    }

    /// Counts several steps at once, for loops whose rounds are no steps of their own; whether there is nothing left to
    /// spend.
    #[inline]
    pub(crate) fn spend_many(&mut self, steps: usize) -> bool {
        let before = self.work_limit.used / STEPS_PER_LOOK;
        self.work_limit.used += steps as u64;
        if self.work_limit.used / STEPS_PER_LOOK != before {
            self.look();
        }
        self.is_exhausted()
    }

    #[cold]
    fn look(&mut self) {
        let Some(limits) = &self.work_limit.limits else { return };
        let within = if self.work_limit.used > limits.most {
            Err(Stopped::Work)
        } else if self.bytes() > limits.memory {
            Err(Stopped::Memory)
        } else {
            limits.budget.check()
        };
        if let Err(stopped) = within {
            self.work_limit.stopped = Some(stopped);
        }
    }

    /// What is returned instead of a value when there is nothing left to spend.
    pub(crate) const WORTHLESS: Value = Value::ZERO;
}
