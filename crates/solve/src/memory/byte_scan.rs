//! Finding bytes of one value, or of a few, among many that other threads may be writing.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::memory::byte_row::{ByteRow, WIDTH};

/// Visits the places of all bytes of this value, in order.
#[inline]
pub(crate) fn each_equal(bytes: &[AtomicU8], value: u8, visit: impl FnMut(usize)) {
    each_in(bytes, &[value..=value], visit);
}

/// Visits the places of all bytes in one of the ranges, in order. Hot: a round looks at every byte of every block that has
/// something to do in it, and most of them are other values.
#[inline]
pub(crate) fn each_in<const N: usize>(
    bytes: &[AtomicU8],
    wanted: &[RangeInclusive<u8>; N],
    mut visit: impl FnMut(usize),
) {
    let (rows, rest) = bytes.as_chunks::<WIDTH>();
    for (number, row) in rows.iter().enumerate() {
        let row = ByteRow::shared(row);
        let mut found = wanted.iter().fold(0, |found, values| found | row.within(values));
        while found != 0 {
            visit(number * WIDTH + found.trailing_zeros() as usize);
            found &= found - 1;
        }
    }
    let first = rows.len() * WIDTH;
    for (place, byte) in rest.iter().enumerate() {
        let byte = byte.load(Relaxed);
        if wanted.iter().any(|values| values.contains(&byte)) {
            visit(first + place);
        }
    }
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
        let mut found = ByteRow::own(&row).within(&values) & u64::MAX >> (WIDTH - places.len());
        while found != 0 {
            let number = found.trailing_zeros() as usize;
            visit(places[number], row[number]);
            found &= found - 1;
        }
    }
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
                found.clear();
                each_in(&shared, &[value..=value, 90..=200], |place| found.push(place));
                let plain: Vec<usize> = (0..bytes.len())
                    .filter(|&i| bytes[i] == value || (90..=200).contains(&bytes[i]))
                    .collect();
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
