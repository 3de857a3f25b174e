//! Blocks of tables of records.

use std::ops::Range;

use crate::format::record_block;
use crate::fuzz::split_front;

/// Reads a block whose first key and number of records come first in the input.
pub fn records(data: &[u8]) {
    let (first, rest) = split_front::<8>(data);
    let (count, payload) = split_front::<2>(rest);
    let (first, count) = (u64::from_le_bytes(first), u32::from(u16::from_le_bytes(count)));
    let found: Option<Vec<(u64, Range<usize>)>> =
        record_block::records(payload, first, count).map(Iterator::collect);
    let is_sound = record_block::is_sound(payload, first, count, None);
    for wanted in [first, first.wrapping_add(1), 0, u64::MAX] {
        if let Ok(Some(range)) = record_block::find(payload, first, count, wanted) {
            assert!(payload.get(range).is_some(), "record {wanted} lies outside of the block");
        }
    }
    if !is_sound {
        return;
    }
    let found = found.expect("a sound block can be read");
    assert_eq!(found.len(), count as usize);
    assert!(found.is_sorted_by(|a, b| a.0 < b.0), "the keys of a sound block ascend");
    assert!(found.windows(2).all(|pair| pair[0].1.end == pair[1].1.start), "records follow each other");
    assert_eq!(
        found.last().map(|record| record.1.end),
        Some(payload.len()),
        "nothing follows the last record"
    );
    for (place, (key, range)) in found.iter().enumerate() {
        assert_eq!(record_block::find(payload, first, count, *key), Ok(Some(range.clone())));
        if found.get(place + 1).is_some_and(|next| next.0 > key + 1) {
            assert_eq!(record_block::find(payload, first, count, key + 1), Ok(None));
        }
    }
    let last = found[found.len() - 1].0;
    assert!(!record_block::is_sound(payload, first, count, Some(last)), "the last key is not below itself");
}
