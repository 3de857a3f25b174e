//! One law, and how it is put to the test.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::Game;

/// How much of a game to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// About how many positions: all of them if the game has no more, else a sample.
    pub positions: usize,
    /// Where the random choices start; the same seed gives the same checks.
    pub seed: u64,
}

impl Default for Effort {
    /// Thorough, and done in seconds.
    fn default() -> Effort {
        Effort { positions: 20_000, seed: 1913 }
    }
}

/// What came out for one law.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The law, a sentence.
    pub law: &'static str,
    /// How many cases were looked at, the failing one included.
    pub cases: u64,
    /// The first case that breaks the law, and how.
    pub failure: Option<String>,
}

impl Check {
    /// Whether every case keeps the law.
    pub fn passed(&self) -> bool {
        self.failure.is_none()
    }

    /// Tests a law on cases until one breaks it; `name` is asked for the name of that one.
    pub(super) fn of<T>(
        law: &'static str,
        cases: impl IntoIterator<Item = T>,
        name: impl Fn(&T) -> String,
        mut test: impl FnMut(&T) -> Result<(), String>,
    ) -> Check {
        let mut check = Check { law, cases: 0, failure: None };
        for case in cases {
            check.cases += 1;
            if let Err(reason) = without_panic(|| test(&case)).and_then(|result| result) {
                check.failure = Some(format!("{}: {reason}", name(&case)));
                break;
            }
        }
        check
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.failure {
            None => write!(f, "{} ({} cases)", self.law, self.cases),
            Some(failure) => write!(f, "BROKEN: {}\n    {failure}", self.law),
        }
    }
}

/// Runs code of a game; if it panics, the message.
pub(super) fn without_panic<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let message = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied());
        format!("panicked with '{}'", message.unwrap_or("no message"))
    })
}

/// The error of a case, unless the law holds in it.
pub(super) fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason()) }
}

/// A position for a person: its word, or what it is made of if the game cannot even say that.
pub(super) fn word<G: Game>(game: &G, p: &G::Position) -> String {
    without_panic(|| game.format(p)).unwrap_or_else(|_| format!("{p:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_broken_case_is_named_and_a_panic_is_a_failure() {
        let below_three = |n: &u32| ensure(*n < 3, || "too large".into());
        let check = Check::of("numbers are small", 0..9, ToString::to_string, below_three);
        assert_eq!((check.cases, check.failure.as_deref()), (4, Some("3: too large")));
        let check =
            Check::of("nothing panics", [7], ToString::to_string, |n| Err(["none"; 2][*n as usize].into()));
        assert!(check.failure.unwrap().starts_with("7: panicked with 'index out of bounds"));
    }
}
