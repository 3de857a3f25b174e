//! Boards, strips and sets of cells, as many rulesets use them, with their texts.
//!
//! What only one ruleset needs belongs to that ruleset.

pub(crate) mod bit_grid;
pub(crate) mod board;
pub(crate) mod cell;
pub(crate) mod cell_set;
pub(crate) mod scan;
pub(crate) mod size;
pub(crate) mod strip;
