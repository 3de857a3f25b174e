//! The partial order of games.

use std::cmp::Ordering;

use crate::value::arena::Stops;
use crate::value::deep::deepen;
use crate::{Arena, Outcome, Player, Value};

impl Arena {
    /// Whether `a <= b`: Left, moving second, wins `b - a`.
    ///
    /// ```
    /// use zermelo_cgt::{Arena, Value};
    ///
    /// let mut arena = Arena::new();
    /// let up = arena.parse("^")?;
    /// assert!(arena.le(Value::ZERO, up));
    /// assert!(!arena.le(Value::STAR, up) && !arena.le(up, Value::STAR));
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    #[inline]
    pub fn le(&mut self, a: Value, b: Value) -> bool {
        if a == b {
            return true;
        }
        if let (Some(a), Some(b)) = (a.unpack(), b.unpack()) {
            return a.compare(b).is_some_and(Ordering::is_le);
        }
        self.le_of_nodes(a, b)
    }

    /// Hot: stops decide most comparisons of hot games, and all with numbers.
    fn le_of_nodes(&mut self, a: Value, b: Value) -> bool {
        if let Some(answer) = self.le_by_stops(&self.stops(a), &self.stops(b)) {
            return answer;
        }
        if let Some(known) = self.orders.get(a, b) {
            return known;
        }
        let answer = match (self.as_number_up_star(a), self.as_number_up_star(b)) {
            (Some(a), Some(b)) => a.plus(&b.negated()).sign().is_some_and(Ordering::is_le),
            _ => deepen(|| self.le_by_options(a, b)),
        };
        if !self.is_exhausted() {
            self.orders.insert(a, b, answer);
        }
        answer
    }

    /// The definition: no move of Left in `a` reaches `b`, and no move of Right in `b` falls to `a`.
    fn le_by_options(&mut self, a: Value, b: Value) -> bool {
        if self.spend() {
            return false;
        }
        for index in 0..self.option_count(Player::Left, a) {
            let option = self.option(Player::Left, a, index);
            if self.le(b, option) {
                return false;
            }
        }
        for index in 0..self.option_count(Player::Right, b) {
            let option = self.option(Player::Right, b, index);
            if self.le(option, a) {
                return false;
            }
        }
        true
    }

    /// Whether `a <= b`, if the stops tell.
    ///
    /// Stops are monotonous; and a game that ends below where the other one begins is less. Where stops are
    /// equal, it counts on which side of that number the games are, and how many ups away.
    #[inline]
    pub(crate) fn le_by_stops(&self, a: &Stops, b: &Stops) -> Option<bool> {
        match self.compare_numbers(a.left, b.left) {
            Ordering::Greater => return Some(false),
            Ordering::Equal if !a.ups.upper_allows(b.ups) => return Some(false),
            Ordering::Equal if b.at_most_left && !a.at_most_left => return Some(false),
            _ => {}
        }
        match self.compare_numbers(a.right, b.right) {
            Ordering::Greater => return Some(false),
            Ordering::Equal if !a.ups.lower_allows(b.ups) => return Some(false),
            Ordering::Equal if a.at_least_right && !b.at_least_right => return Some(false),
            _ => {}
        }
        match self.compare_numbers(a.left, b.right) {
            Ordering::Less => Some(true),
            Ordering::Equal if a.at_most_left && b.at_least_right => Some(true),
            Ordering::Equal if a.ups.ends_below(b.ups) => Some(true),
            _ => None,
        }
    }

    /// Whether `a` is at least as good as `b` for this player.
    #[inline]
    pub(crate) fn at_least(&mut self, player: Player, a: Value, b: Value) -> bool {
        match player {
            Player::Left => self.le(b, a),
            Player::Right => self.le(a, b),
        }
    }

    /// Compares two games; `None` if they are confused.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use zermelo_cgt::{Arena, Value};
    ///
    /// let mut arena = Arena::new();
    /// let up = arena.parse("^")?;
    /// assert_eq!(arena.compare(up, Value::ZERO), Some(Ordering::Greater));
    /// assert_eq!(arena.compare(up, Value::STAR), None);
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn compare(&mut self, a: Value, b: Value) -> Option<Ordering> {
        if a == b {
            return Some(Ordering::Equal);
        }
        if self.le(a, b) {
            return Some(Ordering::Less);
        }
        self.le(b, a).then_some(Ordering::Greater)
    }

    /// Who wins the game.
    pub fn outcome(&mut self, value: Value) -> Outcome {
        Outcome::from_sign(self.compare(value, Value::ZERO))
    }
}
