//! Sums and negatives.

use crate::value::deep::deepen;
use crate::{Arena, Player, Value};

impl Arena {
    /// The negative: the players exchange their moves.
    pub fn neg(&mut self, value: Value) -> Value {
        if let Some(packed) = value.unpack() {
            return match packed.negated() {
                Some(negative) => negative,
                None => self.number_up_star(&packed.widened().negated()),
            };
        }
        if let Some(known) = self.known_negative(value) {
            return known;
        }
        let negative = match self.as_wide(value) {
            Some(parts) => {
                let negative = parts.negated();
                self.number_up_star(&negative)
            }
            None => deepen(|| self.neg_of_options(value)),
        };
        if self.is_exhausted() {
            return Self::WORTHLESS;
        }
        self.remember_negative(value, negative);
        if !negative.is_packed() {
            self.remember_negative(negative, value);
        }
        negative
    }

    /// The negative of a canonical form is canonical.
    fn neg_of_options(&mut self, value: Value) -> Value {
        if self.spend() {
            return Self::WORTHLESS;
        }
        let mut negated = |player| {
            let mut options = self.options(player, value);
            for option in &mut options {
                *option = self.neg(*option);
            }
            options.sort_unstable();
            options
        };
        let (left, right) = (negated(Player::Right), negated(Player::Left));
        let stops = self.stops(value);
        let stops = stops.negated(self.neg(stops.left), self.neg(stops.right));
        if self.is_exhausted() {
            // Worthless options with these stops would be a form that is not canonical.
            return Self::WORTHLESS;
        }
        self.intern(&left, &right, stops)
    }

    /// The sum: who moves chooses the part to move in.
    ///
    /// ```
    /// use zermelo_cgt::{Arena, Value};
    ///
    /// let mut arena = Arena::new();
    /// let star_two = arena.nimber(2);
    /// assert_eq!(arena.add(star_two, Value::STAR), arena.nimber(3));
    /// ```
    #[inline]
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        if let (Some(x), Some(y)) = (a.unpack(), b.unpack())
            && let Some(sum) = x.plus(y)
        {
            return sum;
        }
        self.add_of_nodes(a, b)
    }

    fn add_of_nodes(&mut self, a: Value, b: Value) -> Value {
        if a.is_zero() {
            return b;
        }
        if b.is_zero() {
            return a;
        }
        if let (Some(x), Some(y)) = (self.as_number_up_star(a), self.as_number_up_star(b)) {
            return self.number_up_star(&x.plus(&y));
        }
        let (a, b) = (a.min(b), a.max(b));
        if let Some(known) = self.sums.get(a, b) {
            return known;
        }
        let sum = if self.is_number(a) {
            deepen(|| self.translate(b, a))
        } else if self.is_number(b) {
            deepen(|| self.translate(a, b))
        } else if self.neg(a) == b {
            Value::ZERO
        } else {
            deepen(|| self.add_by_options(a, b))
        };
        if !self.is_exhausted() {
            self.sums.insert(a, b, sum);
        }
        sum
    }

    /// A game that is not a number, plus a number: the number goes to the options, and the form stays canonical.
    fn translate(&mut self, value: Value, number: Value) -> Value {
        if self.spend() {
            return Self::WORTHLESS;
        }
        let mut translated = |player| {
            let mut options = self.options(player, value);
            for option in &mut options {
                *option = self.add(*option, number);
            }
            options.sort_unstable();
            options
        };
        let (left, right) = (translated(Player::Left), translated(Player::Right));
        let mut stops = self.stops(value);
        stops.left = self.add(stops.left, number);
        stops.right = self.add(stops.right, number);
        if self.is_exhausted() {
            return Self::WORTHLESS;
        }
        self.intern(&left, &right, stops)
    }

    fn add_by_options(&mut self, a: Value, b: Value) -> Value {
        if self.spend() {
            return Self::WORTHLESS;
        }
        let left = self.sum_options(Player::Left, a, b);
        let right = self.sum_options(Player::Right, a, b);
        self.canonical_of(left, right)
    }

    fn sum_options(&mut self, player: Player, a: Value, b: Value) -> Vec<Value> {
        let (of_a, of_b) = (self.option_count(player, a), self.option_count(player, b));
        let mut options = self.buffer();
        for index in 0..of_a {
            // A nimber may have thousands of millions of options.
            if self.is_exhausted() {
                return options;
            }
            let option = self.option(player, a, index);
            options.push(self.add(option, b));
        }
        for index in 0..of_b {
            if self.is_exhausted() {
                return options;
            }
            let option = self.option(player, b, index);
            options.push(self.add(a, option));
        }
        options
    }

    /// The difference.
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        let negative = self.neg(b);
        self.add(a, negative)
    }
}
