//! Numberings: dense ranges of slots for the positions of a tier, and how they are put together.
//!
//! An index is arithmetic on sets of cells, letters and orbits. It knows no rules. Slots are part of the format of
//! databases: what changes a numbering makes a new fingerprint.

pub(crate) mod alternatives;
pub(crate) mod arrangement;
pub(crate) mod bits;
pub(crate) mod decorated;
pub(crate) mod orbits;
pub(crate) mod slots;
pub(crate) mod subsets;
