//! Looking at a solved game again: which positions can be reached, how many there are, and whether every
//! value is right.
//!
//! Verification asks the children of every position, the direction that the solver did not use; it must share
//! as little as possible with it.
//!
//! An analysis marks what can be reached, from the start downwards. Where much of a loopy tier has been
//! reached, the others look back along un-moves. In collections of endgames it counts every legal position.
//! Of a game that folds players it keeps two marks a slot, one for each player to move: that is how Quixo's
//! 82,497,861 positions are counted on 5,604,135 slots.

pub(crate) mod analysis;
pub(crate) mod marks;
pub(crate) mod verification;
