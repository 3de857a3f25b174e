//! Solvers: rules and indexes in, outcomes out.
//!
//! The short way is [`SolvedGame`]: rules alone, explored from the start and kept in memory. Here `Heap` is a
//! game in which one or two of ten counters are taken, and whoever takes the last one wins:
//!
//! ```
//! # use zermelo_core::{Game, ParseError, Value};
//! # struct Heap;
//! # impl Game for Heap {
//! #     type Position = u8;
//! #     type Move = u8;
//! #     fn start(&self) -> u8 { 10 }
//! #     fn end(&self, p: &u8) -> Option<Value> { (*p == 0).then_some(Value::Lose) }
//! #     fn moves(&self, p: &u8, out: &mut Vec<u8>) { out.extend(1..=2.min(*p)) }
//! #     fn play(&self, p: &u8, m: u8) -> u8 { p - m }
//! #     fn format(&self, p: &u8) -> String { p.to_string() }
//! #     fn parse(&self, text: &str) -> Result<u8, ParseError> {
//! #         text.parse().map_err(|_| ParseError::new("a number is needed"))
//! #     }
//! #     fn format_move(&self, _: &u8, m: u8) -> String { m.to_string() }
//! # }
//! use zermelo_core::Outcome;
//! use zermelo_solve::{SolvedGame, unlimited};
//!
//! let solved = SolvedGame::new(&Heap, &unlimited())?;
//! assert_eq!(solved.get(&10), Some(Outcome::Win(7)));
//! // Nine counters are left to the opponent.
//! assert_eq!(solved.best_move(&10), Some((1, Outcome::Win(7))));
//! # Ok::<(), zermelo_solve::SolveError>(())
//! ```
//!
//! Games with an index are solved tier by tier, into a [`TierStore`] and within the memory that a [`Run`]
//! allows: a [`Plan`] says in which order, and [`solve_tiers`] does it. [`analyse_tiers`] counts the result
//! and [`verify_tiers`] checks it.

mod audit;
mod blocks;
mod exploration;
mod memory;
mod run;
mod schedule;
mod solved_game;
mod tier;

#[cfg(test)]
#[path = "../tests/sliders/mod.rs"]
mod sliders;

pub use audit::analysis::{Analysis, Counts, analyse_stored, analyse_tiers};
pub use audit::verification::{Disagreement, Verification, verify_exploration, verify_tiers};
pub use blocks::BlockSolver;
pub use exploration::{
    Exploration, KeyRange, KeyTable, OutcomeTable, SolvedKeys, WorkDirectory, explore, explore_in,
};
pub use memory::large_vec::{OutOfMemory, large_vec, may_be_refused};
pub use run::{Event, Observer, Run, SolveError, Unobserved, bytes, unlimited};
pub use schedule::plan::{Plan, PlannedTier};
pub use schedule::scheduler::solve_tiers;
pub use schedule::tier_store::{MemoryTierStore, Solved, TierStore, TierStoreError};
pub use solved_game::SolvedGame;
pub use tier::checkpoint::Checkpoints;
pub use tier::long_games::LongGames;
pub use tier::solver::{Forward, Retro, RetroBlocks, Slides, SolveMode};
