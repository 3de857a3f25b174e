//! Solvers: rules and indexes in, outcomes out.

mod campaign;
mod loopy;
mod plan;
mod run;
mod shelf;
mod tier;

pub use campaign::solve_tiers;
pub use plan::{Plan, PlannedTier};
pub use run::{Event, Observer, Run, SolveError, Unobserved, bytes, unlimited};
pub use shelf::{Layout, MemoryShelf, Shelf, ShelfError, Solved};
pub use tier::{Parents, PullOnly, PushPull};
