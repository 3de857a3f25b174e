//! Levels two and three: an index for large games, and un-moves.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::{Game, Index};

/// How play moves within a tier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TierKind {
    /// Every move leaves the tier, so one pass solves it.
    Transition,
    /// Moves may stay in the tier, and play may go round in circles.
    Loopy,
}

/// Which moves of a position are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Moves that stay in the tier of the position.
    Inside,
    /// Moves that leave it.
    Outside,
    /// All moves.
    Anywhere,
}

/// A game split into *tiers*, groups of positions that no move leads back to once left, each with a dense
/// numbering: what makes games of billions of positions solvable.
///
/// Everything here is derived from the rules and checked against them by the conformance battery.
pub trait Tiered: Game {
    /// The name of a tier, e.g. how many pieces of each kind are on the board. Shown without spaces.
    type Tier: Copy + Ord + Hash + Debug + Display + Send + Sync + 'static;
    /// The numbering of a tier: usually one of the library's.
    type Index: Index;

    /// Whether the game can end in a tie. A game that cannot has room for longer games in a byte.
    const TIES: bool = true;

    /// Whether [`normalise`](Tiered::normalise) may swap the players, so that one stored position stands for
    /// two: itself, and its mirror image with colours swapped and the other player to move.
    const FOLDS_PLAYERS: bool = false;

    /// True for a collection of endgames: positions of interest in their own right. Such a game has no start, and
    /// [`start`](Game::start) is only an example of its positions. An analysis counts every legal position of every tier.
    const ENDGAMES: bool = false;

    /// Whether play from [`start`](Game::start) reaches only a small part of the first tiers, those before any loopy one.
    /// Then the solver finds out which positions these are, and solves no others there.
    const SPARSE_OPENING: bool = false;

    /// The tiers that a complete solution starts from: it covers these and all that moves lead to. Usually just the
    /// tier of the start; a collection of endgames names its largest tiers.
    fn roots(&self) -> Vec<Self::Tier> {
        vec![self.tier_of(&self.normalise(&self.start()))]
    }

    /// Whether a position in normal form that the index numbers can occur at all. The slots of others are unused, and
    /// un-moves may lead to them. It is asked once for each slot, so a numbering need not be perfect.
    #[inline]
    fn is_legal(&self, _p: &Self::Position) -> bool {
        true
    }

    /// The member that stands for `p` among positions that are equal but for the names of the players. The
    /// tier and the slot of a position are those of its normal form.
    #[inline]
    fn normalise(&self, p: &Self::Position) -> Self::Position {
        *p
    }

    /// The tier of a position in normal form.
    fn tier_of(&self, p: &Self::Position) -> Self::Tier;

    /// The other tiers that moves from this tier may lead to.
    fn children(&self, tier: Self::Tier) -> Vec<Self::Tier>;

    /// Whether moves may stay in the tier.
    fn kind(&self, tier: Self::Tier) -> TierKind;

    /// The numbering of a tier.
    fn index(&self, tier: Self::Tier) -> Self::Index;

    /// The bytes that solving a tier takes beside one for each slot: for games that bring tables of their own.
    fn extra_bytes(&self, _tier: Self::Tier) -> u64 {
        0
    }

    /// What the index numbers, from a position in normal form.
    fn item(&self, p: &Self::Position) -> <Self::Index as Index>::Item;

    /// The position of an item of a tier.
    fn position(&self, tier: Self::Tier, item: <Self::Index as Index>::Item) -> Self::Position;

    /// Calls `visit` with the positions after the moves of `p`, a position of `tier` that is not an end, until it
    /// breaks. Positions may come twice. `scratch` is room for the moves, kept by the caller so that nothing is
    /// allocated. Override it where playing all moves at once is faster.
    #[inline]
    fn for_each_child<B>(
        &self,
        tier: Self::Tier,
        p: &Self::Position,
        reach: Reach,
        scratch: &mut Vec<Self::Move>,
        mut visit: impl FnMut(Self::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        scratch.clear();
        self.moves(p, scratch);
        for &m in scratch.iter() {
            let child = self.play(p, m);
            let wanted = match reach {
                Reach::Anywhere => true,
                Reach::Inside => self.tier_of(&self.normalise(&child)) == tier,
                Reach::Outside => self.tier_of(&self.normalise(&child)) != tier,
            };
            if wanted {
                visit(child)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// A tiered game that can take moves back, which solves loopy tiers about twice as fast.
pub trait Retrograde: Tiered {
    /// Calls `visit` with every position of `tier` from which a move leads to `p`, a position of the same tier.
    /// Positions in which the game is already over, or that are not legal, may be among them: the solver leaves them out.
    fn for_each_parent(&self, tier: Self::Tier, p: &Self::Position, visit: impl FnMut(Self::Position));
}
