//! The type-erased view of one variant of a game.

use zermelo_core::{Game, Retrograde, Tiered};

/// One variant of a game with everything that can be done with it, whatever its types.
pub trait AnyGame: Send + Sync {}

struct RulesOnly<G>(G);

impl<G: Game> AnyGame for RulesOnly<G> {}

/// A game that has rules and nothing else: solved by exploring it from the start.
pub fn rules_only<G: Game>(game: G) -> Box<dyn AnyGame> {
    Box::new(RulesOnly(game))
}

/// A game with an index and un-moves: solved tier by tier, fastest.
pub fn retrograde<G: Retrograde>(game: G) -> Box<dyn AnyGame> {
    Box::new(RulesOnly(game))
}

/// A game with an index but without un-moves: solved tier by tier.
pub fn tiered<G: Tiered>(game: G) -> Box<dyn AnyGame> {
    Box::new(RulesOnly(game))
}
