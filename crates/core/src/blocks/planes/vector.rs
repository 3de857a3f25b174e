//! The same for 64 sets at a time, with the instructions of recent x86-64 processors (AVX-512 and GFNI).
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_and_si512, _mm512_castsi512_si256,
    _mm512_cmpeq_epi8_mask, _mm512_cmpeq_epi16_mask, _mm512_cvtepu8_epi16, _mm512_cvtepu16_epi32,
    _mm512_extracti64x4_epi64, _mm512_gf2p8affine_epi64_epi8, _mm512_loadu_si512, _mm512_mask_expand_epi8,
    _mm512_mask_mov_epi16, _mm512_maskz_compress_epi8, _mm512_permutex2var_epi16, _mm512_permutex2var_epi32,
    _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_storeu_si512,
    _mm512_test_epi16_mask, _mm512_xor_si512,
};

use super::plane_ranks::Table;
use super::{CellMap, Choice, PLANES, Places, Plane, PlaneRanks, Planes, TOGETHER};

/// Fewer sets are not worth the making of a map.
pub(super) const WORTHWHILE: usize = 24;

/// Whether this processor has the instructions.
#[inline]
pub(super) fn is_supported() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("gfni")
        && is_x86_feature_detected!("popcnt")
}

/// See [`Choice::choose`].
pub(super) fn choose(choice: &mut Choice, sets: &Planes, has: u32, lacks: u32) {
    assert!(is_supported());
    // SAFETY: the processor has the instructions.
    unsafe {
        match sets.used {
            1 => choose_with::<1>(choice, sets, has, lacks),
            2 => choose_with::<2>(choice, sets, has, lacks),
            _ => choose_with::<PLANES>(choice, sets, has, lacks),
        }
    }
}

/// See [`Choice::spread`].
pub(super) fn spread(choice: &Choice, bytes: &Plane, other: u8, spread: &mut Plane) {
    assert!(is_supported());
    // SAFETY: the processor has the instructions.
    unsafe { spread_rows(choice, bytes, other, spread) }
}

/// See [`Planes::rank_together`].
pub(super) fn rank(sets: &Planes, map: &CellMap, ranks: &PlaneRanks, numbers: Places<'_>) {
    assert!(is_supported());
    assert!(matches!(numbers, Places::Long(_)) || ranks.long_high.is_none(), "long places in two bytes");
    // SAFETY: the processor has the instructions.
    unsafe {
        match (sets.used, ranks.has_high) {
            (1, false) => rank_with::<1, 2>(sets, map, ranks, numbers),
            (2, false) => rank_with::<2, 2>(sets, map, ranks, numbers),
            (2, true) => rank_with::<2, PLANES>(sets, map, ranks, numbers),
            (_, false) => rank_with::<PLANES, 2>(sets, map, ranks, numbers),
            (_, true) => rank_with::<PLANES, PLANES>(sets, map, ranks, numbers),
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn choose_with<const USED: usize>(choice: &mut Choice, sets: &Planes, has: u32, lacks: u32) {
    let (mut deciding, mut wanted_bytes) = ([_mm512_setzero_si512(); USED], [_mm512_setzero_si512(); USED]);
    for plane in 0..USED {
        deciding[plane] = _mm512_set1_epi8(((has | lacks) >> (8 * plane)) as i8);
        wanted_bytes[plane] = _mm512_set1_epi8((has >> (8 * plane)) as i8);
    }
    let mut count = 0;
    for (row, first) in (0..sets.len).step_by(TOGETHER).enumerate() {
        let mut wanted = u64::MAX >> (TOGETHER - (sets.len - first).min(TOGETHER));
        for plane in 0..USED {
            let bytes = _mm512_and_si512(load(&sets.bytes[plane], first), deciding[plane]);
            wanted &= _mm512_cmpeq_epi8_mask(bytes, wanted_bytes[plane]);
        }
        choice.members[row] = wanted;
        for (to, from) in choice.sets.bytes[..USED].iter_mut().zip(&sets.bytes[..USED]) {
            store(to, count, _mm512_maskz_compress_epi8(wanted, load(from, first)));
        }
        count += wanted.count_ones() as usize;
    }
    choice.sets.len = count;
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn spread_rows(choice: &Choice, bytes: &Plane, other: u8, spread: &mut Plane) {
    let other = _mm512_set1_epi8(other as i8);
    let mut next = 0;
    for (row, first) in (0..choice.from).step_by(TOGETHER).enumerate() {
        let members = choice.members[row];
        store(spread, first, _mm512_mask_expand_epi8(other, members, load(bytes, next)));
        next += members.count_ones() as usize;
    }
}

#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn rank_with<const FROM: usize, const TO: usize>(
    sets: &Planes,
    map: &CellMap,
    ranks: &PlaneRanks,
    mut numbers: Places<'_>,
) {
    let low = load_table(&ranks.low);
    let middle = load_table(&ranks.middle[0]);
    for first in (0..sets.len).step_by(TOGETHER) {
        let mut planes = [_mm512_setzero_si512(); TO];
        for (to, plane) in planes.iter_mut().enumerate() {
            *plane = _mm512_set1_epi8(map.added[to] as i8);
            for from in 0..FROM {
                let matrix = _mm512_set1_epi64(map.matrices[to][from] as i64);
                let product = _mm512_gf2p8affine_epi64_epi8::<0>(load(&sets.bytes[from], first), matrix);
                *plane = _mm512_xor_si512(*plane, product);
            }
        }
        for half in 0..2 {
            let mut words = [_mm512_setzero_si512(); TO];
            for (word, plane) in words.iter_mut().zip(planes) {
                let bytes = if half == 0 {
                    _mm512_castsi512_si256(plane)
                } else {
                    _mm512_extracti64x4_epi64::<1>(plane)
                };
                *word = _mm512_cvtepu8_epi16(bytes);
            }
            let above = match words[..] {
                [_, second, third] if ranks.long_high.is_some() => middle_below(ranks, third, second),
                [_, second, third] => {
                    let high = look_up(&load_table(&ranks.high), third);
                    _mm512_add_epi16(middle_below(ranks, third, second), high)
                }
                _ => look_up(&middle, words[1]),
            };
            let number = _mm512_add_epi16(look_up(&low, words[0]), above);
            let here = first + 32 * half..first + 32 * (half + 1);
            match &mut numbers {
                Places::Short(numbers) => store_words(&mut numbers[here], number),
                Places::Long(numbers) => {
                    let [mut lower, mut upper] = widened(number);
                    if let (Some(table), Some(&third)) = (&ranks.long_high, words.get(2)) {
                        let [lower_third, upper_third] = widened(third);
                        lower = _mm512_add_epi32(lower, look_up_long(table, lower_third));
                        upper = _mm512_add_epi32(upper, look_up_long(table, upper_third));
                    }
                    let (lower_here, upper_here) = numbers[here].split_at_mut(16);
                    store_long(lower_here, lower);
                    store_long(upper_here, upper);
                }
            }
        }
    }
}

/// Words as twice as many bytes each.
#[inline]
#[target_feature(enable = "avx512f")]
fn widened(words: __m512i) -> [__m512i; 2] {
    let (lower, upper) = (_mm512_castsi512_si256(words), _mm512_extracti64x4_epi64::<1>(words));
    [_mm512_cvtepu16_epi32(lower), _mm512_cvtepu16_epi32(upper)]
}

/// The entries of a table of 32 for 16 bytes, each in a double word.
#[inline]
#[target_feature(enable = "avx512f")]
fn look_up_long(table: &[u32; 32], bytes: __m512i) -> __m512i {
    // SAFETY: reads the 32 entries of the table.
    let [lower, upper] = [0, 16].map(|first| unsafe { _mm512_loadu_si512(table[first..].as_ptr().cast()) });
    _mm512_permutex2var_epi32(lower, bytes, upper)
}

/// What the second byte adds, given the third.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn middle_below(ranks: &PlaneRanks, high: __m512i, middle: __m512i) -> __m512i {
    let mut added = look_up(&load_table(&ranks.middle[0]), middle);
    // The third byte has few cells, so there are few tables to choose from.
    let count = look_up(&load_table(&COUNTS), high);
    for (above, table) in ranks.middle.iter().enumerate().skip(1) {
        let these = _mm512_cmpeq_epi16_mask(count, _mm512_set1_epi16(above as i16));
        added = _mm512_mask_mov_epi16(added, these, look_up(&load_table(table), middle));
    }
    added
}

/// The number of cells of a byte.
static COUNTS: Table = {
    let mut counts = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        counts[byte] = (byte as u8).count_ones() as u16;
        byte += 1;
    }
    counts
};

/// A table in eight registers.
#[inline]
#[target_feature(enable = "avx512f")]
fn load_table(table: &Table) -> [__m512i; 8] {
    let mut parts = [_mm512_setzero_si512(); 8];
    for (number, part) in parts.iter_mut().enumerate() {
        *part = load_words(table, 32 * number);
    }
    parts
}

/// The entries of a table for 32 bytes, each in a word.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn look_up(table: &[__m512i; 8], bytes: __m512i) -> __m512i {
    let a = _mm512_permutex2var_epi16(table[0], bytes, table[1]);
    let b = _mm512_permutex2var_epi16(table[2], bytes, table[3]);
    let c = _mm512_permutex2var_epi16(table[4], bytes, table[5]);
    let d = _mm512_permutex2var_epi16(table[6], bytes, table[7]);
    let second = _mm512_test_epi16_mask(bytes, _mm512_set1_epi16(1 << 6));
    let upper = _mm512_test_epi16_mask(bytes, _mm512_set1_epi16(1 << 7));
    let lower_half = _mm512_mask_mov_epi16(a, second, b);
    let upper_half = _mm512_mask_mov_epi16(c, second, d);
    _mm512_mask_mov_epi16(lower_half, upper, upper_half)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &[u8], first: usize) -> __m512i {
    // SAFETY: reads the 64 bytes of this slice.
    unsafe { _mm512_loadu_si512(bytes[first..first + TOGETHER].as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(bytes: &mut [u8], first: usize, value: __m512i) {
    // SAFETY: writes the 64 bytes of this slice.
    unsafe { _mm512_storeu_si512(bytes[first..first + TOGETHER].as_mut_ptr().cast(), value) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_words(words: &mut [u16], value: __m512i) {
    // SAFETY: writes the 32 words of this slice.
    unsafe { _mm512_storeu_si512(words[..32].as_mut_ptr().cast(), value) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_long(numbers: &mut [u32], value: __m512i) {
    // SAFETY: writes the 16 numbers of this slice.
    unsafe { _mm512_storeu_si512(numbers[..16].as_mut_ptr().cast(), value) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_words(words: &[u16], first: usize) -> __m512i {
    // SAFETY: reads the 32 words of this slice.
    unsafe { _mm512_loadu_si512(words[first..first + 32].as_ptr().cast()) }
}
