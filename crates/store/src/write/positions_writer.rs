//! Takes solved positions by ascending keys and writes them in blocks.

use zermelo_core::{Key, Outcome};

use crate::error::{Result, StoreError};
use crate::format::contents::{Contents, PositionStarts};
use crate::format::positions_block::{
    POSITIONS_PER_BLOCK, encode_keys, encode_outcomes, outcome_width, push_key,
};
use crate::write::volume_writer::{VolumeWriter, batch_size};

/// What a table of positions says about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packing {
    /// How many bits keys have.
    pub bits: u32,
    /// A short text that changes when positions are packed in another way.
    pub fingerprint: String,
}

/// Where the positions of a table are pushed to: see [`Folder::write_positions`](crate::Folder::write_positions).
pub struct PositionsWriter<'a, K> {
    volume: &'a mut VolumeWriter,
    name: &'a str,
    packing: Packing,
    palette: Vec<Outcome>,
    first_block: usize,
    starts: PositionStarts,
    last: Option<K>,
    /// Blocks that wait to be compressed together, and the one that is being filled.
    full: Vec<OpenBlock<K>>,
    open: OpenBlock<K>,
}

struct OpenBlock<K> {
    keys: Vec<K>,
    outcomes: Vec<u32>,
}

impl<K> Default for OpenBlock<K> {
    fn default() -> OpenBlock<K> {
        OpenBlock { keys: Vec::new(), outcomes: Vec::new() }
    }
}

impl<'a, K: Key> PositionsWriter<'a, K> {
    pub(crate) fn new(
        volume: &'a mut VolumeWriter,
        name: &'a str,
        packing: Packing,
        palette: Vec<Outcome>,
    ) -> PositionsWriter<'a, K> {
        let first_block = volume.block_count();
        let (starts, full, open) = (PositionStarts::new(packing.bits), Vec::new(), OpenBlock::default());
        PositionsWriter { volume, name, packing, palette, first_block, starts, last: None, full, open }
    }

    /// Adds positions by ascending keys, greater than those before, each with the place of its outcome in the palette.
    pub fn push(&mut self, entries: &[(K, u32)]) -> Result<()> {
        for &(key, outcome) in entries {
            if self.last.is_some_and(|last| last >= key)
                || !key.fits(self.packing.bits)
                || outcome as usize >= self.palette.len()
            {
                let what = format!("the key {key:?} with outcome {outcome} is out of order or of range");
                return Err(StoreError::Unstorable { table: self.name.to_owned(), what });
            }
            self.last = Some(key);
            self.open.keys.push(key);
            self.open.outcomes.push(outcome);
            if self.open.keys.len() == POSITIONS_PER_BLOCK {
                self.full.push(std::mem::take(&mut self.open));
                if self.full.len() == batch_size() {
                    self.write_full()?;
                }
            }
        }
        Ok(())
    }

    fn write_full(&mut self) -> Result<()> {
        enum Payload<'b, K> {
            Keys(&'b [K]),
            Outcomes(&'b [u32]),
        }
        let mut payloads = Vec::new();
        let mut first = Vec::new();
        for block in &self.full {
            first.clear();
            push_key(block.keys[0], self.packing.bits, &mut first);
            self.starts.push(&first, block.keys.len() as u32);
            payloads.extend([Payload::Keys(&block.keys), Payload::Outcomes(&block.outcomes)]);
        }
        let width = outcome_width(self.palette.len());
        self.volume.write_blocks(&payloads, |payload| match payload {
            Payload::Keys(keys) => encode_keys(keys),
            Payload::Outcomes(outcomes) => encode_outcomes(outcomes, width),
        })?;
        self.full.clear();
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<()> {
        if !self.open.keys.is_empty() {
            self.full.push(std::mem::take(&mut self.open));
        }
        self.write_full()?;
        let len = self.starts.len();
        let contents =
            Contents::Positions { packing: self.packing, palette: self.palette, starts: self.starts };
        self.volume.close_table(self.name, len, self.first_block, contents);
        Ok(())
    }
}
