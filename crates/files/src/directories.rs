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

/// Removes the files in a directory whose names are chosen, for good.
pub fn remove_some(directory: &Path, is_chosen: impl Fn(&str) -> bool) -> Result<()> {
    let chosen: Vec<PathBuf> =
        list(directory)?.into_iter().filter(|(name, _)| is_chosen(name)).map(|(_, path)| path).collect();
    for path in &chosen {
        let removed = ask(Operation::Remove(path)).and_then(|_| fs::remove_file(path));
        removed.map_err(FileError::of(path, "remove"))?;
    }
    if chosen.is_empty() { Ok(()) } else { sync_directory(directory) }
}

/// Removes a directory with the files in it, for good. If there is none, nothing is done; if it is a link to
/// one, the link goes.
pub fn remove_directory(directory: &Path) -> Result<()> {
    match remove_some(directory, |_| true) {
        Err(error) if error.path == directory && error.is_not_found() => return Ok(()),
        result => result?,
    }
    let removed = ask(Operation::Remove(directory)).and_then(|_| match fs::remove_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => fs::remove_file(directory),
        result => result,
    });
    removed.map_err(FileError::of(directory, "remove"))?;
    sync_directory_of(directory)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_goes_with_its_files() {
        let home = tempfile::tempdir().unwrap();
        let (directory, link) = (home.path().join("directory"), home.path().join("link"));
        fs::create_dir(&directory).unwrap();
        std::os::unix::fs::symlink(&directory, &link).unwrap();
        for name in ["one", "two", "three"] {
            fs::write(directory.join(name), name).unwrap();
        }
        remove_some(&directory, |name| name.starts_with('t')).unwrap();
        assert_eq!(list(&directory).unwrap().len(), 1);
        // By its link, which goes as well; the directory stays where it is, without files.
        remove_directory(&link).unwrap();
        assert!(fs::symlink_metadata(&link).is_err() && list(&directory).unwrap().is_empty());
        remove_directory(&directory).unwrap();
        assert!(!directory.exists());
        remove_directory(&directory).unwrap();
        fs::create_dir_all(directory.join("another")).unwrap();
        assert!(remove_directory(&directory).is_err(), "only files are expected in it");
    }
}
