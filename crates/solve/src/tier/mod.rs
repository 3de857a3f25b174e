//! Solving one tier, given its child tiers, one position at a time.
//!
//! First comes the pass over all slots, then the rounds of the loopy ones. What works on whole blocks of
//! slots is in `blocks`; which tier is solved when is decided in `schedule`.

pub(crate) mod checkpoint;
pub(crate) mod first_pass;
pub(crate) mod long_games;
pub(crate) mod long_rounds;
pub(crate) mod retrograde;
pub(crate) mod round_index;
pub(crate) mod solver;
