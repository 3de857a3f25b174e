//! The moves of any position, whether the game is over in it or not.

use crate::Game;

/// The legal moves of `p`: none if the game is over.
pub(super) fn moves_of<G: Game>(game: &G, p: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if game.end(p).is_none() {
        game.moves(p, &mut moves);
    }
    moves
}

/// The positions after the legal moves of `p`.
pub(super) fn children_of<G: Game>(game: &G, p: &G::Position) -> Vec<G::Position> {
    moves_of(game, p).into_iter().map(|m| game.play(p, m)).collect()
}
