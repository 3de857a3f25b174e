//! Games that tell the moves of blocks: the law that they keep, and what comes of it in long blocks.

use std::ops::Range;
use std::sync::Arc;

use zermelo_core::conformance::{Effort, check_block_moves};
use zermelo_core::{
    BlockMove, BlockMoves, Change, Game, Numbers, Orbits, Pack, ParseError, Permutation, Product, Retrograde,
    SymmetricBoard, TierKind, Tiered, Turn, Value, cells_of, parse_cells,
};
use zermelo_solve::{
    MemoryTierStore, Plan, Retro, RetroBlocks, SolveMode, solve_tiers, unlimited, verify_tiers,
};

/// One wolf in a row of cells. The first player puts sheep down; the second steps with the wolf, or jumps over a sheep, which it takes:
/// then it has won. Who cannot move loses. When all sheep are down, some rule decides that is the same from both ends of the row.
struct Wolf {
    cells: usize,
    /// Sheep that are there from the start, and those to be put down.
    sheep: u32,
    left: u32,
    board: Arc<SymmetricBoard>,
    /// What is told of the moves of blocks.
    said: Said,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Said {
    TheTruth,
    NoSteps,
    StepsAnywhere,
    NothingTaken,
    NoAdditions,
    SheepEnterTheWrongTier,
    NoMemory,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    wolf: u32,
    sheep: u32,
    left: u32,
    taken: u32,
    turn: Turn,
}

impl Wolf {
    fn new(cells: usize, sheep: u32, left: u32, said: Said) -> Wolf {
        let mirror = Permutation::new((0..cells).rev().collect());
        Wolf { cells, sheep, left, board: SymmetricBoard::new(cells, &[mirror]), said }
    }

    /// Where the wolf can go, with the cell that it passes, if any, on an empty board.
    fn ways(&self, wolf: u32) -> impl Iterator<Item = (Option<u32>, u32)> {
        let row: Range<u32> = 1..1 << self.cells;
        let ways = [(None, wolf << 1), (None, wolf >> 1)];
        let jumps = [(Some(wolf << 1), wolf << 2), (Some(wolf >> 1), wolf >> 2)];
        ways.into_iter().chain(jumps).filter(move |(_, to)| row.contains(to))
    }
}

impl Game for Wolf {
    type Position = Position;
    /// The wolf and the sheep after it.
    type Move = (u32, u32);

    fn start(&self) -> Position {
        let (wolf, sheep) = (1 << (self.cells / 2), (1 << self.sheep) - 1);
        Position { wolf, sheep, left: self.left, taken: 0, turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        if p.turn == Turn::Second || !is_over(p.left, p.taken) {
            return None;
        }
        let even = 0x5555_5555;
        let pattern = (p.sheep & even).count_ones() + 2 * (p.wolf & even).count_ones();
        let lucky = p.taken == 0 && pattern.is_multiple_of(3);
        Some(if lucky { Value::Win } else { Value::Lose })
    }

    fn moves(&self, p: &Position, out: &mut Vec<(u32, u32)>) {
        let taken = p.wolf | p.sheep;
        if p.turn == Turn::First {
            let cells = (0..self.cells).map(|cell| 1 << cell);
            out.extend(cells.filter(|cell| taken & cell == 0).map(|cell| (p.wolf, p.sheep | cell)));
            return;
        }
        let free = self
            .ways(p.wolf)
            .filter(|(over, to)| taken & to == 0 && over.is_none_or(|over| p.sheep & over != 0));
        out.extend(free.map(|(over, to)| (to, p.sheep & !over.unwrap_or(0))));
    }

    fn play(&self, p: &Position, (wolf, sheep): (u32, u32)) -> Position {
        let (before, after) = (p.sheep.count_ones(), sheep.count_ones());
        let left = p.left - after.saturating_sub(before);
        Position { wolf, sheep, left, taken: p.taken + before.saturating_sub(after), turn: p.turn.next() }
    }

    fn format(&self, p: &Position) -> String {
        let letter = |cell: usize| match (p.wolf >> cell & 1, p.sheep >> cell & 1) {
            (1, _) => 'w',
            (_, 1) => 's',
            _ => '-',
        };
        let row: String = (0..self.cells).map(letter).collect();
        format!("{}_{}_{}_{row}", p.turn, p.left, p.taken)
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, rest) = Turn::split(text)?;
        let mut parts = rest.splitn(3, '_');
        let mut number =
            || parts.next().and_then(|n| n.parse().ok()).ok_or_else(|| ParseError::new("a number"));
        let (left, taken) = (number()?, number()?);
        let cells = parse_cells(parts.next().unwrap_or(""), self.cells, "-ws")?;
        let [wolf, sheep] = [1, 2].map(|kind| cells_of(&cells, kind) as u32);
        Ok(Position { wolf, sheep, left, taken, turn })
    }

    fn format_move(&self, _: &Position, (wolf, sheep): (u32, u32)) -> String {
        format!("{wolf}-{sheep}")
    }
}

fn is_over(left: u32, taken: u32) -> bool {
    left == 0 || taken == 1
}

/// A tier: sheep to put down, sheep taken and whose turn it is, as decimal digits.
fn tier(left: u32, taken: u32, turn: Turn) -> u32 {
    100 * left + 10 * taken + turn.number() as u32
}

fn digits(tier: u32) -> (u32, u32, Turn) {
    (tier / 100, tier / 10 % 10, Turn::numbered((tier % 10).into()))
}

impl Tiered for Wolf {
    type Tier = u32;
    type Index = Product<Numbers, Orbits<2>>;

    const TIES: bool = false;

    fn tier_of(&self, p: &Position) -> u32 {
        tier(p.left, p.taken, p.turn)
    }

    fn children(&self, parent: u32) -> Vec<u32> {
        match digits(parent) {
            (left, taken, Turn::First) if is_over(left, taken) => Vec::new(),
            (left, taken, Turn::First) => vec![tier(left - 1, taken, Turn::Second)],
            (left, taken, Turn::Second) => {
                [taken, taken + 1].map(|taken| tier(left, taken, Turn::First)).into()
            }
        }
    }

    fn kind(&self, _: u32) -> TierKind {
        TierKind::Transition
    }

    fn index(&self, tier: u32) -> Self::Index {
        let (left, taken, _) = digits(tier);
        Product(Numbers(1), self.board.orbits([1, self.sheep + self.left - left - taken]))
    }

    fn extra_bytes(&self, tier: u32) -> u64 {
        if self.said == Said::NoMemory { 0 } else { self.bytes_for_unfolding(tier) }
    }

    fn item(&self, p: &Position) -> (u64, [u64; 2]) {
        (0, [p.wolf.into(), p.sheep.into()])
    }

    fn position(&self, tier: u32, (_, [wolf, sheep]): (u64, [u64; 2])) -> Position {
        let (left, taken, turn) = digits(tier);
        Position { wolf: wolf as u32, sheep: sheep as u32, left, taken, turn }
    }
}

impl Retrograde for Wolf {
    /// Every move leaves the tier.
    fn for_each_parent(&self, _: u32, _: &Position, _: impl FnMut(Position)) {}
}

impl BlockMoves for Wolf {
    fn for_each_block_move(&self, parent: u32, _: u64, wolf: u32, mut visit: impl FnMut(BlockMove<u32>)) {
        let mut tell = |tier, change| visit(BlockMove { tier, turn: 0, change });
        let (left, taken, turn) = digits(parent);
        if turn == Turn::First {
            let turn = if self.said == Said::SheepEnterTheWrongTier { Turn::First } else { Turn::Second };
            if !is_over(left, taken) && self.said != Said::NoAdditions {
                tell(tier(left - 1, taken, turn), Change::Addition);
            }
            return;
        }
        for (over, to) in self.ways(wolf).filter(|(over, _)| over.is_some() || self.said != Said::NoSteps) {
            let vacant = if self.said == Said::StepsAnywhere { 0 } else { to };
            let passed = over.map(|over| over.trailing_zeros() as u8);
            let change = Change::KeyMove {
                key: to,
                vacant,
                taken: passed.filter(|_| self.said != Said::NothingTaken),
            };
            tell(tier(left, taken + u32::from(over.is_some()), Turn::First), change);
        }
    }
}

#[test]
fn the_law_holds_for_the_truth_and_breaks_for_anything_else() {
    let check = |said| {
        let effort = Effort { positions: 1_000, ..Effort::default() };
        check_block_moves(&Wolf::new(7, 0, 3, said), &effort)
    };
    assert!(check(Said::TheTruth).passed(), "{}", check(Said::TheTruth));
    for said in [
        Said::NoSteps,
        Said::StepsAnywhere,
        Said::NothingTaken,
        Said::NoAdditions,
        Said::SheepEnterTheWrongTier,
        Said::NoMemory,
    ] {
        assert!(!check(said).passed(), "{said:?}");
    }
}

/// Blocks of up to 167,960 places, with and without symmetries, and positions of either value.
#[test]
fn long_blocks_are_solved_and_verified_like_single_positions() {
    let game = Wolf::new(21, 7, 2, Said::TheTruth);
    let plan = Plan::of(&game);
    assert!(plan.tiers().iter().any(|t| game.index(t.tier).1.block_len() == 167_960));
    let by_position = solved::<Retro>(&game, &plan);
    let by_block = solved::<RetroBlocks>(&game, &plan);
    for planned in plan.tiers() {
        let name = planned.tier.to_string();
        assert!(by_block.tier(&name) == by_position.tier(&name), "tier {name}");
    }
    let found = verify_tiers::<_, RetroBlocks>(&game, &plan, |_| true, &by_block, &unlimited()).unwrap();
    let expected = verify_tiers::<_, Retro>(&game, &plan, |_| true, &by_block, &unlimited()).unwrap();
    assert_eq!((found.wrong, &found), (0, &expected));
}

fn solved<P: SolveMode<Wolf>>(game: &Wolf, plan: &Plan<u32>) -> MemoryTierStore {
    let store = MemoryTierStore::default();
    solve_tiers::<_, P>(game, plan, None, &store, &unlimited()).unwrap();
    store
}
