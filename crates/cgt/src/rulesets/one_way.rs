//! Strips on which `X` only goes right and `O` only goes left.

use crate::Strip;

/// Splits a strip into independent parts and leaves out what never moves.
///
/// A stone jumps over at most `jump` enemies and over no friends. Then `jump + 1` stones `X` in
/// front of as many `O` are stuck for ever, like a wall. Without jumps, stones that walk away from
/// each other (`O..X`) never meet, and nobody enters the cells between them.
pub(super) fn split_one_way(cells: &[u8], jump: usize, parts: &mut Vec<Strip>) {
    let stuck = |window: &[u8]| {
        let (front, back) = window.split_at(jump + 1);
        front.iter().all(|&c| c == b'X') && back.iter().all(|&c| c == b'O')
    };
    let mut rest = cells;
    while let Some(wall) = rest.windows(2 * jump + 2).position(stuck) {
        split_between_walls(&rest[..wall], jump, parts);
        rest = &rest[wall + 2 * jump + 2..];
    }
    split_between_walls(rest, jump, parts);
}

/// Splits between an `O` and the next stone if that is an `X`, and nobody can jump.
fn split_between_walls(cells: &[u8], jump: usize, parts: &mut Vec<Strip>) {
    let mut start = 0;
    let mut last_stone = b'X';
    for (at, &cell) in cells.iter().enumerate() {
        if cell == b'X' && last_stone == b'O' && jump == 0 {
            trim(&cells[start..at], jump, parts);
            start = at;
        }
        if cell != b'.' {
            last_stone = cell;
        }
    }
    trim(&cells[start..], jump, parts);
}

/// Cuts off stones that stand at the end of their way and cells that nobody enters.
fn trim(mut cells: &[u8], jump: usize, parts: &mut Vec<Strip>) {
    while let Some(rest) = cells.strip_suffix(b"X") {
        cells = rest;
    }
    while let Some(rest) = cells.strip_prefix(b"O") {
        cells = rest;
    }
    let (Some(first), Some(last)) =
        (cells.iter().position(|&c| c != b'.'), cells.iter().rposition(|&c| c != b'.'))
    else {
        return;
    };
    // Behind the first X only an O that jumps over it could go, and the other way round.
    let meets = |stone: u8| jump > 0 && cells.contains(&stone);
    let from = if cells[first] == b'X' && !meets(b'O') { first } else { 0 };
    let to = if cells[last] == b'O' && !meets(b'X') { last + 1 } else { cells.len() };
    parts.push(Strip(cells[from..to].to_vec()));
}

/// The value of a strip with stones of one colour that may step one cell at a time: every stone
/// walks over all empty cells in front of it.
pub(super) fn one_sided_steps(cells: &[u8]) -> Option<i64> {
    let steps = |cells: &mut dyn Iterator<Item = &u8>| {
        let (mut behind, mut steps) = (0, 0);
        for &cell in cells {
            if cell == b'.' {
                steps += behind;
            } else {
                behind += 1;
            }
        }
        steps
    };
    match (cells.contains(&b'X'), cells.contains(&b'O')) {
        (true, true) => None,
        (_, false) => Some(steps(&mut cells.iter())),
        (false, true) => Some(-steps(&mut cells.iter().rev())),
    }
}
