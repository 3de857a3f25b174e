//! Men of one kind, numbered together.

use zermelo_core::Turn;

use super::bytes::Bytes;
use super::kind::{CROSSED_ROW, Kind, Man};
use super::square::{FILES, NUMBERS, RANKS, square};

/// The points of the board.
const POINTS: usize = FILES as usize * RANKS as usize;

/// The place of each square among all points, which are counted rank by rank without gaps; and the squares.
static POINT_OF: [u8; NUMBERS] = point_of();
static SQUARE_OF: [u8; POINTS] = square_of();

const fn square_of() -> [u8; POINTS] {
    let mut squares = [0; POINTS];
    let mut point = 0;
    while point < POINTS {
        squares[point] = square(point as u8 % FILES, point as u8 / FILES);
        point += 1;
    }
    squares
}

const fn point_of() -> [u8; NUMBERS] {
    let squares = square_of();
    let mut points = [0; NUMBERS];
    let mut point = 0;
    while point < POINTS {
        points[squares[point] as usize] = point as u8;
        point += 1;
    }
    points
}

/// Points that earlier men stand on, in order.
#[derive(Clone, Copy, Default)]
pub(super) struct Taken {
    points: [u8; 8],
    len: usize,
}

impl Taken {
    pub(super) fn insert(&mut self, square: u8) {
        let point = POINT_OF[square as usize];
        let mut i = self.len;
        while i > 0 && self.points[i - 1] > point {
            self.points[i] = self.points[i - 1];
            i -= 1;
        }
        self.points[i] = point;
        self.len += 1;
    }

    fn as_slice(&self) -> &[u8] {
        &self.points[..self.len]
    }

    /// The square with this number among the free ones.
    #[inline]
    fn free(&self, number: u8) -> u8 {
        let point = self.as_slice().iter().fold(number, |point, &taken| point + u8::from(taken <= point));
        SQUARE_OF[point as usize]
    }
}

/// The men `first`, `first + 1`, …, `count` of them: all of one kind.
pub(super) struct Group {
    pub(super) first: usize,
    pub(super) count: usize,
    /// In how many ways they can stand.
    pub(super) ways: u64,
    /// The points of bishops and pawns, which are few; all others may stand on any point that is free.
    region: Option<Region>,
}

impl Group {
    /// The group of `count` men of a kind, after `first` men who have been placed.
    pub(super) fn new(kind: Kind, first: usize, count: usize) -> Group {
        let region = Region::of(kind, count);
        let free = (POINTS - first) as u64;
        let ways = match (&region, count) {
            (Some(region), _) => region.sets.len() as u64,
            (None, 1) => free,
            (None, _) => free * (free - 1) / 2,
        };
        Group { first, count, ways, region }
    }

    /// A group without men, which can stand in one way.
    pub(super) fn nobody(first: usize) -> Group {
        Group { first, count: 0, ways: 1, region: None }
    }

    /// The number of the way they stand. Hot.
    #[inline(always)]
    pub(super) fn number(&self, squares: Bytes) -> u64 {
        match &self.region {
            Some(region) => {
                let set = (self.first..self.first + self.count).fold(0, |set, man| {
                    set | 1usize << (region.place_of[squares.get(man) as usize % NUMBERS] % FILES)
                });
                SET_NUMBERS[set].into()
            }
            None => match self.count {
                0 => 0,
                1 => self.free_number(squares, self.first),
                _ => {
                    let a = self.free_number(squares, self.first);
                    let b = self.free_number(squares, self.first + 1);
                    let (low, high) = (a.min(b), a.max(b));
                    high * high.wrapping_sub(1) / 2 + low
                }
            },
        }
    }

    /// The number of a man's square among those that no man before the group stands on.
    #[inline(always)]
    fn free_number(&self, squares: Bytes, man: usize) -> u64 {
        let square = squares.get(man);
        u64::from(POINT_OF[square as usize % NUMBERS]) - squares.below(self.first, square)
    }

    /// Tells the squares of the men that stand in the way of this number; `false` if some of them are taken. Hot.
    #[inline]
    pub(super) fn place(&self, number: u64, taken: &Taken, mut put: impl FnMut(usize, u8)) -> bool {
        match &self.region {
            Some(region) => {
                let mut set = region.sets[number as usize];
                let mut man = self.first;
                while set != 0 {
                    let point = region.points[set.trailing_zeros() as usize];
                    if taken.as_slice().contains(&point) {
                        return false;
                    }
                    put(man, SQUARE_OF[point as usize]);
                    man += 1;
                    set &= set - 1;
                }
            }
            None => match self.count {
                0 => {}
                1 => put(self.first, taken.free(number as u8)),
                _ => {
                    let [low, high] = PAIRS[number as usize];
                    put(self.first, taken.free(low));
                    put(self.first + 1, taken.free(high));
                }
            },
        }
        true
    }
}

/// A few points, on which a group stands.
struct Region {
    /// In order.
    points: Vec<u8>,
    /// For each square its place in that list.
    place_of: [u8; NUMBERS],
    /// The sets of places that a group may stand on.
    sets: Vec<u16>,
}

impl Region {
    fn of(kind: Kind, count: usize) -> Option<Region> {
        let points: Vec<u8> = match (kind.man(), kind.owner()) {
            (Man::Bishop, Turn::First) => vec![2, 6, 18, 22, 26, 38, 42],
            (Man::Bishop, Turn::Second) => vec![47, 51, 63, 67, 71, 83, 87],
            (Man::Pawn, _) => {
                let step = if kind.row() > CROSSED_ROW { 2 } else { 1 };
                (0..FILES).step_by(step).map(|file| kind.rank() * FILES + file).collect()
            }
            _ => return None,
        };
        let mut place_of = [0; NUMBERS];
        for (place, &point) in points.iter().enumerate() {
            place_of[SQUARE_OF[point as usize] as usize] = place as u8;
        }
        let sets = (0..1u16 << points.len()).filter(|set| set.count_ones() as usize == count).collect();
        Some(Region { points, place_of, sets })
    }
}

/// The number of each set of up to nine places among the sets of its size, in the order of the masks.
static SET_NUMBERS: [u8; 1 << FILES] = set_numbers();

const fn set_numbers() -> [u8; 1 << FILES] {
    let mut numbers = [0; 1 << FILES];
    let mut seen = [0; FILES as usize + 1];
    let mut set = 0usize;
    while set < 1 << FILES {
        let size = set.count_ones() as usize;
        numbers[set] = seen[size];
        seen[size] += 1;
        set += 1;
    }
    numbers
}

/// All pairs of free points, lower first, in the order of their numbers.
static PAIRS: [[u8; 2]; POINTS * (POINTS - 1) / 2] = pairs();

const fn pairs() -> [[u8; 2]; POINTS * (POINTS - 1) / 2] {
    let mut pairs = [[0; 2]; POINTS * (POINTS - 1) / 2];
    let (mut number, mut high) = (0, 1);
    while high < POINTS {
        let mut low = 0;
        while low < high {
            pairs[number] = [low as u8, high as u8];
            number += 1;
            low += 1;
        }
        high += 1;
    }
    pairs
}
