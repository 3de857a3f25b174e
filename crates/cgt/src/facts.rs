//! Numbers about values that bound what a sum is worth.

use crate::{Arena, Dyadic, Value};

/// A number as a multiple of 2^-32: exact, or not represented at all.
pub(crate) type Fixed = i64;

const BITS: u32 = 32;

fn fixed(number: &Dyadic) -> Option<Fixed> {
    let (numerator, exponent) = number.to_small()?;
    let factor = 1_i64.checked_shl(BITS.checked_sub(exponent)?)?;
    // Sums of some thousand of these must not overflow.
    numerator.checked_mul(factor).filter(|fixed| fixed.unsigned_abs() < 1 << 52)
}

/// What is known about one value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts {
    pub(crate) mean: Fixed,
    /// At least 0: moves in numbers are not counted as hot.
    pub(crate) temperature: Fixed,
    pub(crate) left_stop: Fixed,
    pub(crate) right_stop: Fixed,
    /// Whether the value is more than a number.
    pub(crate) inexact: bool,
    /// The atomic weight, if the value is all small, apart from a number, and the weight an integer.
    pub(crate) weight: Option<i64>,
}

/// The facts about one node of the arena.
#[derive(Clone, Copy)]
enum Entry {
    Unknown,
    /// They do not fit into fixed point.
    Unfit,
    Known(Facts),
}

/// Facts by value, computed when they are first asked for.
#[derive(Default)]
pub(crate) struct FactBook {
    known: Vec<Entry>,
}

impl FactBook {
    /// The facts about a value; `None` if they do not fit into fixed point.
    pub(crate) fn get(&mut self, arena: &mut Arena, value: Value) -> Option<Facts> {
        if let Some(packed) = value.unpack() {
            let mean = fixed(&packed.number())?;
            return Some(Facts {
                mean,
                temperature: 0,
                left_stop: mean,
                right_stop: mean,
                inexact: !value.is_packed_number(),
                weight: Some(packed.ups.into()),
            });
        }
        let node = value.node();
        if node >= self.known.len() {
            self.known.resize(node + 1, Entry::Unknown);
        }
        match self.known[node] {
            Entry::Known(facts) => Some(facts),
            Entry::Unfit => None,
            Entry::Unknown => {
                let facts = compute(arena, value);
                self.known[node] = facts.map_or(Entry::Unfit, Entry::Known);
                facts
            }
        }
    }
}

fn compute(arena: &mut Arena, value: Value) -> Option<Facts> {
    let thermograph = arena.thermograph(value);
    Some(Facts {
        mean: fixed(thermograph.mean())?,
        temperature: fixed(thermograph.temperature())?.max(0),
        left_stop: fixed(&arena.left_stop(value))?,
        right_stop: fixed(&arena.right_stop(value))?,
        inexact: true,
        weight: weight(arena, value),
    })
}

fn weight(arena: &mut Arena, value: Value) -> Option<i64> {
    if !arena.is_all_small(value) {
        return None;
    }
    let weight = arena.atomic_weight(value)?;
    arena.as_number(weight)?.to_i64()
}

/// What the facts about all terms of a sum say together.
pub(crate) struct Tally {
    mean: Fixed,
    temperature: Fixed,
    left: Fixed,
    right: Fixed,
    largest_gap: Fixed,
    second_gap: Fixed,
    /// Terms of which only bounds are known.
    bounded: bool,
    /// Whether a term may exceed its stops by an infinitesimal.
    inexact: bool,
    weight: Option<i64>,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            mean: 0,
            temperature: 0,
            left: 0,
            right: 0,
            largest_gap: 0,
            second_gap: 0,
            bounded: false,
            inexact: false,
            weight: Some(0),
        }
    }
}

impl Tally {
    pub(crate) fn add(&mut self, facts: Facts) {
        self.inexact |= facts.inexact;
        self.weight = self.weight.zip(facts.weight).map(|(a, b)| a + b);
        self.mean += facts.mean;
        self.temperature = self.temperature.max(facts.temperature);
        self.left += facts.left_stop;
        self.right += facts.right_stop;
        let gap = facts.left_stop - facts.right_stop;
        if gap > self.largest_gap {
            (self.largest_gap, self.second_gap) = (gap, self.largest_gap);
        } else if gap > self.second_gap {
            self.second_gap = gap;
        }
    }

    /// Adds a term that is between two integers.
    pub(crate) fn add_bounds(&mut self, low: i32, high: i32) {
        self.bounded = true;
        self.left += Fixed::from(high) << BITS;
        self.right += Fixed::from(low) << BITS;
    }

    /// Whether Left wins moving first, if the tally tells.
    ///
    /// With `m` the sum of the means and `t` the highest temperature, Left's stop of the sum is
    /// between `m` and `m + t`. Also, she gets at least all right stops and the largest gap between
    /// the stops of a term, and at most all left stops without the second largest gap, which Right
    /// takes. Her stop decides unless it may be 0. A sum that is at most 0 she loses anyway.
    pub(crate) fn left_wins_first(&self) -> Option<bool> {
        if self.right + self.largest_gap > 0 || (!self.bounded && self.mean > 0) {
            Some(true)
        } else if self.left - self.second_gap < 0
            || (!self.inexact && self.left <= 0)
            || (!self.bounded && self.mean + self.temperature < 0)
        {
            Some(false)
        } else if !self.bounded && self.mean == 0 {
            // Two ups ahead wins, one up ahead wins with the move.
            match self.weight? {
                1.. => Some(true),
                ..=-2 => Some(false),
                _ => None,
            }
        } else {
            None
        }
    }
}
