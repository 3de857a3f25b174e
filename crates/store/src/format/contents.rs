//! The table of contents of a volume.
//!
//! On disk: the length of a JSON text (four bytes), the text (whose volume it is, and which tables it has), then
//! the blocks of all tables in binary, because a large tier has hundreds of thousands of them. The exact layout
//! is in `docs/database-format.md`.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use zermelo_core::Outcome;

use crate::Identity;
use crate::format::header::{FIRST_VERSION_WITH_POSITIONS, FORMAT_VERSION_OF_OTHERS, Header};
use crate::format::notation::{format_outcome, parse_outcome};
use crate::format::positions_block::{LARGEST_KEYS, POSITIONS_PER_BLOCK, key_bytes, outcome_width};
use crate::write::positions_writer::Packing;

/// Slots in one block of a slot table; only the last block of a table may have fewer. A probe decompresses a
/// block of this size in 55 microseconds; blocks of a quarter would take half as long, but databases would be larger by 5 to 7 %.
pub const SLOTS_PER_BLOCK: usize = 1 << 16;

/// The same in volumes of the first version of the format.
const SLOTS_PER_BLOCK_OF_VERSION_1: usize = 1 << 14;

/// A block of a keyed table ends with the line that brings it to this many bytes.
pub(crate) const TEXT_PER_BLOCK: usize = 1 << 16;

/// The longest word that a keyed table takes, in bytes.
pub(crate) const LONGEST_WORD: usize = u16::MAX as usize;

/// A block of records ends with the one that brings it to this many bytes, keys and lengths not counted.
pub(crate) const BYTES_PER_RECORD_BLOCK: usize = 1 << 15;

/// The longest record, in bytes.
pub(crate) const LONGEST_RECORD: usize = 1 << 20;

/// No block of records is larger: a full one, a longest record, and up to 20 bytes of key and length for each byte.
const LARGEST_RECORD_BLOCK: usize = 21 * BYTES_PER_RECORD_BLOCK + LONGEST_RECORD + 20;

/// No line is longer: a word, a tab, an outcome such as `W4294967295`, a newline.
const LONGEST_LINE: usize = LONGEST_WORD + 13;

/// How the tables of a volume are addressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// By number: the game has an index.
    Slots,
    /// By the text of the position.
    Keyed,
    /// By a key that only the game understands; so are the bytes that are found there.
    Records,
    /// By the position, packed into a key.
    Positions,
}

impl Kind {
    /// The version of the format that a volume of this kind needs.
    fn version(self) -> u32 {
        if self == Kind::Positions { FIRST_VERSION_WITH_POSITIONS } else { FORMAT_VERSION_OF_OTHERS }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Directory {
    /// Of the format.
    pub(crate) version: u32,
    pub(crate) volume: u32,
    pub(crate) identity: Identity,
    pub(crate) kind: Kind,
    pub(crate) tables: Vec<TableEntry>,
    /// The blocks of all tables, in the order of the file.
    pub(crate) blocks: Vec<Block>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TableEntry {
    pub(crate) name: String,
    /// Slots, or entries.
    pub(crate) len: u64,
    pub(crate) first_block: usize,
    pub(crate) block_count: usize,
    pub(crate) contents: Contents,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Contents {
    /// The outcomes that occur, and `None` if there are slots without; a block holds indexes into them.
    Slots { palette: Vec<Option<Outcome>> },
    /// For each block its first word and its number of lines.
    Keyed { starts: Vec<KeyedStart> },
    /// For each block its first key and its number of records.
    Records { starts: Vec<RecordStart> },
    /// How keys are made, the outcomes that occur, and where blocks begin. Each block is two frames: keys, and outcomes.
    Positions { packing: Packing, palette: Vec<Outcome>, starts: PositionStarts },
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct KeyedStart {
    pub(crate) word: Box<str>,
    pub(crate) lines: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RecordStart {
    pub(crate) key: u64,
    pub(crate) records: u32,
}

/// The first key of each block of positions, and how many positions are before it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PositionStarts {
    bits: u32,
    /// Keys of one length, the highest byte first.
    firsts: Vec<u8>,
    /// One more than there are blocks.
    ranks: Vec<u64>,
}

impl PositionStarts {
    pub(crate) fn new(bits: u32) -> PositionStarts {
        PositionStarts { bits, firsts: Vec::new(), ranks: vec![0] }
    }

    /// Adds a block of `count` positions.
    pub(crate) fn push(&mut self, first: &[u8], count: u32) {
        self.firsts.extend(first);
        self.ranks.push(self.len() + u64::from(count));
    }

    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    pub(crate) fn blocks(&self) -> usize {
        self.ranks.len() - 1
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> u64 {
        self.ranks.last().copied().unwrap_or(0)
    }

    pub(crate) fn first(&self, block: usize) -> &[u8] {
        let length = key_bytes(self.bits);
        &self.firsts[block * length..(block + 1) * length]
    }

    pub(crate) fn rank(&self, block: usize) -> u64 {
        self.ranks[block]
    }

    pub(crate) fn count(&self, block: usize) -> usize {
        (self.ranks[block + 1] - self.ranks[block]) as usize
    }

    /// The block where a key is, if it is anywhere.
    pub(crate) fn block_of(&self, key: &[u8]) -> Option<usize> {
        let (mut low, mut high) = (0, self.blocks());
        while low < high {
            let middle = low.midpoint(high);
            if self.first(middle) <= key { low = middle + 1 } else { high = middle }
        }
        low.checked_sub(1)
    }
}

/// One zstd frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Block {
    pub(crate) offset: u64,
    pub(crate) compressed: u32,
    pub(crate) raw: u32,
    /// Of the compressed bytes, because zstd ignores some bits of its own headers.
    pub(crate) crc: u32,
}

#[derive(Serialize, Deserialize)]
struct JsonDirectory {
    volume: u32,
    #[serde(flatten)]
    identity: Identity,
    kind: Kind,
    tables: Vec<JsonTable>,
}

#[derive(Serialize, Deserialize)]
struct JsonTable {
    name: String,
    len: u64,
    blocks: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    palette: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key_bits: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    packing: Option<String>,
}

impl Directory {
    pub(crate) fn new(volume: u32, identity: Identity, kind: Kind) -> Directory {
        let (tables, blocks) = (Vec::new(), Vec::new());
        Directory { version: kind.version(), volume, identity, kind, tables, blocks }
    }

    /// The slots in one block of a slot table.
    pub(crate) fn slots_per_block(&self) -> usize {
        if self.version == 1 { SLOTS_PER_BLOCK_OF_VERSION_1 } else { SLOTS_PER_BLOCK }
    }

    /// The number of slots in the block at this place of a table.
    pub(crate) fn slots_in_block(&self, len: u64, place: usize) -> usize {
        let per_block = self.slots_per_block();
        (len - (place * per_block) as u64).min(per_block as u64) as usize
    }

    /// The first byte after the last block.
    pub(crate) fn blocks_end(&self) -> u64 {
        self.blocks.last().map_or(Header::SIZE as u64, Block::end)
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let json = serde_json::to_vec(&JsonDirectory {
            volume: self.volume,
            identity: self.identity.clone(),
            kind: self.kind,
            tables: self.tables.iter().map(TableEntry::to_json).collect(),
        })
        .expect("strings and numbers always serialise");
        let mut bytes = (json.len() as u32).to_le_bytes().to_vec();
        bytes.extend(json);
        for table in &self.tables {
            for (place, block) in self.blocks[table.blocks()].iter().enumerate() {
                bytes.extend(block.compressed.to_le_bytes());
                bytes.extend(block.raw.to_le_bytes());
                bytes.extend(block.crc.to_le_bytes());
                match &table.contents {
                    Contents::Slots { .. } => {}
                    Contents::Keyed { starts } => {
                        bytes.extend(starts[place].lines.to_le_bytes());
                        bytes.extend((starts[place].word.len() as u16).to_le_bytes());
                        bytes.extend(starts[place].word.as_bytes());
                    }
                    Contents::Records { starts } => {
                        bytes.extend(starts[place].records.to_le_bytes());
                        bytes.extend(starts[place].key.to_le_bytes());
                    }
                    Contents::Positions { starts, .. } => {
                        if place.is_multiple_of(2) {
                            bytes.extend((starts.count(place / 2) as u32).to_le_bytes());
                            bytes.extend(starts.first(place / 2));
                        }
                    }
                }
            }
        }
        bytes
    }

    /// The error says what is wrong with the bytes.
    pub(crate) fn decode(version: u32, bytes: &[u8]) -> Result<Directory, String> {
        let mut rest = Rest(bytes);
        let json_length = rest.u32()? as usize;
        let json: JsonDirectory = serde_json::from_slice(rest.take(json_length)?)
            .map_err(|error| format!("its directory cannot be read: {error}"))?;
        let mut directory = Directory { version, ..Directory::new(json.volume, json.identity, json.kind) };
        let mut names = HashSet::new();
        for table in json.tables {
            if !names.insert(table.name.clone()) {
                return Err(format!("its directory lists table {:?} twice", table.name));
            }
            let entry = directory.decode_table(table, &mut rest)?;
            directory.tables.push(entry);
        }
        if rest.0.is_empty() { Ok(directory) } else { Err("its directory is too long".to_owned()) }
    }

    fn decode_table(&mut self, json: JsonTable, rest: &mut Rest<'_>) -> Result<TableEntry, String> {
        let (name, len, block_count) = (json.name, json.len, json.blocks);
        let first_block = self.blocks.len();
        let contents = match self.kind {
            Kind::Slots => {
                let palette = decode_palette(&name, &json.palette)?;
                // A table of which every slot has the same outcome stores no blocks.
                let expected =
                    if palette.len() == 1 { 0 } else { len.div_ceil(self.slots_per_block() as u64) };
                if block_count as u64 != expected {
                    return Err(format!("table {name:?} has the wrong number of blocks"));
                }
                for place in 0..block_count {
                    let block = self.decode_block(rest)?;
                    if block.raw as usize != self.slots_in_block(len, place) * index_width(&palette) {
                        return Err(format!("block {place} of table {name:?} has the wrong size"));
                    }
                }
                Contents::Slots { palette }
            }
            Kind::Keyed => {
                let mut starts: Vec<KeyedStart> = Vec::new();
                let mut lines_in_all = 0;
                for place in 0..block_count {
                    let block = self.decode_block(rest)?;
                    if block.raw as usize > TEXT_PER_BLOCK + LONGEST_LINE {
                        return Err(format!("block {place} of table {name:?} has the wrong size"));
                    }
                    let start = decode_start(rest)?;
                    if starts.last().is_some_and(|last| last.word >= start.word) {
                        return Err(format!("the blocks of table {name:?} are out of order"));
                    }
                    lines_in_all += u64::from(start.lines);
                    starts.push(start);
                }
                if lines_in_all != len {
                    return Err(format!("the blocks of table {name:?} do not add up to its length"));
                }
                Contents::Keyed { starts }
            }
            Kind::Records => {
                let mut starts: Vec<RecordStart> = Vec::new();
                let mut records_in_all = 0;
                for place in 0..block_count {
                    let block = self.decode_block(rest)?;
                    if block.raw as usize > LARGEST_RECORD_BLOCK {
                        return Err(format!("block {place} of table {name:?} has the wrong size"));
                    }
                    let start = RecordStart { records: rest.u32()?, key: rest.u64()? };
                    if starts.last().is_some_and(|last| last.key >= start.key) {
                        return Err(format!("the blocks of table {name:?} are out of order"));
                    }
                    records_in_all += u64::from(start.records);
                    starts.push(start);
                }
                if records_in_all != len {
                    return Err(format!("the blocks of table {name:?} do not add up to its length"));
                }
                Contents::Records { starts }
            }
            Kind::Positions => {
                let corrupt = |what: &str| format!("table {name:?} {what}");
                let bits = json.key_bits.filter(|&bits| bits <= 512);
                let bits = bits.ok_or_else(|| corrupt("does not say how many bits its keys have"))?;
                let fingerprint =
                    json.packing.ok_or_else(|| corrupt("does not say how its keys are packed"))?;
                let palette: Option<Vec<Outcome>> =
                    json.palette.iter().map(|word| parse_outcome(word)).collect();
                let palette =
                    palette.ok_or_else(|| corrupt("has a palette of other things than outcomes"))?;
                if block_count % 2 == 1 {
                    return Err(corrupt("has a block without outcomes"));
                }
                let mut starts = PositionStarts::new(bits);
                for place in 0..block_count / 2 {
                    let keys = self.decode_block(rest)?;
                    let (count, first) = (rest.u32()?, rest.take(key_bytes(bits))?);
                    let outcomes = self.decode_block(rest)?;
                    if !(1..=POSITIONS_PER_BLOCK).contains(&(count as usize))
                        || keys.raw as usize > LARGEST_KEYS
                        || outcomes.raw as usize != count as usize * outcome_width(palette.len())
                    {
                        return Err(format!("block {place} of table {name:?} has the wrong size"));
                    }
                    if place > 0 && starts.first(place - 1) >= first {
                        return Err(format!("the blocks of table {name:?} are out of order"));
                    }
                    starts.push(first, count);
                }
                if starts.len() != len {
                    return Err(format!("the blocks of table {name:?} do not add up to its length"));
                }
                Contents::Positions { packing: Packing { bits, fingerprint }, palette, starts }
            }
        };
        Ok(TableEntry { name, len, first_block, block_count, contents })
    }

    fn decode_block(&mut self, rest: &mut Rest<'_>) -> Result<Block, String> {
        let offset = self.blocks_end();
        let block = Block { offset, compressed: rest.u32()?, raw: rest.u32()?, crc: rest.u32()? };
        self.blocks.push(block);
        Ok(block)
    }
}

/// How a palette writes that a slot has no outcome.
const NO_OUTCOME: &str = "-";

fn decode_palette(table: &str, words: &[String]) -> Result<Vec<Option<Outcome>>, String> {
    let decode = |word: &String| if word == NO_OUTCOME { Some(None) } else { parse_outcome(word).map(Some) };
    let palette: Option<Vec<Option<Outcome>>> = words.iter().map(decode).collect();
    match palette {
        Some(palette) if !palette.is_empty() && palette.len() <= 1 << 16 => Ok(palette),
        _ => Err(format!("the palette of table {table:?} is not a list of 1 to 65536 outcomes")),
    }
}

fn decode_start(rest: &mut Rest<'_>) -> Result<KeyedStart, String> {
    let lines = rest.u32()?;
    let length = rest.u16()? as usize;
    let word =
        std::str::from_utf8(rest.take(length)?).map_err(|_| "its directory is not UTF-8".to_owned())?;
    Ok(KeyedStart { word: word.into(), lines })
}

impl TableEntry {
    /// Which blocks of the volume are this table's.
    pub(crate) fn blocks(&self) -> std::ops::Range<usize> {
        self.first_block..self.first_block + self.block_count
    }

    fn to_json(&self) -> JsonTable {
        let palette = match &self.contents {
            Contents::Slots { palette } => {
                let encode =
                    |outcome: &Option<Outcome>| outcome.map_or(NO_OUTCOME.to_owned(), format_outcome);
                palette.iter().map(encode).collect()
            }
            Contents::Keyed { .. } | Contents::Records { .. } => Vec::new(),
            Contents::Positions { palette, .. } => palette.iter().copied().map(format_outcome).collect(),
        };
        let packing = match &self.contents {
            Contents::Positions { packing, .. } => Some(packing),
            _ => None,
        };
        JsonTable {
            name: self.name.clone(),
            len: self.len,
            blocks: self.block_count,
            palette,
            key_bits: packing.map(|packing| packing.bits),
            packing: packing.map(|packing| packing.fingerprint.clone()),
        }
    }
}

impl Block {
    pub(crate) fn end(&self) -> u64 {
        self.offset + u64::from(self.compressed)
    }
}

/// Bytes per slot.
pub(crate) fn index_width(palette: &[Option<Outcome>]) -> usize {
    if palette.len() <= 256 { 1 } else { 2 }
}

/// What is left to read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or("its directory is too short")?;
        self.0 = rest;
        Ok(taken)
    }

    fn u16(&mut self) -> Result<u16, String> {
        Ok(u16::from_le_bytes(self.take(2)?.try_into().expect("two bytes")))
    }

    fn u64(&mut self) -> Result<u64, String> {
        Ok(u64::from_le_bytes(self.take(8)?.try_into().expect("eight bytes")))
    }

    fn u32(&mut self) -> Result<u32, String> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().expect("four bytes")))
    }
}
