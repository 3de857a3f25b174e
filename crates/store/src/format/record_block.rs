//! The payload of a block of records: for each record how much its key is greater than the one before it, and its length;
//! then the bytes of all records.

use crate::format::numbers::take_number;

/// The keys and the lengths of the records, and what follows them.
fn entries(payload: &[u8], first: u64, records: u32) -> Option<(Vec<(u64, usize)>, &[u8])> {
    let mut rest = payload;
    let mut key = first;
    let mut entries = Vec::new();
    for _ in 0..records {
        key = key.checked_add(take_number(&mut rest)?)?;
        entries.push((key, usize::try_from(take_number(&mut rest)?).ok()?));
    }
    Some((entries, rest))
}

/// The keys of all records and where they lie in the payload.
pub(crate) fn records(
    payload: &[u8],
    first: u64,
    records: u32,
) -> Option<impl Iterator<Item = (u64, std::ops::Range<usize>)>> {
    let (entries, bytes) = entries(payload, first, records)?;
    let mut end = payload.len() - bytes.len();
    Some(entries.into_iter().map(move |(key, length)| {
        let start = end;
        end = end.saturating_add(length);
        (key, start..end)
    }))
}

/// Whether the block has records with ascending keys, the first as given and the last below `end`, and nothing else.
pub(crate) fn is_sound(payload: &[u8], first: u64, records: u32, end: Option<u64>) -> bool {
    let Some((entries, bytes)) = entries(payload, first, records) else { return false };
    let length = entries.iter().try_fold(0_usize, |sum, &(_, length)| sum.checked_add(length));
    length == Some(bytes.len())
        && entries.first().is_some_and(|&(key, _)| key == first)
        && entries.is_sorted_by(|a, b| a.0 < b.0)
        && end.is_none_or(|end| entries.last().is_some_and(|&(key, _)| key < end))
}

/// Where the record of a key lies in the payload; an `Err` says what is wrong with the block.
pub(crate) fn find(
    payload: &[u8],
    first: u64,
    records: u32,
    wanted: u64,
) -> Result<Option<std::ops::Range<usize>>, String> {
    let damaged = || "its keys and lengths cannot be read".to_owned();
    let (mut rest, mut key, mut before) = (payload, first, 0_usize);
    let mut found = None;
    for _ in 0..records {
        key = take_number(&mut rest).and_then(|more| key.checked_add(more)).ok_or_else(damaged)?;
        let length =
            take_number(&mut rest).and_then(|length| usize::try_from(length).ok()).ok_or_else(damaged)?;
        if key == wanted {
            found = Some((before, length));
        }
        before = before.checked_add(length).ok_or_else(damaged)?;
    }
    let bytes = payload.len() - rest.len();
    let Some((start, length)) = found else { return Ok(None) };
    if rest.len() < start + length {
        return Err("it is too short for its records".to_owned());
    }
    Ok(Some(bytes + start..bytes + start + length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::numbers::push_number;

    fn block(records: &[(u64, &[u8])]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut last = records[0].0;
        for &(key, record) in records {
            push_number(&mut bytes, key - last);
            push_number(&mut bytes, record.len() as u64);
            last = key;
        }
        for (_, record) in records {
            bytes.extend(*record);
        }
        bytes
    }

    #[test]
    fn every_record_is_found_and_no_other() {
        let records: [(u64, &[u8]); 4] = [(5, b"abc"), (6, b""), (1 << 40, b"x"), (u64::MAX, b"yz")];
        let block = block(&records);
        assert!(is_sound(&block, 5, 4, None));
        for (key, record) in records {
            assert_eq!(&block[find(&block, 5, 4, key).unwrap().unwrap()], record);
        }
        assert_eq!(find(&block, 5, 4, 7), Ok(None));
        assert!(!is_sound(&block, 5, 3, None) && !is_sound(&block, 5, 4, Some(u64::MAX)));
        assert!(!is_sound(&block[..block.len() - 1], 5, 4, None));
        assert!(find(&block[..block.len() - 1], 5, 4, u64::MAX).is_err());
    }
}
