//! Any game as an impartial game.

use std::fmt;

use crate::{Player, PositionError, Ruleset, SignedNormal};

/// The game in which both players may make the moves of either; domineering becomes cram.
#[derive(Debug, Clone, Copy, Default)]
pub struct Impartial<R>(pub R);

/// A move of the original game, made in the role of one of its players.
#[derive(Debug, Clone, Copy)]
pub struct MoveAs<M>(Player, M);

impl<M: fmt::Display> fmt::Display for MoveAs<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.1.fmt(f)
    }
}

impl<R: Ruleset> Ruleset for Impartial<R> {
    type Position = R::Position;
    type Move = MoveAs<R::Move>;

    fn title(&self) -> &'static str {
        self.0.title()
    }

    fn symbols(&self) -> &'static str {
        self.0.symbols()
    }

    fn parse(&self, text: &str) -> Result<R::Position, PositionError> {
        self.0.parse(text)
    }

    fn format(&self, position: &R::Position) -> String {
        self.0.format(position)
    }

    fn moves(&self, position: &R::Position, _player: Player, moves: &mut Vec<Self::Move>) {
        let mut own = Vec::new();
        for role in Player::BOTH {
            self.0.moves(position, role, &mut own);
            moves.extend(own.drain(..).map(|mv| MoveAs(role, mv)));
        }
    }

    /// The places in the list of Left's moves are doubled, those in the list of Right's moves doubled plus 1.
    fn some_moves(
        &self,
        position: &R::Position,
        _player: Player,
        from: usize,
        moves: &mut Vec<Self::Move>,
    ) -> Option<usize> {
        let role = Player::BOTH[from % 2];
        let mut own = Vec::new();
        let next = self.0.some_moves(position, role, from / 2, &mut own);
        moves.extend(own.into_iter().map(|mv| MoveAs(role, mv)));
        match (next, role) {
            (Some(next), _) => Some(2 * next + from % 2),
            (None, Player::Left) => Some(1),
            (None, Player::Right) => None,
        }
    }

    fn moves_per_look(&self) -> usize {
        self.0.moves_per_look()
    }

    fn heap_bytes(&self, position: &R::Position) -> usize {
        self.0.heap_bytes(position)
    }

    fn count_moves(&self, position: &R::Position, _player: Player) -> Option<usize> {
        Player::BOTH.iter().try_fold(0, |sum, &role| Some(sum + self.0.count_moves(position, role)?))
    }

    fn play(&self, position: &R::Position, _player: Player, mv: Self::Move) -> R::Position {
        self.0.play(position, mv.0, mv.1)
    }

    fn split(&self, position: &R::Position, parts: &mut Vec<R::Position>) {
        self.0.split_impartial(position, parts);
    }

    fn normal(&self, position: &R::Position) -> R::Position {
        self.0.normal(position)
    }

    fn negative(&self, position: &R::Position) -> Option<R::Position> {
        self.0.negative(position)
    }

    fn signed_normal(&self, position: &R::Position) -> SignedNormal<R::Position> {
        self.0.signed_normal(position)
    }

    fn nim_value(&self, position: &R::Position) -> Option<u32> {
        self.0.nim_value(position)
    }

    fn is_impartial(&self) -> bool {
        true
    }
}
