//! Solvers: rules and indexes in, outcomes out.

mod audit;
mod blocks;
mod exploration;
mod memory;
mod run;
mod schedule;
mod tier;

#[cfg(test)]
#[path = "../tests/sliders/mod.rs"]
mod sliders;

pub use audit::analysis::{Analysis, Counts, analyse_stored, analyse_tiers};
pub use audit::verification::{Disagreement, Verification, verify_exploration, verify_tiers};
pub use blocks::BlockSolver;
pub use exploration::{
    Exploration, KeyRange, KeyTable, OutcomeTable, SolvedKeys, WorkDirectory, WorkDirectoryError, explore,
    explore_in,
};
pub use memory::large_vec::{OutOfMemory, large_vec, may_be_refused};
pub use run::{Event, Observer, Run, SolveError, Unobserved, bytes, unlimited};
pub use schedule::plan::{Plan, PlannedTier};
pub use schedule::scheduler::solve_tiers;
pub use schedule::tier_store::{MemoryTierStore, Solved, TierStore, TierStoreError};
pub use tier::checkpoint::Checkpoints;
pub use tier::long_games::LongGames;
pub use tier::solver::{Forward, Retro, RetroBlocks, Slides, SolveMode};
