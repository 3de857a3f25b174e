//! Whole volumes.

use std::path::Path;
use std::sync::Arc;

use zermelo_core::{Key, Outcome, WideKey};

use crate::format::contents::{Block, Directory, Kind};
use crate::format::header::{Header, u32_at};
use crate::format::seek_table;
use crate::read::stored_table::StoredTable;
use crate::read::volume::{DIRECTORY_FRAME_MAGIC, Volume};
use crate::{Result, StoreError};

/// Tables with more slots are not loaded: a few bytes can describe as many slots of one outcome as they like.
const MOST_SLOTS: u64 = 1 << 20;

/// So many entries of a table are looked up one by one.
const LOOKED_UP: usize = 16;

/// Opens a volume and reads all of it, first as it is, then with the checksums that belong to it.
pub fn volume(data: &[u8]) {
    read(data.to_vec());
    if let Some(signed) = signed(data) {
        read(signed);
    }
}

/// Returns the volume with everything that follows from its blocks and its directory: checksums, lengths,
/// seek table.
fn signed(data: &[u8]) -> Option<Vec<u8>> {
    let header = data.get(..Header::SIZE)?;
    let (version, length, offset) = (u32_at(header, 16), u32_at(header, 20), u32_at(header, 24));
    let start = (offset as usize).checked_add(8)?;
    let text = data.get(start..start.checked_add(length as usize)?)?;
    let mut directory = Directory::decode(version, text).ok()?;
    for block in &mut directory.blocks {
        let bytes = data.get(block.offset as usize..block.end() as usize)?;
        *block = Block { crc: crc32fast::hash(bytes), ..*block };
    }
    let offset = directory.blocks_end();
    let text = directory.encode();
    let seek_table = seek_table::encode(&directory.blocks, text.len() as u32 + 8);
    let header = Header {
        version,
        directory_length: text.len() as u32,
        directory_offset: offset,
        file_length: offset + 8 + (text.len() + seek_table.len()) as u64,
        directory_crc: crc32fast::hash(&text),
    };
    let blocks = data.get(Header::SIZE..offset as usize)?;
    let frame = [DIRECTORY_FRAME_MAGIC.to_le_bytes(), (text.len() as u32).to_le_bytes()].concat();
    Some([&header.encode(), blocks, &frame, &text, &seek_table].concat())
}

fn read(bytes: Vec<u8>) {
    let Ok(volume) = Volume::open(Path::new("volume"), Box::new(bytes)) else { return };
    assert_eq!(
        Directory::decode(volume.directory.version, &volume.directory.encode()),
        Ok(volume.directory.clone())
    );
    let volume = Arc::new(volume);
    let checked = volume.check_blocks(&mut |_| Ok::<(), StoreError>(()));
    let is_whole = volume.check_checksums(&mut |_| true);
    assert!(
        is_whole.is_ok() || checked.is_err(),
        "damage that the checksums tell is noticed by the longer check"
    );
    for place in 0..volume.directory.tables.len() {
        let table = StoredTable::new(Arc::clone(&volume), place);
        let read = match table.kind() {
            Kind::Slots => slots(&table),
            Kind::Keyed => keyed(&table),
            Kind::Records => records(&table),
            Kind::Positions => positions(&table, checked.is_ok()),
        };
        assert!(read.is_ok() || checked.is_err(), "a volume without fault cannot be read: {read:?}");
    }
}

fn slots(table: &StoredTable) -> Result<()> {
    let outcome = |slot| table.outcome(slot, |block| table.read_block(block));
    assert!(outcome(table.len()).is_err(), "there is no slot behind the last one");
    if table.len() > MOST_SLOTS {
        return outcome(0).map(drop);
    }
    let mut loaded = vec![None; table.len() as usize];
    table.load(&mut loaded, |outcome| outcome)?;
    let step = 1 + loaded.len() / LOOKED_UP;
    for (slot, &expected) in loaded.iter().enumerate().step_by(step) {
        assert_eq!(outcome(slot as u64)?, expected, "slot {slot}");
    }
    let counted = table.count(|outcome| outcome == Outcome::Draw)?;
    assert_eq!(counted, loaded.iter().filter(|&&outcome| outcome == Some(Outcome::Draw)).count() as u64);
    Ok(())
}

fn keyed(table: &StoredTable) -> Result<()> {
    let mut entries: Vec<(String, Outcome)> = Vec::new();
    table.for_each_entry(|word, outcome| {
        entries.push((word.to_owned(), outcome));
        Ok::<(), StoreError>(())
    })?;
    // Blocks with lines in the wrong order are found by the longer check only.
    if entries.is_sorted_by(|a, b| a.0 < b.0) && entries.len() as u64 == table.len() {
        for (word, outcome) in entries.iter().take(LOOKED_UP) {
            // A block may begin with another word than the directory says, so that a word is not found.
            let found = table.lookup(word, |block| table.read_block(block))?;
            assert!(found.is_none_or(|found| found == *outcome), "word {word:?}");
        }
    }
    Ok(())
}

fn records(table: &StoredTable) -> Result<()> {
    let mut keys = Vec::new();
    table.for_each_record(|key, bytes| {
        keys.push((key, bytes.to_vec()));
        Ok::<(), StoreError>(())
    })?;
    if keys.is_sorted_by(|a, b| a.0 < b.0) {
        for (key, bytes) in keys.iter().take(LOOKED_UP) {
            let found = table.read_record(*key, <[u8]>::to_vec)?;
            assert!(found.is_none_or(|found| found == *bytes), "record {key}");
        }
    }
    Ok(())
}

fn positions(table: &StoredTable, is_sound: bool) -> Result<()> {
    let whole = table.positions::<WideKey>()?;
    let (mut keys, mut outcomes) = (Vec::new(), Vec::new());
    for block in 0..whole.blocks() {
        whole.read_keys(block, &mut keys)?;
        whole.read_outcomes(block, &mut outcomes)?;
    }
    assert_eq!((keys.len() as u64, outcomes.len() as u64), (whole.len(), whole.len()));
    assert!(!is_sound || keys.is_sorted_by(|a, b| a < b), "the keys of a sound table ascend");
    if !is_sound {
        return Ok(());
    }
    let bits = table.packing().expect("a table of positions").bits;
    for (key, &place) in keys.iter().zip(&outcomes).take(LOOKED_UP) {
        // The first key of a block has whole bytes, and so perhaps bits that no key has.
        let expected = key.fits(bits).then(|| whole.palette()[place as usize]);
        assert_eq!(table.read_position(*key)?, expected, "key {key:?}");
    }
    Ok(())
}
