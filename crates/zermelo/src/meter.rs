//! What this process has used so far.

use std::fs;

use rustix::time::{ClockId, clock_gettime};

use crate::free_memory::kibibytes;

/// Seconds of processor time, of all threads, in the program and in the system.
pub(crate) fn cpu_seconds() -> f64 {
    let spent = clock_gettime(ClockId::ProcessCPUTime);
    spent.tv_sec as f64 + spent.tv_nsec as f64 / 1e9
}

/// The most bytes of memory that were in use at any time, where the system tells.
pub(crate) fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    kibibytes(&status, "VmHWM:")
}
