//! A table of positions by their keys, read block by block.

use std::ops::ControlFlow;
use std::sync::Arc;

use zermelo_core::{Key, Outcome, WideKey};

use crate::error::Result;
use crate::format::contents::{Contents, PositionStarts};
use crate::format::positions_block::{for_each_key, key_of, outcome_at, outcome_width, push_key};
use crate::read::stored_table::StoredTable;

/// A table of positions whose keys have a width that is known.
#[derive(Clone, Debug)]
pub struct PositionsTable<K> {
    table: StoredTable,
    palette: Arc<[Outcome]>,
    firsts: Arc<[K]>,
}

/// Which of the two frames of a block.
#[derive(Clone, Copy)]
enum Frame {
    Keys,
    Outcomes,
}

impl StoredTable {
    fn position_starts(&self) -> Result<(&PositionStarts, &[Outcome])> {
        match &self.entry().contents {
            Contents::Positions { starts, palette, .. } => Ok((starts, palette)),
            _ => Err(self.wrong_use("is not a table of positions by their keys".to_owned())),
        }
    }

    /// How the keys of a table of positions are packed; `None` for other tables.
    pub fn packing(&self) -> Option<&crate::Packing> {
        match &self.entry().contents {
            Contents::Positions { packing, .. } => Some(packing),
            _ => None,
        }
    }

    /// The table as one of positions with keys of this width.
    pub fn positions<K: Key>(&self) -> Result<PositionsTable<K>> {
        let (starts, palette) = self.position_starts()?;
        if starts.bits() > K::BITS {
            return Err(self.wrong_use(format!("has keys of {} bits, not {}", starts.bits(), K::BITS)));
        }
        let firsts = (0..starts.blocks()).map(|block| key_of(starts.first(block))).collect();
        Ok(PositionsTable { table: self.clone(), palette: palette.into(), firsts })
    }

    /// The outcome of the position of a key, read from the file; `None` if the table does not have it.
    pub fn read_position(&self, key: WideKey) -> Result<Option<Outcome>> {
        self.position(key, |frame| self.read_block(frame))
    }

    /// The outcome of the position of a key, if the table has it; `frame` finds the payload of a frame.
    pub(crate) fn position(
        &self,
        key: WideKey,
        mut frame: impl FnMut(usize) -> Result<Arc<[u8]>>,
    ) -> Result<Option<Outcome>> {
        match self.position_starts()?.0.bits() {
            bits if !key.fits(bits) => Ok(None),
            0..=64 => self.find_position::<u64>(Key::narrowed(key), &mut frame),
            65..=128 => self.find_position::<u128>(Key::narrowed(key), &mut frame),
            _ => self.find_position(key, &mut frame),
        }
    }

    fn find_position<K: Key>(
        &self,
        key: K,
        frame: &mut dyn FnMut(usize) -> Result<Arc<[u8]>>,
    ) -> Result<Option<Outcome>> {
        let (starts, palette) = self.position_starts()?;
        let mut bytes = Vec::new();
        push_key(key, starts.bits(), &mut bytes);
        let Some(block) = starts.block_of(&bytes) else { return Ok(None) };
        let keys = frame(2 * block)?;
        let (mut place, mut found) = (0, None);
        let visit = |other: K| {
            if other < key {
                place += 1;
                return ControlFlow::Continue(());
            }
            found = (other == key).then_some(place);
            ControlFlow::Break(())
        };
        for_each_key(key_of(starts.first(block)), starts.count(block), starts.bits(), &keys, visit)
            .map_err(|what| self.corrupt_frame(2 * block, &what))?;
        let Some(place) = found else { return Ok(None) };
        let outcomes = frame(2 * block + 1)?;
        let number = outcome_at(&outcomes, outcome_width(palette.len()), place);
        match palette.get(number as usize) {
            Some(&outcome) => Ok(Some(outcome)),
            None => Err(self.corrupt_frame(2 * block + 1, "it goes beyond the palette")),
        }
    }

    /// Checks the payload of a frame: keys ascend up to the next block's, and outcomes are in the palette.
    pub(crate) fn check_frame(
        starts: &PositionStarts,
        palette: &[Outcome],
        frame: usize,
        payload: &[u8],
    ) -> Result<(), String> {
        let block = frame / 2;
        if frame % 2 == 1 {
            let width = outcome_width(palette.len());
            let mut numbers = (0..starts.count(block)).map(|place| outcome_at(payload, width, place));
            let inside = numbers.all(|number| (number as usize) < palette.len());
            return if inside { Ok(()) } else { Err("it goes beyond the palette".to_owned()) };
        }
        // Keys of any width are checked as the widest.
        let key = |block| key_of::<WideKey>(starts.first(block));
        let mut last = key(block);
        for_each_key(last, starts.count(block), starts.bits(), payload, |key| {
            last = key;
            ControlFlow::Continue(())
        })?;
        if block + 1 < starts.blocks() && last >= key(block + 1) {
            return Err("it overlaps the next block".to_owned());
        }
        Ok(())
    }
}

impl<K: Key> PositionsTable<K> {
    /// The number of positions.
    #[expect(clippy::len_without_is_empty, reason = "a count of positions, not a collection")]
    pub fn len(&self) -> u64 {
        self.starts().len()
    }

    /// The outcomes that occur.
    pub fn palette(&self) -> &[Outcome] {
        &self.palette
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.firsts.len()
    }

    /// The first key of a block.
    pub fn first(&self, block: usize) -> K {
        self.firsts[block]
    }

    /// The number of positions before a block.
    pub fn rank(&self, block: usize) -> u64 {
        self.starts().rank(block)
    }

    /// Appends the keys of a block.
    pub fn read_keys(&self, block: usize, keys: &mut Vec<K>) -> Result<()> {
        let (starts, payload) = (self.starts(), self.frame(block, Frame::Keys)?);
        for_each_key(self.firsts[block], starts.count(block), starts.bits(), &payload, |key| {
            keys.push(key);
            ControlFlow::Continue(())
        })
        .map_err(|what| self.table.corrupt_frame(2 * block, &what))
    }

    /// Appends the outcomes of a block, as places in the palette.
    pub fn read_outcomes(&self, block: usize, outcomes: &mut Vec<u32>) -> Result<()> {
        let (payload, width) = (self.frame(block, Frame::Outcomes)?, outcome_width(self.palette.len()));
        let begin = outcomes.len();
        outcomes.extend((0..self.starts().count(block)).map(|place| outcome_at(&payload, width, place)));
        if outcomes[begin..].iter().any(|&number| number as usize >= self.palette.len()) {
            return Err(self.table.corrupt_frame(2 * block + 1, "it goes beyond the palette"));
        }
        Ok(())
    }

    fn frame(&self, block: usize, frame: Frame) -> Result<Arc<[u8]>> {
        self.table.read_block(2 * block + frame as usize)
    }

    fn starts(&self) -> &PositionStarts {
        self.table.position_starts().expect("looked at when it was made").0
    }
}
