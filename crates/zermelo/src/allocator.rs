//! Where memory comes from: the system, and when it has no more, one sentence and exit code 3.
//!
//! Without this the standard library ends the process with SIGABRT and a core dump. Large arrays of solvers are asked for
//! in a way that can be refused (`large_vec`), so that what is solved by then gets its manifest. All other requests come
//! from the middle of something, and databases survive the end of the process at any moment.

#![expect(unsafe_code, reason = "an allocator is unsafe by its signature; all calls are passed on")]

use std::alloc::{GlobalAlloc, Layout, System};

use zermelo_solve::may_be_refused;

/// The allocator of the system.
pub(crate) struct Allocator;

// SAFETY: every call is passed on to the system's allocator, which keeps the contract; a refusal is passed on as well, or
// the process ends.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of this very function.
        checked(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of this very function.
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of this very function.
        checked(unsafe { System.realloc(place, layout, size) }, size)
    }

    #[inline]
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of this very function.
        unsafe { System.dealloc(place, layout) }
    }
}

#[inline]
fn checked(place: *mut u8, size: usize) -> *mut u8 {
    if place.is_null() {
        refused(size);
    }
    place
}

/// Ends the process, unless whoever asked for memory can do without. Nothing here may need memory, not even to print.
#[cold]
fn refused(size: usize) {
    if may_be_refused() {
        return;
    }
    let mut digits = [0; 20];
    let parts = [
        b"error: out of memory: the system refused ",
        decimal(size, &mut digits),
        b" bytes more; allow less with --memory SIZE\n",
    ];
    for part in parts {
        // Whether anybody reads it or not, the exit code tells.
        let _ = rustix::io::write(rustix::stdio::stderr(), part);
    }
    signal_hook::low_level::exit(3);
}

/// A number in decimal, written at the end of the room.
fn decimal(mut number: usize, room: &mut [u8; 20]) -> &[u8] {
    let mut start = room.len();
    loop {
        start -= 1;
        room[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &room[start..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_without_memory() {
        for number in [0, 7, 10, 4096, usize::MAX] {
            assert_eq!(decimal(number, &mut [0; 20]), number.to_string().as_bytes());
        }
    }
}
