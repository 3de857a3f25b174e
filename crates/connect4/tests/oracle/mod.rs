//! Plain minimax, which reads the definition aloud: the best of all moves, looked at to the end of the game.

use std::collections::HashMap;

use zermelo_connect4::{Board, Position};
use zermelo_core::Outcome;

/// The outcome of a position; `known` remembers all that were looked at.
pub(crate) fn minimax(board: Board, position: Position, known: &mut HashMap<Position, Outcome>) -> Outcome {
    if board.last_mover_won(position) {
        return Outcome::Lose(0);
    }
    if position.occupied == board.all() {
        return Outcome::Tie(0);
    }
    if let Some(&outcome) = known.get(&position) {
        return outcome;
    }
    let columns = (0..board.columns()).filter(|&column| board.has_room(position, column));
    let outcomes =
        columns.map(|column| minimax(board, board.drop(position, column), known).one_move_before());
    let outcome = outcomes.max().expect("there is room");
    known.insert(position, outcome);
    outcome
}
