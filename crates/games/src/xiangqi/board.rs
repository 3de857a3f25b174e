//! The board seen from its points: who stands where, where he can go, and whom he attacks.

use zermelo_core::{Reach, Turn};

use super::kind::Man;
use super::position::{MOST_MEN, Position};
use super::square::{NUMBERS, PALACE, RED_SIDE, UP, ZONES};

/// What is on a point: nothing, the number of a man with the bit of his owner, or the edge of the board.
const EMPTY: u8 = 0;
const RED: u8 = 0x10;
const EDGE: u8 = 0x40;
const NUMBER: u8 = 0x0f;

/// The four steps along lines, and the four along diagonals, each followed by the two line steps it is made of.
const LINES: [u8; 4] = [1, UP, UP.wrapping_neg(), 1u8.wrapping_neg()];
const DIAGONALS: [[u8; 3]; 4] = [
    [UP + 1, UP, 1],
    [UP - 1, UP, 1u8.wrapping_neg()],
    [(UP - 1).wrapping_neg(), UP.wrapping_neg(), 1],
    [(UP + 1).wrapping_neg(), UP.wrapping_neg(), 1u8.wrapping_neg()],
];

/// A picture of a position that tells at once what is on a point.
pub(super) struct Board([u8; NUMBERS]);

static NOBODY: [u8; NUMBERS] = nobody();

const fn nobody() -> [u8; NUMBERS] {
    let mut points = [EDGE; NUMBERS];
    let mut point = 0;
    while point < NUMBERS {
        if ZONES[point] != 0 {
            points[point] = EMPTY;
        }
        point += 1;
    }
    points
}

/// At most as many points as a rook can reach.
pub(super) struct Points {
    list: [u8; 17],
    len: usize,
}

impl Points {
    #[inline]
    fn push(&mut self, point: u8) {
        self.list[self.len] = point;
        self.len += 1;
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[u8] {
        &self.list[..self.len]
    }
}

/// A man on his square.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    pub(super) man: Man,
    pub(super) owner: Turn,
    pub(super) square: u8,
}

impl Board {
    #[inline]
    pub(super) fn new(p: &Position) -> Board {
        let mut board = Board(NOBODY);
        for i in 0..2 {
            board.put(p.squares.get(i), RED << i | i as u8);
        }
        // Men who are not there stand nowhere, and may: no step leads to that point.
        for i in 2..MOST_MEN {
            board.put(p.squares.get(i), RED << p.tier().kind(i).owner() as u8 | i as u8);
        }
        board
    }

    #[inline]
    fn at(&self, point: u8) -> u8 {
        self.0[point as usize % NUMBERS]
    }

    #[inline]
    fn put(&mut self, point: u8, what: u8) {
        self.0[point as usize % NUMBERS] = what;
    }

    #[inline]
    fn is_empty(&self, point: u8) -> bool {
        self.at(point) == EMPTY
    }

    /// The number of the man on a point.
    #[inline]
    pub(super) fn man_at(&self, point: u8) -> Option<usize> {
        let there = self.at(point);
        (there != EMPTY).then_some((there & NUMBER).into())
    }

    /// Takes the man off `from` and puts him on `to`; what stood there, for [`take_back`](Board::take_back).
    #[inline]
    pub(super) fn play(&mut self, from: u8, to: u8) -> u8 {
        let there = self.at(to);
        self.put(to, self.at(from));
        self.put(from, EMPTY);
        there
    }

    #[inline]
    pub(super) fn take_back(&mut self, from: u8, to: u8, there: u8) {
        self.put(from, self.at(to));
        self.put(to, there);
    }

    /// Where a man can go, whether or not his king is safe then. Of moves inside the tier and out of it only those asked
    /// for: captures and steps of pawns towards the edge lead out of it.
    #[inline]
    pub(super) fn targets(&self, Standing { man, owner, square }: Standing, reach: Reach) -> Points {
        let mut points = Points { list: [0; 17], len: 0 };
        let (quiet, takes) = (reach != Reach::Outside, reach != Reach::Inside);
        let enemy = RED << owner.next() as u8;
        let wanted = |there: u8| if there == EMPTY { quiet } else { takes && there & enemy != 0 };
        match man {
            Man::King | Man::Advisor => {
                let steps = if man == Man::King { LINES } else { DIAGONALS.map(|[step, ..]| step) };
                for to in steps.map(|step| square.wrapping_add(step)) {
                    if ZONES[to as usize % NUMBERS] & PALACE != 0 && wanted(self.at(to)) {
                        points.push(to);
                    }
                }
            }
            Man::Bishop => {
                for [step, ..] in DIAGONALS {
                    let eye = square.wrapping_add(step);
                    let to = eye.wrapping_add(step);
                    let own_side = RED_SIDE << owner as u8;
                    if self.is_empty(eye)
                        && ZONES[to as usize % NUMBERS] & own_side != 0
                        && wanted(self.at(to))
                    {
                        points.push(to);
                    }
                }
            }
            Man::Pawn => {
                let ahead = match owner {
                    Turn::First => square + UP,
                    Turn::Second => square - UP,
                };
                if takes && self.at(ahead) & (RED << owner as u8 | EDGE) == 0 {
                    points.push(ahead);
                }
                if ZONES[square as usize % NUMBERS] & RED_SIDE << owner as u8 == 0 {
                    for to in [square - 1, square + 1] {
                        if wanted(self.at(to)) {
                            points.push(to);
                        }
                    }
                }
            }
            Man::Knight => {
                for [diagonal, up, along] in DIAGONALS {
                    for step in [up, along] {
                        let to = square.wrapping_add(diagonal).wrapping_add(step);
                        if self.is_empty(square.wrapping_add(step)) && wanted(self.at(to)) {
                            points.push(to);
                        }
                    }
                }
            }
            Man::Rook | Man::Cannon => {
                for step in LINES {
                    let mut to = square.wrapping_add(step);
                    while self.is_empty(to) {
                        if quiet {
                            points.push(to);
                        }
                        to = to.wrapping_add(step);
                    }
                    if takes && man == Man::Cannon && self.at(to) != EDGE {
                        to = to.wrapping_add(step);
                        while self.is_empty(to) {
                            to = to.wrapping_add(step);
                        }
                    }
                    if takes && self.at(to) & enemy != 0 {
                        points.push(to);
                    }
                }
            }
        }
        points
    }

    /// Where a man may have come from with a move inside the tier.
    #[inline]
    pub(super) fn sources(&self, standing: Standing) -> Points {
        if standing.man != Man::Knight {
            // All others can go back where they came from.
            return self.targets(standing, Reach::Inside);
        }
        let mut points = Points { list: [0; 17], len: 0 };
        for [diagonal, up, along] in DIAGONALS {
            // What would have blocked him is next to where he came from, on a diagonal from here.
            let leg = standing.square.wrapping_add(diagonal);
            if self.is_empty(leg) {
                for from in [leg.wrapping_add(up), leg.wrapping_add(along)] {
                    if self.is_empty(from) {
                        points.push(from);
                    }
                }
            }
        }
        points
    }

    /// Whether a man attacks the king of the other side. Kings "attack" each other when they face each other.
    #[inline]
    pub(super) fn attacks(&self, Standing { man, owner, square }: Standing, king: u8) -> bool {
        match man {
            Man::King | Man::Rook => self.men_between(king, square) == Some(0),
            Man::Cannon => self.men_between(king, square) == Some(1),
            Man::Knight => knight_leg(king, square).is_some_and(|leg| self.is_empty(leg)),
            Man::Pawn => pawn_attacks(owner, square, king),
            Man::Advisor | Man::Bishop => false,
        }
    }

    /// Whether a player's king is attacked, by men who are on the board but for man `taken`. Hot.
    #[inline]
    pub(super) fn in_check(&self, p: &Position, king: u8, owner: Turn, taken: Option<usize>) -> bool {
        let attacker = owner.next();
        let facing = p.king_of(attacker);
        let attacks = |(i, standing)| Some(i) != taken && self.attacks(standing, king);
        attacks(facing) || p.men_of(attacker).any(attacks)
    }

    /// Whether the kings do not face each other and the player who just moved is not in check.
    #[inline]
    pub(super) fn is_sound(&self, p: &Position) -> bool {
        let moved = p.turn().next();
        !self.in_check(p, p.king_of(moved).1.square, moved, None)
    }

    /// How many men stand between two points of one line; `None` if they are on none.
    #[inline]
    fn men_between(&self, king: u8, other: u8) -> Option<u32> {
        let step = line_step(king, other)?;
        let mut men = 0;
        let mut point = king.wrapping_add(step);
        while point != other {
            men += u32::from(!self.is_empty(point));
            point = point.wrapping_add(step);
        }
        Some(men)
    }
}

/// Whether a man could attack the king from his square if only others stood elsewhere. If nobody can, no move of another
/// man than the king lays him open to attack.
#[inline]
pub(super) fn could_attack(Standing { man, owner, square }: Standing, king: u8) -> bool {
    match man {
        Man::King | Man::Rook | Man::Cannon => line_step(king, square).is_some(),
        Man::Knight => knight_leg(king, square).is_some(),
        Man::Pawn => pawn_attacks(owner, square, king),
        Man::Advisor | Man::Bishop => false,
    }
}

/// A pawn next to the enemy king has crossed the river.
#[inline]
fn pawn_attacks(owner: Turn, pawn: u8, king: u8) -> bool {
    let ahead = match owner {
        Turn::First => pawn + UP,
        Turn::Second => pawn - UP,
    };
    king == ahead || king + 1 == pawn || king == pawn + 1
}

/// For each point and each other: the step towards it on a line, 0 if there is none.
static LINE_STEPS: [[u8; NUMBERS]; NUMBERS] = line_steps();
/// For each point and each other: the leg of a knight there that attacks this point, 0 if none does.
static KNIGHT_LEGS: [[u8; NUMBERS]; NUMBERS] = knight_legs();

#[inline]
fn line_step(from: u8, to: u8) -> Option<u8> {
    let step = LINE_STEPS[from as usize % NUMBERS][to as usize % NUMBERS];
    (step != 0).then_some(step)
}

#[inline]
fn knight_leg(target: u8, knight: u8) -> Option<u8> {
    let leg = KNIGHT_LEGS[target as usize % NUMBERS][knight as usize % NUMBERS];
    (leg != 0).then_some(leg)
}

const fn line_steps() -> [[u8; NUMBERS]; NUMBERS] {
    let mut steps = [[0; NUMBERS]; NUMBERS];
    let mut from = 0;
    while from < NUMBERS {
        let mut direction = 0;
        while direction < 4 && ZONES[from] != 0 {
            let mut to = (from as u8).wrapping_add(LINES[direction]) as usize;
            while ZONES[to] != 0 {
                steps[from][to] = LINES[direction];
                to = (to as u8).wrapping_add(LINES[direction]) as usize;
            }
            direction += 1;
        }
        from += 1;
    }
    steps
}

const fn knight_legs() -> [[u8; NUMBERS]; NUMBERS] {
    let mut legs = [[0; NUMBERS]; NUMBERS];
    let mut target = 0;
    while target < NUMBERS {
        let mut direction = 0;
        while direction < 4 && ZONES[target] != 0 {
            let [diagonal, up, along] = DIAGONALS[direction];
            let leg = (target as u8).wrapping_add(diagonal);
            if ZONES[leg as usize] != 0 {
                legs[target][leg.wrapping_add(up) as usize] = leg;
                legs[target][leg.wrapping_add(along) as usize] = leg;
            }
            direction += 1;
        }
        target += 1;
    }
    legs
}
