//! Solving a whole game tier by tier: in which order, within which memory, and where solved tiers are kept.
//!
//! How a tier is solved is not known here. The order of work and the packing into volumes follow from the
//! game alone, so they must not depend on threads, memory or time.
//!
//! Three bytes a slot are set aside for a tier in work, in case it has many long games. What is too large to
//! be solved beside others is solved alone, in the extreme with one child tier at a time: the least memory is
//! the largest tier and its largest child. A finished volume is a finished file.

pub(crate) mod opening;
pub(crate) mod plan;
pub(crate) mod scheduler;
pub(crate) mod tier_cache;
pub(crate) mod tier_store;

#[cfg(test)]
pub(crate) mod stairs;
