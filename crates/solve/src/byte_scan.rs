//! Finding bytes of one value, or of a few, among many that other threads may be writing.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Bytes that are looked at together.
const WIDTH: usize = 64;

/// Visits the places of all bytes of this value, in order. Hot: a round looks at every byte of every block that has
/// something to do in it, and most of them are other values.
#[inline]
pub(crate) fn each_equal(bytes: &[AtomicU8], value: u8, mut visit: impl FnMut(usize)) {
    let (rows, rest) = bytes.as_chunks::<WIDTH>();
    for (number, row) in rows.iter().enumerate() {
        let mut found = equal_in_row(row, value);
        while found != 0 {
            visit(number * WIDTH + found.trailing_zeros() as usize);
            found &= found - 1;
        }
    }
    let first = rows.len() * WIDTH;
    for (place, byte) in rest.iter().enumerate() {
        if byte.load(Relaxed) == value {
            visit(first + place);
        }
    }
}

/// The bytes of a row that have this value, as a set of bits.
#[cfg(not(target_arch = "x86_64"))]
fn equal_in_row(row: &[AtomicU8; WIDTH], value: u8) -> u64 {
    let equal = |(place, byte): (usize, &AtomicU8)| u64::from(byte.load(Relaxed) == value) << place;
    row.iter().enumerate().map(equal).sum()
}

/// The same, sixteen at a time. Written as assembly because the compiler neither joins atomic loads nor may plain loads race
/// with the writes of other threads; to the processor a load of sixteen bytes is sixteen loads of a byte.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline]
fn equal_in_row(row: &[AtomicU8; WIDTH], value: u8) -> u64 {
    use std::arch::asm;

    let mut found = 0;
    for part in 0..WIDTH / 16 {
        let start = row[16 * part..].as_ptr();
        let equal: u32;
        let values = u64::from(value) * 0x0101_0101_0101_0101;
        // SAFETY: reads the sixteen bytes from `start`, all of which belong to the row, and writes only the named registers;
        // every x86-64 processor has these instructions.
        unsafe {
            asm!(
                "movq {values}, {wanted}",
                "punpcklqdq {values}, {values}",
                "movdqu {bytes}, xmmword ptr [{start}]",
                "pcmpeqb {bytes}, {values}",
                "pmovmskb {equal:e}, {bytes}",
                wanted = in(reg) values,
                start = in(reg) start,
                values = out(xmm_reg) _,
                bytes = out(xmm_reg) _,
                equal = out(reg) equal,
                options(readonly, nostack, preserves_flags),
            );
        }
        found |= u64::from(equal) << (16 * part);
    }
    found
}

/// Visits those of some places whose bytes are in a range, with the bytes. Hot: most are not, and nobody can predict which.
#[inline]
pub(crate) fn each_within(
    bytes: &[AtomicU8],
    places: &[u16],
    values: RangeInclusive<u8>,
    mut visit: impl FnMut(u16, u8),
) {
    let mut row = [0; WIDTH];
    for places in places.chunks(WIDTH) {
        for (byte, &place) in row.iter_mut().zip(places) {
            *byte = bytes[usize::from(place)].load(Relaxed);
        }
        let mut found = within(&row, &values) & u64::MAX >> (WIDTH - places.len());
        while found != 0 {
            let number = found.trailing_zeros() as usize;
            visit(places[number], row[number]);
            found &= found - 1;
        }
    }
}

/// The bytes of a row that are in a range, as a set of bits.
#[cfg(not(target_arch = "x86_64"))]
fn within(row: &[u8; WIDTH], values: &RangeInclusive<u8>) -> u64 {
    row.iter().enumerate().map(|(place, byte)| u64::from(values.contains(byte)) << place).sum()
}

/// The same, sixteen at a time.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline]
fn within(row: &[u8; WIDTH], values: &RangeInclusive<u8>) -> u64 {
    use std::arch::x86_64::*;

    let mut found = 0;
    for part in 0..WIDTH / 16 {
        let bytes = row[16 * part..16 * (part + 1)].as_ptr();
        // SAFETY: reads these sixteen bytes; every x86-64 processor has the instructions.
        let equal = unsafe {
            let bytes = _mm_loadu_si128(bytes.cast());
            let (low, high) = (_mm_set1_epi8(*values.start() as i8), _mm_set1_epi8(*values.end() as i8));
            let cut = _mm_min_epu8(_mm_max_epu8(bytes, low), high);
            _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, cut)) as u16
        };
        found |= u64::from(equal) << (16 * part);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_the_value_is_found_once_and_in_order() {
        for len in [0, 1, 63, 64, 65, 200, 1_000] {
            for value in [0, 7, 128, 255] {
                let bytes: Vec<u8> =
                    (0..len).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8 % 8 * 32).collect();
                let bytes: Vec<u8> = bytes.into_iter().map(|b| if b == 64 { value } else { b }).collect();
                let shared: Vec<AtomicU8> = bytes.iter().map(|&b| AtomicU8::new(b)).collect();
                let mut found = Vec::new();
                each_equal(&shared, value, |place| found.push(place));
                let plain: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i] == value).collect();
                assert_eq!(found, plain);
            }
        }
    }

    #[test]
    fn bytes_within_a_range_are_found_at_their_places() {
        let bytes: Vec<AtomicU8> =
            (0..1_000u32).map(|i| AtomicU8::new((i.wrapping_mul(2_654_435_761) >> 24) as u8)).collect();
        let places: Vec<u16> = (0..500).map(|i| i * 7 % 1_000).collect();
        for (len, values) in [(0, 0..=255), (1, 0..=255), (64, 10..=20), (65, 127..=128), (500, 200..=255)] {
            let mut found = Vec::new();
            each_within(&bytes, &places[..len], values.clone(), |place, byte| found.push((place, byte)));
            let read = |&place: &u16| (place, bytes[usize::from(place)].load(Relaxed));
            let plain: Vec<(u16, u8)> =
                places[..len].iter().map(read).filter(|(_, byte)| values.contains(byte)).collect();
            assert_eq!(found, plain);
        }
    }
}
