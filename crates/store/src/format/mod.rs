//! The parts that files consist of, each with the function that writes it beside the one that reads it.
//!
//! They are described in `docs/database-format.md`. What is changed here changes the format: it needs a new
//! version, and the old one is read on.

pub(crate) mod contents;
pub(crate) mod header;
pub(crate) mod identity;
pub(crate) mod json_file;
pub(crate) mod keyed_block;
pub(crate) mod manifest;
pub(crate) mod notation;
pub(crate) mod numbers;
pub(crate) mod positions_block;
pub(crate) mod record_block;
pub(crate) mod seek_table;
