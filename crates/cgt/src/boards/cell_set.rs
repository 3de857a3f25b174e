//! Sets of cells of a grid as bits.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of numbered cells. Half as many bits take less than half as many instructions, so boards are kept in as few
/// as they need.
pub trait CellSet:
    Copy
    + Ord
    + Hash
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + 'static
{
    /// No cells.
    const EMPTY: Self;
    /// How many cells there may be.
    const BITS: u32;

    /// The set of one cell.
    #[must_use]
    fn cell(number: u32) -> Self;
    /// The cells below this number of cells.
    #[must_use]
    fn first_cells(count: u32) -> Self;
    /// The first 64 cells.
    #[must_use]
    fn low(self) -> u64;
    /// The set of some of the first 64 cells.
    #[must_use]
    fn from_low(low: u64) -> Self;
    /// Cell `i` becomes cell `BITS - 1 - i`.
    #[must_use]
    fn reversed(self) -> Self;
    /// The number of the first cell; there must be one.
    #[must_use]
    fn first(self) -> u32;
    /// The number of the last cell; there must be one.
    #[must_use]
    fn last(self) -> u32;
    /// How many cells there are.
    #[must_use]
    fn count(self) -> u32;
    /// All cells but the first; there must be one.
    #[must_use]
    fn without_first(self) -> Self;

    /// The first cell alone, or none if there is none.
    #[must_use]
    fn only_first(self) -> Self {
        if self == Self::EMPTY { self } else { Self::cell(self.first()) }
    }

    /// Whether there are no cells.
    #[must_use]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether there are at least two cells.
    #[must_use]
    fn has_several(self) -> bool {
        !self.is_empty() && !self.without_first().is_empty()
    }
}

macro_rules! impl_cell_set {
    ($word:ty) => {
        impl CellSet for $word {
            const EMPTY: Self = 0;
            const BITS: u32 = <$word>::BITS;

            #[inline]
            fn cell(number: u32) -> Self {
                1 << number
            }

            #[inline]
            fn first_cells(count: u32) -> Self {
                (1 << count) - 1
            }

            #[inline]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline]
            fn from_low(low: u64) -> Self {
                low.into()
            }

            #[inline]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn last(self) -> u32 {
                self.ilog2()
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn without_first(self) -> Self {
                self & (self - 1)
            }

            #[inline]
            fn only_first(self) -> Self {
                self & self.wrapping_neg()
            }
        }
    };
}

impl_cell_set!(u64);
impl_cell_set!(u128);

const WORDS: usize = 64;

/// A set of up to 4,096 cells, for boards that do not fit into a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WideSet([u64; WORDS]);

impl WideSet {
    fn combined(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|at| combine(self.0[at], other.0[at])))
    }
}

/// The last words count most, as in numbers: so wide boards have the same least images as others.
impl Ord for WideSet {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for WideSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl BitAnd for WideSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.combined(other, |a, b| a & b)
    }
}

impl BitOr for WideSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.combined(other, |a, b| a | b)
    }
}

impl BitXor for WideSet {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.combined(other, |a, b| a ^ b)
    }
}

impl BitAndAssign for WideSet {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for WideSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for WideSet {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl Not for WideSet {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// Words and bits of a shift.
const fn words_and_bits(by: u32) -> (usize, u32) {
    ((by / u64::BITS) as usize, by % u64::BITS)
}

impl Shl<u32> for WideSet {
    type Output = Self;

    fn shl(self, by: u32) -> Self {
        let (words, bits) = words_and_bits(by);
        let word = |at: Option<usize>| at.map_or(0, |at| self.0[at]);
        Self(std::array::from_fn(|at| {
            let (here, below) = (at.checked_sub(words), at.checked_sub(words + 1));
            word(here) << bits | word(below).checked_shr(u64::BITS - bits).unwrap_or(0)
        }))
    }
}

impl Shr<u32> for WideSet {
    type Output = Self;

    fn shr(self, by: u32) -> Self {
        let (words, bits) = words_and_bits(by);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        Self(std::array::from_fn(|at| {
            word(at + words) >> bits | word(at + words + 1).checked_shl(u64::BITS - bits).unwrap_or(0)
        }))
    }
}

impl CellSet for WideSet {
    const EMPTY: Self = Self([0; WORDS]);
    const BITS: u32 = u64::BITS * WORDS as u32;

    fn cell(number: u32) -> Self {
        let (word, bit) = words_and_bits(number);
        let mut set = Self::EMPTY;
        set.0[word] = 1 << bit;
        set
    }

    fn first_cells(count: u32) -> Self {
        if count == 0 { Self::EMPTY } else { !Self::EMPTY >> (Self::BITS - count) }
    }

    fn low(self) -> u64 {
        self.0[0]
    }

    fn from_low(low: u64) -> Self {
        let mut set = Self::EMPTY;
        set.0[0] = low;
        set
    }

    fn reversed(self) -> Self {
        Self(std::array::from_fn(|at| self.0[WORDS - 1 - at].reverse_bits()))
    }

    fn first(self) -> u32 {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(WORDS);
        self.0.get(word).map_or(Self::BITS, |bits| word as u32 * u64::BITS + bits.trailing_zeros())
    }

    fn last(self) -> u32 {
        let word = self.0.iter().rposition(|&word| word != 0).expect("there is a cell");
        word as u32 * u64::BITS + self.0[word].ilog2()
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the cells.
    fn numbers(set: &WideSet) -> Vec<u32> {
        (0..WideSet::BITS).filter(|&number| !(*set & WideSet::cell(number)).is_empty()).collect()
    }

    fn of(numbers: &[u32]) -> WideSet {
        numbers.iter().fold(WideSet::EMPTY, |set, &number| set | WideSet::cell(number))
    }

    #[test]
    fn wide_sets_are_sets_of_numbers() {
        let mut random = fastrand::Rng::with_seed(1);
        let last = WideSet::BITS - 1;
        for _ in 0..200 {
            let mut list: Vec<u32> = (0..random.usize(1..9)).map(|_| random.u32(0..=last)).collect();
            list.sort_unstable();
            list.dedup();
            let set = of(&list);
            assert_eq!(numbers(&set), list);
            assert_eq!(
                (set.first(), set.last(), set.count()),
                (list[0], list[list.len() - 1], list.len() as u32)
            );
            assert_eq!(set.has_several(), list.len() > 1);
            assert_eq!(set.only_first(), of(&list[..1]));
            assert_eq!(set.without_first(), of(&list[1..]));
            let mut turned: Vec<u32> = list.iter().map(|number| last - number).collect();
            turned.reverse();
            assert_eq!(numbers(&set.reversed()), turned);
            let by = random.u32(0..=last);
            let up: Vec<u32> =
                list.iter().map(|number| number + by).filter(|&number| number <= last).collect();
            let down: Vec<u32> = list.iter().filter_map(|number| number.checked_sub(by)).collect();
            assert_eq!((numbers(&(set << by)), numbers(&(set >> by))), (up, down), "by {by}");
            assert_eq!(numbers(&WideSet::first_cells(by)).len(), by as usize);
            let low: u64 = random.u64(..);
            assert_eq!(WideSet::from_low(low).low(), low);
        }
    }
}
