//! Loops that all threads share, compiled once and not for each game: with its own copy of what hands work to
//! threads, a loop over a tier would be many times as long.

use std::ops::Range;

use rayon::prelude::*;

use crate::SolveError;

/// The pieces of a loop for each thread: many, as some may take longer than others.
const PIECES_PER_THREAD: usize = 64;

/// Calls `work` for ranges that together are all numbers below `count`, on all threads, and returns the sum
/// of what it returns.
pub(crate) fn sum_shared(
    count: usize,
    work: &(dyn Fn(Range<usize>) -> Result<u64, SolveError> + Sync),
) -> Result<u64, SolveError> {
    let pieces = count.min(PIECES_PER_THREAD * rayon::current_num_threads());
    if pieces <= 1 {
        return work(0..count);
    }
    let begin = |piece: usize| (piece as u128 * count as u128 / pieces as u128) as usize;
    (0..pieces).into_par_iter().map(|piece| work(begin(piece)..begin(piece + 1))).sum()
}

/// The same for the chunks of `slots`, with something that is made for each piece of work and lent to all its
/// chunks.
#[inline]
pub(crate) fn sum_chunks<S: Default>(
    slots: u64,
    chunk_len: u64,
    work: impl Fn(&mut S, usize, Range<u64>) -> Result<u64, SolveError> + Sync,
) -> Result<u64, SolveError> {
    sum_shared(slots.div_ceil(chunk_len) as usize, &|chunks| {
        let mut scratch = S::default();
        let mut sum = 0;
        for chunk in chunks {
            let first = chunk as u64 * chunk_len;
            sum += work(&mut scratch, chunk, first..slots.min(first + chunk_len))?;
        }
        Ok(sum)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_is_in_one_chunk() {
        for slots in [0, 1, 9, 10, 11, 12_345] {
            let lengths = sum_chunks(slots, 10, |(): &mut (), chunk, slots| {
                assert_eq!(slots.start, 10 * chunk as u64);
                Ok(slots.end - slots.start)
            });
            assert_eq!(lengths.unwrap(), slots);
            let places = sum_chunks(slots, 10, |(): &mut (), _, slots| Ok(slots.sum()));
            assert_eq!(places.unwrap(), (0..slots).sum::<u64>());
        }
    }

    #[test]
    fn the_first_refusal_ends_the_loop() {
        let refuse = |(): &mut (), chunk, _| if chunk == 7 { Err(SolveError::Cancelled) } else { Ok(1) };
        assert!(matches!(sum_chunks(1000, 10, refuse), Err(SolveError::Cancelled)));
    }
}
