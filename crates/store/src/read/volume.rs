//! One file of a database, opened for reading.
//!
//! Opening checks the header, the directory and the seek table; reading a block checks the block. Together they
//! cover every byte of the file.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::Identity;
use crate::error::{Result, StoreError};
use crate::format::contents::{Contents, Directory, RecordStart, TableEntry, index_width};
use crate::format::header::{Header, u32_at};
use crate::format::keyed_block;
use crate::format::record_block;
use crate::format::seek_table;
use crate::read::read_at::ReadAt;
use crate::read::stored_table::StoredTable;

pub(crate) const DIRECTORY_FRAME_MAGIC: u32 = 0x184D_2A51;

/// Volumes per subdirectory.
const VOLUMES_PER_SUBDIRECTORY: u32 = 256;

/// Where a volume is, from the directory of its database: `000/00017.zvol`, and `000/00017.2.zvol` in
/// generation 2.
pub(crate) fn volume_file(number: u32, generation: u32) -> String {
    let generation = if generation == 0 { String::new() } else { format!(".{generation}") };
    format!("{:03}/{number:05}{generation}.zvol", number / VOLUMES_PER_SUBDIRECTORY)
}

/// Returns number and generation of the volume in a file, the reverse of [`volume_file`]; `None` for any
/// other text.
pub(crate) fn volume_number(file: &str) -> Option<(u32, u32)> {
    let name = file.split_once('/')?.1.strip_suffix(".zvol")?;
    let (number, generation) = name.split_once('.').unwrap_or((name, "0"));
    let (number, generation) = (number.parse().ok()?, generation.parse().ok()?);
    (volume_file(number, generation) == file).then_some((number, generation))
}

pub(crate) struct Volume {
    pub(crate) path: PathBuf,
    pub(crate) header: Header,
    pub(crate) directory: Directory,
    source: Box<dyn ReadAt>,
}

impl Volume {
    pub(crate) fn open(path: &Path, source: Box<dyn ReadAt>) -> Result<Volume> {
        let corrupt = |what: &str| StoreError::corrupt(path, what);
        let length = source.length().map_err(StoreError::io(path, "read"))?;
        if length < Header::SIZE as u64 {
            return Err(corrupt("it is shorter than the header of a volume"));
        }
        let mut header = [0; Header::SIZE];
        source.read_exact_at(&mut header, 0).map_err(StoreError::io(path, "read"))?;
        let header = Header::decode(&header, path)?;
        if length != header.file_length {
            let what = format!("it is {length} bytes long instead of {}", header.file_length);
            return Err(StoreError::corrupt(path, what));
        }
        let tail_length = length
            .checked_sub(header.directory_offset)
            .filter(|&tail| tail >= 8 + u64::from(header.directory_length))
            .ok_or_else(|| corrupt("its header places the directory beyond the end of the file"))?;
        let mut tail = vec![0; tail_length as usize];
        source.read_exact_at(&mut tail, header.directory_offset).map_err(StoreError::io(path, "read"))?;
        let directory = check_tail(&header, &tail).map_err(|what| StoreError::corrupt(path, what))?;
        Ok(Volume { path: path.to_owned(), header, directory, source })
    }

    /// That the file belongs where it was found.
    pub(crate) fn check_owner(&self, number: u32, identity: &Identity) -> Result<()> {
        if self.directory.identity != *identity {
            return Err(StoreError::WrongGame {
                path: self.path.clone(),
                expected: Box::new(identity.clone()),
                found: Box::new(self.directory.identity.clone()),
            });
        }
        if self.directory.volume != number {
            return Err(self.corrupt(format!("it says that it is volume {}", self.directory.volume)));
        }
        Ok(())
    }

    pub(crate) fn table_names(&self) -> impl Iterator<Item = &str> {
        self.directory.tables.iter().map(|table| table.name.as_str())
    }

    /// Decompresses one of a table's blocks into `raw`, checked: every index is in the palette.
    pub(crate) fn read_block(&self, table: &TableEntry, place: usize, raw: &mut Vec<u8>) -> Result<()> {
        raw.clear();
        raw.resize(self.directory.blocks[table.first_block + place].raw as usize, 0);
        BLOCK_READER.with_borrow_mut(|reader| {
            self.read_compressed(table, place, &mut reader.compressed)?;
            match reader.decompress(raw) {
                Ok(length) if length == raw.len() => Ok(()),
                Ok(_) => Err(self.corrupt_block(table, place, "it is too short")),
                Err(error) => Err(self.corrupt_block(table, place, &error.to_string())),
            }
        })?;
        if let Contents::Slots { palette } = &table.contents {
            let outside = match index_width(palette) {
                1 => raw.iter().any(|&index| usize::from(index) >= palette.len()),
                _ => raw
                    .as_chunks()
                    .0
                    .iter()
                    .any(|&pair| usize::from(u16::from_le_bytes(pair)) >= palette.len()),
            };
            if outside {
                return Err(self.corrupt_block(table, place, "it goes beyond the palette"));
            }
        }
        Ok(())
    }

    /// Reads the frame of one of a table's blocks, and compares it with its checksum.
    fn read_compressed(&self, table: &TableEntry, place: usize, compressed: &mut Vec<u8>) -> Result<()> {
        let block = self.directory.blocks[table.first_block + place];
        compressed.resize(block.compressed as usize, 0);
        self.source.read_exact_at(compressed, block.offset).map_err(StoreError::io(&self.path, "read"))?;
        if crc32fast::hash(compressed) != block.crc {
            return Err(self.corrupt_block(table, place, "its checksum does not match"));
        }
        Ok(())
    }

    /// Compares every block with its checksum; `progress` gets the number of bytes of each batch, and says whether to
    /// go on. With what was checked on opening that is every byte of the file.
    pub(crate) fn check_checksums(&self, progress: &mut dyn FnMut(u64) -> bool) -> Result<()> {
        self.check_tables(
            &|table, place, compressed| self.read_compressed(table, place, compressed),
            &mut |bytes| if progress(bytes) { Ok(()) } else { Err(Stop::Asked) },
        )
        .or_else(|stop| match stop {
            Stop::Asked => Ok(()),
            Stop::Failed(error) => Err(error),
        })
    }

    /// Reads and checks every block; `progress` gets the number of bytes of each batch, and may stop it.
    pub(crate) fn check_blocks<E: From<StoreError>>(
        &self,
        progress: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let check = |table: &TableEntry, place, raw: &mut Vec<u8>| {
            self.read_block(table, place, raw)?;
            self.check_lines(table, place, raw)?;
            self.check_records(table, place, raw)?;
            self.check_positions(table, place, raw)
        };
        self.check_tables(&check, progress)
    }

    /// Calls `check` with each block and room for it, many at a time.
    fn check_tables<E: From<StoreError>>(
        &self,
        check: &(dyn Fn(&TableEntry, usize, &mut Vec<u8>) -> Result<()> + Sync),
        progress: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        // Some tens of milliseconds of work: whoever wants it to stop does not wait long.
        const BATCH: usize = 512;
        for table in &self.directory.tables {
            for first in (0..table.block_count).step_by(BATCH) {
                let batch = first..table.block_count.min(first + BATCH);
                let places = batch.clone().into_par_iter();
                places.try_for_each_init(Vec::new, |room, place| check(table, place, room))?;
                let blocks = &self.directory.blocks[table.blocks()][batch];
                progress(blocks.iter().map(|block| u64::from(block.compressed)).sum())?;
            }
        }
        Ok(())
    }

    /// That a block of a keyed table has the lines that the directory promises, in order.
    fn check_lines(&self, table: &TableEntry, place: usize, text: &[u8]) -> Result<()> {
        let Contents::Keyed { starts } = &table.contents else { return Ok(()) };
        let mut last = None;
        let mut lines = 0;
        for entry in keyed_block::entries(text) {
            let (word, _) = entry.map_err(|what| self.corrupt_block(table, place, &what))?;
            let in_order = last.map_or(word == &*starts[place].word, |last| last < word);
            if !in_order {
                return Err(self.corrupt_block(table, place, "its words are out of order"));
            }
            last = Some(word);
            lines += 1;
        }
        if lines != starts[place].lines {
            return Err(self.corrupt_block(table, place, "it has the wrong number of lines"));
        }
        if starts.get(place + 1).is_some_and(|next| last >= Some(&next.word)) {
            return Err(self.corrupt_block(table, place, "it overlaps the next block"));
        }
        Ok(())
    }

    /// That a block of records has what the directory promises, in order.
    fn check_records(&self, table: &TableEntry, place: usize, payload: &[u8]) -> Result<()> {
        let Contents::Records { starts } = &table.contents else { return Ok(()) };
        let RecordStart { key, records } = starts[place];
        if record_block::is_sound(payload, key, records, starts.get(place + 1).map(|next| next.key)) {
            return Ok(());
        }
        Err(self.corrupt_block(table, place, "its records are not what the directory says"))
    }

    /// That a frame of a table of positions has what the directory promises.
    fn check_positions(&self, table: &TableEntry, place: usize, payload: &[u8]) -> Result<()> {
        let Contents::Positions { starts, palette, .. } = &table.contents else { return Ok(()) };
        StoredTable::check_frame(starts, palette, place, payload)
            .map_err(|what| self.corrupt_block(table, place, &what))
    }

    pub(crate) fn corrupt(&self, what: impl Into<String>) -> StoreError {
        StoreError::corrupt(&self.path, what)
    }

    pub(crate) fn corrupt_block(&self, table: &TableEntry, place: usize, what: &str) -> StoreError {
        self.corrupt(format!("block {place} of table {:?}: {what}", table.name))
    }
}

/// Why a check of checksums ended early.
enum Stop {
    Asked,
    Failed(StoreError),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Stop {
        Stop::Failed(error)
    }
}

/// `tail` is everything from the directory's frame to the end of the file.
fn check_tail(header: &Header, tail: &[u8]) -> Result<Directory, String> {
    if u32_at(tail, 0) != DIRECTORY_FRAME_MAGIC {
        return Err("its directory is not in a skippable zstd frame".to_owned());
    }
    if u32_at(tail, 4) != header.directory_length {
        return Err(
            "its header and its directory's frame disagree about the length of the directory".to_owned()
        );
    }
    let (directory, seek_table) = tail[8..].split_at(header.directory_length as usize);
    if crc32fast::hash(directory) != header.directory_crc {
        return Err("the checksum of its directory does not match".to_owned());
    }
    let directory = Directory::decode(header.version, directory)?;
    if directory.blocks_end() != header.directory_offset {
        return Err("its blocks do not end where its directory starts".to_owned());
    }
    if seek_table != seek_table::encode(&directory.blocks, header.directory_length.saturating_add(8)) {
        return Err("its seek table does not match its directory".to_owned());
    }
    Ok(directory)
}

/// What each thread reuses from block to block.
#[derive(Default)]
struct BlockReader {
    compressed: Vec<u8>,
    decompressor: Option<zstd::bulk::Decompressor<'static>>,
}

impl BlockReader {
    fn decompress(&mut self, raw: &mut [u8]) -> std::io::Result<usize> {
        if self.decompressor.is_none() {
            self.decompressor = Some(zstd::bulk::Decompressor::new()?);
        }
        let decompressor = self.decompressor.as_mut().expect("it has just been made");
        decompressor.decompress_to_buffer(&self.compressed, raw)
    }
}

thread_local! {
    static BLOCK_READER: RefCell<BlockReader> = RefCell::default();
}

#[cfg(test)]
mod tests {
    use std::fs;

    use zermelo_core::Outcome;

    use super::*;
    use crate::{Folder, Packing, Table, Words};

    fn identity() -> Identity {
        Identity::new("game", "variant", "rules")
    }

    /// The bytes of a volume of two slot tables, of one with a keyed table, of one with records, and of one with
    /// positions.
    fn volumes() -> [Vec<u8>; 4] {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::open_for_writing(home.path(), identity()).unwrap();
        let decode = |code: u16| Some(Outcome::Win(code.into()));
        let table = |name, words| Table { name, words, decode: &decode, exceptions: &[], sparse: false };
        let wide: Vec<u16> = (0..300).collect();
        let tables = [table("a", Words::Narrow(&[1, 2, 3])), table("b", Words::Wide(&wide))];
        folder.write_volume(0, &tables, 1).unwrap();
        folder.write_keyed(1, "c", [("x", Outcome::Draw), ("y", Outcome::Tie(1))], 1).unwrap();
        folder
            .write_records(2, "d", 1, |records| {
                records.push(3, b"abc")?;
                records.push(1000, b"de")
            })
            .unwrap();
        let packing = Packing { bits: 40, fingerprint: "so".to_owned() };
        folder
            .write_positions(3, "e", packing, vec![Outcome::Draw, Outcome::Win(1)], 1, |positions| {
                positions.push(&[(3u64, 0), (4, 1), (1 << 39, 0)])
            })
            .unwrap();
        [0, 1, 2, 3].map(|number| fs::read(home.path().join(volume_file(number, 0))).unwrap())
    }

    fn open(bytes: Vec<u8>) -> Result<Volume> {
        Volume::open(Path::new("volume"), Box::new(bytes))
    }

    /// Makes the checksums right again, as a careful liar would.
    fn sign(bytes: &mut [u8]) {
        let start = u32_at(bytes, 24) as usize + 8;
        let length = u32_at(bytes, 20) as usize;
        if let Some(directory) = bytes.get(start..start + length) {
            let crc = crc32fast::hash(directory);
            bytes[40..44].copy_from_slice(&crc.to_le_bytes());
        }
        let crc = crc32fast::hash(&bytes[..44]);
        bytes[44..48].copy_from_slice(&crc.to_le_bytes());
    }

    #[test]
    fn the_names_of_volumes_tell_number_and_generation() {
        for (number, generation, file) in
            [(0, 0, "000/00000.zvol"), (300, 0, "001/00300.zvol"), (7, 12, "000/00007.12.zvol")]
        {
            assert_eq!(volume_file(number, generation), file);
            assert_eq!(volume_number(file), Some((number, generation)));
        }
        for other in
            ["000/00000.0.zvol", "000/00000.01.zvol", "000/00000.1.1.zvol", "001/00000.zvol", "000/0.zvol"]
        {
            assert_eq!(volume_number(other), None, "{other}");
        }
    }

    #[test]
    fn every_wrong_field_has_its_own_message() {
        let [good, ..] = volumes();
        let directory = u32_at(&good, 24) as usize;
        let seek_table = directory + 8 + u32_at(&good, 20) as usize;
        let message = |place: usize, signed: bool| {
            let mut bad = good.clone();
            bad[place] ^= 1;
            if signed {
                sign(&mut bad);
            }
            open(bad).err().expect("the change is noticed").to_string()
        };
        for (place, signed, what) in [
            (0, true, "it does not start with a skippable zstd frame"),
            (4, true, "its first frame has the wrong length"),
            (8, true, "it is not a volume of a Zermelo database"),
            (16, false, "the checksum of its header does not match"),
            (17, true, "volume has format version 258; this program reads versions 1 to 3"),
            (23, true, "its header places the directory beyond the end of the file"),
            (24, true, "its directory is not in a skippable zstd frame"),
            (31, true, "its header places the directory beyond the end of the file"),
            (32, true, "bytes long instead of"),
            (directory, true, "its directory is not in a skippable zstd frame"),
            (
                directory + 4,
                true,
                "its header and its directory's frame disagree about the length of the directory",
            ),
            (directory + 20, false, "the checksum of its directory does not match"),
            (directory + 14, true, "its directory cannot be read: missing field `volume`"),
            (seek_table, false, "its seek table does not match its directory"),
        ] {
            assert!(message(place, signed).contains(what), "byte {place}: {}", message(place, signed));
        }
        assert!(open(good).is_ok());
    }

    #[test]
    fn every_truncation_is_noticed() {
        for good in volumes() {
            for length in 0..good.len() {
                assert!(matches!(open(good[..length].to_vec()), Err(StoreError::Corrupt { .. })), "{length}");
            }
        }
    }

    /// No checksum protects against a directory that was made wrong; then nobody can know what is right, but
    /// nothing may panic.
    #[test]
    fn lies_with_right_checksums_do_not_panic() {
        for good in volumes() {
            for place in 0..good.len() {
                for pattern in [1, 2, 8, 64, 255] {
                    let mut bad = good.clone();
                    bad[place] ^= pattern;
                    sign(&mut bad);
                    if let Ok(volume) = open(bad) {
                        let _ = volume.check_blocks(&mut |_| Result::<()>::Ok(()));
                    }
                }
            }
        }
    }
}
