//! A transcript of one game: notation, pictures, moves and values as a user sees them.

use std::fmt::Write;

use zermelo_library::{AnyGame, LibraryError, MoveView, PositionView, Solution};

/// Moves of a transcript.
const PLIES: usize = 12;

/// Plays one game, the first player at random and the second one at their best, and writes down what is seen.
pub(crate) fn transcript(game: &dyn AnyGame, solution: Solution<'_>) -> Result<String, LibraryError> {
    let mut text = String::new();
    let mut position = game.start();
    for ply in 0..PLIES {
        let view = game.view(&position, solution)?;
        describe(&view, &mut text);
        if view.moves.is_empty() {
            return Ok(text);
        }
        let chosen = if ply % 2 == 0 { any_move(&view) } else { &view.moves[0] };
        let _ = writeln!(text, "\n> {}\n", chosen.name);
        position = game.play(&position, &chosen.name)?;
    }
    describe(&game.view(&position, solution)?, &mut text);
    Ok(text)
}

/// As good as random, and the same for ever.
fn any_move(view: &PositionView) -> &MoveView {
    &view.moves[crc32fast::hash(view.position.as_bytes()) as usize % view.moves.len()]
}

fn describe(view: &PositionView, text: &mut String) {
    let PositionView { position, board, outcome, moves, .. } = view;
    let outcome = outcome.map_or("unsolved".into(), |outcome| outcome.to_string());
    let _ = writeln!(text, "{position}\n{}\n{outcome}", board.trim_end());
    for same in moves.chunk_by(|a, b| a.worth() == b.worth()) {
        let worth = same[0].worth().map_or("unsolved".into(), |worth| worth.to_string());
        let names: Vec<&str> = same.iter().map(|m| m.name.as_str()).collect();
        let _ = writeln!(text, "  {worth}: {}", names.join(" "));
    }
}
