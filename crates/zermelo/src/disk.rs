//! How much disk a solve will take, as far as that can be told beforehand.

use std::path::Path;

use zermelo_solve::bytes;

/// Smaller solves are not worth a word.
const WORTH_A_WORD: u64 = 30_000_000;

/// That a solve may take so many bytes, for people, and a warning if the disk of this directory has not that much.
pub(crate) fn budget(directory: &Path, estimate: u64) -> Option<String> {
    if estimate < WORTH_A_WORD {
        return None;
    }
    let needs = format!("This solve may take up to about {} of disk", bytes(estimate));
    Some(match free(directory) {
        Some(free) if free < estimate => format!(
            "{needs}, and only {} are free. Should the disk fill up, what is solved by then is kept: solving goes on once there is room.",
            bytes(free)
        ),
        Some(free) => format!("{needs}; {} are free.", bytes(free)),
        None => format!("{needs}."),
    })
}

/// The free bytes on the disk of a directory, which need not exist yet.
fn free(directory: &Path) -> Option<u64> {
    let existing = directory.ancestors().find(|path| path.exists())?;
    let disk = rustix::fs::statvfs(existing).ok()?;
    Some(disk.f_bavail * disk.f_frsize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_solve_is_told_how_much_disk_it_takes() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(budget(here, 5_000_000), None);
        let text = budget(&here.join("not/there/yet"), 333_300_000).unwrap();
        assert!(text.contains("up to about 333.3 MB") && text.contains("free"), "{text}");
        let text = budget(here, u64::MAX).unwrap();
        assert!(text.contains("and only"), "{text}");
    }
}
