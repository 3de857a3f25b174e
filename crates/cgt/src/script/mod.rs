//! The input language of sums with their questions, and running what was read.

pub(crate) mod run;
pub(crate) mod script;
