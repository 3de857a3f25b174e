//! Elephants and rhinos.

use crate::strip::{Step, stone};
use crate::{Arena, Player, PositionError, Ruleset, Strip, Value};

/// Elephants and rhinos: `X` steps right, `O` steps left, each into an empty cell.
#[derive(Debug, Clone, Copy, Default)]
pub struct Elephants;

impl Ruleset for Elephants {
    type Position = Strip;
    type Move = Step;

    fn title(&self) -> &'static str {
        "elephants"
    }

    fn parse(&self, text: &str) -> Result<Strip, PositionError> {
        Strip::parse(text, "XO.")
    }

    fn format(&self, position: &Strip) -> String {
        position.to_string()
    }

    fn moves(&self, position: &Strip, player: Player, moves: &mut Vec<Step>) {
        for (at, pair) in position.0.windows(2).enumerate() {
            let (here, next) = (at as u16, at as u16 + 1);
            match player {
                Player::Left if pair == b"X." => moves.push(Step { from: here, to: next }),
                Player::Right if pair == b".O" => moves.push(Step { from: next, to: here }),
                _ => {}
            }
        }
    }

    fn play(&self, position: &Strip, player: Player, mv: Step) -> Strip {
        let mut next = position.clone();
        next.0[usize::from(mv.from)] = b'.';
        next.0[usize::from(mv.to)] = stone(player);
        next
    }

    /// `XO` is stuck for ever, like a wall. Stones that walk away from each other (`O..X`) never
    /// meet, and nobody enters the cells between them.
    fn split(&self, position: &Strip, parts: &mut Vec<Strip>) {
        let mut rest = &position.0[..];
        while let Some(stuck) = rest.windows(2).position(|pair| pair == b"XO") {
            split_at_partings(&rest[..stuck], parts);
            rest = &rest[stuck + 2..];
        }
        split_at_partings(rest, parts);
    }

    fn negative(&self, position: &Strip) -> Option<Strip> {
        Some(position.reversed().recoloured())
    }

    /// Without an opponent every stone walks over all empty cells in front of it.
    fn value(&self, position: &Strip, arena: &mut Arena) -> Option<Value> {
        let free = |cells: &mut dyn Iterator<Item = &u8>| {
            let (mut behind, mut steps) = (0, 0);
            for &cell in cells {
                if cell == b'.' { steps += behind } else { behind += 1 }
            }
            steps
        };
        let cells = &position.0;
        match (cells.contains(&b'X'), cells.contains(&b'O')) {
            (true, true) => None,
            (_, false) => Some(arena.integer(free(&mut cells.iter()))),
            (false, true) => Some(arena.integer(-free(&mut cells.iter().rev()))),
        }
    }
}

/// Splits between an `O` and the next stone if that is an `X`, and trims what is stuck or unused.
fn split_at_partings(cells: &[u8], parts: &mut Vec<Strip>) {
    let mut start = 0;
    let mut last_stone = None;
    for (at, &cell) in cells.iter().enumerate() {
        if cell == b'X' && last_stone.is_some_and(|last| cells[last] == b'O') {
            trim(&cells[start..at], parts);
            start = at;
        }
        if cell != b'.' {
            last_stone = Some(at);
        }
    }
    trim(&cells[start..], parts);
}

fn trim(mut cells: &[u8], parts: &mut Vec<Strip>) {
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
    // Cells behind the first X or the last O are never entered again.
    let from = if cells[first] == b'X' { first } else { 0 };
    let to = if cells[last] == b'O' { last + 1 } else { cells.len() };
    parts.push(Strip(cells[from..to].to_vec()));
}
