//! A table that has been written, and all ways to read it as a whole.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_core::Outcome;

use crate::error::{Result, StoreError};
use crate::format::contents::{Contents, Directory, Kind, TableEntry, index_width};
use crate::format::keyed_block;
use crate::format::record_block;
use crate::read::volume::Volume;

/// A table of a [`Database`](crate::Database), or of a [`Folder`](crate::Folder) in progress.
#[derive(Clone)]
pub struct StoredTable {
    volume: Arc<Volume>,
    place: usize,
}

impl StoredTable {
    pub(crate) fn new(volume: Arc<Volume>, place: usize) -> StoredTable {
        StoredTable { volume, place }
    }

    /// The name it was written with.
    pub fn name(&self) -> &str {
        &self.entry().name
    }

    /// Whether it is addressed by slot or by word.
    pub fn kind(&self) -> Kind {
        self.volume.directory.kind
    }

    /// The number of slots or entries.
    #[expect(clippy::len_without_is_empty, reason = "a count of slots, not a collection")]
    pub fn len(&self) -> u64 {
        self.entry().len
    }

    /// The outcomes that occur in a slot table, worst first; none for a keyed table.
    pub fn palette(&self) -> impl Iterator<Item = Outcome> {
        let palette: &[Option<Outcome>] = match &self.entry().contents {
            Contents::Slots { palette } => palette,
            Contents::Keyed { .. } | Contents::Records { .. } | Contents::Positions { .. } => &[],
        };
        palette.iter().copied().flatten()
    }

    /// Fills `out`, which must have a place for every slot, with the code of every slot's outcome; `None` is a slot without.
    /// In parallel; `encode` is called once per outcome of the palette.
    pub fn load<C: Copy + Send + Sync>(
        &self,
        out: &mut [C],
        encode: impl Fn(Option<Outcome>) -> C,
    ) -> Result<()> {
        let slots = self.slots(encode)?;
        if out.len() as u64 != self.len() {
            return Err(self.wrong_use(format!("has {} slots, not {}", self.len(), out.len())));
        }
        out.par_chunks_mut(self.directory().slots_per_block())
            .enumerate()
            .try_for_each_init(Vec::new, |raw, (place, chunk)| slots.read(place, raw, chunk))
    }

    /// Like [`load`](StoredTable::load), and returns all slots with an outcome that is an `exception`, in ascending
    /// order; `None`, with `out` partly filled, if there are more than `most` of them.
    pub fn load_with_exceptions<C: Copy + Send + Sync>(
        &self,
        out: &mut [C],
        encode: impl Fn(Option<Outcome>) -> C,
        exception: impl Fn(Outcome) -> bool,
        most: u64,
    ) -> Result<Option<Vec<(u64, Outcome)>>> {
        let slots = self.slots(|outcome| (encode(outcome), outcome.filter(|&outcome| exception(outcome))))?;
        if out.len() as u64 != self.len() {
            return Err(self.wrong_use(format!("has {} slots, not {}", self.len(), out.len())));
        }
        let (found, per_block) = (AtomicU64::new(0), self.directory().slots_per_block());
        let load_block = |(raw, codes): &mut Scratch<C>, (place, chunk): (usize, &mut [C])| {
            codes.resize(chunk.len(), slots.codes[0]);
            slots.read(place, raw, codes)?;
            let mut exceptions = Vec::new();
            for (i, &(code, exception)) in codes.iter().enumerate() {
                chunk[i] = code;
                if let Some(outcome) = exception
                    && found.fetch_add(1, Relaxed) < most
                {
                    exceptions.push(((place * per_block + i) as u64, outcome));
                }
            }
            Ok(exceptions)
        };
        let blocks = out.par_chunks_mut(per_block).enumerate().map_init(Scratch::default, load_block);
        let lists = blocks.collect::<Result<Vec<Vec<(u64, Outcome)>>>>()?;
        Ok((found.into_inner() <= most).then(|| lists.concat()))
    }

    /// How many slots have an outcome like this.
    pub fn count(&self, wanted: impl Fn(Outcome) -> bool) -> Result<u64> {
        let slots = self.slots(|outcome| outcome.is_some_and(&wanted))?;
        let blocks = self.len().div_ceil(self.directory().slots_per_block() as u64) as usize;
        let count_block = |(raw, found): &mut (Vec<u8>, Vec<bool>), place: usize| {
            found.resize(self.directory().slots_in_block(self.len(), place), false);
            slots.read(place, raw, found)?;
            Ok(found.iter().filter(|&&found| found).count() as u64)
        };
        (0..blocks).into_par_iter().map_init(Default::default, count_block).sum()
    }

    /// Calls `visit` with every entry of a keyed table, in the order of the words, until it fails.
    pub fn for_each_entry<E: From<StoreError>>(
        &self,
        mut visit: impl FnMut(&str, Outcome) -> Result<(), E>,
    ) -> Result<(), E> {
        let entry = self.entry();
        let Contents::Keyed { .. } = entry.contents else {
            return Err(self.wrong_use("is addressed by slot, not by word".to_owned()).into());
        };
        let mut text = Vec::new();
        for place in 0..entry.block_count {
            self.volume.read_block(entry, place, &mut text)?;
            for line in keyed_block::entries(&text) {
                let (word, outcome) = line.map_err(|what| self.volume.corrupt_block(entry, place, &what))?;
                visit(word, outcome)?;
            }
        }
        Ok(())
    }

    /// Calls `use_bytes` with the record of a key, read from the file; `None` if there is no such record.
    pub fn read_record<T>(&self, key: u64, use_bytes: impl FnOnce(&[u8]) -> T) -> Result<Option<T>> {
        self.record(key, |place| self.read_block(place), use_bytes)
    }

    /// Calls `visit` with every record of a table of records, in ascending order of their keys, until it fails.
    pub fn for_each_record<E: From<StoreError>>(
        &self,
        mut visit: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let entry = self.entry();
        let Contents::Records { starts } = &entry.contents else {
            return Err(self.wrong_use("has no records".to_owned()).into());
        };
        let mut payload = Vec::new();
        for (place, start) in starts.iter().enumerate() {
            self.volume.read_block(entry, place, &mut payload)?;
            let unreadable =
                || self.volume.corrupt_block(entry, place, "its keys and lengths cannot be read");
            let records = record_block::records(&payload, start.key, start.records).ok_or_else(unreadable)?;
            for (key, range) in records {
                visit(key, payload.get(range).ok_or_else(unreadable)?)?;
            }
        }
        Ok(())
    }

    /// The error for contents that cannot be right, found by somebody who knows more than the store.
    pub fn damaged(&self, what: impl Into<String>) -> StoreError {
        self.volume.corrupt(what.into())
    }

    /// The outcome of one slot, if it has one; `block` finds the payload of the block at a place of the table.
    pub(crate) fn outcome(
        &self,
        slot: u64,
        block: impl FnOnce(usize) -> Result<Arc<[u8]>>,
    ) -> Result<Option<Outcome>> {
        let entry = self.entry();
        let Contents::Slots { palette } = &entry.contents else {
            return Err(self.wrong_use("is addressed by word, not by slot".to_owned()));
        };
        if slot >= entry.len {
            return Err(StoreError::NoSlot { table: entry.name.clone(), slot, len: entry.len });
        }
        if let [constant] = palette[..] {
            return Ok(constant);
        }
        let per_block = self.directory().slots_per_block() as u64;
        let raw = block((slot / per_block) as usize)?;
        let within = (slot % per_block) as usize;
        let index = match index_width(palette) {
            1 => usize::from(raw[within]),
            _ => usize::from(u16::from_le_bytes([raw[2 * within], raw[2 * within + 1]])),
        };
        Ok(palette[index])
    }

    /// The outcome of one word, if the table has it.
    pub(crate) fn lookup(
        &self,
        word: &str,
        block: impl FnOnce(usize) -> Result<Arc<[u8]>>,
    ) -> Result<Option<Outcome>> {
        let entry = self.entry();
        let Contents::Keyed { starts } = &entry.contents else { return Ok(None) };
        let Some(place) = starts.partition_point(|start| *start.word <= *word).checked_sub(1) else {
            return Ok(None);
        };
        keyed_block::find(&block(place)?, word).map_err(|what| self.volume.corrupt_block(entry, place, &what))
    }

    /// Calls `use_bytes` with the record of a key, if the table has it.
    pub(crate) fn record<T>(
        &self,
        key: u64,
        block: impl FnOnce(usize) -> Result<Arc<[u8]>>,
        use_bytes: impl FnOnce(&[u8]) -> T,
    ) -> Result<Option<T>> {
        let entry = self.entry();
        let Contents::Records { starts } = &entry.contents else {
            return Err(self.wrong_use("has no records".to_owned()));
        };
        let Some(place) = starts.partition_point(|start| start.key <= key).checked_sub(1) else {
            return Ok(None);
        };
        let payload = block(place)?;
        let range = record_block::find(&payload, starts[place].key, starts[place].records, key)
            .map_err(|what| self.volume.corrupt_block(entry, place, &what))?;
        Ok(range.map(|range| use_bytes(&payload[range])))
    }

    /// The payload of one block, from the file.
    pub(crate) fn read_block(&self, place: usize) -> Result<Arc<[u8]>> {
        let mut raw = Vec::new();
        self.volume.read_block(self.entry(), place, &mut raw)?;
        Ok(raw.into())
    }

    /// The place of the table's first block among the blocks of the volume.
    pub(crate) fn first_block(&self) -> usize {
        self.entry().first_block
    }

    fn directory(&self) -> &Directory {
        &self.volume.directory
    }

    pub(crate) fn entry(&self) -> &TableEntry {
        &self.directory().tables[self.place]
    }

    fn slots<C>(&self, encode: impl Fn(Option<Outcome>) -> C) -> Result<Slots<'_, C>> {
        let entry = self.entry();
        let Contents::Slots { palette } = &entry.contents else {
            return Err(self.wrong_use("is addressed by word, not by slot".to_owned()));
        };
        let codes = palette.iter().copied().map(encode).collect();
        Ok(Slots { volume: &self.volume, entry, width: index_width(palette), codes })
    }

    /// The error for a frame that is not what the directory promises.
    pub(crate) fn corrupt_frame(&self, place: usize, what: &str) -> StoreError {
        self.volume.corrupt_block(self.entry(), place, what)
    }

    pub(crate) fn wrong_use(&self, what: String) -> StoreError {
        StoreError::WrongUse { table: self.name().to_owned(), what }
    }
}

impl fmt::Debug for StoredTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredTable").field("name", &self.name()).finish_non_exhaustive()
    }
}

/// Room for one block, compressed and not.
type Scratch<C> = (Vec<u8>, Vec<(C, Option<Outcome>)>);

/// A slot table whose palette has been translated into codes.
struct Slots<'a, C> {
    volume: &'a Volume,
    entry: &'a TableEntry,
    width: usize,
    codes: Vec<C>,
}

impl<C: Copy> Slots<'_, C> {
    /// Fills `out` with the codes of the block at this place; `raw` is scratch space.
    fn read(&self, place: usize, raw: &mut Vec<u8>, out: &mut [C]) -> Result<()> {
        if let [constant] = self.codes[..] {
            out.fill(constant);
            return Ok(());
        }
        self.volume.read_block(self.entry, place, raw)?;
        if self.width == 1 {
            out.iter_mut().zip(&*raw).for_each(|(code, &index)| *code = self.codes[usize::from(index)]);
        } else {
            let pairs = raw.as_chunks().0.iter();
            out.iter_mut()
                .zip(pairs)
                .for_each(|(code, &pair)| *code = self.codes[usize::from(u16::from_le_bytes(pair))]);
        }
        Ok(())
    }
}
