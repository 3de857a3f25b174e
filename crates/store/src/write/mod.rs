//! Writing databases: a folder with its volumes, blocks of each kind of table, and the change from one
//! generation to the next.
//!
//! Files are written under another name, synced and renamed. Bytes follow from the tables alone, never from
//! threads or times.
//!
//! A solve that goes on compares what is there with its checksums first, every time: bytes rot without
//! changing a date. It reads the compressed bytes only, as fast as the disk gives them.
//!
//! Blocks of slots were a quarter of 65,536 once (format version 1, still read). On tiers of Bagh-chal the
//! larger ones save 5 to 7 %, and shortest matches of six bytes another 3 to 5 % at no cost, because codes of
//! outcomes have fewer bits than a reference to a short repeat. Decompressing one for a probe takes 55 µs
//! instead of 25. Tried and dropped: ranks of codes given the one before (larger), level 12 (five times the
//! time, nothing gained).

pub(crate) mod copying;
pub(crate) mod folder;
pub(crate) mod generation;
pub(crate) mod palette;
pub(crate) mod positions_writer;
pub(crate) mod records_writer;
pub(crate) mod removal;
pub(crate) mod table;
pub(crate) mod volume_writer;
