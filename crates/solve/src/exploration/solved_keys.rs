//! Solved positions by their keys, wherever they are kept.

use zermelo_core::{Key, Outcome};

use super::sorted_keys::KeyTable;
use crate::SolveError;

/// Sorted keys with outcomes, which are numbers in a list of those that occur.
pub trait OutcomeTable<K: Key>: KeyTable<K> {
    /// The outcomes that occur.
    fn palette(&self) -> &[Outcome];

    /// Appends the keys of a block, and the places of their outcomes in the palette.
    fn read_entries(
        &self,
        block: usize,
        keys: &mut Vec<K>,
        outcomes: &mut Vec<u32>,
    ) -> Result<(), SolveError>;
}

/// Solved positions in memory.
#[derive(Debug)]
pub struct SolvedKeys<K> {
    keys: Vec<K>,
    outcomes: Vec<u32>,
    palette: Vec<Outcome>,
}

impl<K: Key> SolvedKeys<K> {
    const BLOCK: usize = 4096;

    /// Sorts entries. Of entries with the same key one is kept.
    pub fn new(mut entries: Vec<(K, Outcome)>) -> SolvedKeys<K> {
        entries.sort_unstable_by_key(|&(key, _)| key);
        entries.dedup_by_key(|&mut (key, _)| key);
        let mut palette: Vec<Outcome> = entries.iter().map(|&(_, outcome)| outcome).collect();
        palette.sort_unstable();
        palette.dedup();
        let place = |outcome: &Outcome| palette.binary_search(outcome).expect("collected above") as u32;
        let outcomes = entries.iter().map(|(_, outcome)| place(outcome)).collect();
        SolvedKeys { keys: entries.into_iter().map(|(key, _)| key).collect(), outcomes, palette }
    }

    fn block(&self, block: usize) -> std::ops::Range<usize> {
        block * Self::BLOCK..self.keys.len().min((block + 1) * Self::BLOCK)
    }
}

impl<K: Key> KeyTable<K> for SolvedKeys<K> {
    fn len(&self) -> u64 {
        self.keys.len() as u64
    }

    fn blocks(&self) -> usize {
        self.keys.len().div_ceil(Self::BLOCK)
    }

    fn first(&self, block: usize) -> K {
        self.keys[block * Self::BLOCK]
    }

    fn rank(&self, block: usize) -> u64 {
        (block * Self::BLOCK) as u64
    }

    fn read(&self, block: usize, keys: &mut Vec<K>) -> Result<(), SolveError> {
        keys.extend(&self.keys[self.block(block)]);
        Ok(())
    }
}

impl<K: Key> OutcomeTable<K> for SolvedKeys<K> {
    fn palette(&self) -> &[Outcome] {
        &self.palette
    }

    fn read_entries(
        &self,
        block: usize,
        keys: &mut Vec<K>,
        outcomes: &mut Vec<u32>,
    ) -> Result<(), SolveError> {
        outcomes.extend(&self.outcomes[self.block(block)]);
        self.read(block, keys)
    }
}
