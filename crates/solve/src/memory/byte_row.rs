//! A few bytes in registers, compared at once.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicU8;

/// The bytes of a row.
pub(crate) const WIDTH: usize = 64;

#[cfg(target_arch = "x86_64")]
type Part = std::arch::x86_64::__m128i;
#[cfg(not(target_arch = "x86_64"))]
type Part = [u8; 16];

/// Some bytes as they were at one time.
pub(crate) struct ByteRow([Part; WIDTH / size_of::<Part>()]);

impl ByteRow {
    /// Bytes that other threads may be writing.
    #[inline]
    pub(crate) fn shared(bytes: &[AtomicU8; WIDTH]) -> ByteRow {
        let (parts, _) = bytes.as_chunks();
        ByteRow(std::array::from_fn(|i| load_shared(&parts[i])))
    }

    /// Bytes that nobody else writes.
    #[inline]
    pub(crate) fn own(bytes: &[u8; WIDTH]) -> ByteRow {
        let (parts, _) = bytes.as_chunks();
        ByteRow(std::array::from_fn(|i| load(&parts[i])))
    }

    /// The bytes in a range, as a set of bits.
    #[inline]
    pub(crate) fn within(&self, values: &RangeInclusive<u8>) -> u64 {
        debug_assert!(!values.is_empty(), "processors find the end of an empty range");
        let parts = self.0.iter().enumerate();
        parts.fold(0, |found, (i, part)| found | u64::from(part_within(part, values)) << (16 * i))
    }
}

/// Written as assembly because the compiler neither joins atomic loads nor may plain loads race with the writes of other
/// threads; to the processor a load of sixteen bytes is sixteen loads of a byte.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline]
fn load_shared(bytes: &[AtomicU8; 16]) -> Part {
    let part;
    // SAFETY: reads these sixteen bytes and writes the register; every x86-64 processor has the instruction.
    unsafe {
        std::arch::asm!(
            "movdqu {part}, xmmword ptr [{start}]",
            start = in(reg) bytes.as_ptr(),
            part = out(xmm_reg) part,
            options(readonly, nostack, preserves_flags),
        );
    }
    part
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline]
fn load(bytes: &[u8; 16]) -> Part {
    // SAFETY: reads these sixteen bytes; every x86-64 processor has the instruction.
    unsafe { std::arch::x86_64::_mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline]
fn part_within(&part: &Part, values: &RangeInclusive<u8>) -> u16 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_max_epu8, _mm_min_epu8, _mm_movemask_epi8, _mm_set1_epi8};

    // SAFETY: every x86-64 processor has these instructions.
    unsafe {
        let (low, high) = (_mm_set1_epi8(*values.start() as i8), _mm_set1_epi8(*values.end() as i8));
        let cut = _mm_min_epu8(_mm_max_epu8(part, low), high);
        _mm_movemask_epi8(_mm_cmpeq_epi8(part, cut)) as u16
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn load_shared(bytes: &[AtomicU8; 16]) -> Part {
    std::array::from_fn(|i| bytes[i].load(std::sync::atomic::Ordering::Relaxed))
}

#[cfg(not(target_arch = "x86_64"))]
fn load(bytes: &[u8; 16]) -> Part {
    *bytes
}

#[cfg(not(target_arch = "x86_64"))]
fn part_within(part: &Part, values: &RangeInclusive<u8>) -> u16 {
    (0..).zip(part).map(|(i, byte)| u16::from(values.contains(byte)) << i).sum()
}
