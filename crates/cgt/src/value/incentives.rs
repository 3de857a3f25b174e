//! What moves gain.

use crate::{Arena, Player, Value};

impl Arena {
    /// What the moves of a player gain: `G^L - G` for Left, `G - G^R` for Right, without those that another move
    /// of the same player beats.
    ///
    /// ```
    /// use zermelo_cgt::{Arena, Player};
    ///
    /// let mut arena = Arena::new();
    /// let game = arena.parse("{3|1}")?;
    /// // 3 - {3|1}: a gain of 2, which the opponent can take back.
    /// let expected = arena.parse("{2|0}")?;
    /// assert_eq!(arena.incentives_of(Player::Left, game), [expected]);
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn incentives_of(&mut self, player: Player, value: Value) -> Vec<Value> {
        let mut incentives = self.options(player, value);
        for incentive in &mut incentives {
            *incentive = match player {
                Player::Left => self.sub(*incentive, value),
                Player::Right => self.sub(value, *incentive),
            };
        }
        self.drop_dominated(Player::Left, &mut incentives);
        incentives
    }

    /// What moves of either player gain, without those that another move beats.
    pub fn incentives(&mut self, value: Value) -> Vec<Value> {
        let mut incentives = self.incentives_of(Player::Left, value);
        incentives.extend(self.incentives_of(Player::Right, value));
        self.drop_dominated(Player::Left, &mut incentives);
        incentives
    }
}
