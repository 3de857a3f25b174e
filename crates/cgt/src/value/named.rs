//! Games that have names of their own.

use crate::{Arena, NumberUpStar, Value};

impl Arena {
    /// `n` copies of ↑, which is `{0|*}`; downs if `n` is negative.
    ///
    /// ```
    /// use zermelo_cgt::{Arena, Value};
    ///
    /// let mut arena = Arena::new();
    /// assert_eq!(arena.ups(1), arena.canonical(&[Value::ZERO], &[Value::STAR]));
    /// ```
    pub fn ups(&mut self, n: i64) -> Value {
        self.number_up_star(&NumberUpStar { ups: n.into(), ..NumberUpStar::from_number(crate::Dyadic::ZERO) })
    }

    /// The switch `±G = {G|-G}`.
    pub fn plus_minus(&mut self, game: Value) -> Value {
        self.plus_minus_of(&[game])
    }

    /// The symmetric game in which Left has these options and Right their negatives.
    pub fn plus_minus_of(&mut self, options: &[Value]) -> Value {
        let negatives: Vec<Value> = options.iter().map(|&option| self.neg(option)).collect();
        self.canonical(options, &negatives)
    }

    /// Tiny-G, `{0||0|-G}`: positive, but for positive G less than every multiple of up.
    pub fn tiny(&mut self, game: Value) -> Value {
        let negative = self.neg(game);
        let threat = self.canonical(&[Value::ZERO], &[negative]);
        self.canonical(&[Value::ZERO], &[threat])
    }

    /// Miny-G, the negative of tiny-G: `{G|0||0}`.
    pub fn miny(&mut self, game: Value) -> Value {
        let tiny = self.tiny(game);
        self.neg(tiny)
    }

    /// The n-th power of ↑ for `n >= 1`: `{0|*-(↑ + ↑² + … + ↑ to the n-1)}`, infinitesimal against the one before.
    pub fn up_power(&mut self, n: u32) -> Value {
        let rest = self.up_powers_to(n.saturating_sub(1));
        let answer = self.sub(Value::STAR, rest);
        self.canonical(&[Value::ZERO], &[answer])
    }

    /// The sum of the powers of ↑ up to the n-th: `{sum to n-1 | *}`.
    pub fn up_powers_to(&mut self, n: u32) -> Value {
        (0..n).fold(Value::ZERO, |sum, _| self.canonical(&[sum], &[Value::STAR]))
    }
}
