//! Reduced canonical forms: games up to infinitesimals.

use crate::value::deep::deepen;
use crate::{Arena, Player, Value};

impl Arena {
    /// The reduced canonical form: the simplest game that differs from this one by an infinitesimal.
    ///
    /// Two games differ by an infinitesimal exactly if their reduced canonical forms are equal (Grossman and
    /// Siegel, "Reductions of partizan games").
    ///
    /// ```
    /// use zermelo_cgt::Arena;
    ///
    /// let mut arena = Arena::new();
    /// let game = arena.parse("{2^|1*} + ^")?;
    /// assert_eq!(arena.reduced(game), arena.parse("{2|1}")?);
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn reduced(&mut self, value: Value) -> Value {
        let stops = self.stops(value);
        if stops.left == stops.right {
            return stops.left;
        }
        if let Some(&known) = self.reduced_forms.get(&value) {
            return known;
        }
        if self.spend() {
            return Self::WORTHLESS;
        }
        let reduced = deepen(|| {
            let [left, right] = Player::BOTH.map(|player| self.reduced_options(player, value));
            self.canonical_of(left, right)
        });
        if !self.is_exhausted() {
            self.reduced_forms.insert(value, reduced);
            self.reduced_forms.insert(reduced, reduced);
        }
        reduced
    }

    /// The reduced options of a game that is not close to a number, without those that are dominated or
    /// reversible up to infinitesimals.
    fn reduced_options(&mut self, player: Player, value: Value) -> Vec<Value> {
        let mut waiting = self.options(player, value);
        let mut seen = Vec::new();
        let mut kept: Vec<Value> = Vec::new();
        while let Some(option) = waiting.pop() {
            let option = self.reduced(option);
            if seen.contains(&option) {
                continue;
            }
            seen.push(option);
            let answers = self.options(player.opponent(), option);
            match answers.into_iter().find(|&answer| self.nearly_at_least(player, value, answer)) {
                Some(answer) => waiting.extend(self.options(player, answer)),
                None => kept.push(option),
            }
        }
        let all = kept.clone();
        kept.retain(|&option| {
            !all.iter().any(|&other| other != option && self.nearly_at_least(player, other, option))
        });
        kept
    }

    /// Whether `a` is, up to an infinitesimal, at least as good as `b` for this player.
    fn nearly_at_least(&mut self, player: Player, a: Value, b: Value) -> bool {
        let difference = if player == Player::Left { self.sub(a, b) } else { self.sub(b, a) };
        self.compare_numbers(self.stops(difference).right, Value::ZERO).is_ge()
    }
}
