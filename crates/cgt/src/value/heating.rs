//! Games under a tax or a bonus on moves.

use rustc_hash::FxHashMap;

use crate::value::deep::deepen;
use crate::{Arena, Dyadic, Player, Value};

impl Arena {
    /// The game cooled by `t`: every move costs `t`, until nobody wants to move. `None` if `t` is below -1, where
    /// cooling has no meaning.
    ///
    /// ```
    /// use zermelo_cgt::{Arena, Dyadic};
    ///
    /// let mut arena = Arena::new();
    /// let game = arena.parse("{4|0}")?;
    /// let (cool, cold) = (arena.cool(game, &Dyadic::ONE), arena.cool(game, &Dyadic::from(3)));
    /// assert_eq!(cool, Some(arena.parse("{3|1}")?));
    /// assert_eq!(cold, Some(arena.integer(2)));
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn cool(&mut self, value: Value, t: &Dyadic) -> Option<Value> {
        if *t < Dyadic::MINUS_ONE {
            return None;
        }
        let tax = self.number(&-t);
        Some(self.cool_all(value, t, tax, &mut FxHashMap::default()))
    }

    fn cool_all(
        &mut self,
        value: Value,
        t: &Dyadic,
        tax: Value,
        known: &mut FxHashMap<Value, Value>,
    ) -> Value {
        if let Some(&cooled) = known.get(&value) {
            return cooled;
        }
        if self.spend() {
            return Self::WORTHLESS;
        }
        let is_integer = self.as_number(value).is_some_and(|number| number.is_integer());
        let cooled = if is_integer || *t > self.temperature(value) {
            let mean = self.mean(value);
            self.number(&mean)
        } else {
            self.rewarded(value, tax, |arena, option| arena.cool_all(option, t, tax, known))
        };
        known.insert(value, cooled);
        cooled
    }

    /// The game heated by `t`: every move earns `t`. Numbers stay.
    ///
    /// ```
    /// use zermelo_cgt::{Arena, Value};
    ///
    /// let mut arena = Arena::new();
    /// let one = arena.integer(1);
    /// assert_eq!(arena.heat(Value::STAR, one), arena.parse("+-1")?);
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn heat(&mut self, value: Value, t: Value) -> Value {
        self.heat_all(value, t, &mut FxHashMap::default())
    }

    fn heat_all(&mut self, value: Value, t: Value, known: &mut FxHashMap<Value, Value>) -> Value {
        if self.is_number(value) {
            return value;
        }
        if let Some(&heated) = known.get(&value) {
            return heated;
        }
        if self.spend() {
            return Self::WORTHLESS;
        }
        let heated = self.rewarded(value, t, |arena, option| arena.heat_all(option, t, known));
        known.insert(value, heated);
        heated
    }

    /// The game with other options, for each of which the mover gets a bonus.
    fn rewarded(
        &mut self,
        value: Value,
        bonus: Value,
        mut change: impl FnMut(&mut Arena, Value) -> Value,
    ) -> Value {
        deepen(|| {
            let [left, right] = Player::BOTH.map(|player| {
                let mut options = self.options(player, value);
                for option in &mut options {
                    let changed = change(self, *option);
                    *option = match player {
                        Player::Left => self.add(changed, bonus),
                        Player::Right => self.sub(changed, bonus),
                    };
                }
                options
            });
            self.canonical_of(left, right)
        })
    }
}
