//! Clobber on a row of cells.

use crate::boards::strip::{Step, recoloured, stone};
use crate::{Player, PositionError, Ruleset, Strip};

/// Clobber on a strip: a stone takes an adjacent stone of the other colour and stands there.
#[derive(Debug, Clone, Copy, Default)]
pub struct ClobberStrip;

impl Ruleset for ClobberStrip {
    type Position = Strip;
    type Move = Step;

    fn title(&self) -> &'static str {
        "clobber_1xn"
    }

    fn symbols(&self) -> &'static str {
        "XO."
    }

    fn parse(&self, text: &str) -> Result<Strip, PositionError> {
        Strip::parse(text, "XO.")
    }

    fn format(&self, position: &Strip) -> String {
        position.to_string()
    }

    fn moves(&self, position: &Strip, player: Player, moves: &mut Vec<Step>) {
        let own = stone(player);
        for (at, pair) in position.0.windows(2).enumerate() {
            let (here, next) = (at as u16, at as u16 + 1);
            if pair[0] == own && pair[1] == recoloured(own) {
                moves.push(Step { from: here, to: next });
            } else if pair[1] == own && pair[0] == recoloured(own) {
                moves.push(Step { from: next, to: here });
            }
        }
    }

    fn play(&self, position: &Strip, player: Player, mv: Step) -> Strip {
        let mut next = position.clone();
        next.0[usize::from(mv.from)] = b'.';
        next.0[usize::from(mv.to)] = stone(player);
        next
    }

    fn split(&self, position: &Strip, parts: &mut Vec<Strip>) {
        for run in position.0.split(|&cell| cell == b'.') {
            if run.contains(&b'X') && run.contains(&b'O') {
                parts.push(Strip(run.to_vec()));
            }
        }
    }

    fn normal(&self, position: &Strip) -> Strip {
        position.least_mirror()
    }

    fn negative(&self, position: &Strip) -> Option<Strip> {
        Some(position.recoloured())
    }
}
