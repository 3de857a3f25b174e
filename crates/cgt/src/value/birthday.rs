//! Birthdays: how deep canonical forms are.

use crate::value::deep::deepen;
use crate::value::number_up_star::Steps;
use crate::{Arena, Dyadic, NumberUpStar, Player, Value};

impl Arena {
    /// The day on which the value is born: the longest run of moves, of either player at a time, in its
    /// canonical form. An integer, which may be large.
    ///
    /// ```
    /// use zermelo_cgt::{Arena, Dyadic};
    ///
    /// let mut arena = Arena::new();
    /// for (text, day) in [("0", 0), ("*", 1), ("-7", 7), ("3/4", 3), ("^", 2), ("+-1", 2)] {
    ///     let value = arena.parse(text)?;
    ///     assert_eq!(arena.birthday(value), Dyadic::from(day), "{text}");
    /// }
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn birthday(&mut self, value: Value) -> Dyadic {
        if let Some(parts) = self.as_number_up_star(value) {
            return birthday_of_parts(&parts);
        }
        if let Some(known) = self.birthdays.get(&value) {
            return known.clone();
        }
        if self.spend() {
            return Dyadic::ZERO;
        }
        let birthday = deepen(|| {
            let mut latest = Dyadic::ZERO;
            for player in Player::BOTH {
                for option in self.options(player, value) {
                    latest = latest.max(self.birthday(option));
                }
            }
            &latest + &Dyadic::ONE
        });
        if !self.is_exhausted() {
            self.birthdays.insert(value, birthday.clone());
        }
        birthday
    }
}

/// Each part of a sum of these adds to its age: the number, the nimber, and one day for every up.
fn birthday_of_parts(parts: &NumberUpStar) -> Dyadic {
    let size = parts.number.abs();
    let number = match parts.number.exponent() {
        0 => size,
        halvings => &size.floor() + &Dyadic::from(i64::from(halvings) + 1),
    };
    if parts.ups.is_zero() {
        return &number + &Dyadic::from(parts.nimber);
    }
    // Down to the last up, every up is one move, which also flips the last bit of the nimber.
    let more_ups = &parts.ups.abs() - &Dyadic::ONE;
    let is_odd = !more_ups.half().is_integer();
    let nimber = parts.nimber ^ u32::from(is_odd);
    let last_up =
        match (NumberUpStar { ups: Dyadic::ONE, nimber, ..parts.clone() }).tail().steps(Player::Left) {
            // Left can move to star, too.
            Steps::Nimbers(2) => 2,
            _ => 1 + i64::from(nimber ^ 1),
        };
    &(&number + &more_ups) + &Dyadic::from(last_up)
}
