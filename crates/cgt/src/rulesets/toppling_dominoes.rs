//! Toppling dominoes.

use std::fmt;

use crate::boards::strip::stone;
use crate::{Player, PositionError, Ruleset, Strip};

/// Toppling dominoes: topple one of your dominoes (or a grey `#`) to the left or to the right; it
/// and all dominoes on that side fall.
#[derive(Debug, Clone, Copy, Default)]
pub struct TopplingDominoes;

/// Which domino falls, and whether to the left.
#[derive(Debug, Clone, Copy)]
pub struct Topple {
    at: u16,
    leftward: bool,
}

impl fmt::Display for Topple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.at + 1, if self.leftward { 'L' } else { 'R' })
    }
}

impl Ruleset for TopplingDominoes {
    type Position = Strip;
    type Move = Topple;

    fn title(&self) -> &'static str {
        "toppling_dominoes"
    }

    fn symbols(&self) -> &'static str {
        "XO#"
    }

    fn parse(&self, text: &str) -> Result<Strip, PositionError> {
        Strip::parse(text, "XO#")
    }

    fn format(&self, position: &Strip) -> String {
        position.to_string()
    }

    fn moves(&self, position: &Strip, player: Player, moves: &mut Vec<Topple>) {
        for (at, &domino) in position.0.iter().enumerate() {
            if domino == stone(player) || domino == b'#' {
                let at = at as u16;
                moves.extend([true, false].map(|leftward| Topple { at, leftward }));
            }
        }
    }

    fn play(&self, position: &Strip, _player: Player, mv: Topple) -> Strip {
        let at = usize::from(mv.at);
        Strip(if mv.leftward { &position.0[at + 1..] } else { &position.0[..at] }.to_vec())
    }

    fn normal(&self, position: &Strip) -> Strip {
        position.least_mirror()
    }

    fn negative(&self, position: &Strip) -> Option<Strip> {
        Some(position.recoloured())
    }
}
