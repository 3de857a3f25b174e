//! A position as JSON: the one way in which our programs and our page read it.
//!
//! What is unknown or infinite has no number: it is `null`.

use serde_json::{Value as Json, json};
use zermelo_core::Turn;
use zermelo_library::{PositionView, outcome_words};

/// Returns a position with its moves, the best first. `delta` says by how many moves one is slower or faster
/// than the first of the same value. Figures are only for games that have a look.
pub fn position_json(view: &PositionView, has_look: bool) -> Json {
    let (value, remoteness) = outcome_words(view.outcome);
    let mut best: Option<(&'static str, u32)> = None;
    let moves = view.moves.iter().map(|m| {
        let (value, remoteness) = outcome_words(m.worth());
        // The best of each value comes first.
        let first = match best {
            Some((same, first)) if same == value => first,
            _ => remoteness.unwrap_or(0),
        };
        best = Some((value, first));
        let (child_value, child_remoteness) = outcome_words(m.outcome);
        json!({
            "name": m.name,
            "part": m.part,
            "position": m.position,
            "sign": m.sign,
            "value": value,
            "remoteness": remoteness,
            "delta": remoteness.unwrap_or(0).abs_diff(first),
            "childValue": child_value,
            "childRemoteness": child_remoteness,
        })
    });
    let moves: Vec<Json> = moves.collect();
    json!({
        "position": view.position,
        "turn": view.turn.map(|turn| if turn == Turn::First { 1 } else { 2 }),
        "board": view.board,
        "figures": has_look.then_some(&view.figures),
        "over": moves.is_empty(),
        "value": value,
        "remoteness": remoteness,
        "thinking": view.thinking,
        "moves": moves,
    })
}
