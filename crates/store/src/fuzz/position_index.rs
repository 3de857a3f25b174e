//! Blocks of tables of positions, in which databases of rules-only games are kept.

use std::ops::ControlFlow;

use zermelo_core::{Key, WideKey};

use crate::format::positions_block::{POSITIONS_PER_BLOCK, encode_keys, for_each_key, key_bytes, key_of};
use crate::fuzz::split_front;

/// Reads a block of keys. The input begins with the number of bits, the number of keys, and the first key.
pub fn position_index(data: &[u8]) {
    let (bits, rest) = split_front::<2>(data);
    let (count, rest) = split_front::<2>(rest);
    let bits = u32::from(u16::from_le_bytes(bits)) % (<WideKey as Key>::BITS + 1);
    let count = 1 + usize::from(u16::from_le_bytes(count)) % POSITIONS_PER_BLOCK;
    let (first, payload) = rest.split_at(rest.len().min(key_bytes(bits)));
    let wide = keys::<WideKey>(first, count, bits, payload);
    // Keys of any width are read by the same rules.
    if bits <= 64 {
        assert_eq!(widened(keys::<u64>(first, count, bits, payload)), wide);
    }
    if bits <= 128 {
        assert_eq!(widened(keys::<u128>(first, count, bits, payload)), wide);
    }
    let Ok(keys) = wide else { return };
    assert_eq!(keys.len(), count);
    assert!(keys.is_sorted_by(|a, b| a < b), "keys ascend");
    assert!(keys[1..].iter().all(|key| key.fits(bits)), "keys have so many bits");
    // The same gap may be written in several ways, of which the writer knows one.
    let again = encode_keys(&keys);
    assert_eq!(self::keys(first, count, bits, &again), Ok(keys));
}

fn widened<K: Key>(keys: Result<Vec<K>, String>) -> Result<Vec<WideKey>, String> {
    Ok(keys?.into_iter().map(Key::widened).collect())
}

fn keys<K: Key>(first: &[u8], count: usize, bits: u32, payload: &[u8]) -> Result<Vec<K>, String> {
    let mut keys = Vec::new();
    for_each_key(key_of(first), count, bits, payload, |key| {
        keys.push(key);
        ControlFlow::Continue(())
    })?;
    Ok(keys)
}
