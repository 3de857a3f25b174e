//! Toads and frogs, also with longer slides and jumps.

use super::one_way::{one_sided_steps, split_one_way};
use crate::boards::scan::Scanner;
use crate::boards::strip::{Step, recoloured, stone};
use crate::{Arena, Player, PositionError, Ruleset, Strip, Value};

/// How far toads and frogs may slide and jump.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Gait {
    min_slide: u16,
    max_slide: u16,
    max_jump: u16,
    over_friends: bool,
}

/// The rules of the original game: slide one cell, jump over one opponent.
const CLASSIC: Gait = Gait { min_slide: 1, max_slide: 1, max_jump: 1, over_friends: false };

/// A position of toads (`X`, moving right) and frogs (`O`, moving left) with their gait.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pond {
    gait: Gait,
    strip: Strip,
}

/// Generalised toads and frogs. A stone whose next cell is empty may only slide; a stone that is
/// blocked may only jump over a row of stones into the empty cell behind them.
#[derive(Debug, Clone, Copy, Default)]
pub struct GeneralToads;

/// Toads and frogs as in *Winning Ways*: slide one cell, or jump over one opponent.
#[derive(Debug, Clone, Copy, Default)]
pub struct ToadsAndFrogs;

impl Pond {
    /// The cell so far ahead of another one in the direction of a player.
    fn destination(&self, from: usize, player: Player, distance: usize) -> Option<usize> {
        let to = match player {
            Player::Left => from.checked_add(distance)?,
            Player::Right => from.checked_sub(distance)?,
        };
        (to < self.strip.0.len()).then_some(to)
    }

    fn moves(&self, player: Player, moves: &mut Vec<Step>) {
        let own = stone(player);
        for from in 0..self.strip.0.len() {
            if self.strip.0[from] != own {
                continue;
            }
            let ahead = |distance| self.destination(from, player, distance).map(|to| (to, self.strip.0[to]));
            let slides = matches!(ahead(1), Some((_, b'.')));
            let passable = |cell| {
                if slides {
                    cell == b'.'
                } else {
                    cell == recoloured(own) || (self.gait.over_friends && cell == own)
                }
            };
            let (least, most) = if slides {
                (usize::from(self.gait.min_slide), usize::from(self.gait.max_slide))
            } else {
                (2, usize::from(self.gait.max_jump) + 1)
            };
            for distance in 1..=most {
                let Some((to, cell)) = ahead(distance) else { break };
                if distance >= least && cell == b'.' {
                    moves.push(Step { from: from as u16, to: to as u16 });
                }
                if !passable(cell) {
                    break;
                }
            }
        }
    }

    fn play(&self, player: Player, mv: Step) -> Self {
        let mut next = self.clone();
        next.strip.0[usize::from(mv.from)] = b'.';
        next.strip.0[usize::from(mv.to)] = stone(player);
        next
    }

    fn split(&self, parts: &mut Vec<Self>) {
        if self.gait.over_friends {
            // Stones at the end of their way may still be jumped over.
            parts.push(self.clone());
            return;
        }
        let mut strips = Vec::new();
        split_one_way(&self.strip.0, usize::from(self.gait.max_jump), &mut strips);
        parts.extend(strips.into_iter().map(|strip| Self { gait: self.gait, strip }));
    }

    /// Every move brings a stone forward by a cell at least, up to all of them standing at the end.
    fn most_moves(&self, player: Player) -> u32 {
        let cells = self.strip.0.iter().enumerate();
        let last = self.strip.0.len().saturating_sub(1);
        let ahead = |at| if player == Player::Left { last - at } else { at };
        let stones = cells.filter(|&(_, &cell)| cell == stone(player)).map(|(at, _)| ahead(at));
        let (count, distance) = stones.fold((0, 0), |(count, sum), ahead| (count + 1, sum + ahead));
        let shortest = usize::from(self.gait.min_slide).min(2);
        ((distance - count * (count.max(1) - 1) / 2) / shortest) as u32
    }

    fn value(&self, arena: &mut Arena) -> Option<Value> {
        let steps = one_sided_steps(&self.strip.0).filter(|_| self.gait.min_slide == 1)?;
        Some(arena.integer(steps))
    }

    fn negative(&self) -> Self {
        Self { gait: self.gait, strip: self.strip.reversed().recoloured() }
    }
}

impl Ruleset for GeneralToads {
    type Position = Pond;
    type Move = Step;

    fn title(&self) -> &'static str {
        "gen_toads"
    }

    fn parse(&self, text: &str) -> Result<Pond, PositionError> {
        let mut scanner = Scanner::new(text);
        let most = i64::from(u16::MAX);
        let min_slide = scanner.integer("the least slide", 1..=most, "at least 1")?;
        scanner.expect(',')?;
        let max_slide = scanner.integer("the longest slide", min_slide..=most, "at least the least slide")?;
        scanner.expect(',')?;
        let max_jump = scanner.integer("the longest jump", 0..=most - 1, "at least 0")?;
        scanner.expect(',')?;
        let friends = scanner.integer("jumping over friends", 0..=1, "0 or 1")?;
        scanner.expect(':')?;
        scanner.skip_spaces();
        let strip = Strip::parse(scanner.rest(), "XO.").map_err(|e| e.moved(scanner.offset()))?;
        let gait = Gait {
            min_slide: min_slide as u16,
            max_slide: max_slide as u16,
            max_jump: max_jump as u16,
            over_friends: friends == 1,
        };
        Ok(Pond { gait, strip })
    }

    fn format(&self, position: &Pond) -> String {
        let Gait { min_slide, max_slide, max_jump, over_friends } = position.gait;
        format!("{min_slide},{max_slide},{max_jump},{}:{}", u8::from(over_friends), position.strip)
    }

    fn moves(&self, position: &Pond, player: Player, moves: &mut Vec<Step>) {
        position.moves(player, moves);
    }

    fn play(&self, position: &Pond, player: Player, mv: Step) -> Pond {
        position.play(player, mv)
    }

    fn split(&self, position: &Pond, parts: &mut Vec<Pond>) {
        position.split(parts);
    }

    fn value(&self, position: &Pond, arena: &mut Arena) -> Option<Value> {
        position.value(arena)
    }

    fn most_moves(&self, position: &Pond, player: Player) -> Option<u32> {
        Some(position.most_moves(player))
    }

    fn negative(&self, position: &Pond) -> Option<Pond> {
        Some(position.negative())
    }
}

impl Ruleset for ToadsAndFrogs {
    type Position = Pond;
    type Move = Step;

    fn title(&self) -> &'static str {
        "toads_and_frogs"
    }

    fn symbols(&self) -> &'static str {
        "XO."
    }

    fn parse(&self, text: &str) -> Result<Pond, PositionError> {
        Ok(Pond { gait: CLASSIC, strip: Strip::parse(text, "XO.")? })
    }

    fn format(&self, position: &Pond) -> String {
        position.strip.to_string()
    }

    fn moves(&self, position: &Pond, player: Player, moves: &mut Vec<Step>) {
        position.moves(player, moves);
    }

    fn play(&self, position: &Pond, player: Player, mv: Step) -> Pond {
        position.play(player, mv)
    }

    fn split(&self, position: &Pond, parts: &mut Vec<Pond>) {
        position.split(parts);
    }

    fn value(&self, position: &Pond, arena: &mut Arena) -> Option<Value> {
        position.value(arena)
    }

    fn most_moves(&self, position: &Pond, player: Player) -> Option<u32> {
        Some(position.most_moves(player))
    }

    fn negative(&self, position: &Pond) -> Option<Pond> {
        Some(position.negative())
    }
}
