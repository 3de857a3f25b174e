//! What the author of a game writes: the rules, and what can be told about them.
//!
//! Here are the traits ([`Game`](game::Game), [`Tiered`](tiered::Tiered)) and the small types their methods speak
//! of: turns, grids, positions as text. Nothing here knows how positions are numbered, solved or stored.

pub(crate) mod game;
pub(crate) mod grid;
pub(crate) mod misere;
pub(crate) mod notation;
pub(crate) mod tiered;
pub(crate) mod turn;
