//! A position: the men, where they stand, and whose turn it is.

use zermelo_core::{Pack, Turn};

use super::board::Standing;
use super::bytes::Bytes;
use super::kind::{Kind, Man};
use super::square::{NOWHERE, half_turn, mirror};
use super::tier::{MOST_EXTRAS, Tier};

/// The most men on the board.
pub(super) const MOST_MEN: usize = Bytes::LEN;

/// Man 0 is the red king, man 1 the black one; the others are of the kinds of the tier, in its order, and men of one
/// kind stand in the order of their squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
pub(super) struct Position {
    /// The tier, and in byte 1, which it does not use, the number of the player to move. Two words are passed in
    /// registers, three would not be.
    tier_and_turn: Bytes,
    /// `NOWHERE` for men who are not there.
    pub(super) squares: Bytes,
}

/// A man besides the kings, and his square.
type Extra = (Kind, u8);

const NOBODY: Extra = (Kind::NONE, NOWHERE);

impl Position {
    /// A position from kings and other men in any order; those who are `NOBODY` are left out.
    pub(super) fn new(kings: [u8; 2], extras: impl IntoIterator<Item = Extra>, turn: Turn) -> Position {
        let mut list = [NOBODY; MOST_EXTRAS];
        // Insertion, because they are few and nearly in order.
        for (end, extra) in extras.into_iter().enumerate() {
            let mut i = end;
            while i > 0 && list[i - 1] > extra {
                list[i] = list[i - 1];
                i -= 1;
            }
            list[i] = extra;
        }
        let mut squares = Bytes::all(NOWHERE);
        for (man, square) in kings.into_iter().chain(list.map(|(_, square)| square)).enumerate() {
            squares.set(man, square);
        }
        Position::of_tier(Tier::of_sorted(list.map(|(kind, _)| kind)), squares, turn)
    }

    /// A position of a tier, with the squares of its men in order.
    #[inline]
    pub(super) fn of_tier(tier: Tier, squares: Bytes, turn: Turn) -> Position {
        let mut tier_and_turn = tier.0;
        tier_and_turn.set(1, turn as u8);
        Position { tier_and_turn, squares }
    }

    #[inline]
    pub(super) fn tier(&self) -> Tier {
        let mut tier = self.tier_and_turn;
        tier.set(1, 0);
        Tier(tier)
    }

    /// Who is to move; Red is the first player.
    #[inline]
    pub(super) fn turn(&self) -> Turn {
        Turn::numbered(self.tier_and_turn.get(1).into())
    }

    fn kings(&self) -> [u8; 2] {
        [self.squares.get(0), self.squares.get(1)]
    }

    /// The men besides the kings, with as many of nobody as there is room for.
    fn extras(&self) -> [Extra; MOST_EXTRAS] {
        std::array::from_fn(|i| (self.tier().kind(i + 2), self.squares.get(i + 2)))
    }

    /// What man `i` is and whose he is.
    pub(super) fn man(&self, i: usize) -> (Man, Turn) {
        match i {
            0 => (Man::King, Turn::First),
            1 => (Man::King, Turn::Second),
            _ => (self.tier().kind(i).man(), self.tier().kind(i).owner()),
        }
    }

    /// The number of men, kings included.
    pub(super) fn men(&self) -> usize {
        self.tier().extras() + 2
    }

    /// A player's king with his number.
    #[inline]
    pub(super) fn king_of(&self, owner: Turn) -> (usize, Standing) {
        let number = owner as usize;
        (number, Standing { man: Man::King, owner, square: self.squares.get(number) })
    }

    /// A player's men besides the king, with their numbers.
    #[inline]
    pub(super) fn men_of(&self, owner: Turn) -> impl Iterator<Item = (usize, Standing)> {
        let squares = self.squares;
        self.tier().kinds().zip(2..).filter(move |(kind, _)| kind.owner() == owner).map(
            move |(kind, number)| (number, Standing { man: kind.man(), owner, square: squares.get(number) }),
        )
    }

    /// The man on a square.
    pub(super) fn man_at(&self, square: u8) -> Option<usize> {
        (0..self.men()).find(|&i| self.squares.get(i) == square)
    }

    /// The position after man `i` went to an empty square and no pawn came nearer to the edge; or before that, if he
    /// came from there. Hot.
    #[inline]
    pub(super) fn shifted(&self, i: usize, to: u8) -> Position {
        let mut p = *self;
        p.tier_and_turn.set(1, self.turn().next() as u8);
        p.squares.set(i, to);
        if i >= 2 {
            p.sort_kind_of(i);
        }
        p
    }

    /// Moves man `i` to his place among those of his kind.
    #[inline]
    fn sort_kind_of(&mut self, mut i: usize) {
        let tier = self.tier();
        let kind = tier.kind(i);
        while i > 2 && tier.kind(i - 1) == kind && self.squares.get(i - 1) > self.squares.get(i) {
            self.squares.swap(i - 1, i);
            i -= 1;
        }
        while i + 1 < MOST_MEN && tier.kind(i + 1) == kind && self.squares.get(i) > self.squares.get(i + 1) {
            self.squares.swap(i, i + 1);
            i += 1;
        }
    }

    /// The position after man `i` went to a square, perhaps taking a man there or stepping on as a pawn.
    pub(super) fn played(&self, i: usize, to: u8, taken: Option<usize>) -> Position {
        let (mut kings, mut extras) = (self.kings(), self.extras());
        if i < 2 {
            kings[i] = to;
        } else {
            let (kind, from) = extras[i - 2];
            // A pawn that does not move sideways steps on.
            let steps_on = kind.man() == Man::Pawn && from.abs_diff(to) > 1;
            extras[i - 2] = (if steps_on { kind.advanced() } else { kind }, to);
        }
        if let Some(taken) = taken {
            extras[taken - 2] = NOBODY;
        }
        Position::new(kings, extras, self.turn().next())
    }

    /// The position with other squares, and perhaps kinds, for all men.
    fn map(&self, kings: [u8; 2], map: impl Fn(Extra) -> Extra, turn: Turn) -> Position {
        Position::new(kings, self.extras().map(|man| if man == NOBODY { man } else { map(man) }), turn)
    }

    /// Left and right exchanged.
    pub(super) fn mirrored(&self) -> Position {
        self.map(self.kings().map(mirror), |(kind, square)| (kind, mirror(square)), self.turn())
    }

    /// The same for the other player: colours swapped, the board turned round, and the other to move.
    pub(super) fn swapped(&self) -> Position {
        let [red, black] = self.kings();
        let map = |(kind, square): Extra| (kind.of_other(), half_turn(square));
        self.map([half_turn(black), half_turn(red)], map, self.turn().next())
    }
}
