//! A position: the men, where they stand, and whose turn it is.

use super::board::Standing;
use super::kind::{Kind, Man};
use super::square::{NOWHERE, half_turn, mirror};
use super::tier::{MOST_EXTRAS, Tier};
use crate::turn::Turn;

/// The most men on the board.
pub(super) const MOST_MEN: usize = MOST_EXTRAS + 2;

/// Man 0 is the red king, man 1 the black one; the others are of the kinds of the tier, in its order, and men of one
/// kind stand in the order of their squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Position {
    pub(super) tier: Tier,
    pub(super) squares: [u8; MOST_MEN],
    /// Red is the first player.
    pub(super) turn: Turn,
}

impl Position {
    /// A position from kings and other men in any order.
    pub(super) fn new(kings: [u8; 2], men: &[(Kind, u8)], turn: Turn) -> Position {
        let mut p = Position { tier: Tier::BARE, squares: [NOWHERE; MOST_MEN], turn };
        p.squares[..2].copy_from_slice(&kings);
        for (i, &(kind, square)) in men.iter().enumerate() {
            p.tier.0[i] = kind;
            p.squares[i + 2] = square;
        }
        p.sort();
        p
    }

    /// What man `i` is and whose he is.
    #[inline]
    pub(super) fn man(&self, i: usize) -> (Man, Turn) {
        match i {
            0 => (Man::King, Turn::First),
            1 => (Man::King, Turn::Second),
            _ => (self.tier.0[i - 2].man(), self.tier.0[i - 2].owner()),
        }
    }

    /// A player's men besides the king, with their numbers.
    #[inline]
    pub(super) fn men_of(&self, owner: Turn) -> impl Iterator<Item = (usize, Standing)> {
        self.tier.0.iter().enumerate().take_while(|(_, kind)| **kind != Kind::NONE).filter_map(move |(i, kind)| {
            let standing = Standing { man: kind.man(), owner, square: self.squares[i + 2] };
            (kind.owner() == owner).then_some((i + 2, standing))
        })
    }

    /// The number of men, kings included.
    #[inline]
    pub(super) fn men(&self) -> usize {
        self.tier.extras() + 2
    }

    /// The man on a square.
    pub(super) fn man_at(&self, square: u8) -> Option<usize> {
        self.squares[..self.men()].iter().position(|&s| s == square)
    }

    #[inline]
    pub(super) fn king(&self, owner: Turn) -> u8 {
        self.squares[owner as usize]
    }

    /// The position after man `i` went to an empty square and no pawn came nearer to the edge; or before that, if he
    /// came from there. Hot.
    #[inline]
    pub(super) fn shifted(&self, i: usize, to: u8) -> Position {
        let mut p = *self;
        p.turn = p.turn.next();
        p.squares[i] = to;
        if i >= 2 {
            p.sort_kind_of(i);
        }
        p
    }

    /// Moves man `i` to his place among those of his kind.
    #[inline]
    fn sort_kind_of(&mut self, mut i: usize) {
        let kind = self.tier.0[i - 2];
        while i > 2 && self.tier.0[i - 3] == kind && self.squares[i - 1] > self.squares[i] {
            self.squares.swap(i - 1, i);
            i -= 1;
        }
        while i + 1 < MOST_MEN && self.tier.0[i - 1] == kind && self.squares[i] > self.squares[i + 1] {
            self.squares.swap(i, i + 1);
            i += 1;
        }
    }

    /// The position after man `i` went to a square, perhaps taking a man there or stepping on as a pawn.
    pub(super) fn played(&self, i: usize, to: u8, taken: Option<usize>) -> Position {
        let mut p = *self;
        p.turn = p.turn.next();
        // A pawn that does not move sideways steps on.
        let (man, _) = p.man(i);
        if man == Man::Pawn && p.squares[i].abs_diff(to) > 1 {
            p.tier.0[i - 2] = p.tier.0[i - 2].advanced();
        }
        p.squares[i] = to;
        if let Some(taken) = taken {
            p.tier.0[taken - 2] = Kind::NONE;
            p.squares[taken] = NOWHERE;
        }
        p.sort();
        p
    }

    /// Brings the men into order. Insertion, because they are few and nearly in order.
    fn sort(&mut self) {
        for last in 3..MOST_MEN {
            let mut i = last;
            while i > 2 && (self.tier.0[i - 3], self.squares[i - 1]) > (self.tier.0[i - 2], self.squares[i]) {
                self.tier.0.swap(i - 3, i - 2);
                self.squares.swap(i - 1, i);
                i -= 1;
            }
        }
    }

    /// The position with each man on another square.
    fn map_squares(&self, map: impl Fn(u8) -> u8) -> Position {
        let mut p = *self;
        for square in p.squares.iter_mut().filter(|square| **square != NOWHERE) {
            *square = map(*square);
        }
        p
    }

    /// Left and right exchanged.
    pub(super) fn mirrored(&self) -> Position {
        let mut p = self.map_squares(mirror);
        p.sort();
        p
    }

    /// The same for the other player: colours swapped, the board turned round, and the other to move.
    pub(super) fn swapped(&self) -> Position {
        let mut p = self.map_squares(half_turn);
        p.squares.swap(0, 1);
        for kind in p.tier.0.iter_mut().filter(|kind| **kind != Kind::NONE) {
            *kind = kind.of_other();
        }
        p.turn = p.turn.next();
        p.sort();
        p
    }
}
