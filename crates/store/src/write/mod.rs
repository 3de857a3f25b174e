//! Writing databases: a folder with its volumes, blocks of each kind of table, and the change from one generation
//! to the next.
//!
//! Files are written under another name, synced and renamed. Bytes follow from the tables alone, never from threads
//! or times.

pub(crate) mod copying;
pub(crate) mod folder;
pub(crate) mod generation;
pub(crate) mod palette;
pub(crate) mod positions_writer;
pub(crate) mod records_writer;
pub(crate) mod removal;
pub(crate) mod table;
pub(crate) mod volume_writer;
