//! Games too long for a byte: few enough, as a rule, to be kept in a list of their own.
//!
//! Two codes of the [`Narrow`] layout, its longest loss and its longest win, mean "this long or longer": the remoteness
//! of such a slot is in [`LongGames`]. In Quixo on the 5x5 board a few hundred positions in a hundred million are like
//! that, and two bytes for every position would not fit into memory.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zermelo_core::{Codes, Narrow, Outcome, Wide, Word};

/// Losses from this remoteness on are long, and so are wins.
pub(crate) const LONG: u32 = Narrow::LOSSES - 1;
/// The code of a long loss.
pub(crate) const LONG_LOSS: u8 = LONG as u8;
/// The code of a long win, and so of a win one move before a long loss.
pub(crate) const LONG_WIN: u8 = u8::MAX - Narrow::LOSSES as u8;

/// As a part of all slots, so many long games are still "few": a list entry takes about twenty bytes.
const FEW: u64 = 64;

/// The remoteness of the long games of a tier, by slot.
///
/// ```
/// use zermelo_core::Outcome;
/// use zermelo_solve::LongGames;
/// let mut long = LongGames::default();
/// let code = long.encode(7, Outcome::Win(300));
/// assert_eq!(long.outcome(7, code), Some(Outcome::Win(300)));
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LongGames {
    remoteness: FxHashMap<u64, u32>,
}

impl LongGames {
    /// The byte of an outcome in a slot. What is too long for the byte is kept here. Ties have no byte.
    ///
    /// # Panics
    /// On a tie.
    pub fn encode(&mut self, slot: u64, outcome: Outcome) -> u8 {
        let code = LongGames::code(outcome);
        if let (LONG_LOSS | LONG_WIN, Some(remoteness)) = (code, outcome.remoteness()) {
            self.remoteness.insert(slot, remoteness);
        }
        code
    }

    /// The byte of an outcome, long or not.
    ///
    /// # Panics
    /// On a tie.
    pub fn code(outcome: Outcome) -> u8 {
        match outcome {
            Outcome::Lose(r) if r >= LONG => LONG_LOSS,
            Outcome::Win(r) if r > LONG => LONG_WIN,
            other => Narrow::encode(other).expect("a game without ties"),
        }
    }

    /// Whether a byte stands for a long game.
    #[inline]
    pub fn is_long(code: u8) -> bool {
        code == LONG_LOSS || code == LONG_WIN
    }

    /// The outcome of a slot with this byte, `None` if it is unused.
    #[inline]
    pub fn outcome(&self, slot: u64, code: u8) -> Option<Outcome> {
        match code {
            LONG_LOSS => Some(Outcome::Lose(self.remoteness[&slot])),
            LONG_WIN => Some(Outcome::Win(self.remoteness[&slot])),
            code => Narrow::decode(code),
        }
    }

    /// The size in memory: keys, values and the room that a hash table leaves free.
    pub fn bytes(&self) -> u64 {
        self.remoteness.capacity() as u64 * 17
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.remoteness.len() as u64
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.remoteness.is_empty()
    }

    /// The most long games among so many slots that are few enough for a list.
    pub fn most(slots: u64) -> u64 {
        slots / FEW + 1000
    }

    /// The size in memory of a list of so many, at most.
    pub fn bytes_for(long: u64) -> u64 {
        // A hash table is filled to between 7/16 and 7/8.
        long * 17 * 16 / 7
    }

    /// All slots and their outcomes, in order.
    pub fn sorted(&self, codes: &[u8]) -> Vec<(u64, Outcome)> {
        let outcome = |&slot: &u64| {
            (slot, self.outcome(slot, codes[slot as usize]).expect("long games are used slots"))
        };
        let mut list: Vec<(u64, Outcome)> = self.remoteness.keys().map(outcome).collect();
        list.sort_unstable_by_key(|&(slot, _)| slot);
        list
    }

    pub(crate) fn get(&self, slot: u64) -> u32 {
        self.remoteness[&slot]
    }

    pub(crate) fn insert(&mut self, slot: u64, remoteness: u32) {
        self.remoteness.insert(slot, remoteness);
    }

    pub(crate) fn remove(&mut self, slot: u64) {
        self.remoteness.remove(&slot);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u32)> {
        self.remoteness.iter().map(|(&slot, &remoteness)| (slot, remoteness))
    }

    /// Forgets slots that have become something else.
    pub(crate) fn tidy(&mut self, code: impl Fn(u64) -> u8) {
        self.remoteness.retain(|&slot, _| LongGames::is_long(code(slot)));
    }

    /// The same tier in two bytes per slot, pending and unused slots included.
    pub(crate) fn widen(&self, codes: &[u8]) -> Vec<u16> {
        let widen_one = |(slot, &code): (usize, &u8)| match self.outcome(slot as u64, code) {
            Some(outcome) => Wide::encode(outcome).expect("two bytes have room"),
            None => u16::of(u32::from(code) - Narrow::PENDING + Wide::PENDING),
        };
        codes.par_iter().enumerate().with_min_len(1 << 14).map(widen_one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_comes_back() {
        let outcomes = (0..300).flat_map(|r| [Outcome::Lose(r), Outcome::Win(r)]).chain([Outcome::Draw]);
        let outcomes: Vec<Outcome> = outcomes.collect();
        let mut long = LongGames::default();
        let codes: Vec<u8> = (0u64..).zip(&outcomes).map(|(slot, &o)| long.encode(slot, o)).collect();
        let wide = long.widen(&codes);
        for (slot, &outcome) in outcomes.iter().enumerate() {
            assert_eq!(long.outcome(slot as u64, codes[slot]), Some(outcome));
            assert_eq!(Wide::decode(wide[slot]), Some(outcome));
        }
        let kept = outcomes.iter().enumerate().filter(|(slot, _)| LongGames::is_long(codes[*slot]));
        assert!(long.sorted(&codes).into_iter().eq(kept.map(|(slot, &o)| (slot as u64, o))));
    }

    #[test]
    fn pending_and_unused_slots_stay_what_they_are_when_widened() {
        let codes = [Narrow::PENDING, Narrow::DRAW, Narrow::UNUSED].map(|number| number as u8);
        let wide = [Wide::PENDING, Wide::DRAW, Wide::UNUSED].map(|number| number as u16);
        assert_eq!(LongGames::default().widen(&codes), wide);
    }
}
