//! NoGo on a row of cells.

use std::fmt;

use crate::boards::strip::{recoloured, stone};
use crate::{Player, PositionError, Ruleset, Strip};

/// NoGo on a strip: place a stone so that every block of either colour keeps an empty neighbour.
#[derive(Debug, Clone, Copy, Default)]
pub struct NogoStrip;

/// A stone of a colour is placed on a cell.
#[derive(Debug, Clone, Copy)]
pub struct PlaceOnStrip {
    at: u16,
    stone: u8,
}

impl fmt::Display for PlaceOnStrip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.at + 1, char::from(self.stone))
    }
}

/// The cell behind the run of equal stones that starts at `first` and goes one way.
fn beyond(mut run: impl Iterator<Item = u8>, first: u8) -> Option<u8> {
    run.find(|&cell| cell != first)
}

/// What a stone of colour `own` on the cell between finds on one side, nearest cell first.
fn side_is_fine(side: impl Iterator<Item = u8> + Clone, own: u8) -> (bool, bool) {
    let Some(first) = side.clone().next() else { return (true, false) };
    if first == b'.' {
        return (true, true);
    }
    let free = beyond(side, first) == Some(b'.');
    // Own stones lend their liberty; enemy stones must have one left.
    if first == own { (true, free) } else { (free, false) }
}

fn may_place(cells: &[u8], at: usize, own: u8) -> bool {
    let left = side_is_fine(cells[..at].iter().rev().copied(), own);
    let right = side_is_fine(cells[at + 1..].iter().copied(), own);
    left.0 && right.0 && (left.1 || right.1)
}

impl Ruleset for NogoStrip {
    type Position = Strip;
    type Move = PlaceOnStrip;

    fn title(&self) -> &'static str {
        "nogo_1xn"
    }

    fn symbols(&self) -> &'static str {
        "XO."
    }

    fn parse(&self, text: &str) -> Result<Strip, PositionError> {
        let strip = Strip::parse(text, "XO.")?;
        let mut start = 0;
        for run in strip.0.chunk_by(|a, b| a == b) {
            let end = start + run.len();
            let free = start > 0 && strip.0[start - 1] == b'.' || strip.0.get(end) == Some(&b'.');
            if run[0] != b'.' && !free {
                let law = "every block of stones needs an empty neighbour";
                return Err(PositionError::Illegal { law, offset: start });
            }
            start = end;
        }
        Ok(strip)
    }

    fn format(&self, position: &Strip) -> String {
        position.to_string()
    }

    fn moves(&self, position: &Strip, player: Player, moves: &mut Vec<PlaceOnStrip>) {
        let own = stone(player);
        for (at, &cell) in position.0.iter().enumerate() {
            if cell == b'.' && may_place(&position.0, at, own) {
                moves.push(PlaceOnStrip { at: at as u16, stone: own });
            }
        }
    }

    fn play(&self, position: &Strip, _player: Player, mv: PlaceOnStrip) -> Strip {
        let mut next = position.clone();
        next.0[usize::from(mv.at)] = mv.stone;
        next
    }

    /// Stones of different colours that touch separate what lies on both sides: each block must
    /// find its liberty on its own side.
    fn split(&self, position: &Strip, parts: &mut Vec<Strip>) {
        for part in position.0.chunk_by(|&a, &b| a == b'.' || b == b'.' || a != recoloured(b)) {
            if part.contains(&b'.') {
                parts.push(Strip(part.to_vec()));
            }
        }
    }

    /// What is forbidden once stays forbidden.
    fn most_moves(&self, position: &Strip, player: Player) -> Option<u32> {
        let own = stone(player);
        let free = position.0.iter().enumerate().filter(|&(_, &cell)| cell == b'.');
        Some(free.filter(|&(at, _)| may_place(&position.0, at, own)).count() as u32)
    }

    /// A block is one stone with the same neighbours.
    fn normal(&self, position: &Strip) -> Strip {
        let mut cells = position.0.clone();
        cells.dedup_by(|a, b| a == b && *a != b'.');
        Strip(cells).least_mirror()
    }

    fn negative(&self, position: &Strip) -> Option<Strip> {
        Some(position.recoloured())
    }
}
