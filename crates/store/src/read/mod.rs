//! Reading databases: files opened and checked, blocks decompressed once and shared, single values and whole
//! tables.
//!
//! Nothing in a file is believed before its checksum was compared and its numbers were checked.

pub(crate) mod block_cache;
pub(crate) mod cache;
pub(crate) mod damage;
pub(crate) mod database;
pub(crate) mod positions_table;
pub(crate) mod read_at;
pub(crate) mod stored_table;
pub(crate) mod volume;
