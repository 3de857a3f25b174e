//! The numbering of a tier: a dense number for each position, the same for its mirror image.
//!
//! A number is made of whose turn it is, the castles of both players (the *key*), and then the other men, kind by kind
//! (see `group.rs`); the last kind changes fastest. Of a position and its mirror image the one with the smaller key counts. Where
//! the key is its own image the first group decides: its ways are numbered up to the mirror, so such keys have
//! about half as many numbers. If the first group stands symmetrically, too, the remaining groups decide; half of those few numbers
//! (a hundredth of all) are unused. So are numbers in which a bishop or a pawn stands on another man.

use std::ops::Range;

use zermelo_core::{Index, Turn};

use super::bytes::Bytes;
use super::castle::Castles;
use super::group::{Group, Taken};
use super::kind::{Kind, Man};
use super::position::{MOST_MEN, Position};
use super::square::{NOWHERE, NUMBERS, ZONES, mirror};
use super::tier::Tier;

/// Both castles of a position.
#[derive(Clone, Copy)]
struct Key {
    /// The first slot.
    base: u64,
    /// Whether the position is numbered by its mirror image.
    mirrored: bool,
    /// For castles that are their own image: where their part of `orbits` begins.
    orbits: Option<u32>,
}

/// A key that is its own mirror image.
struct SymmetricKey {
    base: u64,
    number: usize,
    /// Their part of `representatives`.
    first: usize,
    orbits: u64,
}

/// A way in which the first group stands, when the castles are symmetric.
#[derive(Clone, Copy)]
struct Orbit {
    number: u32,
    mirrored: bool,
    symmetric: bool,
}

/// The numbering of the positions of a tier. Its items are positions in normal form.
pub(super) struct Placements {
    tier: Tier,
    /// The slots of each turn; tiers with equal players have only Red's.
    turns: u64,
    slots_of_turn: u64,
    red: Castles,
    black: Castles,
    keys: Vec<Key>,
    /// Keys that are their own images come first, then those that stand for two.
    symmetric: Vec<SymmetricKey>,
    lopsided_base: u64,
    lopsided: Vec<usize>,
    /// By key and way of the first group.
    orbits: Vec<Orbit>,
    /// By key and orbit: the way of the first group.
    representatives: Vec<u32>,
    /// At least one.
    groups: Vec<Group>,
    /// The ways of the groups after the first, and of all.
    after_first: u64,
    block: u64,
}

impl Placements {
    pub(super) fn new(tier: Tier) -> Placements {
        let is_advisor = |kind: &Kind, owner| kind.man() == Man::Advisor && kind.owner() == owner;
        let advisors = |owner| tier.kinds().filter(|kind| is_advisor(kind, owner)).count();
        let (red, black) = (Castles::new(advisors(Turn::First)), Castles::new(advisors(Turn::Second)));
        let groups = groups(tier);
        let after_first = groups[1..].iter().map(|group| group.ways).product();
        let mut index = Placements {
            tier,
            turns: if tier.balance().is_eq() { 1 } else { 2 },
            slots_of_turn: 0,
            keys: vec![Key { base: 0, mirrored: false, orbits: None }; red.len() * black.len()],
            red,
            black,
            symmetric: Vec::new(),
            lopsided_base: 0,
            lopsided: Vec::new(),
            orbits: Vec::new(),
            representatives: Vec::new(),
            block: groups[0].ways * after_first,
            groups,
            after_first,
        };
        index.number_keys();
        index
    }

    fn number_keys(&mut self) {
        let mut base = 0;
        for number in 0..self.keys.len() {
            if self.mirrored_key(number) == number {
                let (first, begin) = (self.representatives.len(), self.orbits.len());
                self.number_orbits(number);
                let orbits = (self.representatives.len() - first) as u64;
                self.keys[number] = Key { base, mirrored: false, orbits: Some(begin as u32) };
                self.symmetric.push(SymmetricKey { base, number, first, orbits });
                base += orbits * self.after_first;
            }
        }
        self.lopsided_base = base;
        for number in 0..self.keys.len() {
            let image = self.mirrored_key(number);
            if number < image {
                self.keys[number] = Key { base, mirrored: false, orbits: None };
                self.keys[image] = Key { base, mirrored: true, orbits: None };
                self.lopsided.push(number);
                base += self.block;
            }
        }
        self.slots_of_turn = base;
    }

    fn mirrored_key(&self, number: usize) -> usize {
        let (red, black) = (number / self.black.len(), number % self.black.len());
        self.red.mirrored(red) * self.black.len() + self.black.mirrored(black)
    }

    /// Numbers the ways of the first group up to the mirror, for castles that are their own image.
    fn number_orbits(&mut self, key: usize) {
        let (first, begin) = (self.representatives.len(), self.orbits.len());
        let draft = self.castles(key, Turn::First);
        for way in 0..self.groups[0].ways {
            let mut p = draft.p;
            let image = if draft.place(&self.groups[0], way, &mut p) {
                self.groups[0].number(mirrored(p.squares))
            } else {
                // A way that is blocked by the castles is so in the mirror as well.
                way
            };
            let earlier = (image < way).then(|| self.orbits[begin + image as usize].number);
            let number = earlier.unwrap_or_else(|| {
                self.representatives.push(way as u32);
                (self.representatives.len() - 1 - first) as u32
            });
            self.orbits.push(Orbit { number, mirrored: earlier.is_some(), symmetric: image == way });
        }
    }

    /// The kings and advisors of a key.
    fn castles(&self, key: usize, turn: Turn) -> Draft {
        let mut draft =
            Draft { p: Position::of_tier(self.tier, Bytes::all(NOWHERE), turn), taken: Taken::default() };
        let (red, black) = (self.red.get(key / self.black.len()), self.black.get(key % self.black.len()));
        let kings = [red.king_square(Turn::First), black.king_square(Turn::Second)];
        let advisors = red.advisor_squares(Turn::First).chain(black.advisor_squares(Turn::Second));
        for (man, square) in kings.into_iter().chain(advisors).enumerate() {
            draft.p.squares.set(man, square);
            draft.taken.insert(square);
        }
        draft
    }

    #[inline]
    fn key_of(&self, p: &Position) -> Key {
        let (red_end, black_end) = (2 + self.red.advisors(), 2 + self.red.advisors() + self.black.advisors());
        let squares = |men: Range<usize>| men.map(|man| p.squares.get(man));
        let red = self.red.number(p.squares.get(0), squares(2..red_end));
        let black = self.black.number(p.squares.get(1), squares(red_end..black_end));
        self.keys[red * self.black.len() + black]
    }

    /// The number of the way the groups after the first stand.
    #[inline(always)]
    fn rest(&self, squares: Bytes) -> u64 {
        self.groups[1..].iter().fold(0, |number, group| number * group.ways + group.number(squares))
    }

    /// The row of slots that differ only in the last group around a slot.
    fn row(&self, slot: u64) -> Row {
        let (turn, within) = (Turn::numbered(slot / self.slots_of_turn), slot % self.slots_of_turn);
        let last = self.groups[self.groups.len() - 1].ways;
        if within >= self.lopsided_base {
            let within = within - self.lopsided_base;
            let (key, way) = (self.lopsided[(within / self.block) as usize], within % self.block);
            let start = slot - way % last;
            return Row { start, len: last, turn, key, higher: way / last, orbits: None, symmetric: false };
        }
        let key = &self.symmetric[self.symmetric.partition_point(|key| key.base <= within) - 1];
        let within = within - key.base;
        if self.groups.len() == 1 {
            let start = slot - within;
            let orbits = Some(key.first);
            return Row {
                start,
                len: key.orbits,
                turn,
                key: key.number,
                higher: 0,
                orbits,
                symmetric: false,
            };
        }
        let (orbit, rest) = (within / self.after_first, within % self.after_first);
        let first_way = self.representatives[key.first + orbit as usize];
        let begin = self.keys[key.number].orbits.expect("a symmetric key") as usize;
        Row {
            start: slot - rest % last,
            len: last,
            turn,
            key: key.number,
            higher: u64::from(first_way) * (self.after_first / last) + rest / last,
            orbits: None,
            symmetric: self.orbits[begin + first_way as usize].symmetric,
        }
    }

    /// All men of a row but the last group; `None` if some stand on each other.
    fn draft(&self, row: &Row) -> Option<Draft> {
        let mut ways = [0; MOST_MEN];
        let before_last = &self.groups[..self.groups.len() - 1];
        let mut higher = row.higher;
        for (way, group) in ways.iter_mut().zip(before_last).rev() {
            (*way, higher) = (higher % group.ways, higher / group.ways);
        }
        let mut draft = self.castles(row.key, row.turn);
        for (way, group) in ways.into_iter().zip(before_last) {
            let mut p = draft.p;
            if !draft.place(group, way, &mut p) {
                return None;
            }
            draft.p = p;
            for man in group.first..group.first + group.count {
                draft.taken.insert(p.squares.get(man));
            }
        }
        Some(draft)
    }

    /// The position of a slot of a row. Hot.
    #[inline]
    fn complete(&self, row: &Row, draft: &Draft, slot: u64) -> Option<Position> {
        let number = slot - row.start;
        let way = row.orbits.map_or(number, |first| self.representatives[first + number as usize].into());
        let mut p = draft.p;
        let free = draft.place(&self.groups[self.groups.len() - 1], way, &mut p);
        // Of two images with the same castles and first group the one with the smaller number counts.
        let own = free && !(row.symmetric && self.rest(mirrored(p.squares)) < self.rest(p.squares));
        own.then_some(p)
    }
}

/// Slots that differ only in the last group.
struct Row {
    start: u64,
    len: u64,
    turn: Turn,
    key: usize,
    /// The ways of the groups before the last, as one number.
    higher: u64,
    /// If the last group is the first one and the castles are symmetric: where its representatives begin.
    orbits: Option<usize>,
    /// Whether castles and first group are their own mirror image, and other groups follow.
    symmetric: bool,
}

/// A position without some of its men.
struct Draft {
    p: Position,
    taken: Taken,
}

impl Draft {
    /// Puts a group on the board; `false` if it finds other men there.
    #[inline]
    fn place(&self, group: &Group, way: u64, p: &mut Position) -> bool {
        group.place(way, &self.taken, |man, square| p.squares.set(man, square))
    }
}

/// The men besides kings and advisors, kind by kind; a group of nobody if there are none.
fn groups(tier: Tier) -> Vec<Group> {
    let kinds: Vec<Kind> = tier.kinds().collect();
    let mut groups = Vec::new();
    let mut begin = kinds.iter().filter(|kind| kind.man() == Man::Advisor).count();
    while let Some(&kind) = kinds.get(begin) {
        let count = kinds[begin..].iter().take_while(|other: &&Kind| **other == kind).count();
        groups.push(Group::new(kind, begin + 2, count));
        begin += count;
    }
    if groups.is_empty() {
        groups.push(Group::nobody(begin + 2));
    }
    groups
}

/// The squares of all men in the mirror. Hot.
#[inline]
fn mirrored(squares: Bytes) -> Bytes {
    Bytes(u64::from_le_bytes(squares.0.to_le_bytes().map(|square| MIRROR[square as usize % NUMBERS])))
}

static MIRROR: [u8; NUMBERS] = mirror_table();

const fn mirror_table() -> [u8; NUMBERS] {
    let mut images = [NOWHERE; NUMBERS];
    let mut square = 0;
    while square < NUMBERS {
        if ZONES[square] != 0 {
            images[square] = mirror(square as u8);
        }
        square += 1;
    }
    images
}

impl Index for Placements {
    type Item = Position;

    fn len(&self) -> u64 {
        self.turns * self.slots_of_turn
    }

    #[inline]
    fn rank(&self, p: Position) -> u64 {
        let key = self.key_of(&p);
        let mut squares = if key.mirrored { mirrored(p.squares) } else { p.squares };
        let first = self.groups[0].number(squares);
        let number = match key.orbits {
            None => first * self.after_first + self.rest(squares),
            Some(begin) => {
                let orbit = self.orbits[begin as usize + first as usize];
                if orbit.mirrored {
                    squares = mirrored(squares);
                }
                let rest = self.rest(squares);
                let rest = if orbit.symmetric { rest.min(self.rest(mirrored(squares))) } else { rest };
                u64::from(orbit.number) * self.after_first + rest
            }
        };
        p.turn().number() * self.slots_of_turn + key.base + number
    }

    fn unrank(&self, slot: u64) -> Option<Position> {
        let row = self.row(slot);
        self.complete(&row, &self.draft(&row)?, slot)
    }

    fn images(&self, slot: u64) -> u64 {
        self.unrank(slot).map_or(0, |p| if p.mirrored() == p { 1 } else { 2 })
    }

    /// Places the last group for each slot, all others once for a row.
    fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, mut visit: impl FnMut(u64, Position)) {
        let mut start = slots.start;
        while start < slots.end {
            let row = self.row(start);
            let end = slots.end.min(row.start + row.len);
            if let Some(first) = (start..end).find(|&slot| want(slot))
                && let Some(draft) = self.draft(&row)
            {
                for slot in (first..end).filter(|&slot| slot == first || want(slot)) {
                    if let Some(p) = self.complete(&row, &draft, slot) {
                        visit(slot, p);
                    }
                }
            }
            start = end;
        }
    }
}
