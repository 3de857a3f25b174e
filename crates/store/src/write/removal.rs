//! Removing a database.

use std::fs;
use std::path::Path;

use crate::error::{Result, StoreError};
use crate::format::manifest::MANIFEST_FILE;
use crate::write::folder::{LOCK_FILE, lock_directory};

/// Removes the directory of a database with everything in it, and returns how many bytes that were.
///
/// # Errors
/// [`StoreError::NotFound`] if there is no such directory, and [`StoreError::Locked`] while somebody writes it.
pub fn remove_database(directory: &Path) -> Result<u64> {
    if !directory.is_dir() {
        return Err(StoreError::NotFound { path: directory.to_owned() });
    }
    let lock = lock_directory(directory)?;
    // Without its manifest it is a database no longer, whatever happens next.
    let manifest = directory.join(MANIFEST_FILE);
    let mut bytes = 0;
    if let Ok(metadata) = fs::metadata(&manifest) {
        bytes += metadata.len();
        zermelo_files::remove(&manifest)?;
    }
    bytes += remove_below(directory)?;
    zermelo_files::remove(&directory.join(LOCK_FILE))?;
    drop(lock);
    fs::remove_dir(directory).map_err(StoreError::io(directory, "remove"))?;
    zermelo_files::sync_directory_of(directory)?;
    Ok(bytes)
}

/// Removes what is in a directory, except for a lock file.
fn remove_below(directory: &Path) -> Result<u64> {
    let mut bytes = 0;
    for (name, path) in zermelo_files::list(directory)? {
        let metadata = fs::symlink_metadata(&path).map_err(StoreError::io(&path, "read"))?;
        if metadata.is_dir() {
            bytes += remove_below(&path)?;
            fs::remove_dir(&path).map_err(StoreError::io(&path, "remove"))?;
        } else if name != LOCK_FILE {
            bytes += metadata.len();
            fs::remove_file(&path).map_err(StoreError::io(&path, "remove"))?;
        }
    }
    Ok(bytes)
}
