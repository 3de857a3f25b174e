//! Solvers: rules and indexes in, outcomes out.

mod audit;
mod blocks;
mod exploration;
mod memory;
mod run;
mod schedule;
mod tier;

pub use audit::analysis::{Analysis, Counts, analyse_stored, analyse_tiers};
pub use audit::verification::{Disagreement, Verification, verify_exploration, verify_tiers};
pub use blocks::BlockWays;
pub use exploration::{
    Depot, DepotError, Exploration, KeyRange, KeyTable, OutcomeTable, SolvedKeys, explore, explore_in,
};
pub use memory::large_vec::{OutOfMemory, large_vec, may_be_refused};
pub use run::{Event, Observer, Run, SolveError, Unobserved, bytes, unlimited};
pub use schedule::plan::{Plan, PlannedTier};
pub use schedule::scheduler::solve_tiers;
pub use schedule::tier_store::{MemoryShelf, Shelf, ShelfError, Solved};
pub use tier::long_games::LongGames;
pub use tier::solver::{BlockByBlock, Parents, PullOnly, PushPull, PushPullBlocks};
