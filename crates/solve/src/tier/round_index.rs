//! Which parts of a tier have something to do in which round.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_core::{Codes, Word};

use crate::tier::retrograde::{CHUNK, Shared};

/// By chunk of slots: the rounds whose remoteness occurs there, for the next few rounds. Late rounds have few new wins, and
/// with it they look at few chunks instead of all slots.
pub(crate) struct Agenda {
    /// The round of the lowest bit.
    from: u32,
    chunks: Vec<AtomicU64>,
}

impl Agenda {
    /// Reads the wins and losses of round `from` and later.
    pub(crate) fn read<C: Codes>(codes: &[Shared<C>], from: u32) -> Agenda {
        let rounds = |chunk: &[Shared<C>]| {
            let bits = chunk.iter().map(|code| {
                let number = C::Word::get(code).number();
                let r = if number < C::LOSSES { number } else { C::Word::MAX - number };
                // What is neither won nor lost may look like some far round: a look for nothing, at worst.
                r.checked_sub(from).and_then(|after| 1u64.checked_shl(after)).unwrap_or(0)
            });
            AtomicU64::new(bits.fold(0, |all, bit| all | bit))
        };
        Agenda { from, chunks: codes.par_chunks(CHUNK as usize).map(rounds).collect() }
    }

    /// Whether it goes as far as this round.
    pub(crate) fn covers(&self, r: u32) -> bool {
        (self.from..self.from + u64::BITS).contains(&r)
    }

    /// Notes that a slot is won or lost in this round, if the agenda goes that far.
    #[inline]
    pub(crate) fn note(&self, slot: u64, r: u32) {
        let bit = 1u64.checked_shl(r - self.from).unwrap_or(0);
        let chunk = &self.chunks[(slot / CHUNK) as usize];
        // Most notes are there already, and reading is much cheaper than writing.
        if chunk.load(Relaxed) & bit != bit {
            chunk.fetch_or(bit, Relaxed);
        }
    }

    /// Whether something in the chunk may be won or lost in this round.
    pub(crate) fn has(&self, chunk: usize, r: u32) -> bool {
        self.chunks[chunk].load(Relaxed) >> (r - self.from) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_core::{Narrow, Outcome};

    #[test]
    fn a_chunk_has_the_rounds_of_its_wins_and_losses() {
        let mut codes = vec![Narrow::PENDING as u8; 2 * CHUNK as usize + 5];
        let code = |outcome| Narrow::encode(outcome).unwrap();
        codes[7] = code(Outcome::Lose(12));
        codes[CHUNK as usize] = code(Outcome::Win(33));
        codes[2 * CHUNK as usize] = code(Outcome::Win(9));
        let codes: Vec<Shared<Narrow>> = codes.into_iter().map(Word::share).collect();
        let agenda = Agenda::read::<Narrow>(&codes, 10);
        assert!(agenda.covers(10) && agenda.covers(73) && !agenda.covers(74) && !agenda.covers(9));
        let rounds = |chunk| (10..70).filter(|&r| agenda.has(chunk, r)).collect::<Vec<u32>>();
        assert_eq!([rounds(0), rounds(1), rounds(2)], [vec![12], vec![33], vec![]]);
        agenda.note(2 * CHUNK + 1, 40);
        assert_eq!(rounds(2), [40]);
    }
}
