//! What is done to files, so that tests can watch it.

use std::path::Path;

/// An operation that is about to happen.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "faults"), expect(dead_code, unreachable_pub, reason = "only tests look at it"))]
pub enum Operation<'a> {
    /// A file is made, or emptied.
    Create(&'a Path),
    /// Bytes are written.
    Write {
        /// The file.
        path: &'a Path,
        /// Where in the file.
        offset: u64,
        /// What is written.
        bytes: &'a [u8],
    },
    /// The bytes of a file are brought to the disk.
    Sync(&'a Path),
    /// A file gets another name, in place of a file that may have it.
    Rename {
        /// The old name.
        from: &'a Path,
        /// The new name.
        to: &'a Path,
    },
    /// A file gets a second name.
    Link {
        /// The first name.
        from: &'a Path,
        /// The second name.
        to: &'a Path,
    },
    /// A name goes.
    Remove(&'a Path),
    /// A directory is made.
    MakeDirectory(&'a Path),
    /// The names in a directory are brought to the disk.
    SyncDirectory(&'a Path),
    /// The names in a directory are read.
    List(&'a Path),
    /// A file is opened to be read.
    Open(&'a Path),
    /// Bytes are read.
    Read(&'a Path),
}

/// Asks whoever watches whether an operation may happen; of a write, how many bytes of it.
#[cfg(not(feature = "faults"))]
#[inline(always)]
#[expect(clippy::unnecessary_wraps, reason = "watchers refuse")]
pub(crate) fn ask(operation: Operation<'_>) -> std::io::Result<usize> {
    Ok(match operation {
        Operation::Write { bytes, .. } => bytes.len(),
        _ => 0,
    })
}

#[cfg(feature = "faults")]
pub(crate) use crate::faults::ask;
