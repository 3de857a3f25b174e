//! How much disk a solve will take, as far as that can be told beforehand.

use std::path::Path;

use zermelo_solve::bytes;

/// Smaller solves are not worth a word.
const WORTH_A_WORD: u64 = 100_000_000;

/// Slots that a byte on disk has room for, compressed: tic-tac-two has 3.6, Topitop 5.3, Quixo 4x4 6.7 and Chinese chess 9.2.
/// Better to promise too much than too little.
const SLOTS_PER_BYTE: u64 = 3;

/// What a solve of so many slots may take, for people, and a warning if the disk of this directory has not that much.
pub(crate) fn budget(directory: &Path, slots: u64) -> Option<String> {
    if slots < WORTH_A_WORD {
        return None;
    }
    let estimate = slots / SLOTS_PER_BYTE;
    let needs = format!("The database may take up to about {} of disk", bytes(estimate));
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
        let text = budget(&here.join("not/there/yet"), 1_000_000_000).unwrap();
        assert!(text.contains("up to about 333.3 MB") && text.contains("free"), "{text}");
        let text = budget(here, u64::MAX).unwrap();
        assert!(text.contains("and only"), "{text}");
    }
}
