//! Multiples and the Norton product.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use crate::value::deep::deepen;
use crate::{Arena, Dyadic, Player, Value};

impl Arena {
    /// The sum of `n` copies.
    ///
    /// ```
    /// use zermelo_cgt::{Arena, Value};
    ///
    /// let mut arena = Arena::new();
    /// let (up, switch) = (arena.ups(1), arena.parse("+-1")?);
    /// assert_eq!(arena.multiple(-3, up), arena.ups(-3));
    /// assert_eq!(arena.multiple(2, switch), Value::ZERO);
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn multiple(&mut self, n: i64, value: Value) -> Value {
        self.multiple_by(&n.into(), value)
    }

    /// The sum of so many copies, an integer; by doubling.
    fn multiple_by(&mut self, n: &Dyadic, value: Value) -> Value {
        let mut double = if n.sign().is_lt() { self.neg(value) } else { value };
        let mut rest = n.abs();
        let mut sum = Value::ZERO;
        while !rest.is_zero() && !self.is_exhausted() {
            let half = rest.half();
            if !half.is_integer() {
                sum = self.add(sum, double);
            }
            rest = half.floor();
            if !rest.is_zero() {
                double = self.add(double, double);
            }
        }
        sum
    }

    /// The Norton product `G·U` with a positive unit `U`: what `G` becomes if every integer move counts as `U`.
    /// `None` if the unit is not positive.
    ///
    /// ```
    /// use zermelo_cgt::Arena;
    ///
    /// let mut arena = Arena::new();
    /// let (half, up) = (arena.parse("1/2")?, arena.ups(1));
    /// // Half an up: {⇑*|v*}.
    /// assert_eq!(arena.norton_product(half, up), Some(arena.parse("{^^*|v*}")?));
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn norton_product(&mut self, game: Value, unit: Value) -> Option<Value> {
        if self.compare(unit, Value::ZERO) != Some(Ordering::Greater) {
            return None;
        }
        // A move in the product is a move in the game, and then a unit and what a move can gain in it.
        let gains: Vec<Value> =
            self.incentives(unit).into_iter().map(|incentive| self.add(unit, incentive)).collect();
        Some(self.product_by_gains(game, unit, &gains, &mut FxHashMap::default()))
    }

    fn product_by_gains(
        &mut self,
        game: Value,
        unit: Value,
        gains: &[Value],
        known: &mut FxHashMap<Value, Value>,
    ) -> Value {
        if let Some(integer) = self.as_number(game).filter(Dyadic::is_integer) {
            return self.multiple_by(&integer, unit);
        }
        if let Some(&product) = known.get(&game) {
            return product;
        }
        if self.spend() {
            return Self::WORTHLESS;
        }
        let product = deepen(|| {
            let [left, right] = Player::BOTH.map(|player| {
                let mut options = Vec::new();
                for option in self.options(player, game) {
                    let part = self.product_by_gains(option, unit, gains, known);
                    for &gain in gains {
                        options.push(match player {
                            Player::Left => self.add(part, gain),
                            Player::Right => self.sub(part, gain),
                        });
                    }
                }
                options
            });
            self.canonical_of(left, right)
        });
        known.insert(game, product);
        product
    }
}
