//! The moves in a position with what they are worth.

use crate::{Effort, Game, Player, Session, Stopped, Value};

/// A move and the value of the position it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionReport {
    /// Who moves.
    pub player: Player,
    /// The move.
    pub name: String,
    /// The value after it.
    pub value: Value,
    /// Whether anyone would consider it.
    pub merit: Merit,
}

/// Whether a move is worth considering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Merit {
    /// It is among the moves of the canonical form.
    Sensible,
    /// Another move is at least as good in every sum.
    Dominated,
    /// The opponent has an answer after which nothing is gained.
    Reversible,
}

impl Merit {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sensible => "sensible",
            Self::Dominated => "dominated",
            Self::Reversible => "reversible",
        }
    }
}

impl Session {
    /// All moves of both players in a game, each with the value after it.
    ///
    /// ```
    /// use zermelo_cgt::{Effort, Merit, Session};
    /// let mut session = Session::new();
    /// let game = session.read("domineering", "...|...")?;
    /// let options = session.options_of(game, &Effort::unlimited())?;
    /// let sensible: Vec<&str> =
    ///     options.iter().filter(|o| o.merit == Merit::Sensible).map(|o| o.name.as_str()).collect();
    /// assert_eq!(sensible, ["b1-b2", "a1-b1", "b1-c1", "a2-b2", "b2-c2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options_of(&mut self, game: Game, effort: &Effort) -> Result<Vec<OptionReport>, Stopped> {
        let whole = self.value_within(&[game], effort)?;
        let mut reports = Vec::new();
        for player in Player::BOTH {
            let moves = self.evaluator.parts.named_moves(game, player);
            let mut values = Vec::new();
            for (_, parts) in &moves {
                values.push(self.evaluator.full_sum(parts, effort)?);
            }
            let arena = self.arena();
            let canonical = arena.options(player, whole);
            for ((name, _), &value) in moves.into_iter().zip(&values) {
                let better = |arena: &mut crate::Arena, other: Value| {
                    other != value && arena.at_least(player, other, value)
                };
                let merit = if canonical.contains(&value) {
                    Merit::Sensible
                } else if values.iter().any(|&other| better(arena, other)) {
                    Merit::Dominated
                } else {
                    Merit::Reversible
                };
                reports.push(OptionReport { player, name, value, merit });
            }
        }
        Ok(reports)
    }
}
