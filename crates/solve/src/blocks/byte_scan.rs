//! Finding bytes of one value among many that other threads may be writing.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Bytes that are looked at together.
const WIDTH: usize = 64;

/// Visits the places of all bytes of this value, in order. Hot: a round looks at every byte of every block that has
/// something to do in it, and most of them are other values.
#[inline]
pub(super) fn each_equal(bytes: &[AtomicU8], value: u8, mut visit: impl FnMut(usize)) {
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
}
