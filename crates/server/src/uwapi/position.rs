//! A position as the client reads it.

use serde::Serialize;
use zermelo_core::ParseError;
use zermelo_service::OpenVariant;

use super::autogui;
use super::dialect::Dialect;
use super::notation::Notation;
use super::outcome::outcome_words;
use crate::error::ApiError;
use crate::state::App;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PositionJson {
    position: String,
    autogui_position: String,
    position_value: &'static str,
    remoteness: i64,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveJson {
    r#move: String,
    autogui_move: String,
    position: String,
    autogui_position: String,
    position_value: &'static str,
    remoteness: i64,
    move_value: &'static str,
    delta_remoteness: i64,
}

pub(super) fn look_at(app: &App, variant: &OpenVariant, text: &str) -> Result<PositionJson, ApiError> {
    let game = variant.game();
    let dialect = Dialect::of(variant.handle().family.id);
    let notation = Notation::of(variant);
    let (ours, turn) = notation.ours(text)?;
    let view = variant.steps(&ours, app.visit())?;
    if view.turn.is_some_and(|told| told != turn) {
        return Err(ParseError::new(format!("in '{text}' it is the other player's turn")).into());
    }
    let look = game.look();
    let draw = |figures, position: &str| autogui::position(look, figures, position);
    let mut best: Option<(&'static str, i64)> = None;
    let mut moves = Vec::with_capacity(view.moves.len());
    for m in &view.moves {
        let (position_value, remoteness) = outcome_words(m.outcome);
        let (move_value, moves_left) = outcome_words(m.worth());
        // The best of each value comes first; the others are so much slower or faster. What counts is how
        // long the game lasts for the player who moves: after a part of a move it is still this player's
        // turn.
        let first = match best {
            Some((same, first)) if same == move_value => first,
            _ => moves_left,
        };
        best = Some((move_value, first));
        let player = if m.part { turn } else { turn.next() };
        let name = if m.part { format!("~{}", part_name(&m.position)) } else { m.name.clone() };
        let position = notation.theirs(&m.position, player);
        moves.push(MoveJson {
            autogui_move: autogui::sign(dialect, look, &m.sign, &name),
            r#move: name,
            autogui_position: draw(&m.figures, &position),
            position,
            position_value,
            remoteness,
            move_value,
            delta_remoteness: (moves_left - first).abs(),
        });
    }
    let (position_value, remoteness) = outcome_words(view.outcome);
    let position = notation.theirs(&view.position, turn);
    Ok(PositionJson {
        autogui_position: draw(&view.figures, &position),
        position,
        position_value,
        remoteness,
        moves,
    })
}

/// The name of the last part that leads to a state between parts.
fn part_name(position: &str) -> &str {
    position.rsplit_once(';').map_or(position, |(_, part)| part)
}
