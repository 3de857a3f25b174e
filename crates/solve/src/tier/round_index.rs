//! Which parts of a tier have something to do in which round.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_core::{Codes, Word};

use crate::tier::retrograde::{CHUNK, Shared};

/// By unit, that is by chunk or block of slots: the rounds whose remoteness occurs there, for `64 * WORDS` rounds from one on.
/// Late rounds have few new wins and losses, and with it they look at few units instead of all slots. All threads may add to it.
pub(crate) struct RoundIndex<const WORDS: usize> {
    /// The round of the lowest bit.
    from: u32,
    units: Vec<[AtomicU64; WORDS]>,
}

impl RoundIndex<1> {
    /// Reads the wins and losses of round `from` and later, by chunk of slots.
    pub(crate) fn of_codes<C: Codes>(codes: &[Shared<C>], from: u32) -> RoundIndex<1> {
        let rounds = |chunk: &[Shared<C>]| {
            let bits = chunk.iter().map(|code| {
                let number = C::Word::get(code).number();
                let r = if number < C::LOSSES { number } else { C::Word::MAX - number };
                // What is neither won nor lost may look like some far round: a look for nothing, at worst.
                r.checked_sub(from).and_then(|after| 1u64.checked_shl(after)).unwrap_or(0)
            });
            [AtomicU64::new(bits.fold(0, |all, bit| all | bit))]
        };
        RoundIndex { from, units: codes.par_chunks(CHUNK as usize).map(rounds).collect() }
    }

    /// Notes that a slot is won or lost in this round, if the index goes that far.
    #[inline]
    pub(crate) fn note_slot(&self, slot: u64, r: u32) {
        if self.covers(r) {
            self.note((slot / CHUNK) as usize, r);
        }
    }
}

impl RoundIndex<2> {
    /// Enters all rounds of a unit, as a set of bits.
    pub(crate) fn begin(&self, unit: usize, rounds: u128) {
        self.units[unit][0].store(rounds as u64, Relaxed);
        self.units[unit][1].store((rounds >> 64) as u64, Relaxed);
    }
}

impl<const WORDS: usize> RoundIndex<WORDS> {
    /// An index of so many units, without any round.
    pub(crate) fn empty(units: usize) -> RoundIndex<WORDS> {
        let none = || std::array::from_fn(|_| AtomicU64::new(0));
        RoundIndex { from: 0, units: (0..units).map(|_| none()).collect() }
    }

    /// Returns true if the index goes as far as this round.
    pub(crate) fn covers(&self, r: u32) -> bool {
        r >= self.from && r - self.from < u64::BITS * WORDS as u32
    }

    /// Notes that something in the unit is won or lost in this round, which the index must cover.
    #[inline]
    pub(crate) fn note(&self, unit: usize, r: u32) {
        let (word, bit) = self.place(unit, r);
        // Most notes are there already, and reading is much cheaper than writing.
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Returns true if something in the unit may be won or lost in this round, which the index must cover.
    #[inline]
    pub(crate) fn has(&self, unit: usize, r: u32) -> bool {
        let (word, bit) = self.place(unit, r);
        word.load(Relaxed) & bit != 0
    }

    /// Returns true if any unit has a round after this one.
    pub(crate) fn goes_beyond(&self, r: u32) -> bool {
        let later = |unit: &[AtomicU64; WORDS]| {
            (0..).step_by(64).zip(unit).any(|(first, word)| {
                let through = (r + 1).saturating_sub(self.from + first);
                word.load(Relaxed).checked_shr(through).is_some_and(|left| left != 0)
            })
        };
        self.units.par_iter().with_min_len(1 << 12).any(later)
    }

    #[inline]
    fn place(&self, unit: usize, r: u32) -> (&AtomicU64, u64) {
        let after = r - self.from;
        (&self.units[unit][(after / 64) as usize], 1 << (after % 64))
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
        let index = RoundIndex::of_codes::<Narrow>(&codes, 10);
        assert!(index.covers(10) && index.covers(73) && !index.covers(74) && !index.covers(9));
        let rounds = |chunk| (10..70).filter(|&r| index.has(chunk, r)).collect::<Vec<u32>>();
        assert_eq!([rounds(0), rounds(1), rounds(2)], [vec![12], vec![33], vec![]]);
        index.note_slot(2 * CHUNK + 1, 40);
        index.note_slot(2 * CHUNK + 1, 74);
        assert_eq!(rounds(2), [40]);
    }

    #[test]
    fn an_index_of_two_words_goes_on_as_far_as_its_last_round() {
        let index = RoundIndex::<2>::empty(3);
        assert!(!index.goes_beyond(0));
        index.begin(0, 1 << 5 | 1 << 70);
        index.note(2, 127);
        assert!(index.has(0, 5) && index.has(0, 70) && !index.has(0, 6) && index.has(2, 127));
        assert!(index.goes_beyond(63) && index.goes_beyond(126) && !index.goes_beyond(127));
        let early = RoundIndex::<2>::empty(1);
        early.note(0, 64);
        assert!(early.goes_beyond(63) && !early.goes_beyond(64));
    }
}
