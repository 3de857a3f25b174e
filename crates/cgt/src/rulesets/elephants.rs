//! Elephants and rhinos.

use super::one_way::{one_sided_steps, split_one_way};
use crate::boards::strip::{Step, stone};
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

    fn split(&self, position: &Strip, parts: &mut Vec<Strip>) {
        split_one_way(&position.0, 0, parts);
    }

    fn negative(&self, position: &Strip) -> Option<Strip> {
        Some(position.reversed().recoloured())
    }

    fn value(&self, position: &Strip, arena: &mut Arena) -> Option<Value> {
        one_sided_steps(&position.0).map(|steps| arena.integer(steps))
    }
}
