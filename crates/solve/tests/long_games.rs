//! Games longer than one byte can count: solved just like short ones.

use std::fmt;

use zermelo_core::{
    Game, Index, Numbers, Outcome, ParseError, Retrograde, Rules, TierKind, Tiered, Value, oracle,
};
use zermelo_solve::{Forward, MemoryTierStore, Plan, Retro, SolveMode, explore, solve_tiers, unlimited};

/// A corridor: a player steps one cell towards the end or, from every seventh cell, back to the cell before. Reaching
/// cell 0 ends the game. The far half is a tier of its own.
struct Corridor {
    length: u32,
    end: Value,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Half {
    Near,
    Far,
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl Corridor {
    fn half(&self) -> u32 {
        self.length / 2
    }
}

impl Game for Corridor {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.length
    }

    fn end(&self, cell: &u32) -> Option<Value> {
        (*cell == 0).then_some(self.end)
    }

    fn moves(&self, cell: &u32, out: &mut Vec<u32>) {
        out.push(cell - 1);
        if cell.is_multiple_of(7) && *cell < self.length && *cell != self.half() {
            out.push(cell + 1);
        }
    }

    fn play(&self, _: &u32, to: u32) -> u32 {
        to
    }

    fn format(&self, cell: &u32) -> String {
        cell.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        text.parse().map_err(|_| ParseError::new("a cell is a number"))
    }

    fn format_move(&self, _: &u32, to: u32) -> String {
        to.to_string()
    }
}

impl Tiered for Corridor {
    type Tier = Half;
    type Index = Numbers;

    fn tier_of(&self, cell: &u32) -> Half {
        if *cell <= self.half() { Half::Near } else { Half::Far }
    }

    fn children(&self, tier: Half) -> Vec<Half> {
        if tier == Half::Far { vec![Half::Near] } else { Vec::new() }
    }

    fn kind(&self, _: Half) -> TierKind {
        TierKind::Loopy
    }

    fn index(&self, tier: Half) -> Numbers {
        let cells = if tier == Half::Near { self.half() + 1 } else { self.length - self.half() };
        Numbers(cells.into())
    }

    fn item(&self, cell: &u32) -> u64 {
        (if *cell <= self.half() { *cell } else { *cell - self.half() - 1 }).into()
    }

    fn position(&self, tier: Half, item: u64) -> u32 {
        if tier == Half::Near { item as u32 } else { item as u32 + self.half() + 1 }
    }
}

impl Retrograde for Corridor {
    fn for_each_parent(&self, tier: Half, cell: &u32, mut visit: impl FnMut(u32)) {
        let mut moves = Vec::new();
        for parent in [cell.wrapping_sub(1), cell + 1] {
            if parent == 0 || parent > self.length || self.tier_of(&parent) != tier {
                continue;
            }
            moves.clear();
            self.moves(&parent, &mut moves);
            if moves.contains(cell) {
                visit(parent);
            }
        }
    }
}

fn check<P: SolveMode<Corridor>>(game: &Corridor) {
    let store = MemoryTierStore::default();
    solve_tiers::<_, P>(game, &Plan::of(game), None, &store, &unlimited()).unwrap();
    let tiers = store.into_tiers();
    for (cell, expected) in oracle::solve(game, 10_000).unwrap() {
        let tier = game.tier_of(&cell);
        let slot = game.index(tier).rank(game.item(&cell));
        assert_eq!(tiers[&tier.to_string()].outcome(slot), Some(expected), "cell {cell} of {}", game.length);
    }
}

#[test]
fn remoteness_beyond_a_byte_is_exact_for_every_value() {
    // Around the limits of 83 and 125 that one byte has, within a tier and across two.
    for length in [80, 83, 84, 85, 86, 124, 125, 126, 127, 128, 165, 170, 249, 252, 255, 300, 700] {
        for end in [Value::Lose, Value::Win, Value::Tie] {
            let game = Corridor { length, end };
            check::<Retro>(&game);
            check::<Forward>(&game);
        }
    }
}

#[test]
fn exploration_has_no_limit_either() {
    for length in [83, 84, 85, 600, 30_000] {
        let game = Corridor { length, end: Value::Tie };
        let solved = explore::<u64>(&Rules::new(&game), &unlimited()).unwrap();
        assert_eq!(solved.start(), Outcome::Tie(length));
    }
}
