//! Memory that is free goes back to the system.
//!
//! The allocator of the C library keeps what was freed, in one arena for each thread, so that a server which
//! has solved a few games on many threads holds several times what it needs. `malloc_trim` gives all whole
//! free pages back.

use std::fs;

/// Gives free memory back, where the C library is one that keeps it. It takes a few milliseconds.
pub(crate) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: it has no conditions, and takes the locks that it needs.
        #[expect(unsafe_code, reason = "no safe function does that")]
        unsafe {
            libc::malloc_trim(0);
        }
    }
}

/// Returns the bytes of memory that this process has now, where the system tells.
pub(crate) fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    #[test]
    fn memory_that_was_freed_between_what_is_kept_goes_back() {
        let size = 4000;
        let all: Vec<Vec<u8>> = (0..50_000).map(|_| vec![1; size]).collect();
        // The last one stays, so that nothing below it is given back by itself.
        let kept = all.into_iter().next_back();
        let before = resident_bytes().unwrap();
        give_back();
        let after = resident_bytes().unwrap();
        assert!(after + 150_000_000 < before, "{before} bytes before, {after} after");
        assert_eq!(kept.map(|kept| kept.len()), Some(size));
    }
}
