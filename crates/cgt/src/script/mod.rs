//! The input language of sums with their questions, and running what was read.

pub(crate) mod language;
pub(crate) mod run;
