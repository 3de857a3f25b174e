//! Counts of positions by outcome: the signature of a solved game.

use std::collections::BTreeMap;

use crate::{Outcome, Value};

/// How many positions have each outcome.
///
/// ```
/// use zermelo_core::{Outcome::*, Tally, Value};
/// let tally: Tally = [Win(1), Win(3), Lose(0)].into_iter().collect();
/// assert_eq!(tally.of(Win(3)), 1);
/// assert_eq!(tally.with_value(Value::Win), 2);
/// assert_eq!(tally.total(), 3);
/// assert_eq!(tally.max_remoteness(), Some(3));
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally(BTreeMap<Outcome, u64>);

impl Tally {
    /// Counts `count` more positions of this outcome.
    pub fn add(&mut self, outcome: Outcome, count: u64) {
        if count > 0 {
            *self.0.entry(outcome).or_default() += count;
        }
    }

    /// Adds all counts of another tally.
    pub fn merge(&mut self, other: &Tally) {
        for (outcome, count) in other.iter() {
            self.add(outcome, count);
        }
    }

    /// The number of positions of this outcome.
    pub fn of(&self, outcome: Outcome) -> u64 {
        self.0.get(&outcome).copied().unwrap_or(0)
    }

    /// The number of positions of this value, whatever the remoteness.
    pub fn with_value(&self, value: Value) -> u64 {
        self.iter().filter(|(outcome, _)| outcome.value() == value).map(|(_, count)| count).sum()
    }

    /// The number of positions.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The largest remoteness that occurs.
    pub fn max_remoteness(&self) -> Option<u32> {
        self.0.keys().filter_map(|outcome| outcome.remoteness()).max()
    }

    /// All outcomes that occur, worst for the player to move first, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (Outcome, u64)> + '_ {
        self.0.iter().map(|(&outcome, &count)| (outcome, count))
    }
}

impl FromIterator<Outcome> for Tally {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Tally {
        let mut tally = Tally::default();
        for outcome in outcomes {
            tally.add(outcome, 1);
        }
        tally
    }
}
