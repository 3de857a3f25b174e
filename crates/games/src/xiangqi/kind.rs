//! The kinds of men besides the kings.

use zermelo_core::Turn;

/// How a man moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Man {
    King,
    Advisor,
    Bishop,
    Pawn,
    Knight,
    Cannon,
    Rook,
}

impl Man {
    /// All but the king, in the order in which the names of tiers count them.
    pub(super) const COUNTED: [Man; 6] =
        [Man::Advisor, Man::Bishop, Man::Pawn, Man::Knight, Man::Cannon, Man::Rook];

    /// The letter of a red man; black ones have the small letter.
    pub(super) const fn letter(self) -> char {
        match self {
            Man::King => 'K',
            Man::Advisor => 'A',
            Man::Bishop => 'B',
            Man::Pawn => 'P',
            Man::Knight => 'N',
            Man::Cannon => 'C',
            Man::Rook => 'R',
        }
    }

    /// How many a player has at the start of a whole game.
    pub(super) const fn most(self) -> usize {
        match self {
            Man::King => 1,
            Man::Pawn => 5,
            _ => 2,
        }
    }
}

/// The row of a pawn that has not moved, counted from the edge where its way ends.
pub(super) const FIRST_ROW: u8 = 6;
/// The first row beyond the river.
pub(super) const CROSSED_ROW: u8 = 4;

const FIRST_PAWN: u8 = 2;
const LAST_PAWN: u8 = FIRST_PAWN + FIRST_ROW;

/// What does not change while play stays in a tier: what a man is, whose he is and, of a pawn, on which row it stands.
///
/// Kinds are numbered twice the class plus the colour. The classes are advisor, bishop, pawn on row 6, 5, … 0, knight,
/// cannon, rook: those that can go to most points come last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Kind(u8);

const CLASSES: u8 = LAST_PAWN + 4;

impl Kind {
    /// No man: stands after all others.
    pub(super) const NONE: Kind = Kind(31);

    pub(super) const fn new(man: Man, row: u8, owner: Turn) -> Kind {
        let class = match man {
            Man::King => panic!("kings are always there"),
            Man::Advisor => 0,
            Man::Bishop => 1,
            Man::Pawn => LAST_PAWN - row,
            Man::Knight => LAST_PAWN + 1,
            Man::Cannon => LAST_PAWN + 2,
            Man::Rook => LAST_PAWN + 3,
        };
        Kind(2 * class + owner as u8)
    }

    /// The number of the kind, and the kind of a number.
    #[inline]
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    #[inline]
    pub(super) const fn numbered(number: u8) -> Kind {
        Kind(number)
    }

    /// All kinds, in order.
    pub(super) fn all() -> impl Iterator<Item = Kind> + Clone {
        (0..2 * CLASSES).map(Kind)
    }

    #[inline]
    pub(super) const fn man(self) -> Man {
        match self.0 / 2 {
            0 => Man::Advisor,
            1 => Man::Bishop,
            FIRST_PAWN..=LAST_PAWN => Man::Pawn,
            9 => Man::Knight,
            10 => Man::Cannon,
            _ => Man::Rook,
        }
    }

    #[inline]
    pub(super) const fn owner(self) -> Turn {
        Turn::numbered((self.0 & 1) as u64)
    }

    /// The row of a pawn.
    pub(super) const fn row(self) -> u8 {
        LAST_PAWN - self.0 / 2
    }

    /// The rank of a pawn, which both players count from Red's edge.
    pub(super) const fn rank(self) -> u8 {
        match self.owner() {
            Turn::First => 9 - self.row(),
            Turn::Second => self.row(),
        }
    }

    /// A pawn one row further on.
    pub(super) const fn advanced(self) -> Kind {
        Kind(self.0 + 2)
    }

    /// The same man of the other player.
    #[inline]
    pub(super) const fn of_other(self) -> Kind {
        Kind(self.0 ^ 1)
    }

    /// What the man counts for Red (or against him) in the comparison of the players: see `Tier::balance`. No man
    /// counts nothing.
    pub(super) fn weight(self) -> i64 {
        WEIGHTS[self.0 as usize & 31]
    }

    pub(super) fn letter(self) -> char {
        letter(self.man(), self.owner())
    }
}

pub(super) fn letter(man: Man, owner: Turn) -> char {
    let letter = man.letter();
    if owner == Turn::First { letter } else { letter.to_ascii_lowercase() }
}

/// Sixteen of a class would weigh as much as one of the next, so the highest class of which the players have
/// different numbers decides.
static WEIGHTS: [i64; 32] = weights();

const fn weights() -> [i64; 32] {
    let mut weights = [0; 32];
    let mut class = 0;
    while class < CLASSES {
        weights[2 * class as usize] = 1 << (4 * class);
        weights[2 * class as usize + 1] = -(1 << (4 * class));
        class += 1;
    }
    weights
}
