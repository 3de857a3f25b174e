//! Where small games are solved if the data directory cannot be written: in a directory that ends with the
//! process.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tempfile::TempDir;

/// Directories begin like this, so that what a killed process has left is known.
const PREFIX: &str = "zermelo-scratch-";

/// Locked as long as the process lives that has made the directory.
const LOCK: &str = "lock";

/// A directory in memory where the system has such a place, else among its temporary files. It is made when
/// it is first needed.
#[derive(Default)]
pub(crate) struct Scratch(OnceLock<Option<Made>>);

struct Made {
    directory: TempDir,
    /// Held, not read.
    _lock: File,
}

impl Scratch {
    /// Returns the directory, which is made now if it is not there yet; `None` if there is no place for it.
    pub(crate) fn directory(&self) -> Option<&Path> {
        let made = self.0.get_or_init(|| {
            let places = [PathBuf::from("/dev/shm"), std::env::temp_dir()];
            places.iter().find_map(|place| make(place))
        });
        made.as_ref().map(|made| made.directory.path())
    }

    /// Returns the directory, if it has been made.
    pub(crate) fn if_made(&self) -> Option<&Path> {
        self.0.get()?.as_ref().map(|made| made.directory.path())
    }
}

fn make(place: &Path) -> Option<Made> {
    sweep(place);
    let directory = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place).ok()?;
    let lock = zermelo_files::open_lock(&directory.path().join(LOCK)).ok()?;
    lock.try_lock().ok()?;
    Some(Made { directory, _lock: lock })
}

/// Removes what processes have left that were killed. Nobody holds the lock of such a directory.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        // A directory without a lock file is just being made.
        let lock = zermelo_files::open(&entry.path().join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_has_left_is_removed_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let left = place.path().join(format!("{PREFIX}left"));
        fs::create_dir(&left).unwrap();
        fs::write(left.join(LOCK), "").unwrap();
        let begun = place.path().join(format!("{PREFIX}begun"));
        let other = place.path().join("other");
        for directory in [&begun, &other] {
            fs::create_dir(directory).unwrap();
        }
        let first = make(place.path()).unwrap();
        assert!(!left.exists() && begun.exists() && other.exists());
        let second = make(place.path()).unwrap();
        assert!(first.directory.path().exists() && second.directory.path().exists());
        let path = first.directory.path().to_owned();
        drop(first);
        assert!(!path.exists());
    }
}
