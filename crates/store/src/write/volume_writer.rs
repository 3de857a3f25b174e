//! Writes one volume, front to back.

use std::path::Path;

use rayon::prelude::*;
use zermelo_core::Outcome;
use zermelo_files::WholeFile;
use zstd::zstd_safe::CParameter;

use crate::Identity;
use crate::error::{Result, StoreError};
use crate::format::contents::{
    Block, Contents, Directory, KeyedStart, Kind, LONGEST_WORD, TEXT_PER_BLOCK, TableEntry,
};
use crate::format::header::Header;
use crate::format::keyed_block::push_line;
use crate::format::seek_table;
use crate::read::volume::DIRECTORY_FRAME_MAGIC;
use crate::write::palette::Palette;
use crate::write::table::{Table, Words};

/// Blocks per thread that are compressed before they are written: enough to keep all threads busy, few enough
/// to stay within some megabytes whatever the size of the table.
const BATCH_PER_THREAD: usize = 16;

/// Higher levels weigh for every repeat what it costs.
const HIGHEST_WITH_LONG_MATCHES: i32 = 12;

pub(crate) struct VolumeWriter {
    file: WholeFile,
    directory: Directory,
    level: i32,
}

struct Compressed {
    bytes: Vec<u8>,
    raw: u32,
    crc: u32,
}

impl VolumeWriter {
    pub(crate) fn create(
        path: &Path,
        number: u32,
        identity: &Identity,
        kind: Kind,
        level: i32,
    ) -> Result<Self> {
        let mut file = WholeFile::create(path)?;
        file.write(&[0; Header::SIZE])?;
        Ok(VolumeWriter { file, directory: Directory::new(number, identity.clone(), kind), level })
    }

    pub(crate) fn add(&mut self, table: &Table<'_>) -> Result<()> {
        match table.words {
            Words::Narrow(words) => self.add_words(table, words),
            Words::Wide(words) => self.add_words(table, words),
        }
    }

    fn add_words<W: Copy + Into<u16> + Sync>(&mut self, table: &Table<'_>, words: &[W]) -> Result<()> {
        let first_block = self.directory.blocks.len();
        let palette = Palette::of(words, table.decode, table.exceptions, table.sparse);
        if palette.outcomes.len() > 1 {
            let mut first_slot = 0;
            let per_block = self.directory.slots_per_block();
            for batch in words.chunks(batch_size() * per_block) {
                let firsts = (first_slot..).step_by(per_block);
                let blocks: Vec<(u64, &[W])> = firsts.zip(batch.chunks(per_block)).collect();
                self.write_blocks(&blocks, |(first, block)| palette.encode(*first, block, table.exceptions))?;
                first_slot += batch.len() as u64;
            }
        }
        let contents = Contents::Slots { palette: palette.outcomes };
        self.close_table(table.name, words.len() as u64, first_block, contents);
        Ok(())
    }

    /// The entries must come in strictly ascending order of their words' bytes.
    pub(crate) fn add_keyed<S: AsRef<str>>(
        &mut self,
        name: &str,
        entries: impl IntoIterator<Item = (S, Outcome)>,
    ) -> Result<()> {
        let first_block = self.directory.blocks.len();
        let batch_size = batch_size();
        let mut len = 0;
        let mut starts: Vec<KeyedStart> = Vec::new();
        let mut batch: Vec<Vec<u8>> = Vec::new();
        let mut last: Option<String> = None;
        for (word, outcome) in entries {
            let word = word.as_ref();
            check_word(name, last.as_deref(), word)?;
            if batch.last().is_none_or(|text| text.len() >= TEXT_PER_BLOCK) {
                if batch.len() == batch_size {
                    self.write_blocks(&batch, Vec::clone)?;
                    batch.clear();
                }
                batch.push(Vec::with_capacity(TEXT_PER_BLOCK + word.len() + 16));
                starts.push(KeyedStart { word: word.into(), lines: 0 });
            }
            push_line(batch.last_mut().expect("there is an open block"), word, outcome);
            starts.last_mut().expect("there is an open block").lines += 1;
            let last = last.get_or_insert_default();
            last.clear();
            last.push_str(word);
            len += 1;
        }
        self.write_blocks(&batch, Vec::clone)?;
        self.close_table(name, len, first_block, Contents::Keyed { starts });
        Ok(())
    }

    pub(crate) fn block_count(&self) -> usize {
        self.directory.blocks.len()
    }

    pub(crate) fn close_table(&mut self, name: &str, len: u64, first_block: usize, contents: Contents) {
        let block_count = self.directory.blocks.len() - first_block;
        self.directory.tables.push(TableEntry {
            name: name.to_owned(),
            len,
            first_block,
            block_count,
            contents,
        });
    }

    fn compressor(&self) -> std::io::Result<zstd::bulk::Compressor<'static>> {
        let mut compressor = zstd::bulk::Compressor::new(self.level)?;
        if self.directory.kind == Kind::Slots && self.level <= HIGHEST_WITH_LONG_MATCHES {
            // Repeats that are shorter cost more than the outcomes themselves.
            compressor.set_parameter(CParameter::MinMatch(6))?;
        }
        Ok(compressor)
    }

    /// Compresses in parallel, writes in order: the bytes do not depend on the number of threads.
    pub(crate) fn write_blocks<T: Sync>(
        &mut self,
        blocks: &[T],
        payload: impl Fn(&T) -> Vec<u8> + Sync,
    ) -> Result<()> {
        let compressed: std::io::Result<Vec<Compressed>> = blocks
            .par_iter()
            .map_init(
                || self.compressor(),
                |compressor, block| {
                    let raw = payload(block);
                    // A compressor that cannot be made is out of memory; the error cannot be cloned.
                    let compressor = compressor.as_mut().map_err(|_| std::io::ErrorKind::OutOfMemory)?;
                    let mut bytes = compressor.compress(&raw)?;
                    // Made with room for the worst case, and a batch of them is kept.
                    bytes.shrink_to_fit();
                    let crc = crc32fast::hash(&bytes);
                    Ok(Compressed { bytes, raw: raw.len() as u32, crc })
                },
            )
            .collect();
        for block in compressed.map_err(StoreError::io(self.file.path(), "compress"))? {
            let offset = self.directory.blocks_end();
            let compressed = block.bytes.len() as u32;
            self.directory.blocks.push(Block { offset, compressed, raw: block.raw, crc: block.crc });
            self.file.write(&block.bytes)?;
        }
        Ok(())
    }

    /// Adds what follows the blocks, then the header, and gives the file its name.
    pub(crate) fn finish(mut self) -> Result<()> {
        let directory = self.directory.encode();
        let frames = self.directory.blocks.len() + 2;
        if frames > seek_table::MAX_FRAMES || directory.len() > (u32::MAX - 8) as usize {
            let table = self.directory.tables.last().map_or(String::new(), |table| table.name.clone());
            return Err(StoreError::Unstorable {
                table,
                what: "its volume would have too many blocks".to_owned(),
            });
        }
        let directory_length = directory.len() as u32;
        let seek_table = seek_table::encode(&self.directory.blocks, directory_length + 8);
        let header = Header {
            version: self.directory.version,
            directory_length,
            directory_offset: self.directory.blocks_end(),
            file_length: self.directory.blocks_end() + 8 + (directory.len() + seek_table.len()) as u64,
            directory_crc: crc32fast::hash(&directory),
        };
        self.file.write(&DIRECTORY_FRAME_MAGIC.to_le_bytes())?;
        self.file.write(&directory_length.to_le_bytes())?;
        self.file.write(&directory)?;
        self.file.write(&seek_table)?;
        self.file.overwrite(&header.encode(), 0)?;
        Ok(self.file.commit()?)
    }
}

pub(crate) fn batch_size() -> usize {
    BATCH_PER_THREAD * rayon::current_num_threads()
}

fn check_word(table: &str, last: Option<&str>, word: &str) -> Result<()> {
    // Without a way out in the middle the compiler looks at many bytes at once.
    let breaks = word.bytes().map(|byte| u32::from(matches!(byte, b'\t' | b'\n'))).sum::<u32>();
    let what = if breaks > 0 {
        format!("the word {word:?} contains a tab or a newline")
    } else if word.len() > LONGEST_WORD {
        format!("a word is {} bytes long; at most {LONGEST_WORD} are allowed", word.len())
    } else if last.is_some_and(|last| last >= word) {
        format!("the word {word:?} comes after {:?}, so the words are not sorted", last.unwrap_or_default())
    } else {
        return Ok(());
    };
    Err(StoreError::Unstorable { table: table.to_owned(), what })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use super::*;
    use crate::read::stored_table::StoredTable;
    use crate::read::volume::Volume;

    #[test]
    fn volumes_of_the_first_version_can_be_read() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("old.zvol");
        let identity = Identity::new("game", "variant", "0");
        let words: Vec<u8> = (0..150_000u32).map(|slot| (slot * 31 / 1000 % 100) as u8).collect();
        let outcome = |code: u16| Some(Outcome::Win(code.into()));
        let words_of = Words::Narrow(&words);
        let table = Table { name: "a", words: words_of, decode: &outcome, exceptions: &[], sparse: false };
        for (version, blocks) in [(1, 10), (2, 3)] {
            let mut writer = VolumeWriter::create(&path, 0, &identity, Kind::Slots, 3).unwrap();
            writer.directory.version = version;
            writer.add(&table).unwrap();
            writer.finish().unwrap();

            let volume = Volume::open(&path, Box::new(fs::read(&path).unwrap())).unwrap();
            assert_eq!(volume.directory.blocks.len(), blocks, "version {version}");
            let table = StoredTable::new(Arc::new(volume), 0);
            for slot in [0, 16_383, 16_384, 65_535, 65_536, 149_999] {
                let found = table.outcome(slot, |place| table.read_block(place)).unwrap();
                assert_eq!(found, outcome(words[slot as usize].into()), "slot {slot} in version {version}");
            }
            let mut loaded = vec![0; words.len()];
            let code = |outcome: Option<Outcome>| outcome.and_then(Outcome::remoteness).unwrap() as u8;
            table.load(&mut loaded, code).unwrap();
            assert!(loaded == words, "version {version}");
            let expected = words.iter().filter(|&&word| word < 7).count() as u64;
            let is_short = |outcome: Outcome| outcome.remoteness() < Some(7);
            assert_eq!(table.count(is_short).unwrap(), expected);
        }
    }
}
