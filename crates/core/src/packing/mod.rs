//! Positions as keys of a few machine words, and games that are asked for many positions at a time.
//!
//! Solvers that explore know a game only through here, so they are compiled once and not for every game. Keys are
//! sorted and stored as they are: a change of how positions are packed changes databases.

pub(crate) mod erased;
pub(crate) mod pack;
pub(crate) mod packed_game;
