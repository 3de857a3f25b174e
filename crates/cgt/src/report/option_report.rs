//! The moves in a position with what they are worth.

use crate::sum::part::MovePlace;
use crate::{Arena, Budget, Game, Player, Session, Stopped, Value};

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

/// The merit of each of these options of a player in a game.
fn merits(arena: &mut Arena, player: Player, whole: Value, values: &[Value]) -> Vec<Merit> {
    let canonical = arena.options(player, whole);
    let mut merit = |value: Value| {
        if canonical.contains(&value) {
            Merit::Sensible
        } else if values.iter().any(|&other| other != value && arena.at_least(player, other, value)) {
            Merit::Dominated
        } else {
            Merit::Reversible
        }
    };
    values.iter().map(|&value| merit(value)).collect()
}

impl Session {
    /// All moves of both players in a game, each with the value after it.
    ///
    /// ```
    /// use zermelo_cgt::{Budget, Merit, Session};
    /// let mut session = Session::new();
    /// let game = session.read("domineering", "...|...")?;
    /// let options = session.options_of(game, &Budget::unlimited())?;
    /// let sensible: Vec<&str> =
    ///     options.iter().filter(|o| o.merit == Merit::Sensible).map(|o| o.name.as_str()).collect();
    /// assert_eq!(sensible, ["b1-b2", "a1-b1", "b1-c1", "a2-b2", "b2-c2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options_of(&mut self, game: Game, budget: &Budget) -> Result<Vec<OptionReport>, Stopped> {
        let whole = self.value_within(&[game], budget)?;
        let mut reports = Vec::new();
        for player in Player::BOTH {
            let (mut names, mut values) = (Vec::new(), Vec::new());
            let mut next = Some(MovePlace::default());
            while let Some(place) = next {
                let after = self.evaluator.parts.games_after(game, player, place);
                let found: Result<Vec<Value>, Stopped> =
                    after.moves.iter().map(|&(_, game)| self.value_within(&[game], budget)).collect();
                self.evaluator.parts.forget_games(&after);
                values.extend(found?);
                names.extend(after.moves.into_iter().map(|(name, _)| name));
                next = after.next;
            }
            let memory = self.evaluator.memory;
            let merits =
                self.arena().limited(budget, memory, |arena| merits(arena, player, whole, &values))?;
            let options = names.into_iter().zip(values).zip(merits);
            reports.extend(options.map(|((name, value), merit)| OptionReport { player, name, value, merit }));
        }
        Ok(reports)
    }
}
