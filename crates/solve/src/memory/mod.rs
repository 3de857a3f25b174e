//! Large arrays, sets and scans of bytes: what loops over billions of slots are made of.
//!
//! Nothing here knows of games. All `unsafe` code of this crate that is about memory lies here.

pub(crate) mod byte_row;
pub(crate) mod byte_scan;
pub(crate) mod large_vec;
pub(crate) mod shared_loop;
pub(crate) mod slot_set;
