//! Octal games: taking-and-breaking games given by a code, their nim-sequences and periods.

use std::fmt;
use std::str::FromStr;

use crate::{Budget, PositionError, Stopped};

/// The code of an octal game, such as `0.77` for Kayles.
///
/// Digit `k` behind the point says what may be left of a heap after taking `k` from it: 1 nothing,
/// 2 one heap, 4 two heaps, or a sum of these. The digit before the point is 0, or 4 if a heap may
/// be split without taking anything.
///
/// ```
/// use zermelo_cgt::OctalCode;
/// let kayles: OctalCode = "0.77".parse().unwrap();
/// assert_eq!(kayles.to_string(), "0.77");
/// let error = "0.78".parse::<OctalCode>().unwrap_err();
/// assert_eq!(error.to_string(), "unexpected '8'; allowed are the digits 0 to 7");
/// assert_eq!(error.offset(), 3);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OctalCode {
    /// Three bits per digit, the digit for taking `k` at bit `3 k`.
    bits: u64,
    digits: u8,
}

/// The most digits behind the point.
const MOST_DIGITS: usize = 20;

impl OctalCode {
    /// Kayles: take one or two neighbouring pins.
    pub const KAYLES: Self = Self { bits: 0o770, digits: 2 };
    /// Dawson's Kayles: take two neighbouring pins.
    pub const DAWSONS_KAYLES: Self = Self { bits: 0o700, digits: 2 };
    /// Dawson's chess: a pawn, and with it its neighbours.
    pub const DAWSONS_CHESS: Self = Self { bits: 0o7310, digits: 3 };

    /// The digit for taking `take`.
    const fn digit(self, take: u32) -> u64 {
        (self.bits >> (3 * take)) & 7
    }

    /// The most that can be taken at once.
    #[must_use]
    pub const fn longest(self) -> u32 {
        self.digits as u32
    }

    /// Calls `visit(take, smaller, larger)` for every move in a heap.
    pub fn for_each_move(self, heap: u32, mut visit: impl FnMut(u32, u32, u32)) {
        for take in 0..=self.longest().min(heap) {
            let (digit, rest) = (self.digit(take), heap - take);
            if (digit & 1 != 0 && rest == 0) || (digit & 2 != 0 && rest > 0) {
                visit(take, 0, rest);
            }
            if digit & 4 != 0 {
                for smaller in 1..=rest / 2 {
                    visit(take, smaller, rest - smaller);
                }
            }
        }
    }
}

impl FromStr for OctalCode {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let symbols: Vec<char> = text.chars().collect();
        let wanted = |offset: usize, allowed: &str| match symbols.get(offset) {
            Some(&found) => PositionError::unexpected(found, offset, allowed),
            None => {
                PositionError::Unexpected { found: "end".to_owned(), allowed: allowed.to_owned(), offset }
            }
        };
        let (first, digits) = match &symbols[..] {
            [first @ ('0' | '4'), '.', digits @ ..] => (first, digits),
            ['0' | '4', ..] => return Err(wanted(1, "'.'")),
            _ => return Err(wanted(0, "\"0.\" and \"4.\"")),
        };
        if !(1..=MOST_DIGITS).contains(&digits.len()) {
            let offset = 2 + digits.len().min(MOST_DIGITS);
            return Err(wanted(offset, "1 to 20 octal digits behind the point"));
        }
        let mut bits = u64::from(*first == '4') * 4;
        for (at, symbol) in digits.iter().enumerate() {
            let digit = symbol.to_digit(8).ok_or_else(|| wanted(at + 2, "the digits 0 to 7"))?;
            bits |= u64::from(digit) << (3 * (at + 1));
        }
        Ok(Self { bits, digits: digits.len() as u8 })
    }
}

impl fmt::Display for OctalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digit(0))?;
        (1..=self.longest()).try_for_each(|take| write!(f, "{}", self.digit(take)))
    }
}

/// The nim-values of the heaps 0, 1, 2, … of an octal game, as far as they were asked for.
///
/// ```
/// use zermelo_cgt::{NimSequence, OctalCode};
/// let mut kayles = NimSequence::new(OctalCode::KAYLES);
/// assert_eq!(kayles.values(7), [0, 1, 2, 3, 1, 4, 3]);
/// kayles.values(300);
/// let period = kayles.period().unwrap();
/// assert_eq!((period.start, period.length), (71, 12));
/// ```
#[derive(Debug, Clone)]
pub struct NimSequence {
    code: OctalCode,
    values: Vec<u32>,
    /// `seen[v] == heap + 1` if an option of this heap has the value `v`.
    seen: Vec<u32>,
}

/// From `start` on, the sequence repeats every `length` heaps, for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The first heap of the repeating part.
    pub start: usize,
    /// Heaps until it repeats.
    pub length: usize,
}

/// Between two looks at the clock.
const HEAPS_PER_LOOK: usize = 64;

impl NimSequence {
    /// No values yet.
    #[must_use]
    pub const fn new(code: OctalCode) -> Self {
        Self { code, values: Vec::new(), seen: Vec::new() }
    }

    /// The values of the heaps below `count`; takes time quadratic in `count`.
    pub fn values(&mut self, count: usize) -> &[u32] {
        while self.values.len() < count {
            self.push_next();
        }
        &self.values[..count]
    }

    /// The same, as long as the effort allows.
    pub fn values_within(&mut self, count: usize, budget: &Budget) -> Result<&[u32], Stopped> {
        while self.values.len() < count {
            if self.values.len().is_multiple_of(HEAPS_PER_LOOK) {
                budget.check()?;
            }
            self.push_next();
        }
        Ok(&self.values[..count])
    }

    fn push_next(&mut self) {
        let heap = self.values.len() as u32;
        let (values, seen) = (&self.values, &mut self.seen);
        self.code.for_each_move(heap, |_, smaller, larger| {
            let value = (values[smaller as usize] ^ values[larger as usize]) as usize;
            if value >= seen.len() {
                seen.resize(2 * value + 1, 0);
            }
            seen[value] = heap + 1;
        });
        let least = self.seen.iter().position(|&seen| seen != heap + 1).unwrap_or(self.seen.len());
        self.values.push(least as u32);
    }

    /// The period, if the values computed so far prove one.
    ///
    /// The theorem of Guy and Smith: if the values repeat with period `p` from heap `s` up to heap
    /// `2 s + 2 p + k`, where `k` is the most that can be taken, they repeat for ever.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        self.period_within(&Budget::unlimited()).expect("there is no limit")
    }

    /// The same, as long as the effort allows.
    pub fn period_within(&self, budget: &Budget) -> Result<Option<Period>, Stopped> {
        let known = self.values.len();
        let most_taken = self.code.longest() as usize;
        for length in 1..known.saturating_sub(most_taken) / 2 {
            budget.check()?;
            let repeats = |heap: &usize| self.values[*heap] == self.values[heap + length];
            let Some(start) = (0..known - length).rev().take_while(repeats).last() else { continue };
            if known > 2 * start + 2 * length + most_taken {
                return Ok(Some(Period { start, length }));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period_of(code: &str, count: usize) -> Option<(usize, usize)> {
        let mut sequence = NimSequence::new(code.parse().expect("a code"));
        sequence.values(count);
        sequence.period().map(|period| (period.start, period.length))
    }

    /// *Winning Ways*, chapter 4, table 6 and 7.
    #[test]
    fn periods_of_known_games() {
        assert_eq!(period_of("0.77", 1000), Some((71, 12)));
        assert_eq!(period_of("0.07", 1000), Some((53, 34)));
        assert_eq!(period_of("0.137", 1000), Some((52, 34)));
        assert_eq!(period_of("0.77", 100), None, "too few values to prove it");
        assert_eq!(period_of("0.007", 1000), None, "nobody knows");
    }

    #[test]
    fn what_is_wrong_with_a_code_has_a_place() {
        let long = format!("0.{}", "7".repeat(21));
        for (code, column, message) in [
            ("9.99", 1, "unexpected '9'; allowed are \"0.\" and \"4.\""),
            ("", 1, "unexpected end; allowed are \"0.\" and \"4.\""),
            ("077", 2, "unexpected '7'; allowed are '.'"),
            ("0.", 3, "unexpected end; allowed are 1 to 20 octal digits behind the point"),
            (&long, 23, "unexpected '7'; allowed are 1 to 20 octal digits behind the point"),
            ("4.07é1", 5, "unexpected 'é'; allowed are the digits 0 to 7"),
        ] {
            let error = code.parse::<OctalCode>().unwrap_err();
            assert_eq!((error.offset() + 1, error.to_string()), (column, message.to_owned()), "{code}");
        }
    }

    #[test]
    fn a_heap_may_be_split_without_taking() {
        // Lasker's nim is 4.333…; with heaps up to two digits it starts 0, 1, 2, 4, 3.
        let mut lasker = NimSequence::new("4.3333333".parse().expect("a code"));
        assert_eq!(lasker.values(8), [0, 1, 2, 4, 3, 5, 6, 8]);
    }
}
