//! Random values of every temperament, for tests and experiments.

use crate::{Arena, Dyadic, Player, Value};

/// An endless source of random values and of sums that are hard to judge; the same seed gives the same ones.
///
/// There are numbers, switches, moves with threats (sente for one player or for both), tiny and miny, ups, stars, and
/// trees of all these.
///
/// ```
/// use zermelo_cgt::{Arena, RandomValues};
/// let (mut arena, mut values) = (Arena::new(), RandomValues::new(1));
/// let value = values.next_value(&mut arena);
/// assert_eq!(value, RandomValues::new(1).next_value(&mut arena));
/// assert!((2..=5).contains(&values.critical_sum(&mut arena).len()));
/// ```
#[derive(Debug, Clone)]
pub struct RandomValues {
    random: fastrand::Rng,
    /// How deep trees are.
    depth: u32,
}

/// How deep trees are unless something else is asked for.
const DEPTH: u32 = 2;

impl RandomValues {
    /// The values of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { random: fastrand::Rng::with_seed(seed), depth: DEPTH }
    }

    /// The same with trees of this depth: sente follows sente, and canonical forms are larger.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// Returns the next value.
    pub fn next_value(&mut self, arena: &mut Arena) -> Value {
        self.value(arena, self.depth)
    }

    /// Returns two to five values whose sum is close to 0 in one respect or another: its mean, what it comes to if
    /// Left begins or if Right begins, or a sum of stops of its terms is near 0. Bounds are wrong there first.
    pub fn critical_sum(&mut self, arena: &mut Arena) -> Vec<Value> {
        let count = self.random.usize(1..=4);
        if self.random.u32(..8) == 0 {
            return (0..=count).map(|_| self.all_small(arena, self.depth)).collect();
        }
        let mut terms: Vec<Value> = (0..count).map(|_| self.next_value(arena)).collect();
        let sum = terms.iter().fold(Value::ZERO, |sum, &term| arena.add(sum, term));
        let stops = |player: Player| match player {
            Player::Left => Arena::left_stop,
            Player::Right => Arena::right_stop,
        };
        let near = match self.random.u32(..4) {
            0 => arena.mean(sum),
            1 => stops(self.player())(arena, sum),
            2 => {
                let stop = stops(self.player());
                terms.iter().fold(Dyadic::ZERO, |total, &term| &total + &stop(arena, term))
            }
            _ => terms.iter().fold(Dyadic::ZERO, |total, &term| {
                let stop = stops(self.player());
                &total + &stop(arena, term)
            }),
        };
        let off = Dyadic::new(self.random.i64(-2..=2), self.random.u32(0..=3));
        let balance = arena.number(&-&(&near + &off));
        terms.push(balance);
        self.random.shuffle(&mut terms);
        terms
    }

    fn player(&mut self) -> Player {
        Player::BOTH[self.random.usize(..2)]
    }

    fn number(&mut self) -> Dyadic {
        Dyadic::new(self.random.i64(-6..=6), self.random.u32(0..=2))
    }

    fn value(&mut self, arena: &mut Arena, depth: u32) -> Value {
        let number = self.number();
        let number = arena.number(&number);
        match self.random.u32(..if depth == 0 { 4 } else { 12 }) {
            0 | 1 => number,
            2 => self.infinitesimal(arena),
            3 => {
                let small = self.infinitesimal(arena);
                arena.add(number, small)
            }
            4..=6 => {
                let other = self.number();
                let other = arena.number(&other);
                switch(arena, number, other)
            }
            7..=9 => self.threat(arena, number),
            _ => {
                let mut options =
                    || (0..self.random.u32(1..=2)).map(|_| self.value(arena, depth - 1)).collect();
                let (left, right): (Vec<_>, Vec<_>) = (options(), options());
                arena.canonical(&left, &right)
            }
        }
    }

    /// A tree of ups and nimbers.
    fn all_small(&mut self, arena: &mut Arena, depth: u32) -> Value {
        if depth == 0 || self.random.bool() {
            return Value::pack(0, 0, self.random.i64(-2..=2), self.random.u32(0..=2)).expect("it is small");
        }
        let mut options = || (0..self.random.u32(1..=2)).map(|_| self.all_small(arena, depth - 1)).collect();
        let (left, right): (Vec<_>, Vec<_>) = (options(), options());
        arena.canonical(&left, &right)
    }

    fn infinitesimal(&mut self, arena: &mut Arena) -> Value {
        let nimber = self.random.u32(0..=2);
        match self.random.u32(..3) {
            0 => arena.nimber(nimber),
            1 => self.all_small(arena, 0),
            _ => {
                let threat = self.random.i64(1..=4);
                self.tiny(arena, threat)
            }
        }
    }

    /// `{0||0|-G}` or its negative.
    fn tiny(&mut self, arena: &mut Arena, threat: i64) -> Value {
        let threat = arena.integer(-threat);
        let answer = arena.canonical(&[Value::ZERO], &[threat]);
        let tiny = arena.canonical(&[Value::ZERO], &[answer]);
        if self.random.bool() { tiny } else { arena.neg(tiny) }
    }

    /// A move that threatens another one, `{A|b||c}`, or moves of both that do, or their negatives; `b` and `c` may be in
    /// either order.
    fn threat(&mut self, arena: &mut Arena, number: Value) -> Value {
        let mut threaten = |arena: &mut Arena| {
            let threat = arena.integer(self.random.i64(1..=8));
            let quiet = arena.number(&self.number());
            let reward = arena.add(quiet, threat);
            arena.canonical(&[reward], &[quiet])
        };
        let first = threaten(arena);
        let second = threaten(arena);
        let reply = if self.random.bool() { number } else { arena.neg(second) };
        let game = arena.canonical(&[first], &[reply]);
        if self.random.bool() { game } else { arena.neg(game) }
    }
}

/// The larger of two numbers for Left, the other one for Right.
fn switch(arena: &mut Arena, one: Value, other: Value) -> Value {
    let (low, high) = if arena.le(one, other) { (one, other) } else { (other, one) };
    arena.canonical(&[high], &[low])
}
