//! The tiers of men's morris, which make boards of sixteen and more points solvable.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use zermelo_core::{Numbers, Orbits, Permutation, Product, Reach, Retrograde, TierKind, Tiered, Turn};

use super::{FEWEST_MEN, Morris, Move, Position};
use crate::bits::bits;

/// How many men are left to place, and how many of each colour are on the board. A man placed or taken never comes
/// back; other moves, when all men have been placed, keep the tier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Tier {
    left: u8,
    white: u32,
    black: u32,
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}w{}b", self.left, self.white, self.black)
    }
}

impl Tier {
    /// The same with White as the player with more men, if all have been placed.
    fn normal(self) -> Tier {
        let Tier { left, white, black } = self;
        if left == 0 { Tier { left, white: white.max(black), black: white.min(black) } } else { self }
    }

    /// Whether all its positions are ends.
    fn is_over(self) -> bool {
        self.left == 0 && self.white.min(self.black) < FEWEST_MEN
    }
}

/// Generators of the symmetries of a board whose points have these places in a square picture of `side` lines: two
/// mirrors, the reflection in the diagonal, and, if the board is made of rings, turning it inside out.
pub(super) fn symmetries(points: &[(usize, usize)], side: usize) -> Vec<Permutation> {
    let centre = (side / 2) as isize;
    let offsets: Vec<(isize, isize)> =
        points.iter().map(|&(line, col)| (line as isize - centre, col as isize - centre)).collect();
    let ring = |(down, right): (isize, isize)| down.abs().max(right.abs());
    let rings: BTreeSet<isize> = offsets.iter().map(|&offset| ring(offset)).collect();
    let (inner, outer) = (*rings.first().expect("a board has points"), *rings.last().expect("as before"));
    let permutation = |image: &dyn Fn((isize, isize)) -> (isize, isize)| {
        let place = |&offset| offsets.iter().position(|&other| other == image(offset));
        Permutation::new(offsets.iter().map(|offset| place(offset).expect("a symmetric board")).collect())
    };
    let mut generators = vec![
        permutation(&|(down, right)| (down, -right)),
        permutation(&|(down, right)| (-down, right)),
        permutation(&|(down, right)| (right, down)),
    ];
    // A point in the centre is a ring of its own that cannot change places with another.
    if inner > 0 {
        generators.push(permutation(&|offset| {
            let (from, to) = (ring(offset), inner + outer - ring(offset));
            (offset.0 * to / from, offset.1 * to / from)
        }));
    }
    generators
}

impl Tiered for Morris {
    type Tier = Tier;
    /// Whose turn it is, where the tier does not tell, and the men.
    type Index = Product<Numbers, Orbits<2>>;

    const TIES: bool = false;
    const FOLDS_PLAYERS: bool = true;
    /// Whoever took a man while placing had closed a mill: most arrangements of fewer men than were placed cannot occur.
    const SPARSE_OPENING: bool = true;

    /// When all men have been placed, White is the player with more men, or the one to move if both have as many.
    #[inline]
    fn normalise(&self, p: &Position) -> Position {
        let (white, black) = (p.white.count_ones(), p.black.count_ones());
        let swap = black > white || (black == white && p.turn == Turn::Second);
        if p.left == 0 && swap {
            Position { white: p.black, black: p.white, left: 0, turn: p.turn.next() }
        } else {
            *p
        }
    }

    #[inline]
    fn tier_of(&self, p: &Position) -> Tier {
        Tier { left: p.left, white: p.white.count_ones(), black: p.black.count_ones() }
    }

    fn children(&self, tier: Tier) -> Vec<Tier> {
        if tier.is_over() {
            return Vec::new();
        }
        let Tier { left, white, black } = tier;
        let taken = |tier: Tier, by: Turn| match by {
            Turn::First => Some(Tier { black: tier.black.checked_sub(1)?, ..tier }),
            Turn::Second => Some(Tier { white: tier.white.checked_sub(1)?, ..tier }),
        };
        let (after, players) = if left == 0 {
            (tier, vec![Turn::First, Turn::Second])
        } else if left % 2 == 0 {
            (Tier { left: left - 1, white: white + 1, black }, vec![Turn::First])
        } else {
            (Tier { left: left - 1, white, black: black + 1 }, vec![Turn::Second])
        };
        let taking = players.into_iter().filter_map(|by| taken(after, by));
        taking.chain([after]).map(Tier::normal).filter(|&child| child != tier).collect()
    }

    fn kind(&self, tier: Tier) -> TierKind {
        if tier.left > 0 || tier.is_over() { TierKind::Transition } else { TierKind::Loopy }
    }

    fn index(&self, tier: Tier) -> Self::Index {
        let turns = if tier.left > 0 || tier.white == tier.black { 1 } else { 2 };
        Product(Numbers(turns), self.board.orbits([tier.white, tier.black]))
    }

    #[inline]
    fn item(&self, p: &Position) -> (u64, [u64; 2]) {
        let turn = if p.left > 0 { 0 } else { p.turn.number() };
        (turn, [p.white.into(), p.black.into()])
    }

    #[inline]
    fn position(&self, Tier { left, .. }: Tier, (turn, [white, black]): (u64, [u64; 2])) -> Position {
        let turn = if left > 0 { u64::from(left % 2) } else { turn };
        Position { white: white as u32, black: black as u32, left, turn: Turn::numbered(turn) }
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
        let (inside, outside) = (reach != Reach::Outside, reach != Reach::Inside);
        let (own, enemy) = p.sides();
        let empty = self.empty(p);
        let threats = self.threats(own, enemy);
        if p.left > 0 {
            if outside {
                let (closing, quiet) = (empty & threats.closing, empty & !threats.closing);
                for to in bits(quiet) {
                    visit(p.after(own | 1 << to, enemy, p.left - 1))?;
                }
                for to in bits(closing) {
                    for take in bits(threats.takeable) {
                        visit(p.after(own | 1 << to, enemy ^ 1 << take, p.left - 1))?;
                    }
                }
            }
            return ControlFlow::Continue(());
        }
        if !inside && empty & threats.closing == 0 {
            return ControlFlow::Continue(());
        }
        for from in bits(own) {
            let stayed = own ^ 1 << from;
            let targets = self.reach(own, from) & empty;
            // Two men point at a mill, but it is none if the man that moves is one of them.
            let closes = |to: &u8| self.closes_mill(stayed | 1 << to, *to);
            let closing = bits(targets & threats.closing).filter(closes).fold(0, |all, to| all | 1 << to);
            if inside {
                for to in bits(targets & !closing) {
                    visit(p.after(stayed | 1 << to, enemy, 0))?;
                }
            }
            if outside {
                for to in bits(closing) {
                    for take in bits(threats.takeable) {
                        visit(p.after(stayed | 1 << to, enemy ^ 1 << take, 0))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// What a mill would take, and where it might be closed; nowhere, if there is nothing to take.
#[derive(Clone, Copy)]
struct Threats {
    closing: u32,
    takeable: u32,
}

impl Morris {
    #[inline]
    fn threats(&self, own: u32, enemy: u32) -> Threats {
        let closing = self.closing(own) & !enemy;
        // Most positions threaten no mill, and need not know what it would take.
        let takeable = if closing == 0 { 0 } else { self.takeable(enemy) };
        Threats { closing: if takeable == 0 { 0 } else { closing }, takeable }
    }
}

impl Position {
    /// The position after a move, given the men of the player who moved, and of the other.
    #[inline]
    fn after(&self, moved: u32, other: u32, left: u8) -> Position {
        let (white, black) = self.turn.own_first(moved, other);
        Position { white, black, left, turn: self.turn.next() }
    }
}

impl Retrograde for Morris {
    /// Whoever just moved came from an empty point, and took nothing: he closed no mill, or there was nothing to take.
    #[inline]
    fn for_each_parent(&self, _: Tier, p: &Position, mut visit: impl FnMut(Position)) {
        let (other, moved) = p.sides();
        let empty = self.empty(p);
        let milled = self.milled(moved);
        let arrived = if milled != 0 && self.takeable(other) != 0 { moved & !milled } else { moved };
        for to in bits(arrived) {
            for from in bits(self.reach(moved, to) & empty) {
                let (white, black) = p.turn.next().own_first(moved ^ (1 << from | 1 << to), other);
                visit(Position { white, black, left: 0, turn: p.turn.next() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Removal, SIX_BOARD};
    use super::*;
    use crate::testing::{EXHAUSTIVE, unmoves_pass_battery};
    use zermelo_core::Misere;
    use zermelo_core::conformance::Effort;

    #[test]
    fn tiers_equal_the_oracle_on_one_ring() {
        for (flying, misere) in [(false, false), (false, true), (true, false), (true, true)] {
            let game = Misere { game: Morris::three().with(flying, Removal::OutsideMillsFirst), misere };
            unmoves_pass_battery(&game, &EXHAUSTIVE);
        }
    }

    #[test]
    fn tiers_equal_the_oracle_on_two_rings() {
        for (flying, removal) in [(false, Removal::OutsideMillsOnly), (true, Removal::OutsideMillsFirst)] {
            // Every outcome, but a sample of the slots: looking at each of them took half a minute.
            unmoves_pass_battery(&Morris::new(SIX_BOARD, 3).with(flying, removal), &Effort::default());
        }
    }

    #[test]
    fn symmetries_keep_the_lines_of_the_board() {
        for (game, symmetries) in [(Morris::three(), 8), (Morris::six(), 16), (Morris::nine(), 16)] {
            let group = game.board.group();
            assert_eq!(group.len(), symmetries);
            for g in 0..group.len() {
                let image = |points: u32| group.image(g, points.into()) as u32;
                assert!(game.mills.iter().all(|&mill| game.mills.contains(&image(mill))));
                for (point, &beside) in game.beside.iter().enumerate() {
                    assert_eq!(game.beside[group.element(g).to(point)], image(beside));
                }
            }
        }
    }
}
