//! The tiers of bagh-chal: 36 billion positions up to symmetry on the 5x5 board.

use std::fmt;
use std::ops::ControlFlow;

use zermelo_core::{
    BlockMove, BlockMoves, Change, Numbers, Orbits, Product, Reach, Retrograde, TierKind, Tiered, Turn,
};

use super::{BaghChal, Move, Position, TIGERS, singles};

/// How many goats are left to place and how many are captured, which never goes back, and whose turn it is while
/// goats are placed.
///
/// With all goats captured that Tigers needs, a tier holds nothing but ends. On the 5x5 board these are a tenth of all
/// slots, but they cost little: 12 ns each, as no moves are looked at, next to no room on disk, as all are one value, and
/// no more memory, as every tier in which Tigers moves has a child of that size. One slot for all of them would do for solving,
/// but then they could not be counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Tier {
    left: u8,
    captured: u8,
    /// `None` when all goats have been placed: then moves stay in the tier, and it holds the turns of both.
    turn: Option<Turn>,
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.turn {
            Some(Turn::First) => "-goats",
            Some(Turn::Second) => "-tigers",
            None => "",
        };
        write!(f, "{}-{}{turn}", self.left, self.captured)
    }
}

impl Tier {
    #[inline]
    fn new(left: u8, captured: u8, turn: Turn) -> Tier {
        Tier { left, captured, turn: (left > 0).then_some(turn) }
    }
}

/// The first part of an item: whose turn it is, unless the tier tells.
#[inline]
fn turn_in_item(left: u8, turn: Turn) -> u64 {
    if left > 0 { 0 } else { turn.number() }
}

impl BaghChal {
    /// Visits the positions after the steps of the player `mover`, or before them: a line leads both ways.
    #[inline(always)]
    fn for_each_step<B>(
        &self,
        p: &Position,
        mover: Turn,
        mut visit: impl FnMut(Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (empty, other) = (self.empty(p), Position { turn: p.turn.next(), ..*p });
        for way in self.directions {
            match mover {
                Turn::First => {
                    for from in singles(way.steppers(p.goats, empty)) {
                        visit(Position { goats: p.goats ^ (from | way.after(from)), ..other })?;
                    }
                }
                Turn::Second => {
                    for from in singles(way.steppers(p.tigers, empty)) {
                        visit(Position { tigers: p.tigers ^ (from | way.after(from)), ..other })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn for_each_placement<B>(
        &self,
        p: &Position,
        mut visit: impl FnMut(Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let other = Position { left: p.left - 1, turn: Turn::Second, ..*p };
        for to in singles(self.empty(p)) {
            visit(Position { goats: p.goats | to, ..other })?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn for_each_jump<B>(
        &self,
        p: &Position,
        mut visit: impl FnMut(Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let empty = self.empty(p);
        let other = Position { captured: p.captured + 1, turn: Turn::First, ..*p };
        for way in self.directions {
            for from in singles(way.jumpers(p.tigers, p.goats, empty)) {
                let over = way.after(from);
                let tigers = p.tigers ^ (from | way.after(over));
                visit(Position { tigers, goats: p.goats ^ over, ..other })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Tiered for BaghChal {
    type Tier = Tier;
    /// Whose turn it is, where the tier does not tell, the tigers and the goats. The tigers are the key: placing a goat
    /// leaves them where they are, so all children of a position lie in one block, close together.
    type Index = Product<Numbers, Orbits<2>>;

    const TIES: bool = false;

    #[inline]
    fn tier_of(&self, p: &Position) -> Tier {
        Tier::new(p.left, p.captured, p.turn)
    }

    fn children(&self, tier: Tier) -> Vec<Tier> {
        let Tier { left, captured, turn } = tier;
        if captured == self.captures {
            return Vec::new();
        }
        match turn {
            Some(Turn::First) => vec![Tier::new(left - 1, captured, Turn::Second)],
            Some(Turn::Second) => {
                vec![Tier::new(left, captured, Turn::First), Tier::new(left, captured + 1, Turn::First)]
            }
            None => vec![Tier { captured: captured + 1, ..tier }],
        }
    }

    fn kind(&self, tier: Tier) -> TierKind {
        let moving = tier.turn.is_none() && tier.captured < self.captures;
        if moving { TierKind::Loopy } else { TierKind::Transition }
    }

    fn index(&self, Tier { left, captured, turn }: Tier) -> Self::Index {
        let turns = if turn.is_some() { 1 } else { 2 };
        Product(Numbers(turns), self.board.orbits([TIGERS, (self.goats - left - captured).into()]))
    }

    fn extra_bytes(&self, tier: Tier) -> u64 {
        self.bytes_for_unfolding(tier)
    }

    #[inline]
    fn item(&self, p: &Position) -> (u64, [u64; 2]) {
        (turn_in_item(p.left, p.turn), [p.tigers.into(), p.goats.into()])
    }

    #[inline]
    fn position(&self, tier: Tier, (turn, [tigers, goats]): (u64, [u64; 2])) -> Position {
        let Tier { left, captured, .. } = tier;
        let turn = tier.turn.unwrap_or(Turn::numbered(turn));
        Position { tigers: tigers as u32, goats: goats as u32, left, captured, turn }
    }

    #[inline(always)]
    fn for_each_child<B>(
        &self,
        tier: Tier,
        p: &Position,
        reach: Reach,
        _: &mut Vec<Move>,
        mut visit: impl FnMut(Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (inside, outside) = (reach != Reach::Outside, reach != Reach::Inside);
        match (tier.turn, p.turn) {
            (Some(Turn::First), _) if outside => self.for_each_placement(p, visit),
            (Some(Turn::Second), _) if outside => {
                // Captures first: the one that wins spares the rest.
                self.for_each_jump(p, &mut visit)?;
                self.for_each_step(p, Turn::Second, visit)
            }
            (None, Turn::First) if inside => self.for_each_step(p, Turn::First, visit),
            (None, Turn::Second) => {
                if outside {
                    self.for_each_jump(p, &mut visit)?;
                }
                if inside { self.for_each_step(p, Turn::Second, visit) } else { ControlFlow::Continue(()) }
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Retrograde for BaghChal {
    /// Whoever just moved stepped back along a line to where he came from.
    #[inline]
    fn for_each_parent(&self, _: Tier, p: &Position, mut visit: impl FnMut(Position)) {
        let _ = self.for_each_step(p, p.turn.next(), |parent| {
            visit(parent);
            ControlFlow::<()>::Continue(())
        });
    }
}

impl BlockMoves for BaghChal {
    fn for_each_block_move(
        &self,
        Tier { left, captured, turn }: Tier,
        _: u64,
        tigers: u32,
        mut visit: impl FnMut(BlockMove<Tier>),
    ) {
        if captured == self.captures {
            return;
        }
        let mut tell = |left, captured, turn: Turn, change| {
            let tier = Tier::new(left, captured, turn);
            visit(BlockMove { tier, turn: turn_in_item(left, turn), change });
        };
        if turn == Some(Turn::First) {
            tell(left - 1, captured, Turn::Second, Change::Addition);
            return;
        }
        let unoccupied = self.grid.full() as u32 & !tigers;
        for way in self.directions {
            for from in singles(way.steppers(tigers, unoccupied)) {
                let to = way.after(from);
                let change = Change::KeyMove { key: tigers ^ (from | to), vacant: to, taken: None };
                tell(left, captured, Turn::First, change);
            }
            for from in singles(way.jumpers(tigers, unoccupied, unoccupied)) {
                let over = way.after(from);
                let (to, taken) = (way.after(over), Some(over.trailing_zeros() as u8));
                let change = Change::KeyMove { key: tigers ^ (from | to), vacant: to, taken };
                tell(left, captured + 1, Turn::First, change);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{
        EFFORT, EXHAUSTIVE, all_kept, block_moves_pass_battery, equals_general_solver, passes_battery,
        verifies_like_general_solver,
    };
    use zermelo_core::conformance::{check_block_moves, check_tiers, check_unmoves};
    use zermelo_core::{Game, binomial};
    use zermelo_solve::RetroBlocks;

    #[test]
    fn small_boards_keep_the_laws_and_equal_the_oracle() {
        for captures in 1..=4 {
            block_moves_pass_battery(&BaghChal::new(3, 4, captures), &EXHAUSTIVE);
        }
        block_moves_pass_battery(&BaghChal::new(4, 2, 2), &EFFORT);
    }

    #[test]
    fn block_by_block_the_same_comes_out() {
        equals_general_solver::<_, RetroBlocks>(&BaghChal::new(4, 12, 3));
    }

    #[test]
    fn block_by_block_verification_finds_the_same() {
        let game = BaghChal::new(4, 12, 3);
        verifies_like_general_solver::<_, RetroBlocks>(&game, &["5-1-goats", "5-1-tigers"]);
    }

    #[test]
    fn large_boards_keep_the_laws() {
        for game in [BaghChal::new(4, 12, 3), BaghChal::new(5, 20, 5)] {
            passes_battery(&game);
            all_kept(&check_tiers(&game, &EFFORT));
            all_kept(&check_unmoves(&game, &EFFORT));
            all_kept(&[check_block_moves(&game, &EFFORT)]);
        }
    }

    #[test]
    fn the_large_board_has_the_published_number_of_tiers_and_positions() {
        let game = BaghChal::new(5, 20, 5);
        let mut tiers = vec![game.tier_of(&game.start())];
        let mut next = 0;
        while let Some(&tier) = tiers.get(next) {
            let children: Vec<Tier> = game.children(tier);
            tiers.extend(children.into_iter().filter(|child| !tiers.contains(child)).collect::<Vec<Tier>>());
            next += 1;
        }
        let positions = |tier: &Tier| {
            let goats = game.goats - tier.left - tier.captured;
            let turns = if tier.turn.is_some() { 1 } else { 2 };
            turns * binomial(25, TIGERS) * binomial(21, goats.into())
        };
        assert_eq!(tiers.len(), 196);
        assert_eq!(tiers.iter().map(positions).sum::<u64>(), 291_915_283_550);
    }
}
