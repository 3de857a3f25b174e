//! Looking at a solved game again: which positions can be reached, how many there are, and whether every value is
//! right.
//!
//! Verification asks the children of every position, the direction that the solver did not use; it must share as
//! little as possible with it.

pub(crate) mod analysis;
pub(crate) mod marks;
pub(crate) mod verification;
