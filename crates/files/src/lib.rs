//! Files that are whole or absent, and last.
//!
//! All that Zermelo keeps on disk goes through here. A file is written under another name, synced and renamed
//! ([`WholeFile`], [`replace`]); what is needed only while somebody works is in files of its own
//! ([`ScratchFile`]). New names and new directories are synced where they stand. Only regular files are read
//! ([`open`], [`read`]): a pipe would keep the reader waiting, and `/dev/zero` never ends.
//!
//! ```
//! # let home = tempfile::tempdir().unwrap();
//! let path = home.path().join("new/directory/counts.txt");
//! zermelo_files::create_directories(path.parent().unwrap())?;
//! zermelo_files::replace(&path, b"seven")?;
//! assert_eq!(zermelo_files::read(&path, 100)?, b"seven");
//! assert!(zermelo_files::read(&path, 4).is_err());
//! assert!(zermelo_files::read("/dev/zero".as_ref(), 100).is_err());
//! # Ok::<(), zermelo_files::FileError>(())
//! ```
//!
//! With the feature `faults` tests make any operation fail, or record all of them.

mod directories;
mod error;
#[cfg(feature = "faults")]
pub mod faults;
mod operation;
mod regular;
mod scratch;
mod stream;
mod whole_file;

pub use directories::{
    create_directories, hard_link, list, remove, remove_directory, remove_some, sync_directory,
    sync_directory_of,
};
pub use error::{FileError, Result};
pub use regular::{open, open_lock, read, read_at, read_text};
pub use scratch::ScratchFile;
pub use stream::{read_line, read_stream};
pub use whole_file::{TEMPORARY, WholeFile, replace};
