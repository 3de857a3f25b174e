//! Solvers: rules and indexes in, outcomes out.

mod agenda;
mod analysis;
mod blocks;
mod byte_row;
mod byte_scan;
mod campaign;
mod desk;
mod exploration;
mod first_pass;
mod large_vec;
mod long_games;
mod long_rounds;
mod loopy;
mod marks;
mod opening;
mod plan;
mod run;
mod shelf;
mod slot_set;
mod tier;
mod verification;

pub use analysis::{Analysis, Counts, analyse_stored, analyse_tiers};
pub use blocks::BlockWays;
pub use campaign::solve_tiers;
pub use exploration::{
    Depot, DepotError, Exploration, KeyRange, KeyTable, OutcomeTable, SolvedKeys, explore, explore_in,
};
pub use large_vec::{OutOfMemory, large_vec, may_be_refused};
pub use long_games::LongGames;
pub use plan::{Plan, PlannedTier};
pub use run::{Event, Observer, Run, SolveError, Unobserved, bytes, unlimited};
pub use shelf::{MemoryShelf, Shelf, ShelfError, Solved};
pub use tier::{BlockByBlock, Parents, PullOnly, PushPull, PushPullBlocks};
pub use verification::{Disagreement, Verification, verify_exploration, verify_tiers};
