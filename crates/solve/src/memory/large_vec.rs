//! Arrays of billions of bytes that are read and written all over the place.

use std::cell::Cell;

use thiserror::Error;

/// Smaller arrays stay in the caches anyway.
const LARGE: usize = 4 << 20;

/// The system gives no more memory.
#[derive(Clone, Copy, Debug, Error)]
#[error("out of memory: the system refused {} more", crate::bytes(*bytes))]
pub struct OutOfMemory {
    /// What was asked for.
    pub bytes: u64,
}

thread_local! {
    static MAY_BE_REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether this thread knows what to do if it gets no memory. An allocator that does something of its
/// own when there is none leaves such a thread to it.
pub fn may_be_refused() -> bool {
    MAY_BE_REFUSED.get()
}

/// An empty vector with room for so many elements, in huge pages if it is large and the system has them.
/// Looking up where a small page is takes longer than reading a byte of it: plain random reads of 2 GB take
/// 46 ns with small pages and 22 ns with huge ones.
///
/// ```
/// let mut codes: Vec<u8> = zermelo_solve::large_vec(1_000)?;
/// codes.resize(1_000, 7);
/// assert!(zermelo_solve::large_vec::<u64>(1 << 60).is_err());
/// # Ok::<(), zermelo_solve::OutOfMemory>(())
/// ```
pub fn large_vec<T>(capacity: usize) -> Result<Vec<T>, OutOfMemory> {
    let size = (capacity as u64).saturating_mul(size_of::<T>() as u64);
    let mut room = Vec::new();
    MAY_BE_REFUSED.set(true);
    let reserved = room.try_reserve_exact(capacity);
    MAY_BE_REFUSED.set(false);
    reserved.map_err(|_| OutOfMemory { bytes: size })?;
    if size >= LARGE as u64 {
        prefer_huge_pages(&room);
    }
    Ok(room)
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn prefer_huge_pages<T>(room: &Vec<T>) {
    use rustix::mm::{Advice, madvise};

    let page = rustix::param::page_size();
    let first = room.as_ptr().addr().next_multiple_of(page);
    let end = room.as_ptr().addr() + room.capacity() * size_of::<T>();
    if let Some(len) = (end / page * page).checked_sub(first) {
        let start = room.as_ptr().cast_mut().cast::<u8>().with_addr(first);
        // SAFETY: the range lies within the room that the vector owns, and this advice changes no contents. Without huge
        // pages everything works as well, so an error is no reason to stop.
        let _ = unsafe { madvise(start.cast(), len, Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_huge_pages<T>(_: &Vec<T>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_and_small_arrays_hold_what_is_put_in() {
        for capacity in [0, 1, 5_000, 3 * LARGE + 7] {
            let mut array: Vec<u16> = large_vec(capacity).unwrap();
            assert!(array.capacity() >= capacity);
            array.extend((0..capacity).map(|i| i as u16));
            assert!(array.iter().enumerate().all(|(i, &number)| number == i as u16));
        }
    }
}
