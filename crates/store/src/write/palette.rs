//! From the solver's codes to the indexes that are stored.

use rayon::prelude::*;
use zermelo_core::Outcome;

use crate::format::contents::index_width;

/// The outcomes that occur in a table, and the place of each code among them.
pub(crate) struct Palette {
    /// Worst first, without repetition, never empty; before all others `None`, if unused slots are to be told.
    pub(crate) outcomes: Vec<Option<Outcome>>,
    /// By code; `None` if the code stands for an unused slot that may have any outcome.
    index_of_code: Vec<Option<u16>>,
}

impl Palette {
    /// The palette of a table. One in which no slot is used gets the palette `[D]`, so that every slot of
    /// every table that is not `sparse` has some outcome.
    pub(crate) fn of<W>(
        words: &[W],
        decode: &(dyn Fn(u16) -> Option<Outcome> + Sync),
        exceptions: &[(u64, Outcome)],
        sparse: bool,
    ) -> Palette
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
        let of_exceptions = exceptions.iter().map(|&(_, outcome)| outcome);
        let mut outcomes: Vec<Option<Outcome>> =
            outcome_of_code.iter().copied().flatten().chain(of_exceptions).map(Some).collect();
        if sparse {
            outcomes.push(None);
        }
        outcomes.sort_unstable();
        outcomes.dedup();
        if outcomes.is_empty() {
            outcomes.push(Some(Outcome::Draw));
        }
        let index_of =
            |outcome: Option<Outcome>| (sparse || outcome.is_some()).then(|| index_in(&outcomes, outcome));
        let index_of_code = outcome_of_code.into_iter().map(index_of).collect();
        Palette { outcomes, index_of_code }
    }

    /// The bytes of one block, which begins with slot `first`. An unused slot repeats the index before it, since zstd
    /// likes runs; at the start of the block it takes the first index that follows.
    pub(crate) fn encode<W: Copy + Into<u16>>(
        &self,
        first: u64,
        words: &[W],
        exceptions: &[(u64, Outcome)],
    ) -> Vec<u8> {
        let begin = exceptions.partition_point(|&(slot, _)| slot < first);
        let mut exceptions = exceptions[begin..].iter().peekable();
        let mut index = |(slot, &word): (u64, &W)| match exceptions.next_if(|&&(other, _)| other == slot) {
            Some(&(_, outcome)) => Some(index_in(&self.outcomes, Some(outcome))),
            None => self.index_of_code[usize::from(word.into())],
        };
        let known: Vec<Option<u16>> = (first..).zip(words).map(&mut index).collect();
        let mut current = known.iter().find_map(|&index| index).unwrap_or(0);
        let indexes = known.iter().map(|index| {
            current = index.unwrap_or(current);
            current
        });
        let width = index_width(&self.outcomes);
        let mut bytes = Vec::with_capacity(width * words.len());
        match width {
            1 => bytes.extend(indexes.map(|index| index as u8)),
            _ => indexes.for_each(|index| bytes.extend(index.to_le_bytes())),
        }
        bytes
    }
}

fn index_in(outcomes: &[Option<Outcome>], outcome: Option<Outcome>) -> u16 {
    outcomes.binary_search(&outcome).expect("every outcome was collected") as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 is an unused slot, 9 one whose outcome is an exception, other codes are losses.
    fn narrow(code: u16) -> Option<Outcome> {
        (code != 0 && code != 9).then(|| Outcome::Lose(code.into()))
    }

    fn wide(code: u16) -> Option<Outcome> {
        (code != 0).then(|| Outcome::Lose(code.into()))
    }

    #[test]
    fn exceptions_are_stored_as_if_they_had_codes() {
        // Unused slots before, between and after exceptions, and an exception at the start of the second block.
        let codes: [u8; 12] = [0, 9, 0, 3, 9, 0, 9, 0, 2, 2, 0, 9];
        let long = [(1, 300), (4, 301), (6, 302), (11, 303)];
        let exceptions = long.map(|(slot, r)| (slot, Outcome::Lose(r)));
        let mut words = codes.map(u16::from);
        for (slot, remoteness) in long {
            words[slot as usize] = remoteness as u16;
        }
        for sparse in [false, true] {
            let listed = Palette::of(&codes, &narrow, &exceptions, sparse);
            let plain = Palette::of(&words, &wide, &[], sparse);
            assert_eq!(listed.outcomes, plain.outcomes);
            for (first, last) in [(0, 6), (6, 12)] {
                let block = listed.encode(first as u64, &codes[first..last], &exceptions);
                assert_eq!(block, plain.encode(first as u64, &words[first..last], &[]));
            }
        }
    }
}
