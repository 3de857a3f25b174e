//! Solving a whole game tier by tier: in which order, within which memory, and where solved tiers are kept.
//!
//! How a tier is solved is not known here. The order of work and the packing into volumes follow from the game
//! alone, so they must not depend on threads, memory or time.

pub(crate) mod opening;
pub(crate) mod plan;
pub(crate) mod scheduler;
pub(crate) mod tier_cache;
pub(crate) mod tier_store;

#[cfg(test)]
pub(crate) mod stairs;
