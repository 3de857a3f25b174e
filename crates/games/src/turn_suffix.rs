//! Whose turn it is, written behind the board: `xx-oo--xo_x` means that x is to move.

use zermelo_core::ParseError;

/// A board and the player to move as one word.
pub(crate) fn with_turn(board: String, player: char) -> String {
    format!("{board}_{player}")
}

/// Splits what [`with_turn`] wrote into the board and whether the first of the two players is to move.
pub(crate) fn split_turn(text: &str, players: [char; 2]) -> Result<(&str, bool), ParseError> {
    let [first, second] = players;
    let turn = text.rsplit_once('_').and_then(|(board, turn)| {
        let player = players.iter().position(|player| turn.chars().eq([*player]))?;
        Some((board, player == 0))
    });
    turn.ok_or_else(|| {
        ParseError::new(format!(
            "'{text}' does not say whose turn it is; after the board comes '_{first}' or '_{second}'"
        ))
    })
}
