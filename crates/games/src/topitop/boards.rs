//! A numbering of the boards of a tier of Topitop, without a gap but for symmetry.
//!
//! The *shape* of a board says of each cell whether it is empty, holds sand alone (*neutral*), or has a bucket on
//! top (*crowned*). It decides which steps can be barred, so a slot is
//!
//! > (slots of the shapes before) + (number of the sand, of the crowned buildings, and of what is barred, as digits)
//!
//! after moving everything by the symmetry that brings the shape to the representative of its orbit. There are only
//! 3^9 shapes: one table has the orbit and the symmetry of each. If the representative is symmetric itself, several
//! slots stand for the same board; the smallest counts and the others are unused (11 % in the regular game).
//!
//! What is barred counts fastest, because it rarely matters: slots in a row then hold equal values, and compress well.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use zermelo_core::{Group, Index, Turn, spread, squeeze};

use super::barred::{Barred, BarredSet, STEPS};
use super::tiers::{Counts, Tier};
use super::{ALL, CELLS, Cells, GRID, Pieces, Position};

/// The most neutral and crowned cells that fit the codes below.
const MOST_NEUTRAL: u32 = 8;
const MOST_CROWNED: u16 = 4;

/// What all indexes share.
pub(super) struct Boards {
    group: Group,
    /// By symmetry and number: the image of what is barred.
    barred_images: Vec<[Barred; STEPS + 1]>,
    /// By number of the shape.
    shapes: Vec<Shape>,
    /// By number of neutral and of crowned cells: the orbits of shapes, when steps can be barred and when not.
    orbits: BTreeMap<(u32, u32, bool), Arc<[Orbit]>>,
    sands: Codes<Counts>,
    /// By the counts of blue and of red buildings.
    crowns: Codes<(Counts, Counts)>,
}

/// `orbit << 4 | symmetric << 3 | element`: the orbit of a shape, whether its representative has symmetries of its
/// own, and the symmetry that leads to it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shape(u16);

impl Shape {
    const UNKNOWN: Shape = Shape(u16::MAX);

    #[inline]
    fn orbit(self) -> usize {
        (self.0 >> 4).into()
    }

    #[inline]
    fn symmetric(self) -> bool {
        self.0 >> 3 & 1 == 1
    }

    #[inline]
    fn element(self) -> usize {
        (self.0 & 7).into()
    }
}

/// Shapes that are images of each other.
#[derive(Clone, Copy)]
struct Orbit {
    /// The representative.
    neutral: Cells,
    crowned: Cells,
    /// The symmetries that leave it as it is.
    stabiliser: u8,
    /// How often `barred` was counted in the orbits before.
    first: u32,
    barred: BarredSet,
}

/// By set of cells: the sum of their powers of three.
const POWERS: [u16; 1 << CELLS] = powers();

const fn powers() -> [u16; 1 << CELLS] {
    let mut powers = [0; 1 << CELLS];
    let mut cells = 1;
    while cells < powers.len() {
        let highest = cells.ilog2();
        powers[cells] = powers[cells - (1 << highest)] + 3u16.pow(highest);
        cells += 1;
    }
    powers
}

/// The number of a shape below 3^9: to the base of three its digits are 0 for empty, 1 for neutral, 2 for crowned
/// cells.
#[inline]
fn shape_number(neutral: Cells, crowned: Cells) -> usize {
    usize::from(POWERS[usize::from(neutral)] + 2 * POWERS[usize::from(crowned)])
}

/// The part of a set of cells that lies within another, as the lowest bits.
#[inline]
fn squeezed(cells: Cells, within: Cells) -> usize {
    squeeze(cells.into(), within.into()) as usize
}

/// The way back.
#[inline]
fn spreaded(bits: u16, within: Cells) -> Cells {
    spread(bits.into(), within.into()) as Cells
}

/// What the sand on the neutral cells is: eight bits for small and eight for large piles. They tell the number of
/// cells, too.
#[inline(always)]
fn sand_code(p: &Position, neutral: Cells) -> usize {
    squeezed(p.small, neutral) | squeezed(p.large, neutral) << 8
}

/// What the buildings on the crowned cells are: four bits each for blue buckets, small and large piles, and the number
/// of cells, which these do not tell.
#[inline(always)]
fn crown_code(p: &Position, crowned: Cells) -> usize {
    let layers =
        squeezed(p.blue, crowned) | squeezed(p.small, crowned) << 4 | squeezed(p.large, crowned) << 8;
    layers | (crowned.count_ones() as usize) << 12
}

impl Boards {
    pub(super) fn new(pieces: Pieces) -> Arc<Boards> {
        let group = Group::generate(CELLS, &GRID.symmetries());
        let barred_images = (0..group.len()).map(|g| Barred::images(group.element(g))).collect();
        let (shapes, orbits) = find_orbits(&group);
        let (sands, crowns) = (sand_codes(pieces), crown_codes());
        Arc::new(Boards { group, barred_images, shapes, orbits, sands, crowns })
    }

    pub(super) fn group(&self) -> &Group {
        &self.group
    }

    /// The image of a position under a symmetry. Hot.
    #[inline(always)]
    pub(super) fn image(&self, p: &Position, g: usize) -> Position {
        let image = |cells: Cells| self.group.image(g, cells.into()) as Cells;
        Position {
            blue: image(p.blue),
            red: image(p.red),
            small: image(p.small),
            large: image(p.large),
            turn: p.turn,
            barred: self.barred_images[g][usize::from(p.barred.number())],
        }
    }

    /// The numbering of a tier in which these players can be to move.
    pub(super) fn index(
        self: &Arc<Self>,
        tier: Tier,
        turns: &'static [Turn],
        steps_are_barred: bool,
    ) -> BoardIndex {
        let crowned = u32::from(tier.blue.all + tier.red.all);
        let orbits = self.orbits[&(tier.neutral.all.into(), crowned, steps_are_barred)].clone();
        let sands = self.sands.lists[&tier.neutral].clone();
        let crowns = self.crowns.lists[&(tier.blue, tier.red)].clone();
        let ways = (sands.len() * crowns.len()) as u64;
        let last = orbits.last().expect("every shape has an orbit");
        let a_turn = (u64::from(last.first) + last.barred.len()) * ways;
        let second = if turns.len() == 2 { a_turn } else { 0 };
        let len = a_turn * turns.len() as u64;
        BoardIndex { boards: self.clone(), orbits, sands, crowns, ways, a_turn, second, turns, len }
    }
}

fn find_orbits(group: &Group) -> (Vec<Shape>, BTreeMap<(u32, u32, bool), Arc<[Orbit]>>) {
    let mut shapes = vec![Shape::UNKNOWN; 3usize.pow(CELLS as u32)];
    let mut orbits: BTreeMap<(u32, u32, bool), Vec<Orbit>> = BTreeMap::new();
    for crowned in 0..=ALL {
        for neutral in (0..=ALL).filter(|neutral| neutral & crowned == 0) {
            if shapes[shape_number(neutral, crowned)] != Shape::UNKNOWN {
                continue;
            }
            let image = |g: usize| [neutral, crowned].map(|cells| group.image(g, cells.into()) as Cells);
            let stabiliser =
                (0..group.len()).filter(|&g| image(g) == [neutral, crowned]).map(|g| 1 << g).sum();
            let key = |barred| (neutral.count_ones(), crowned.count_ones(), barred);
            let number = orbits.get(&key(true)).map_or(0, Vec::len);
            for g in 0..group.len() {
                let [neutral, crowned] = image(g);
                let symmetric = usize::from(stabiliser != 1);
                let shape = Shape((number << 4 | symmetric << 3 | group.inverse(g)) as u16);
                shapes[shape_number(neutral, crowned)] = shape;
            }
            let all = BarredSet::of(neutral, ALL & !(neutral | crowned));
            for (steps, barred) in [(true, all), (false, BarredSet::ONLY_NOTHING)] {
                let before = orbits.entry(key(steps)).or_default();
                let first = before.last().map_or(0, |last| last.first + last.barred.len() as u32);
                before.push(Orbit { neutral, crowned, stabiliser, first, barred });
            }
        }
    }
    (shapes, orbits.into_iter().map(|(key, orbits)| (key, orbits.into())).collect())
}

/// Codes, numbered among those with the same counts.
struct Codes<K> {
    /// By code. The most that have the same counts are 140: three small and three large piles, and a castle.
    numbers: Vec<u8>,
    /// By counts, in order.
    lists: BTreeMap<K, Vec<u16>>,
}

impl<K: Ord> Codes<K> {
    fn new() -> Codes<K> {
        Codes { numbers: vec![0; 1 << 16], lists: BTreeMap::new() }
    }

    fn add(&mut self, counts: K, code: u16) {
        let list = self.lists.entry(counts).or_default();
        self.numbers[usize::from(code)] = u8::try_from(list.len()).expect("few codes have the same counts");
        list.push(code);
    }
}

/// All the sand that there can be on neutral cells.
fn sand_codes(pieces: Pieces) -> Codes<Counts> {
    let mut codes = Codes::new();
    for all in (0..=MOST_NEUTRAL).map(|cells| (1 << cells) - 1) {
        for small in (0..=all).filter(|small: &Cells| small.count_ones() <= pieces.small) {
            for large in (0..=all).filter(|large: &Cells| large.count_ones() <= pieces.large) {
                if small | large == all {
                    codes.add(Counts::of(all, small, large), small | large << 8);
                }
            }
        }
    }
    codes
}

/// All buildings that there can be on crowned cells.
fn crown_codes() -> Codes<(Counts, Counts)> {
    let mut codes = Codes::new();
    for cells in 0..=MOST_CROWNED {
        let all: Cells = (1 << cells) - 1;
        for blue in 0..=all {
            for small in 0..=all {
                for large in (0..=all).filter(|large| large & !small == 0) {
                    let counts = (Counts::of(blue, small, large), Counts::of(all & !blue, small, large));
                    codes.add(counts, blue | small << 4 | large << 8 | cells << 12);
                }
            }
        }
    }
    codes
}

/// The numbering of one tier, see the top of this file.
pub(super) struct BoardIndex {
    boards: Arc<Boards>,
    orbits: Arc<[Orbit]>,
    /// The codes of this tier.
    sands: Vec<u16>,
    crowns: Vec<u16>,
    /// How many boards have the same shape.
    ways: u64,
    /// How many slots one player's turn has, and where those of the second player begin.
    a_turn: u64,
    second: u64,
    turns: &'static [Turn],
    len: u64,
}

impl BoardIndex {
    /// The number of a board, and of what is barred, among those whose shape is the representative of its orbit.
    #[inline(always)]
    fn number(&self, orbit: &Orbit, p: &Position) -> u64 {
        let sand = self.boards.sands.numbers[sand_code(p, orbit.neutral)];
        let crown = self.boards.crowns.numbers[crown_code(p, orbit.crowned)];
        let board = u64::from(sand) * self.crowns.len() as u64 + u64::from(crown);
        board * orbit.barred.len() + orbit.barred.rank(p.barred)
    }

    /// The numbers of all images under the symmetries of the shape.
    fn numbers_of_images<'a>(&'a self, orbit: &'a Orbit, p: &'a Position) -> impl Iterator<Item = u64> + 'a {
        let elements = (0..self.boards.group.len()).filter(|g| orbit.stabiliser >> g & 1 == 1);
        elements.map(|g| self.number(orbit, &self.boards.image(p, g)))
    }

    /// The number under a symmetric shape: rare, so it must not burden the usual case.
    #[cold]
    fn smallest_number(&self, orbit: &Orbit, p: &Position) -> u64 {
        self.numbers_of_images(orbit, p).min().expect("the identity")
    }

    /// Whether no image of a numbered board has a smaller number.
    #[inline]
    fn is_used(&self, orbit: &Orbit, number: u64, p: &Position) -> bool {
        orbit.stabiliser == 1 || self.numbers_of_images(orbit, p).all(|image| image >= number)
    }

    /// The board of this number among those of a shape, with nothing barred.
    fn board(&self, turn: Turn, orbit: &Orbit, board: u64) -> Position {
        let sand = self.sands[board as usize / self.crowns.len()];
        let crown = self.crowns[board as usize % self.crowns.len()];
        let Orbit { neutral, crowned, .. } = *orbit;
        let blue = spreaded(crown & 15, crowned);
        Position {
            blue,
            red: crowned & !blue,
            small: spreaded(sand & 255, neutral) | spreaded(crown >> 4 & 15, crowned),
            large: spreaded(sand >> 8, neutral) | spreaded(crown >> 8 & 15, crowned),
            turn,
            barred: Barred::NOTHING,
        }
    }

    /// Whose turn it is in a slot, its orbit, and where the slots of the orbit begin.
    fn block(&self, slot: u64) -> (Turn, &Orbit, u64) {
        let (turn, rest) = (slot / self.a_turn, slot % self.a_turn);
        let after = self.orbits.partition_point(|orbit| u64::from(orbit.first) * self.ways <= rest);
        let orbit = &self.orbits[after - 1];
        (self.turns[turn as usize], orbit, turn * self.a_turn + u64::from(orbit.first) * self.ways)
    }
}

impl Index for BoardIndex {
    type Item = Position;

    fn len(&self) -> u64 {
        self.len
    }

    /// Hot, and so inlined into the loops over moves.
    #[inline(always)]
    fn rank(&self, p: Position) -> u64 {
        let boards = &*self.boards;
        let shape = boards.shapes[shape_number(p.neutral(), p.crowned())];
        let orbit = &self.orbits[shape.orbit()];
        let moved = boards.image(&p, shape.element());
        let number =
            if shape.symmetric() { self.smallest_number(orbit, &moved) } else { self.number(orbit, &moved) };
        p.turn.number() * self.second + u64::from(orbit.first) * self.ways + number
    }

    fn unrank(&self, slot: u64) -> Option<Position> {
        let mut found = None;
        self.scan(slot..slot + 1, |_| true, |_, p| found = Some(p));
        found
    }

    fn images(&self, slot: u64) -> u64 {
        let (_, orbit, base) = self.block(slot);
        if orbit.stabiliser == 1 {
            return self.boards.group.len() as u64;
        }
        let Some(p) = self.unrank(slot) else { return 0 };
        let fixing = self.numbers_of_images(orbit, &p).filter(|image| base + image == slot).count();
        (self.boards.group.len() / fixing) as u64
    }

    fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, mut visit: impl FnMut(u64, Position)) {
        let mut slot = slots.start;
        while slot < slots.end {
            let (turn, orbit, base) = self.block(slot);
            let end = slots.end.min(base + self.ways * orbit.barred.len());
            let mut board = (slot - base) / orbit.barred.len();
            while slot < end {
                let first = base + board * orbit.barred.len();
                let last = end.min(first + orbit.barred.len());
                if (slot..last).any(&want) {
                    let p = self.board(turn, orbit, board);
                    for (at, barred) in (first..last).zip(orbit.barred.iter()) {
                        let p = Position { barred, ..p };
                        if at >= slot && want(at) && self.is_used(orbit, at - base, &p) {
                            visit(at, p);
                        }
                    }
                }
                (slot, board) = (last, board + 1);
            }
        }
    }
}
