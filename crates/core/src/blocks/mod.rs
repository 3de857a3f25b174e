//! Moves of whole blocks of slots: what a game may tell so that its tiers are solved many positions at once.
//!
//! Two ways: moves that slide the board ([`Blockwise`](blockwise::Blockwise)) and moves between blocks
//! ([`BlockMoves`](block_moves::BlockMoves)). Vector code is in `planes`, beside a plain version of each function.

pub(crate) mod block_moves;
pub(crate) mod blockwise;
pub(crate) mod planes;
pub(crate) mod slide;
pub(crate) mod supersets;
