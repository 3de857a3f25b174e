//! Ordinal sums: a move in the base removes what stands on it.

use rustc_hash::FxHashMap;

use crate::value::deep::deepen;
use crate::{Arena, Player, Value};

impl Arena {
    /// The ordinal sum `base : top` of the canonical forms: a move in the base ends all play in the top.
    ///
    /// It depends on the form of the base, not only on its value; the canonical form is meant.
    ///
    /// ```
    /// use zermelo_cgt::{Arena, Value};
    ///
    /// let mut arena = Arena::new();
    /// let one = arena.integer(1);
    /// // A blue edge on a green one.
    /// assert_eq!(arena.ordinal_sum(Value::STAR, one), arena.parse("^*")?);
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn ordinal_sum(&mut self, base: Value, top: Value) -> Value {
        self.stand_on(base, top, &mut FxHashMap::default())
    }

    fn stand_on(&mut self, base: Value, top: Value, known: &mut FxHashMap<Value, Value>) -> Value {
        if top.is_zero() {
            return base;
        }
        if let Some(&sum) = known.get(&top) {
            return sum;
        }
        if self.spend() {
            return Self::WORTHLESS;
        }
        let sum = deepen(|| {
            let [left, right] = Player::BOTH.map(|player| {
                let mut options = self.options(player, base);
                for option in self.options(player, top) {
                    options.push(self.stand_on(base, option, known));
                }
                options
            });
            self.canonical_of(left, right)
        });
        known.insert(top, sum);
        sum
    }
}
