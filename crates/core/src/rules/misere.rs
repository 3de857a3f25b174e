//! The misère form of a game: the same moves, and whoever would win at the end loses.

use std::ops::ControlFlow;

use crate::picture::{Figures, Look, Part, Sign};
use crate::{Game, Index, ParseError, Reach, Retrograde, TierKind, Tiered, Turn, Value};

/// A game that is played misère if `misere` is set, and normally otherwise.
///
/// One wrapper for both forms, so that a game with a misère variant is compiled once.
///
/// ```
/// use zermelo_core::{Game, Misere, Value};
/// # use zermelo_core::ParseError;
/// # struct Countdown;
/// # impl Game for Countdown {
/// #     type Position = u8;
/// #     type Move = u8;
/// #     fn start(&self) -> u8 { 10 }
/// #     fn end(&self, p: &u8) -> Option<Value> { (*p == 0).then_some(Value::Lose) }
/// #     fn moves(&self, p: &u8, out: &mut Vec<u8>) { out.extend(1..=2.min(*p)) }
/// #     fn play(&self, p: &u8, m: u8) -> u8 { p - m }
/// #     fn format(&self, p: &u8) -> String { p.to_string() }
/// #     fn parse(&self, text: &str) -> Result<u8, ParseError> { Ok(text.parse().unwrap()) }
/// #     fn format_move(&self, _: &u8, m: u8) -> String { m.to_string() }
/// # }
/// assert_eq!(Misere::normal(Countdown).end(&0), Some(Value::Lose));
/// assert_eq!(Misere::of(Countdown).end(&0), Some(Value::Win));
/// ```
#[derive(Clone, Debug)]
pub struct Misere<G> {
    /// The game under its normal rules.
    pub game: G,
    /// Whether the ends count the other way round.
    pub misere: bool,
}

impl<G> Misere<G> {
    /// The game as it is.
    pub fn normal(game: G) -> Misere<G> {
        Misere { game, misere: false }
    }

    /// The game with its ends turned round.
    pub fn of(game: G) -> Misere<G> {
        Misere { game, misere: true }
    }

    fn turned(&self, value: Value) -> Value {
        if self.misere { value.flip() } else { value }
    }
}

impl<G: Game> Game for Misere<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn end(&self, p: &G::Position) -> Option<Value> {
        self.game.end(p).map(|value| self.turned(value))
    }

    fn stuck(&self) -> Value {
        self.turned(self.game.stuck())
    }

    fn moves(&self, p: &G::Position, out: &mut Vec<G::Move>) {
        self.game.moves(p, out);
    }

    fn play(&self, p: &G::Position, m: G::Move) -> G::Position {
        self.game.play(p, m)
    }

    fn format(&self, p: &G::Position) -> String {
        self.game.format(p)
    }

    fn parse(&self, text: &str) -> Result<G::Position, ParseError> {
        self.game.parse(text)
    }

    fn format_move(&self, p: &G::Position, m: G::Move) -> String {
        self.game.format_move(p, m)
    }

    fn board(&self, p: &G::Position) -> String {
        self.game.board(p)
    }

    fn turn(&self, p: &G::Position) -> Option<Turn> {
        self.game.turn(p)
    }

    fn look(&self) -> Option<Look> {
        self.game.look()
    }

    fn figures(&self, p: &G::Position) -> Figures {
        self.game.figures(p)
    }

    fn sign(&self, p: &G::Position, m: G::Move) -> Sign {
        self.game.sign(p, m)
    }

    fn parts(&self, p: &G::Position, m: G::Move) -> Vec<Part> {
        self.game.parts(p, m)
    }

    fn figures_between(&self, p: &G::Position, m: G::Move, made: usize) -> Figures {
        self.game.figures_between(p, m, made)
    }

    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn image(&self, p: &G::Position, k: usize) -> G::Position {
        self.game.image(p, k)
    }

    fn smallest_image(&self, p: &G::Position) -> G::Position {
        self.game.smallest_image(p)
    }
}

// Only ends are turned round, so tiers, numbering and moves are those of the game.
impl<G: Tiered> Tiered for Misere<G> {
    type Tier = G::Tier;
    type Index = G::Index;

    const TIES: bool = G::TIES;
    const FOLDS_PLAYERS: bool = G::FOLDS_PLAYERS;
    const ENDGAMES: bool = G::ENDGAMES;
    const SPARSE_OPENING: bool = G::SPARSE_OPENING;

    fn roots(&self) -> Vec<G::Tier> {
        self.game.roots()
    }

    #[inline]
    fn is_legal(&self, p: &G::Position) -> bool {
        self.game.is_legal(p)
    }

    #[inline]
    fn normalise(&self, p: &G::Position) -> G::Position {
        self.game.normalise(p)
    }

    #[inline]
    fn tier_of(&self, p: &G::Position) -> G::Tier {
        self.game.tier_of(p)
    }

    fn children(&self, tier: G::Tier) -> Vec<G::Tier> {
        self.game.children(tier)
    }

    fn kind(&self, tier: G::Tier) -> TierKind {
        self.game.kind(tier)
    }

    fn index(&self, tier: G::Tier) -> G::Index {
        self.game.index(tier)
    }

    fn extra_bytes(&self, tier: G::Tier) -> u64 {
        self.game.extra_bytes(tier)
    }

    #[inline]
    fn item(&self, p: &G::Position) -> <G::Index as Index>::Item {
        self.game.item(p)
    }

    #[inline]
    fn position(&self, tier: G::Tier, item: <G::Index as Index>::Item) -> G::Position {
        self.game.position(tier, item)
    }

    #[inline]
    fn for_each_child<B>(
        &self,
        tier: G::Tier,
        p: &G::Position,
        reach: Reach,
        scratch: &mut Vec<G::Move>,
        visit: impl FnMut(G::Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.game.for_each_child(tier, p, reach, scratch, visit)
    }
}

impl<G: Retrograde> Retrograde for Misere<G> {
    #[inline]
    fn for_each_parent(&self, tier: G::Tier, p: &G::Position, visit: impl FnMut(G::Position)) {
        self.game.for_each_parent(tier, p, visit);
    }
}
