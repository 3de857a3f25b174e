//! Atomic weights: how many ups an all-small game is worth.

use std::cmp::Ordering;

use crate::value::deep::deepen;
use crate::{Arena, Dyadic, Player, Value};

impl Arena {
    /// The atomic weight of an all-small game; `None` for other games.
    ///
    /// Weights add up, and a game of weight at least 2 is positive.
    ///
    /// ```
    /// use zermelo_cgt::Arena;
    ///
    /// let mut arena = Arena::new();
    /// for (text, weight) in [("^^^*2", "3"), ("*5", "0"), ("^<2>", "0"), ("{^^*|v*}", "1/2")] {
    ///     let (game, weight) = (arena.parse(text)?, arena.parse(weight)?);
    ///     assert_eq!(arena.atomic_weight(game), Some(weight), "{text}");
    /// }
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn atomic_weight(&mut self, value: Value) -> Option<Value> {
        self.is_all_small(value).then(|| self.weight(value))
    }

    fn weight(&mut self, value: Value) -> Value {
        if let Some(parts) = self.as_number_up_star(value) {
            return self.number(&parts.ups);
        }
        if let Some(&known) = self.atomic_weights.get(&value) {
            return known;
        }
        if self.spend() {
            return Self::WORTHLESS;
        }
        let weight = deepen(|| self.weight_by_options(value));
        if !self.is_exhausted() {
            self.atomic_weights.insert(value, weight);
        }
        weight
    }

    /// The atomic weight calculus: a move is worth two ups more than it leads to, except where that gives an
    /// integer; then it counts how the game compares with a nimber that is larger than all in it.
    fn weight_by_options(&mut self, value: Value) -> Value {
        let two = self.integer(2);
        let [left, right] = Player::BOTH.map(|player| {
            let mut weights = self.options(player, value);
            for weight in &mut weights {
                let after = self.weight(*weight);
                *weight = match player {
                    Player::Left => self.sub(after, two),
                    Player::Right => self.add(after, two),
                };
            }
            weights
        });
        let simple = self.canonical(&left, &right);
        if !self.as_number(simple).is_some_and(|number| number.is_integer()) {
            return simple;
        }
        match self.compare_with_remote_star(value) {
            Some(Ordering::Greater) => self.last_integer_under(&right),
            Some(Ordering::Less) => {
                let negatives: Vec<Value> = left.into_iter().map(|weight| self.neg(weight)).collect();
                let weight = self.last_integer_under(&negatives);
                self.neg(weight)
            }
            _ => Value::ZERO,
        }
    }

    fn compare_with_remote_star(&mut self, value: Value) -> Option<Ordering> {
        // No position of the game equals a nimber that is born later than the game.
        let day = self.birthday(value).to_i64().and_then(|day| u32::try_from(day + 1).ok());
        let star = self.nimber(day.expect("an all-small game is as deep as its nodes"));
        self.compare(value, star)
    }

    /// The largest integer that none of these games is at most.
    fn last_integer_under(&mut self, games: &[Value]) -> Value {
        let last = games.iter().map(|&game| {
            let stops = self.stops(game);
            let stop = self.number_of(stops.left);
            if stops.at_most_left && stop.is_integer() { &stop - &Dyadic::ONE } else { stop.floor() }
        });
        let least = last.min().expect("an all-small game that is not zero has options");
        self.number(&least)
    }
}
