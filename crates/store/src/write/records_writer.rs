//! Takes records one after the other and writes them in blocks.

use crate::error::{Result, StoreError};
use crate::format::contents::{BYTES_PER_RECORD_BLOCK, Contents, LONGEST_RECORD, RecordStart};
use crate::format::numbers::push_number;
use crate::write::volume_writer::{VolumeWriter, batch_size};

/// Where the records of a table are pushed to: see [`Folder::write_records`](crate::Folder::write_records).
pub struct RecordsWriter<'a> {
    volume: &'a mut VolumeWriter,
    name: &'a str,
    first_block: usize,
    starts: Vec<RecordStart>,
    last: Option<u64>,
    /// Blocks that wait to be compressed together, and the one that is being filled.
    full: Vec<OpenBlock>,
    open: OpenBlock,
}

#[derive(Default)]
struct OpenBlock {
    keys_and_lengths: Vec<u8>,
    bytes: Vec<u8>,
}

impl<'a> RecordsWriter<'a> {
    pub(crate) fn new(volume: &'a mut VolumeWriter, name: &'a str) -> RecordsWriter<'a> {
        let first_block = volume.block_count();
        let (starts, full) = (Vec::new(), Vec::new());
        RecordsWriter { volume, name, first_block, starts, last: None, full, open: OpenBlock::default() }
    }

    /// Adds a record. Its key is greater than those before it.
    pub fn push(&mut self, key: u64, record: &[u8]) -> Result<()> {
        let what = match self.last {
            Some(last) if last >= key => {
                format!("the key {key} comes after {last}, so the records are not sorted")
            }
            _ if record.len() > LONGEST_RECORD => {
                format!("a record is {} bytes long; at most {LONGEST_RECORD} are allowed", record.len())
            }
            _ => String::new(),
        };
        if !what.is_empty() {
            return Err(StoreError::Unstorable { table: self.name.to_owned(), what });
        }
        if self.open.keys_and_lengths.is_empty() {
            self.starts.push(RecordStart { key, records: 0 });
            self.last = Some(key);
        }
        push_number(&mut self.open.keys_and_lengths, key - self.last.unwrap_or(key));
        push_number(&mut self.open.keys_and_lengths, record.len() as u64);
        self.open.bytes.extend(record);
        self.starts.last_mut().expect("there is an open block").records += 1;
        self.last = Some(key);
        // Records may be empty, but keys and lengths take room, too.
        if self.open.bytes.len() + self.open.keys_and_lengths.len() / 20 >= BYTES_PER_RECORD_BLOCK {
            self.full.push(std::mem::take(&mut self.open));
            if self.full.len() == batch_size() {
                self.write_full()?;
            }
        }
        Ok(())
    }

    fn write_full(&mut self) -> Result<()> {
        self.volume.write_blocks(&self.full, |block| [&block.keys_and_lengths[..], &block.bytes].concat())?;
        self.full.clear();
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<()> {
        if !self.open.keys_and_lengths.is_empty() {
            self.full.push(std::mem::take(&mut self.open));
        }
        self.write_full()?;
        let records = self.starts.iter().map(|start| u64::from(start.records)).sum();
        self.volume.close_table(
            self.name,
            records,
            self.first_block,
            Contents::Records { starts: self.starts },
        );
        Ok(())
    }
}
