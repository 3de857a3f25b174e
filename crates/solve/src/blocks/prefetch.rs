//! Telling the processor what will be read soon.

/// Asks for an element of a slice to be brought from memory, without waiting for it.
#[inline(always)]
#[allow(unsafe_code)]
pub(super) fn prefetch<T>(slice: &[T], place: u64) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        let element = slice.as_ptr().wrapping_add(place as usize);
        // SAFETY: a prefetch reads and writes nothing that a program could notice, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(element.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, place);
}
