//! Outcomes as small numbers, in an order that makes solving a matter of minima.
//!
//! The order of the codes, from 0 upwards, is
//!
//! > lose in 0, lose in 1, … · tie in 0, tie in 1, … · pending · draw · unused · … win in 1, win in 0
//!
//! so that *the outcome of a position is a fixed function of the smallest code among its children*: see
//! [`Codes::before`]. It is the order of what the *opponent* of the player to move hopes for, and that is
//! why ties stand below draws here although every player prefers a tie to a draw: the mover picks the
//! smallest child, and the tie must win against the draw.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering::Relaxed};

use crate::Outcome;

/// An unsigned integer that holds one code, with its shared form for solvers of several threads.
pub trait Word: Copy + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// The same integer, to be read and written by several threads at once.
    type Shared: Send + Sync;
    /// The largest number.
    const MAX: u32;
    /// Cuts a number down to the word.
    fn of(number: u32) -> Self;
    /// The number.
    fn number(self) -> u32;
    /// A new shared word.
    fn share(self) -> Self::Shared;
    /// Reads a shared word. The order of accesses to different words is not kept.
    fn get(shared: &Self::Shared) -> Self;
    /// Writes a shared word.
    fn set(shared: &Self::Shared, word: Self);
    /// Plain access for the only owner.
    fn own(shared: &mut Self::Shared) -> &mut Self;
}

macro_rules! word {
    ($word:ty, $shared:ty) => {
        impl Word for $word {
            type Shared = $shared;
            const MAX: u32 = <$word>::MAX as u32;
            #[inline]
            fn of(number: u32) -> Self {
                number as $word
            }
            #[inline]
            fn number(self) -> u32 {
                self as u32
            }
            fn share(self) -> $shared {
                <$shared>::new(self)
            }
            #[inline]
            fn get(shared: &$shared) -> Self {
                shared.load(Relaxed)
            }
            #[inline]
            fn set(shared: &$shared, word: Self) {
                shared.store(word, Relaxed);
            }
            #[inline]
            fn own(shared: &mut $shared) -> &mut Self {
                shared.get_mut()
            }
        }
    };
}
word!(u8, AtomicU8);
word!(u16, AtomicU16);
word!(u32, AtomicU32);

/// A way to write outcomes as codes in words of one size.
///
/// ```
/// use zermelo_core::{Codes, Narrow, Outcome};
/// let children = [Outcome::Win(2), Outcome::Lose(4), Outcome::Draw];
/// let smallest = children.iter().map(|&c| Narrow::encode(c).unwrap()).min().unwrap();
/// assert_eq!(Narrow::decode(Narrow::before(smallest).unwrap()), Some(Outcome::Win(5)));
/// ```
pub trait Codes: Send + Sync + 'static {
    /// The word that holds a code.
    type Word: Word;
    /// How many different remotenesses a loss may have: 0 to `LOSSES - 1`. Wins have one more.
    const LOSSES: u32;
    /// How many different remotenesses a tie may have.
    const TIES: u32;

    /// The number of the code "not yet known", used while solving.
    const PENDING: u32 = Self::LOSSES + Self::TIES;
    /// The number of the code of a draw.
    const DRAW: u32 = Self::PENDING + 1;
    /// The number of the code of a slot that stands for no position.
    const UNUSED: u32 = Self::PENDING + 2;

    /// The code of a loss.
    #[inline]
    fn lose(remoteness: u32) -> Self::Word {
        debug_assert!(remoteness < Self::LOSSES);
        Self::Word::of(remoteness)
    }

    /// The code of a tie.
    #[inline]
    fn tie(remoteness: u32) -> Self::Word {
        debug_assert!(remoteness < Self::TIES);
        Self::Word::of(Self::LOSSES + remoteness)
    }

    /// The code of a win.
    #[inline]
    fn win(remoteness: u32) -> Self::Word {
        debug_assert!(remoteness <= Self::LOSSES);
        Self::Word::of(Self::Word::MAX - remoteness)
    }

    /// The code of an outcome, if its remoteness has room.
    fn encode(outcome: Outcome) -> Option<Self::Word> {
        match outcome {
            Outcome::Lose(r) => (r < Self::LOSSES).then(|| Self::lose(r)),
            Outcome::Tie(r) => (r < Self::TIES).then(|| Self::tie(r)),
            Outcome::Draw => Some(Self::Word::of(Self::DRAW)),
            Outcome::Win(r) => (r <= Self::LOSSES).then(|| Self::win(r)),
        }
    }

    /// The outcome of a code; `None` for pending and unused.
    fn decode(code: Self::Word) -> Option<Outcome> {
        let number = code.number();
        if number < Self::LOSSES {
            Some(Outcome::Lose(number))
        } else if number < Self::PENDING {
            Some(Outcome::Tie(number - Self::LOSSES))
        } else if number == Self::DRAW {
            Some(Outcome::Draw)
        } else if number > Self::UNUSED {
            Some(Outcome::Win(Self::Word::MAX - number))
        } else {
            None
        }
    }

    /// The code of a position whose best move leads to a child of code `smallest`, the smallest of its
    /// children. `None` if the remoteness has no room.
    #[inline]
    fn before(smallest: Self::Word) -> Option<Self::Word> {
        let number = smallest.number();
        if number < Self::LOSSES {
            Some(Self::Word::of(Self::Word::MAX - 1 - number))
        } else if number < Self::PENDING {
            (number + 1 < Self::PENDING).then(|| Self::Word::of(number + 1))
        } else if number == Self::DRAW {
            Some(smallest)
        } else {
            let remoteness = Self::Word::MAX - number + 1;
            (remoteness < Self::LOSSES).then(|| Self::Word::of(remoteness))
        }
    }
}

/// One byte, for games that never tie: remoteness up to 125. (A loopy tier goes wide as soon as a loss in 125 is
/// found in it, before it is known whether anything longer follows.)
#[derive(Clone, Copy, Debug)]
pub struct Narrow;

impl Codes for Narrow {
    type Word = u8;
    const LOSSES: u32 = 126;
    const TIES: u32 = 0;
}

/// One byte with ties: remoteness up to 83 of each kind.
#[derive(Clone, Copy, Debug)]
pub struct NarrowTies;

impl Codes for NarrowTies {
    type Word = u8;
    const LOSSES: u32 = 84;
    const TIES: u32 = 84;
}

/// Two bytes: remoteness up to 21,843 of each kind.
#[derive(Clone, Copy, Debug)]
pub struct Wide;

impl Codes for Wide {
    type Word = u16;
    const LOSSES: u32 = 21_844;
    const TIES: u32 = 21_844;
}

/// Four bytes: remoteness up to 1,431,655,763 of each kind, more than any solvable game has.
#[derive(Clone, Copy, Debug)]
pub struct Widest;

impl Codes for Widest {
    type Word = u32;
    const LOSSES: u32 = 1_431_655_764;
    const TIES: u32 = 1_431_655_764;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes() -> Vec<Outcome> {
        let remoteness = 0..80;
        let kinds = remoteness.flat_map(|r| [Outcome::Lose(r), Outcome::Tie(r), Outcome::Win(r)]);
        kinds.chain([Outcome::Draw]).collect()
    }

    fn check<C: Codes>() {
        for a in outcomes() {
            let Some(code) = C::encode(a) else { continue };
            assert_eq!(C::decode(code), Some(a));
            // Taking the smallest child is the same as taking the best move, for every pair of children.
            for b in outcomes() {
                let Some(other) = C::encode(b) else { continue };
                let best = a.one_move_before().max(b.one_move_before());
                let smallest = code.min(other);
                assert_eq!(C::before(smallest), C::encode(best), "{a} {b}");
            }
        }
        for special in [C::PENDING, C::UNUSED] {
            assert_eq!(C::decode(C::Word::of(special)), None);
        }
    }

    #[test]
    fn the_smallest_code_is_the_best_move() {
        check::<Narrow>();
        check::<NarrowTies>();
        check::<Wide>();
        check::<Widest>();
    }

    #[test]
    fn codes_of_one_byte_are_all_used_and_distinct() {
        for codes in [Narrow::decode as fn(u8) -> Option<Outcome>, NarrowTies::decode] {
            let decoded: std::collections::BTreeSet<Outcome> = (0..=255).filter_map(codes).collect();
            assert_eq!(decoded.len(), 254);
        }
    }

    #[test]
    fn what_has_no_room_is_said_so() {
        assert_eq!(Narrow::encode(Outcome::Lose(126)), None);
        assert_eq!(Narrow::encode(Outcome::Tie(0)), None);
        assert_eq!(Narrow::before(Narrow::win(125)), None);
        assert_eq!(Narrow::before(Narrow::win(124)), Narrow::encode(Outcome::Lose(125)));
        assert_eq!(NarrowTies::before(NarrowTies::tie(83)), None);
    }
}
