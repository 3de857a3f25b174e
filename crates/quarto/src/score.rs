//! How a game ends for the player who hands over a piece, and after how many placements, as one small number.

/// The result of perfect play for one player: the larger, the better for him.
///
/// A win is the better the sooner it comes, a loss the worse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(pub(crate) i8);

/// A win before any placement; every placement costs one.
const WIN: i8 = 20;

impl Score {
    /// Nobody completes a line.
    pub const TIE: Score = Score(0);

    /// The player wins with the placement number `placements` from now.
    pub const fn win(placements: u8) -> Score {
        Score(WIN - placements as i8)
    }

    /// The player loses with the placement number `placements` from now.
    pub const fn loss(placements: u8) -> Score {
        Score(placements as i8 - WIN)
    }

    /// Returns what the other player gets.
    #[inline]
    #[must_use]
    pub fn reversed(self) -> Score {
        Score(-self.0)
    }

    /// Returns the score one placement earlier.
    #[inline]
    #[must_use]
    pub fn earlier(self) -> Score {
        Score(self.0 - self.0.signum())
    }

    /// Returns the number of placements until somebody wins, or `None` for a tie.
    pub fn placements(self) -> Option<u8> {
        (self.0 != 0).then_some((WIN - self.0.abs()) as u8)
    }
}
