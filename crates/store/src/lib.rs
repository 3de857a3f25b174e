//! Databases on disk: write, verify, probe.
//!
//! A database is a directory with one manifest and many *volumes*, each with one or more *tables*; its format is
//! described in `docs/database-format.md`. A solver writes through a [`Folder`]; everybody else reads through a
//! [`Database`]:
//!
//! ```
//! use zermelo_core::Outcome;
//! use zermelo_store::{DEFAULT_SLOT_LEVEL, Database, Folder, Identity, Table, Words};
//!
//! # let home = tempfile::tempdir().unwrap();
//! # let directory = home.path();
//! // One counter or two are taken; slot n is the heap of n counters, and 255 marks slots not in use.
//! let identity = Identity::new("ten-to-zero", "standard", "1");
//! let remoteness = [0, 1, 1, 2, 3, 3, 4, 255];
//! let decode = |code| match code {
//!     255 => None,
//!     r if r % 2 == 0 => Some(Outcome::Lose(r.into())),
//!     r => Some(Outcome::Win(r.into())),
//! };
//! let folder = Folder::open_for_writing(directory, identity.clone())?;
//! let words = Words::Narrow(&remoteness);
//! let table = Table { name: "heaps", words, decode: &decode, exceptions: &[], sparse: true };
//! folder.write_volume(0, &[table], DEFAULT_SLOT_LEVEL)?;
//! folder.finish(serde_json::json!({ "start": "lose in 4" }))?;
//!
//! let database = Database::open(directory, Some(&identity))?;
//! assert_eq!(database.outcome("heaps", 5)?, Some(Outcome::Win(3)));
//! assert_eq!(database.outcome("heaps", 7)?, None);
//!
//! // Whole tables, in any encoding:
//! let mut wins = [false; 8];
//! database.table("heaps")?.load(&mut wins, |outcome| matches!(outcome, Some(Outcome::Win(_))))?;
//! assert_eq!(wins[..7], [false, true, true, false, true, true, false]);
//! # Ok::<(), zermelo_store::StoreError>(())
//! ```
//!
//! Games without an index are stored by the text of their positions:
//!
//! ```
//! # use zermelo_core::Outcome;
//! # use zermelo_store::{DEFAULT_LEVEL, Database, Folder, Identity};
//! # let home = tempfile::tempdir().unwrap();
//! # let directory = home.path();
//! let folder = Folder::open_for_writing(directory, Identity::new("hex", "2x2", "1"))?;
//! let entries = [("..../x", Outcome::Win(3)), ("x.../o", Outcome::Lose(2))];
//! folder.write_keyed(0, "positions", entries, DEFAULT_LEVEL)?;
//! folder.finish(serde_json::Value::Null)?;
//! let database = Database::open(directory, None)?;
//! assert_eq!(database.lookup("..../x")?, Some(Outcome::Win(3)));
//! assert_eq!(database.lookup("xoxo/x")?, None);
//! # Ok::<(), zermelo_store::StoreError>(())
//! ```

mod error;
mod format;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod read;
mod write;

pub use error::{Result, StoreError};
pub use format::contents::{Kind, SLOTS_PER_BLOCK};
pub use format::header::FORMAT_VERSION;
pub use format::identity::Identity;
pub use format::json_file::{read_record, write_record};
pub use format::manifest::{Column, MANIFEST_FILE, MANIFEST_VERSION, Manifest, Origin, VolumeInfo};
pub use format::numbers::{push_number, take_number};
pub use read::block_cache::BlockCache;
pub use read::damage::DamagedVolume;
pub use read::database::Database;
pub use read::positions_table::PositionsTable;
pub use read::stored_table::StoredTable;
pub use write::copying::copy_database;
pub use write::folder::Folder;
pub use write::positions_writer::{Packing, PositionsWriter};
pub use write::records_writer::RecordsWriter;
pub use write::removal::remove_database;
pub use write::table::{Table, Words};

/// The zstd level for writing words and records while solving: fast.
pub const DEFAULT_LEVEL: i32 = 3;

/// The zstd level for writing slots while solving, 10 ns a slot. Level 3 takes a third of that, and files are
/// larger by 5 to 10 %.
pub const DEFAULT_SLOT_LEVEL: i32 = 7;
