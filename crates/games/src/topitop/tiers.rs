//! The tiers of Topitop: how many buildings of each kind there are.

use std::fmt;
use std::ops::ControlFlow;

use zermelo_core::{Reach, Retrograde, TierKind, Tiered, Turn};

use super::barred::{Barred, BarredSet, NEIGHBOURS};
use super::boards::BoardIndex;
use super::{CELLS, Cells, Move, Pieces, Position, Topitop};
use crate::bits::bits;

/// How many buildings there are of a sort (crowned by a blue bucket, by a red one, by none), how many of these have a
/// small pile, and how many a small and a large one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Counts {
    pub(super) castles: u8,
    pub(super) small: u8,
    pub(super) all: u8,
}

impl Counts {
    /// The counts on these cells.
    #[inline]
    pub(super) fn of(cells: Cells, small: Cells, large: Cells) -> Counts {
        Counts {
            castles: (cells & small & large).count_ones() as u8,
            small: (cells & small).count_ones() as u8,
            all: cells.count_ones() as u8,
        }
    }
}

/// The counts of all buildings. Placing and stacking change them for good; other moves keep the tier. In normal form
/// Blue has more, by the order of the counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Tier {
    pub(super) blue: Counts,
    pub(super) red: Counts,
    pub(super) neutral: Counts,
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tier { blue, red, neutral } = self;
        for (counts, letters) in [(blue, ["B", "X", "P"]), (red, ["R", "O", "Q"]), (neutral, ["L", "S", "C"])]
        {
            let Counts { castles, small, all } = counts;
            let [bare, with_small, with_both] = letters;
            write!(f, "{bare}{}{with_small}{}{with_both}{castles}", all - small, small - castles)?;
        }
        Ok(())
    }
}

impl Tier {
    fn normal(self) -> Tier {
        let Tier { blue, red, neutral } = self;
        Tier { blue: blue.max(red), red: blue.min(red), neutral }
    }

    fn buildings(self) -> u8 {
        self.blue.all + self.red.all + self.neutral.all
    }

    /// Whether all its positions are ends. In normal form only Blue can have won.
    fn is_over(self, pieces: Pieces) -> bool {
        u32::from(self.blue.castles) == pieces.buckets
    }

    /// The tiers after Blue placed or stacked something.
    fn after_blue(self, pieces: Pieces) -> Vec<Tier> {
        let Tier { blue, red, neutral } = self;
        let mut after = Vec::new();
        let small = blue.small + red.small + neutral.small;
        let large = blue.castles + red.castles + neutral.castles + (neutral.all - neutral.small);
        if usize::from(self.buildings()) < CELLS {
            if u32::from(blue.all) < pieces.buckets {
                after.push(Tier { blue: Counts { all: blue.all + 1, ..blue }, ..self });
            }
            if u32::from(small) < pieces.small {
                let neutral = Counts { all: neutral.all + 1, small: neutral.small + 1, ..neutral };
                after.push(Tier { neutral, ..self });
            }
            if u32::from(large) < pieces.large {
                after.push(Tier { neutral: Counts { all: neutral.all + 1, ..neutral }, ..self });
            }
        }
        let (bare, on_small) = (blue.all > blue.small, blue.small > blue.castles);
        let (small_piles, large_piles) = (neutral.small > neutral.castles, neutral.all > neutral.small);
        if bare && small_piles {
            let neutral = Counts { all: neutral.all - 1, small: neutral.small - 1, ..neutral };
            after.push(Tier { blue: Counts { small: blue.small + 1, ..blue }, neutral, ..self });
        }
        if bare && neutral.castles > 0 {
            let blue = Counts { small: blue.small + 1, castles: blue.castles + 1, ..blue };
            let neutral =
                Counts { all: neutral.all - 1, small: neutral.small - 1, castles: neutral.castles - 1 };
            after.push(Tier { blue, neutral, ..self });
        }
        if on_small && large_piles {
            let neutral = Counts { all: neutral.all - 1, ..neutral };
            after.push(Tier { blue: Counts { castles: blue.castles + 1, ..blue }, neutral, ..self });
        }
        if small_piles && large_piles {
            let neutral = Counts { all: neutral.all - 1, castles: neutral.castles + 1, ..neutral };
            after.push(Tier { neutral, ..self });
        }
        after
    }

    /// The same with the colours swapped.
    fn swapped(self) -> Tier {
        Tier { blue: self.red, red: self.blue, ..self }
    }
}

impl Topitop {
    /// Placements and stackings, which leave the tier, until `visit` breaks.
    #[inline]
    fn for_each_outside<B>(
        &self,
        p: &Position,
        mut visit: impl FnMut(Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for piece in self.left(p) {
            for cell in bits(p.empty().into()) {
                visit(p.placed(piece, cell))?;
            }
        }
        for from in bits(p.movable().into()) {
            for to in bits(p.tops(from).into()) {
                visit(p.stacked(from, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Steps to empty cells until `visit` breaks.
    #[inline]
    fn for_each_step<B>(p: &Position, mut visit: impl FnMut(Position) -> ControlFlow<B>) -> ControlFlow<B> {
        for from in bits(p.movable().into()) {
            for to in bits(p.free_steps(from).into()) {
                visit(p.stepped(from, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the player to move has to pass.
    fn is_stuck(&self, p: &Position) -> bool {
        Topitop::for_each_step(p, ControlFlow::Break).is_continue()
            && self.for_each_outside(p, ControlFlow::Break).is_continue()
    }
}

impl Tiered for Topitop {
    type Tier = Tier;
    type Index = BoardIndex;

    const TIES: bool = false;
    const FOLDS_PLAYERS: bool = true;

    /// Blue is the player with more buildings, or the one to move if both have as many.
    #[inline]
    fn normalise(&self, p: &Position) -> Position {
        let Tier { blue, red, .. } = self.tier_of(p);
        if red > blue || (red == blue && p.turn == Turn::Second) { p.swapped() } else { *p }
    }

    #[inline]
    fn tier_of(&self, p: &Position) -> Tier {
        let counts = |cells| Counts::of(cells, p.small, p.large);
        Tier { blue: counts(p.blue), red: counts(p.red), neutral: counts(p.neutral()) }
    }

    fn children(&self, tier: Tier) -> Vec<Tier> {
        if tier.is_over(self.pieces) {
            return Vec::new();
        }
        let by_blue = tier.after_blue(self.pieces);
        let by_red = tier.swapped().after_blue(self.pieces);
        let mut children: Vec<Tier> = by_blue.into_iter().chain(by_red).map(Tier::normal).collect();
        children.sort_unstable();
        children.dedup();
        children
    }

    fn kind(&self, tier: Tier) -> TierKind {
        if tier.buildings() == 0 || tier.is_over(self.pieces) {
            TierKind::Transition
        } else {
            TierKind::Loopy
        }
    }

    fn index(&self, tier: Tier) -> BoardIndex {
        // Whoever has won moved last, and he stacked.
        if tier.is_over(self.pieces) {
            return self.boards.index(tier, &[Turn::Second], false);
        }
        let turns: &[Turn] =
            if tier.blue == tier.red { &[Turn::First] } else { &[Turn::First, Turn::Second] };
        self.boards.index(tier, turns, true)
    }

    #[inline]
    fn item(&self, p: &Position) -> Position {
        *p
    }

    #[inline]
    fn position(&self, _: Tier, p: Position) -> Position {
        p
    }

    #[inline]
    fn for_each_child<B>(
        &self,
        _: Tier,
        p: &Position,
        reach: Reach,
        _: &mut Vec<Move>,
        mut visit: impl FnMut(Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if reach == Reach::Outside {
            return self.for_each_outside(p, visit);
        }
        let mut steps = false;
        Topitop::for_each_step(p, |child| {
            steps = true;
            visit(child)
        })?;
        if reach == Reach::Anywhere {
            self.for_each_outside(p, &mut visit)?;
        }
        if !steps && self.is_stuck(p) { visit(p.passed()) } else { ControlFlow::Continue(()) }
    }
}

impl Retrograde for Topitop {
    /// What is barred tells the last move if it moved sand. Otherwise whoever moved last came with a bucket from an empty
    /// cell, or passed. In either case anything may have been barred before, except for the move itself.
    #[inline]
    fn for_each_parent(&self, _: Tier, p: &Position, mut visit: impl FnMut(Position)) {
        if let Some((from, to)) = p.barred.cells() {
            let before = p.carried(from, to).passed();
            let barred = BarredSet::of(before.neutral(), before.empty()).without(Barred::step(to, from));
            barred.iter().for_each(|barred| visit(Position { barred, ..before }));
            return;
        }
        let (_, moved) = p.sides();
        let empty = p.empty();
        for from in bits(moved.into()) {
            for to in bits((NEIGHBOURS[usize::from(from)] & empty).into()) {
                let before = p.carried(from, to).passed();
                let barred = BarredSet::of(before.neutral(), before.empty());
                barred.iter().for_each(|barred| visit(Position { barred, ..before }));
            }
        }
        let before = p.passed();
        for barred in BarredSet::of(before.neutral(), empty).iter() {
            let before = Position { barred, ..before };
            if self.is_stuck(&before) {
                visit(before);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{EFFORT, EXHAUSTIVE, all_kept, solve_by_tiers, unmoves_pass_battery};
    use zermelo_core::conformance::{check_tiers, check_unmoves};
    use zermelo_core::{Game, Outcome, Value};
    use zermelo_solve::{Plan, Retro};

    fn regular() -> Topitop {
        Topitop::new(Pieces::REGULAR)
    }

    #[test]
    fn tiers_equal_the_oracle_with_few_pieces() {
        unmoves_pass_battery(&Topitop::new(Pieces::TINY), &EXHAUSTIVE);
    }

    #[test]
    fn more_pieces_keep_the_laws() {
        for game in [regular(), Topitop::new(Pieces::SMALL)] {
            all_kept(&check_tiers(&game, &EFFORT));
            all_kept(&check_unmoves(&game, &EFFORT));
        }
    }

    /// Games with few pieces never come to this.
    #[test]
    fn passes_are_taken_back() {
        let game = regular();
        for text in ["1_CLBCRLSRB", "2_CLRQBBCS-_b1-c1", "2_SORCBBLLC", "1_XR-CRLSPL_c2-c3"] {
            let p = game.normalise(&game.parse(text).unwrap());
            let tier = game.tier_of(&p);
            let mut children = Vec::new();
            let _ = game.for_each_child(tier, &p, Reach::Inside, &mut Vec::new(), |child| {
                children.push(child);
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(children, [p.passed()], "{text}");
            let mut parents = Vec::new();
            game.for_each_parent(tier, &game.normalise(&p.passed()), |parent| {
                parents.push(game.normalise(&parent));
            });
            assert!(parents.contains(&p), "{text}");
        }
    }

    #[test]
    fn there_are_as_many_tiers_and_boards_as_published() {
        let factorial = |n: u8| (1..=u64::from(n)).product::<u64>();
        let (mut tiers, mut boards) = (0, 0);
        for planned in Plan::of(&regular()).tiers() {
            let tier = planned.tier;
            let kinds = [tier.blue, tier.red, tier.neutral].into_iter().flat_map(|counts| {
                [counts.all - counts.small, counts.small - counts.castles, counts.castles]
            });
            let same = kinds.chain([CELLS as u8 - tier.buildings()]).map(factorial).product::<u64>();
            // A tier stands for its mirror image, too.
            let colours = if tier.blue == tier.red { 1 } else { 2 };
            tiers += colours;
            boards += colours * factorial(CELLS as u8) / same;
        }
        assert_eq!(tiers, 2_231);
        // The published bound lets either player be to move, and nothing or any of the 40 steps be barred.
        assert_eq!(boards * 2 * 41, 2_972_507_380);
    }

    /// `cargo test --release -p zermelo-games topitop -- --ignored`
    #[test]
    #[ignore = "solves 24 million slots, which takes 12 seconds of processor time"]
    fn the_first_player_wins_in_31_moves() {
        let game = regular();
        let outcome = solve_by_tiers::<_, Retro>(&game);
        assert_eq!(outcome(&game.start()), Some(Outcome::new(Value::Win, 31)));
    }
}
