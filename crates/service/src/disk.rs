//! How much disk the databases take, and how much they may.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use zermelo_solve::bytes;

/// How long a look at the disk is good for.
const FRESH: Duration = Duration::from_millis(900);

/// The directory of all databases, with the bytes that it may take.
pub(crate) struct Disk {
    data: PathBuf,
    quota: Option<u64>,
    last: Mutex<Option<(Instant, u64)>>,
}

impl Disk {
    pub(crate) fn new(data: &Path, quota: Option<u64>) -> Disk {
        Disk { data: data.to_owned(), quota, last: Mutex::default() }
    }

    /// Returns why nothing more may be written, if that is so.
    pub(crate) fn is_full(&self) -> Option<String> {
        let quota = self.quota?;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let used = match *last {
            Some((looked, used)) if looked.elapsed() < FRESH => used,
            _ => {
                let used = bytes_below(&self.data);
                *last = Some((Instant::now(), used));
                used
            }
        };
        (used >= quota).then(|| format!("the databases here may take {}, and they do", bytes(quota)))
    }
}

/// Returns the bytes of all files below a directory. What cannot be read has none.
fn bytes_below(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let of = |entry: fs::DirEntry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => bytes_below(&entry.path()),
        Ok(metadata) if metadata.is_file() => metadata.len(),
        _ => 0,
    };
    entries.map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_count_and_a_quota_that_is_reached_is_told() {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("a")).unwrap();
        fs::write(home.path().join("a/b"), [0; 700]).unwrap();
        fs::write(home.path().join("c"), [0; 300]).unwrap();
        let is_full = |quota| Disk::new(home.path(), quota).is_full();
        assert_eq!((is_full(None), is_full(Some(1001))), (None, None));
        assert!(is_full(Some(1000)).unwrap().contains("1.0 kB"), "{:?}", is_full(Some(1000)));
    }
}
