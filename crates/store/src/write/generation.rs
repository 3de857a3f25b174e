//! Generations: how a database is replaced while others read it.
//!
//! A solve from scratch does not touch the database that is there. It writes volumes under the names of the
//! next generation, and its manifest takes the place of the old one when all of them are on the disk. From
//! then on the old volumes are *retired*: whoever has opened them goes on reading, and nobody else finds
//! them. The old manifest stays as `manifest.N.json` for as long, because readers hold a shared lock on it. A
//! writer that gets the lock for itself knows that the last of them has gone, and removes the generation.

use std::fs::{self, File, Metadata, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::error::{Result, StoreError};
use crate::format::manifest::MANIFEST_FILE;

/// Where the manifest of a generation is kept once there is a newer one.
pub(crate) fn retired_manifest(directory: &Path, generation: u32) -> PathBuf {
    directory.join(format!("manifest.{generation}.json"))
}

/// Returns the generation whose retired manifest has this name.
pub(crate) fn retired_generation(file: &str) -> Option<u32> {
    let generation = file.strip_prefix("manifest.")?.strip_suffix(".json")?.parse().ok()?;
    (format!("manifest.{generation}.json") == file).then_some(generation)
}

/// Gives the present manifest the name that it has when retired; it keeps its own until the next one takes
/// that. Where files cannot have two names, readers of the old generation are on their own.
pub(crate) fn retire(directory: &Path, generation: u32) {
    let _ =
        zermelo_files::hard_link(&directory.join(MANIFEST_FILE), &retired_manifest(directory, generation));
}

/// Returns whether somebody reads the generation with this retired manifest. File systems without locks
/// cannot tell.
pub(crate) fn is_being_read(manifest: &Path) -> bool {
    zermelo_files::open(manifest).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// The manifest that a reader opened, which keeps its generation from being removed.
pub(crate) struct Claim {
    path: PathBuf,
    file: File,
}

impl Claim {
    /// Claims the database of a directory.
    pub(crate) fn new(directory: &Path) -> Result<Claim> {
        let path = directory.join(MANIFEST_FILE);
        let file = zermelo_files::open(&path).map_err(|error| match error {
            error if error.is_not_found() => StoreError::NotFound { path: path.clone() },
            error => error.into(),
        })?;
        // Without locks the generation may go while it is read; that is an error then, not a wrong answer.
        let _ = file.lock_shared();
        Ok(Claim { path, file })
    }

    /// Returns whether the database in the directory is still the one that was claimed.
    pub(crate) fn is_current(&self) -> bool {
        let id = |metadata: Metadata| (metadata.dev(), metadata.ino());
        match (fs::metadata(&self.path), self.file.metadata()) {
            (Ok(there), Ok(claimed)) => id(there) == id(claimed),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_read_as_long_as_a_claim_lives() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join(MANIFEST_FILE), "old").unwrap();
        let claim = Claim::new(home.path()).unwrap();
        retire(home.path(), 3);
        fs::write(home.path().join("new"), "new").unwrap();
        assert!(claim.is_current());
        fs::rename(home.path().join("new"), home.path().join(MANIFEST_FILE)).unwrap();
        let retired = retired_manifest(home.path(), 3);
        assert!(!claim.is_current() && is_being_read(&retired));
        drop(claim);
        assert!(!is_being_read(&retired));
        assert_eq!(retired_generation("manifest.3.json"), Some(3));
        assert_eq!(retired_generation(MANIFEST_FILE).or(retired_generation("manifest.03.json")), None);
    }
}
