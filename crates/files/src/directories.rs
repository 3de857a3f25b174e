//! Directories, and the names in them.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{FileError, Result};
use crate::operation::{Operation, ask};

/// Makes a directory and those above it that are missing, and syncs each directory that got a new name.
pub fn create_directories(path: &Path) -> Result<()> {
    let missing: Vec<&Path> =
        path.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.is_dir()).collect();
    for directory in missing.into_iter().rev() {
        match ask(Operation::MakeDirectory(directory)).and_then(|_| fs::create_dir(directory)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // Another process made it, or something else has the name.
                if !directory.is_dir() {
                    return Err(FileError::of(directory, "create")(io::ErrorKind::NotADirectory.into()));
                }
            }
            result => result.map_err(FileError::of(directory, "create"))?,
        }
        sync_directory_of(directory)?;
    }
    Ok(())
}

/// Returns the names and paths in a directory; what is not a directory has none.
pub fn list(directory: &Path) -> Result<Vec<(String, PathBuf)>> {
    let entries = match ask(Operation::List(directory)).and_then(|_| fs::read_dir(directory)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(Vec::new()),
        Err(error) => return Err(FileError::of(directory, "read")(error)),
    };
    entries
        .map(|entry| {
            let entry = entry.map_err(FileError::of(directory, "read"))?;
            Ok((entry.file_name().to_string_lossy().into_owned(), entry.path()))
        })
        .collect()
}

/// Removes a file, for good.
pub fn remove(path: &Path) -> Result<()> {
    ask(Operation::Remove(path))
        .and_then(|_| fs::remove_file(path))
        .map_err(FileError::of(path, "remove"))?;
    sync_directory_of(path)
}

/// Gives a file a second name.
pub fn hard_link(from: &Path, to: &Path) -> Result<()> {
    let link = ask(Operation::Link { from, to }).and_then(|_| fs::hard_link(from, to));
    link.map_err(FileError::of(to, "create"))
}

/// Makes a new, renamed or removed name durable.
pub fn sync_directory_of(path: &Path) -> Result<()> {
    match path.parent() {
        Some(parent) if parent != Path::new("") => sync_directory(parent),
        _ => sync_directory(Path::new(".")),
    }
}

/// Makes the names in a directory durable.
pub fn sync_directory(directory: &Path) -> Result<()> {
    let sync = ask(Operation::SyncDirectory(directory))
        .and_then(|_| File::open(directory))
        .and_then(|opened| opened.sync_all());
    sync.map_err(FileError::of(directory, "write"))
}
