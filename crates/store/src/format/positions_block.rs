//! The payloads of a block of positions: what each key exceeds the one before, and the outcomes.

use zermelo_core::Key;

/// Positions in a full block. A probe decompresses one block in some 15 microseconds; blocks of a quarter would be as fast
/// again, but databases larger by a third.
pub(crate) const POSITIONS_PER_BLOCK: usize = 4096;

/// Bytes of the largest gap: 512 bits, seven to a byte.
const LONGEST_GAP: usize = 74;

/// The longest payload of keys.
pub(crate) const LARGEST_KEYS: usize = POSITIONS_PER_BLOCK * LONGEST_GAP;

/// Bytes of a key in the directory.
pub(crate) fn key_bytes(bits: u32) -> usize {
    bits.div_ceil(8) as usize
}

/// Appends a key, the highest byte first, so that bytes compare like keys.
pub(crate) fn push_key<K: Key>(key: K, bits: u32, bytes: &mut Vec<u8>) {
    bytes.extend((0..key_bytes(bits) as u32).rev().map(|place| key.field(8 * place, 8) as u8));
}

/// The key of some bytes.
pub(crate) fn key_of<K: Key>(bytes: &[u8]) -> K {
    let mut key = K::ZERO;
    for &byte in bytes {
        key.push(8, byte.into());
    }
    key
}

/// How much each key exceeds the one before, less one, seven bits to a byte and the lowest first.
pub(crate) fn encode_keys<K: Key>(keys: &[K]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * keys.len());
    for pair in keys.windows(2) {
        let gap = pair[1].minus(pair[0]);
        if gap.fits(64) {
            crate::push_number(&mut bytes, gap.field(0, 64) - 1);
        } else {
            push_wide(gap, &mut bytes);
        }
    }
    bytes
}

/// A gap of more than one word, which is larger than one, so that its lowest word may be zero.
fn push_wide<K: Key>(gap: K, bytes: &mut Vec<u8>) {
    let mut one = K::ZERO;
    one.push(1, 1);
    let number = gap.minus(one);
    let mut behind = 0;
    while behind + 7 < K::BITS && !number.fits(behind + 7) {
        bytes.push(number.field(behind, 7) as u8 | 0x80);
        behind += 7;
    }
    bytes.push(number.field(behind, 7) as u8);
}

/// Calls `visit` with each key in ascending order until it breaks; an `Err` says what is wrong.
pub(crate) fn for_each_key<K: Key>(
    first: K,
    count: usize,
    bits: u32,
    payload: &[u8],
    mut visit: impl FnMut(K) -> std::ops::ControlFlow<()>,
) -> Result<(), String> {
    let damaged = || "its keys cannot be read".to_owned();
    let (mut key, mut rest) = (first, payload);
    if visit(key).is_break() {
        return Ok(());
    }
    for _ in 1..count {
        let (byte, after) = rest.split_first().ok_or_else(damaged)?;
        let next = if *byte < 0x80 {
            rest = after;
            key.add_word(u64::from(*byte) + 1)
        } else {
            key.plus(take_gap(&mut rest).ok_or_else(damaged)?).ok_or_else(damaged)?
        };
        // A sum that went round is smaller.
        if next <= key || !next.fits(bits) {
            return Err(damaged());
        }
        key = next;
        if visit(key).is_break() {
            return Ok(());
        }
    }
    if rest.is_empty() { Ok(()) } else { Err("it is longer than its keys".to_owned()) }
}

fn take_gap<K: Key>(rest: &mut &[u8]) -> Option<K> {
    let length = rest.iter().take(LONGEST_GAP).position(|&byte| byte < 0x80)? + 1;
    let (bytes, after) = rest.split_at(length);
    *rest = after;
    let mut number = K::ZERO;
    if length <= 9 {
        let word = bytes.iter().rev().fold(0, |word, &byte| word << 7 | u64::from(byte & 0x7f));
        number.push(64, word);
    } else {
        for &byte in bytes.iter().rev() {
            // The highest bits must not be pushed out.
            if !number.fits(K::BITS - 7) {
                return None;
            }
            number.push(7, u64::from(byte & 0x7f));
        }
    }
    let mut one = K::ZERO;
    one.push(1, 1);
    number.plus(one)
}

/// Bytes per outcome.
pub(crate) fn outcome_width(palette: usize) -> usize {
    match palette {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    }
}

pub(crate) fn encode_outcomes(places: &[u32], width: usize) -> Vec<u8> {
    places.iter().flat_map(|place| place.to_le_bytes().into_iter().take(width)).collect()
}

/// The place in the palette of the outcome number `place` of a block.
pub(crate) fn outcome_at(payload: &[u8], width: usize, place: usize) -> u32 {
    let mut bytes = [0; 4];
    bytes[..width].copy_from_slice(&payload[place * width..][..width]);
    u32::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;

    fn all<K: Key>(first: K, count: usize, bits: u32, payload: &[u8]) -> Result<Vec<K>, String> {
        let mut keys = Vec::new();
        for_each_key(first, count, bits, payload, |key| {
            keys.push(key);
            ControlFlow::Continue(())
        })?;
        Ok(keys)
    }

    fn come_back<K: Key>(bits: u32) {
        let mut random = fastrand::Rng::with_seed(u64::from(bits));
        let mut keys: Vec<K> = (0..2000)
            .map(|number: u64| {
                let mut key = K::ZERO;
                for behind in (0..bits).step_by(50).collect::<Vec<_>>().into_iter().rev() {
                    let width = (bits - behind).min(50);
                    let word =
                        if number.is_multiple_of(3) { u64::MAX } else { random.u64(..) >> random.u32(..64) };
                    key.push(width, word & ((1 << width) - 1));
                }
                key
            })
            .chain([K::ZERO])
            .collect();
        keys.sort_unstable();
        keys.dedup();
        let payload = encode_keys(&keys);
        assert_eq!(all(keys[0], keys.len(), bits, &payload), Ok(keys.clone()));
        assert!(all(keys[0], keys.len() + 1, bits, &payload).is_err());
        assert!(all(keys[0], keys.len() - 1, bits, &payload).is_err());
        assert!(all(keys[0], keys.len(), bits - 1, &payload).is_err());
        let mut bytes = Vec::new();
        push_key(keys[keys.len() - 1], bits, &mut bytes);
        assert_eq!((bytes.len(), key_of::<K>(&bytes)), (key_bytes(bits), keys[keys.len() - 1]));
    }

    #[test]
    fn keys_of_every_width_come_back() {
        come_back::<u64>(64);
        come_back::<u64>(19);
        come_back::<u128>(128);
        come_back::<u128>(90);
        come_back::<[u64; 4]>(256);
        come_back::<[u64; 8]>(512);
    }

    #[test]
    fn payloads_that_are_none_are_refused() {
        assert_eq!(all::<u64>(5, 3, 8, &[0, 1]), Ok(vec![5, 6, 8]));
        for payload in [&[][..], &[0x80], &[0xff; 80], &[250, 1, 0], &[0, 1, 2]] {
            assert!(all::<u64>(5, 3, 8, payload).is_err(), "{payload:?}");
        }
        assert!(all::<u64>(u64::MAX, 2, 64, &[0]).is_err(), "beyond the last key");
        assert!(all::<u64>(7, 2, 64, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]).is_err());
        assert!(all::<u64>(0, 2, 64, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]).is_err());
    }

    #[test]
    fn outcomes_of_every_width_come_back() {
        for (palette, width) in [(1, 1), (256, 1), (257, 2), (1 << 16, 2), (70_000, 4)] {
            assert_eq!(outcome_width(palette), width);
            let places = [0, palette as u32 - 1, palette as u32 / 2];
            let payload = encode_outcomes(&places, width);
            assert_eq!([0, 1, 2].map(|place| outcome_at(&payload, width, place)), places);
        }
    }
}
