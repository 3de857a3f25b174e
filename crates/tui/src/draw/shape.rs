//! Pieces in half blocks, of any size, and as single characters where cells are small.

use ratatui::style::{Modifier, Style};
use zermelo_core::picture::{Piece, Shape};

use super::canvas::Canvas;
use crate::theme;

/// Returns the character for a piece where there is room for one only.
pub(super) fn sign(piece: &Piece) -> char {
    if let Some(letter) = piece.letter.as_ref().and_then(|letters| letters.chars().next()) {
        return letter;
    }
    match piece.shape {
        Shape::Disc => '●',
        Shape::Ring => '○',
        Shape::Square => '■',
        Shape::Cross => '╳',
        Shape::Diamond => '◆',
        Shape::Triangle => '▲',
        Shape::Star => '★',
        Shape::Letter => '?',
        Shape::Bar => '┃',
        Shape::Person => '♟',
    }
}

/// Draws a piece with its middle in a cell, where neighbouring middles are `pitch` cells apart.
pub(super) fn draw(canvas: &mut Canvas, [x, y]: [i32; 2], pitch: [i32; 2], piece: &Piece, style: Style) {
    let is_small = pitch[1] < 3 || piece.shape == Shape::Letter || piece.scale < 4.0;
    let at = [x, y];
    if !is_small {
        blocks(canvas, at, pitch, piece, piece.shape, style);
    }
    match piece.letter.as_deref() {
        // These two letters are shapes themselves.
        Some("X") if !is_small => blocks(canvas, at, pitch, piece, Shape::Cross, style),
        Some("O") if !is_small => blocks(canvas, at, pitch, piece, Shape::Ring, style),
        Some(letters) if is_small => canvas.word(x, y, letters, style),
        // On a solid shape letters are read the other way round.
        Some(letters) => canvas.word(x, y, letters, style.add_modifier(Modifier::REVERSED)),
        None if is_small => canvas.sign(x, y, sign(piece), style),
        None => {}
    }
}

/// The shape in half blocks, which are as high as wide.
fn blocks(canvas: &mut Canvas, [x, y]: [i32; 2], pitch: [i32; 2], piece: &Piece, shape: Shape, style: Style) {
    let part = piece.scale.min(9.0) / zermelo_core::picture::CELL;
    let radius = [f64::from(pitch[0]) * part / 2.0, f64::from(pitch[1]) * part];
    // The middle of a cell of odd height lies between two rows.
    let below = if pitch[1] % 2 == 0 { 0.0 } else { 1.0 };
    let reach = [radius[0].ceil() as i32, (radius[1] / 2.0).ceil() as i32 + 1];
    for row in -reach[1]..=reach[1] {
        for column in -reach[0]..=reach[0] {
            let u = f64::from(column) / radius[0];
            let half = |by: f64| (f64::from(row) * 2.0 + by + below) / radius[1];
            let sign = match (covers(shape, u, half(-0.5)), covers(shape, u, half(0.5))) {
                // Solid squares would outshine all else.
                (true, true) if shape == Shape::Square => '░',
                _ if shape == Shape::Square => continue,
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => continue,
            };
            canvas.sign(x + column, y + row, sign, style);
        }
    }
}

/// Whether a shape covers a point; it reaches from -1 to 1 in both directions.
fn covers(shape: Shape, u: f64, v: f64) -> bool {
    let square = u * u + v * v;
    if u.abs().max(v.abs()) > 1.0 {
        return false;
    }
    match shape {
        Shape::Disc => square <= 1.05,
        Shape::Ring => (0.42..=1.05).contains(&square),
        Shape::Square => true,
        Shape::Cross => (u.abs() - v.abs()).abs() <= 0.27,
        Shape::Diamond => u.abs() + v.abs() <= 1.05,
        Shape::Triangle => u.abs() <= f64::midpoint(v, 1.0),
        Shape::Star => u.abs().sqrt() + v.abs().sqrt() <= 1.25,
        Shape::Bar => u.abs() <= 0.35,
        // A head above shoulders.
        Shape::Person => u * u + (v + 0.55).powi(2) <= 0.2 || (v > 0.0 && u.abs() <= 0.35 + 0.5 * v),
        Shape::Letter => false,
    }
}

/// Returns how a piece is coloured.
pub(super) fn style(piece: &Piece) -> Style {
    theme::piece(piece.colour)
}
