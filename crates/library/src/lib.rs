//! A game as people see it: families of variants, positions, moves with values, analysis.
//!
//! Below this crate every game has types of its own and its solver is compiled for them; from here on a game is
//! an [`AnyGame`], and positions and moves are text.

mod any_game;
mod disk_tier_store;
mod engine;
mod error;
mod explored;
mod family;
mod fingerprint;
mod library;
mod live;
mod packed_tables;
mod scratch;
mod search;
mod summary;
mod tables;
mod tiers;
mod view;
mod viewer;

pub use any_game::{
    AnyGame, block_moves, blockwise, retrograde, rules_only, rules_only_with_live, tiered, with_engine,
};
pub use engine::{Engine, Extent, SolveOptions};
pub use error::LibraryError;
pub use family::{Family, Variant, VariantPattern};
pub use library::{Library, VariantHandle};
pub use live::{LiveSolver, Solution};
pub use search::Search;
pub use summary::{is_complete, longest_win, says_complete};
pub use tables::{analysis_json, tally_json};
pub use view::{MoveView, PositionView, outcome_words};

pub use zermelo_core::conformance::{Check, Effort};
