//! The law of block moves: what is told of a block are the moves of its positions.

use super::check::{Check, Effort, ensure};
use super::moves::children_of;
use super::territory::Territory;
use super::tiers::on_placed;
use super::walk::Walk;
use crate::{BlockMove, BlockMoves, Change, TierKind};

/// Checks that the moves of blocks lead to where the moves of positions lead, in tiers that every move leaves.
pub fn check_block_moves<G: BlockMoves>(game: &G, effort: &Effort) -> Check {
    let walk = Walk::new(game, effort);
    let territory = Territory::new(game, &walk, effort);
    on_placed("moves of blocks lead to where moves lead", &territory, |tier, p| {
        if game.end(p).is_some() || game.kind(tier) != TierKind::Transition {
            return Ok(());
        }
        let (turn, [key, other]) = game.item(p);
        let (key, other) = (key as u32, other as u32);
        let mut items = Vec::new();
        game.for_each_block_move(tier, turn, key, |BlockMove { tier, turn, change }| match change {
            Change::Addition => {
                let free = game.index(tier).1.free(key.into()) as u32 & !other;
                let cells = (0..u32::BITS).filter(|cell| free >> cell & 1 == 1);
                items.extend(cells.map(|cell| (tier, turn, key, other | 1 << cell)));
            }
            Change::KeyMove { key, vacant, taken } => {
                let taken = taken.map_or(0, |cell| 1 << cell);
                if other & vacant == 0 && other & taken == taken {
                    items.push((tier, turn, key, other ^ taken));
                }
            }
        });
        let mut by_blocks = Vec::new();
        for (child_tier, turn, key, other) in items {
            let child = game.position(child_tier, (turn, [key.into(), other.into()]));
            ensure(game.tier_of(&child) == child_tier, || {
                let found = game.tier_of(&child);
                format!("a move of a block is said to enter tier {child_tier}, but leads to tier {found}")
            })?;
            by_blocks.push(territory.place(&child));
        }
        let mut by_moves: Vec<_> = children_of(game, p).iter().map(|child| territory.place(child)).collect();
        by_blocks.sort_unstable();
        by_moves.sort_unstable();
        ensure(by_blocks == by_moves, || {
            format!("moves of the block lead to {by_blocks:?}, moves of the position to {by_moves:?}")
        })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        Game, Numbers, Orbits, ParseError, Product, Retrograde, SymmetricBoard, Tiered, Turn, Value,
        cells_of, parse_cells,
    };

    const CELLS: usize = 5;

    /// One wolf in a row of cells. The first player puts sheep down, the second steps to the right with the wolf, or
    /// over a sheep, which it takes. Two sheep win, and who cannot move loses.
    struct Wolf {
        board: Arc<SymmetricBoard>,
        /// What is told of the moves of blocks.
        said: Said,
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Said {
        TheTruth,
        NoSteps,
        StepsAnywhere,
        NothingTaken,
        NoAdditions,
        SheepEnterTheWrongTier,
    }

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    struct Position {
        wolf: u32,
        sheep: u32,
        taken: u8,
        turn: Turn,
    }

    fn is_over(tier: u32) -> bool {
        tier / 100 == CELLS as u32 - 1 || tier / 10 % 10 == 2
    }

    fn wolf(said: Said) -> Wolf {
        Wolf { board: SymmetricBoard::new(CELLS, &[]), said }
    }

    impl Game for Wolf {
        type Position = Position;
        /// The wolf and the sheep after it.
        type Move = (u32, u32);

        fn start(&self) -> Position {
            Position { wolf: 1, sheep: 0, taken: 0, turn: Turn::First }
        }

        fn end(&self, p: &Position) -> Option<Value> {
            (p.taken == 2).then_some(Value::Lose)
        }

        fn moves(&self, p: &Position, out: &mut Vec<(u32, u32)>) {
            let empty = |cell: u32| cell < 1 << CELLS && (p.wolf | p.sheep) & cell == 0;
            if p.turn == Turn::First {
                let cells = (0..CELLS).map(|cell| 1 << cell);
                out.extend(cells.filter(|&cell| empty(cell)).map(|cell| (p.wolf, p.sheep | cell)));
                return;
            }
            let (next, behind) = (p.wolf << 1, p.wolf << 2);
            if empty(next) {
                out.push((next, p.sheep));
            }
            if p.sheep & next != 0 && empty(behind) {
                out.push((behind, p.sheep ^ next));
            }
        }

        fn play(&self, p: &Position, (wolf, sheep): (u32, u32)) -> Position {
            let taken = p.taken + u8::from(sheep.count_ones() < p.sheep.count_ones());
            Position { wolf, sheep, taken, turn: p.turn.next() }
        }

        fn format(&self, p: &Position) -> String {
            let letter = |cell: usize| match (p.wolf >> cell & 1, p.sheep >> cell & 1) {
                (1, _) => 'w',
                (_, 1) => 's',
                _ => '-',
            };
            p.turn.prefix([char::from(b'0' + p.taken)].into_iter().chain((0..CELLS).map(letter)))
        }

        fn parse(&self, text: &str) -> Result<Position, ParseError> {
            let (turn, rest) = Turn::split(text)?;
            let taken = rest.bytes().next().map_or(0, |digit| digit - b'0');
            let cells = parse_cells(&rest[1..], CELLS, "-ws")?;
            Ok(Position { wolf: cells_of(&cells, 1) as u32, sheep: cells_of(&cells, 2) as u32, taken, turn })
        }

        fn format_move(&self, _: &Position, (wolf, sheep): (u32, u32)) -> String {
            format!("{wolf}-{sheep}")
        }
    }

    impl Tiered for Wolf {
        /// Sheep on the board, sheep taken and whose turn it is, as decimal digits.
        type Tier = u32;
        type Index = Product<Numbers, Orbits<2>>;

        fn tier_of(&self, p: &Position) -> u32 {
            100 * p.sheep.count_ones() + 10 * u32::from(p.taken) + p.turn.number() as u32
        }

        fn children(&self, tier: u32) -> Vec<u32> {
            match tier % 2 {
                0 if is_over(tier) => Vec::new(),
                0 => vec![tier + 101],
                _ if tier >= 100 => vec![tier - 1, tier - 100 + 10 - 1],
                _ => vec![tier - 1],
            }
        }

        fn kind(&self, _: u32) -> TierKind {
            TierKind::Transition
        }

        fn index(&self, tier: u32) -> Self::Index {
            Product(Numbers(1), self.board.orbits([1, tier / 100]))
        }

        fn item(&self, p: &Position) -> (u64, [u64; 2]) {
            (0, [p.wolf.into(), p.sheep.into()])
        }

        fn position(&self, tier: u32, (_, [wolf, sheep]): (u64, [u64; 2])) -> Position {
            let (taken, turn) = ((tier / 10 % 10) as u8, Turn::numbered((tier % 2).into()));
            Position { wolf: wolf as u32, sheep: sheep as u32, taken, turn }
        }
    }

    impl Retrograde for Wolf {
        fn for_each_parent(&self, _: u32, _: &Position, _: impl FnMut(Position)) {
            unreachable!("nobody asks for moves back");
        }
    }

    impl BlockMoves for Wolf {
        fn for_each_block_move(&self, tier: u32, _: u64, wolf: u32, mut visit: impl FnMut(BlockMove<u32>)) {
            let mut tell = |tier, change| visit(BlockMove { tier, turn: 0, change });
            if tier.is_multiple_of(2) {
                let entered = if self.said == Said::SheepEnterTheWrongTier { tier + 1 } else { tier + 101 };
                if self.said != Said::NoAdditions && !is_over(tier) {
                    tell(entered, Change::Addition);
                }
                return;
            }
            let on_board = |cell: u32| cell < 1 << CELLS;
            let (next, behind) = (wolf << 1, wolf << 2);
            if on_board(next) && self.said != Said::NoSteps {
                let vacant = if self.said == Said::StepsAnywhere { 0 } else { next };
                tell(tier - 1, Change::KeyMove { key: next, vacant, taken: None });
            }
            if on_board(behind) && tier >= 100 {
                let taken = Some(next.trailing_zeros() as u8).filter(|_| self.said != Said::NothingTaken);
                tell(tier - 91, Change::KeyMove { key: behind, vacant: behind, taken });
            }
        }
    }

    #[test]
    fn the_law_holds_for_the_truth_and_breaks_for_anything_else() {
        let passes = |said| {
            let effort = Effort { positions: 1_000, ..Effort::default() };
            check_block_moves(&wolf(said), &effort).passed()
        };
        assert!(passes(Said::TheTruth));
        for said in [
            Said::NoSteps,
            Said::StepsAnywhere,
            Said::NothingTaken,
            Said::NoAdditions,
            Said::SheepEnterTheWrongTier,
        ] {
            assert!(!passes(said), "{}", said as u8);
        }
    }
}
