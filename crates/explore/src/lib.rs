//! A game as people see it: families of variants, positions, moves with values, analysis.

mod any_game;
mod family;

pub use any_game::{AnyGame, retrograde, rules_only, tiered};
pub use family::{Family, Variant};
