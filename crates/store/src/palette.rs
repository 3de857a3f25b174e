//! From the solver's codes to the indexes that are stored.

use rayon::prelude::*;
use zermelo_core::Outcome;

use crate::directory::index_width;

/// The outcomes that occur in a table, and the place of each code among them.
pub(crate) struct Palette {
    /// Worst first, without repetition, never empty.
    pub(crate) outcomes: Vec<Outcome>,
    /// By code; `None` if the code stands for an unused slot.
    index_of_code: Vec<Option<u16>>,
}

impl Palette {
    /// The palette of a table. One in which no slot is used gets the palette `[D]`, so that every slot of
    /// every table has some outcome.
    pub(crate) fn of<W>(words: &[W], decode: &(dyn Fn(u16) -> Option<Outcome> + Sync)) -> Palette
    where
        W: Copy + Into<u16> + Sync,
    {
        let codes = 1 << (8 * size_of::<W>());
        let seen = words
            .par_chunks(1 << 20)
            .map(|chunk| {
                let mut seen = vec![false; codes];
                for &word in chunk {
                    seen[usize::from(word.into())] = true;
                }
                seen
            })
            .reduce(|| vec![false; codes], |a, b| a.iter().zip(&b).map(|(a, b)| a | b).collect());
        let outcome_of_code: Vec<Option<Outcome>> =
            (0..codes).map(|code| if seen[code] { decode(code as u16) } else { None }).collect();
        let mut outcomes: Vec<Outcome> = outcome_of_code.iter().copied().flatten().collect();
        outcomes.sort_unstable();
        outcomes.dedup();
        if outcomes.is_empty() {
            outcomes.push(Outcome::Draw);
        }
        let place = |outcome| outcomes.binary_search(&outcome).expect("every outcome was collected") as u16;
        let index_of_code = outcome_of_code.into_iter().map(|outcome| outcome.map(place)).collect();
        Palette { outcomes, index_of_code }
    }

    /// The bytes of one block. An unused slot repeats the index before it, since zstd likes runs; at the start
    /// of the block it takes the first index that follows.
    pub(crate) fn encode<W: Copy + Into<u16>>(&self, words: &[W]) -> Vec<u8> {
        let index = |word: W| self.index_of_code[usize::from(word.into())];
        let mut current = words.iter().find_map(|&word| index(word)).unwrap_or(0);
        let indexes = words.iter().map(|&word| {
            current = index(word).unwrap_or(current);
            current
        });
        match index_width(&self.outcomes) {
            1 => indexes.map(|index| index as u8).collect(),
            _ => {
                let mut bytes = Vec::with_capacity(2 * words.len());
                indexes.for_each(|index| bytes.extend(index.to_le_bytes()));
                bytes
            }
        }
    }
}
