//! What one node hands over to the node with one stone less in the centre column: the half of its entries that a stone
//! in the centre leads to, compressed, in a file that lives until that node is solved.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use zermelo_files::WholeFile;

use crate::edges::PADDING;
use crate::error::EngineError;
use crate::node::out_of_memory;

/// Records in a block. Readers start at any record, so blocks are small.
pub(crate) const RECORDS_PER_BLOCK: usize = 64;

/// The end of a complete file.
const MAGIC: &[u8; 8] = b"ZHANDOV1";
/// The length of the index, its checksum, and the magic.
const TAIL: usize = 8 + 4 + 8;
/// On entries this level is not only smaller but also faster, both ways, than those below it.
const LEVEL: i32 = 3;

/// Some neighbouring records, compressed.
pub(crate) struct HandoverBlock {
    first_colouring: u32,
    raw: u32,
    bytes: Vec<u8>,
}

impl HandoverBlock {
    pub(crate) fn new(
        compressor: &mut zstd::bulk::Compressor<'_>,
        first_colouring: u32,
        halves: &[u8],
    ) -> std::io::Result<HandoverBlock> {
        let mut bytes = compressor.compress(halves)?;
        bytes.shrink_to_fit();
        Ok(HandoverBlock { first_colouring, raw: halves.len() as u32, bytes })
    }

    /// A compressor for blocks.
    pub(crate) fn compressor() -> std::io::Result<zstd::bulk::Compressor<'static>> {
        zstd::bulk::Compressor::new(LEVEL)
    }
}

/// Where a block is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    offset: u64,
    first_colouring: u32,
    length: u32,
    raw: u32,
    crc: u32,
}

type Index = HashMap<(u32, u32), Vec<Place>>;

/// Writes what is handed over.
pub(crate) struct HandoverWriter {
    file: WholeFile,
    offset: u64,
    index: Vec<((u32, u32), Vec<Place>)>,
}

impl HandoverWriter {
    pub(crate) fn create(path: &Path) -> Result<HandoverWriter, EngineError> {
        if let Some(directory) = path.parent() {
            zermelo_files::create_directories(directory)?;
        }
        Ok(HandoverWriter { file: WholeFile::create(path)?, offset: 0, index: Vec::new() })
    }

    /// Adds blocks of a group; those of one group come in order.
    pub(crate) fn write(
        &mut self,
        shape: usize,
        group: usize,
        blocks: &[HandoverBlock],
    ) -> Result<(), EngineError> {
        let key = (shape as u32, group as u32);
        if self.index.last().is_none_or(|(last, _)| *last != key) {
            self.index.push((key, Vec::new()));
        }
        let (_, places) = self.index.last_mut().expect("just pushed");
        for block in blocks {
            places.push(Place {
                offset: self.offset,
                first_colouring: block.first_colouring,
                length: block.bytes.len() as u32,
                raw: block.raw,
                crc: crc32fast::hash(&block.bytes),
            });
            self.file.write(&block.bytes)?;
            self.offset += block.bytes.len() as u64;
        }
        Ok(())
    }

    /// Makes it last.
    pub(crate) fn finish(mut self) -> Result<(), EngineError> {
        let index = encode(&self.index);
        self.file.write(&index)?;
        self.file.write(&(index.len() as u64).to_le_bytes())?;
        self.file.write(&crc32fast::hash(&index).to_le_bytes())?;
        self.file.write(MAGIC)?;
        Ok(self.file.commit()?)
    }
}

fn encode(index: &[((u32, u32), Vec<Place>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &((shape, group), ref places) in index {
        for number in [shape, group, places.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        for place in places {
            for number in [place.first_colouring, place.length, place.raw, place.crc] {
                bytes.extend(number.to_le_bytes());
            }
        }
    }
    bytes
}

fn decode(bytes: &[u8]) -> Option<Index> {
    let mut numbers =
        bytes.chunks_exact(4).map(|four| u32::from_le_bytes(four.try_into().expect("four bytes")));
    let mut index = Index::new();
    let mut offset = 0;
    while let Some(shape) = numbers.next() {
        let (group, count) = (numbers.next()?, numbers.next()?);
        let places = index.entry((shape, group)).or_default();
        for _ in 0..count {
            let (first_colouring, length, raw, crc) =
                (numbers.next()?, numbers.next()?, numbers.next()?, numbers.next()?);
            places.push(Place { offset, first_colouring, length, raw, crc });
            offset += u64::from(length);
        }
    }
    Some(index)
}

/// Reads what was handed over.
pub(crate) struct HandoverReader {
    path: PathBuf,
    file: File,
    index: Index,
}

impl HandoverReader {
    pub(crate) fn open(path: &Path) -> Result<HandoverReader, EngineError> {
        let damaged = |what: &str| EngineError::Damaged { path: path.to_owned(), what: what.to_owned() };
        let file = zermelo_files::open(path)?;
        let length = file.metadata().map_err(EngineError::io(path, "read"))?.len();
        let mut tail = [0; TAIL];
        let tail_at = length.checked_sub(TAIL as u64).ok_or_else(|| damaged("it is too short"))?;
        file.read_exact_at(&mut tail, tail_at).map_err(EngineError::io(path, "read"))?;
        if tail[12..] != *MAGIC {
            return Err(damaged("it does not end as it should"));
        }
        let index_length = u64::from_le_bytes(tail[..8].try_into().expect("eight bytes"));
        let index_at = tail_at.checked_sub(index_length).ok_or_else(|| damaged("its index is too long"))?;
        let mut index = vec![0; index_length as usize];
        file.read_exact_at(&mut index, index_at).map_err(EngineError::io(path, "read"))?;
        if crc32fast::hash(&index).to_le_bytes() != tail[8..12] {
            return Err(damaged("the checksum of its index does not match"));
        }
        let index = decode(&index).ok_or_else(|| damaged("its index cannot be read"))?;
        Ok(HandoverReader { path: path.to_owned(), file, index })
    }

    /// Reads the records of a group one after the other. The first one is the first of the block that has `colouring`
    /// or would have it; its colouring is returned, too.
    pub(crate) fn cursor(
        &self,
        shape: usize,
        group: usize,
        colouring: u32,
        width: usize,
    ) -> (Cursor<'_>, u32) {
        let places = self.index.get(&(shape as u32, group as u32)).map_or(&[][..], Vec::as_slice);
        let block = places.partition_point(|place| place.first_colouring <= colouring).saturating_sub(1);
        let first = places.get(block).map_or(0, |place| place.first_colouring);
        let cursor =
            Cursor { reader: self, places, block, record: 0, records: 0, width, room: Room::default() };
        (cursor, first)
    }
}

/// A place in the records of a group.
pub(crate) struct Cursor<'a> {
    reader: &'a HandoverReader,
    places: &'a [Place],
    /// The block after the one that is being read.
    block: usize,
    /// The next record of the block that is being read, and how many it has.
    record: usize,
    records: usize,
    width: usize,
    room: Room,
}

/// What reading a block needs.
#[derive(Default)]
struct Room {
    raw: Vec<u8>,
    bytes: Vec<u8>,
}

thread_local! {
    /// Making one takes as long as decompressing a block.
    static DECOMPRESSOR: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) };
}

impl Cursor<'_> {
    /// The next record, with padding.
    pub(crate) fn next(&mut self) -> Result<&[u8], EngineError> {
        if self.record == self.records {
            self.read_block()?;
        }
        let start = self.record * self.width;
        self.record += 1;
        Ok(&self.room.raw[start..start + self.width + PADDING])
    }

    /// Leaves records out.
    pub(crate) fn skip(&mut self, count: usize) -> Result<(), EngineError> {
        for _ in 0..count {
            self.next()?;
        }
        Ok(())
    }

    fn read_block(&mut self) -> Result<(), EngineError> {
        let path = &self.reader.path;
        let damaged = |what: &str| EngineError::Damaged { path: path.clone(), what: what.to_owned() };
        let place = *self.places.get(self.block).ok_or_else(|| damaged("records are missing"))?;
        let Room { raw: out, bytes } = &mut self.room;
        bytes.resize(place.length as usize, 0);
        self.reader.file.read_exact_at(bytes, place.offset).map_err(EngineError::io(path, "read"))?;
        if crc32fast::hash(bytes) != place.crc {
            return Err(damaged("the checksum of a block does not match"));
        }
        let raw = place.raw as usize;
        out.resize(raw + PADDING, 0);
        let length = DECOMPRESSOR.with_borrow_mut(|decompressor| {
            if decompressor.is_none() {
                *decompressor = Some(zstd::bulk::Decompressor::new().map_err(out_of_memory)?);
            }
            let decompressor = decompressor.as_mut().expect("just made");
            let length = decompressor.decompress_to_buffer(bytes, &mut out[..raw]);
            length.map_err(|error| damaged(&error.to_string()))
        })?;
        if length != raw || !raw.is_multiple_of(self.width.max(1)) {
            return Err(damaged("a block has the wrong length"));
        }
        self.records = raw / self.width.max(1);
        self.record = 0;
        self.block += 1;
        Ok(())
    }
}

/// Whether a complete file is there.
pub(crate) fn is_complete(path: &Path) -> bool {
    HandoverReader::open(path).is_ok()
}
