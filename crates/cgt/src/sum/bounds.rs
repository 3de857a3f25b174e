//! Numbers about values that bound what a sum is worth.

use crate::{Arena, Dyadic, Player, Value};

/// A number as a multiple of 2^-32: exact, or not represented at all.
pub(crate) type Fixed = i64;

const BITS: u32 = 32;

fn fixed(number: &Dyadic) -> Option<Fixed> {
    let (numerator, exponent) = number.to_small()?;
    let factor = 1_i64.checked_shl(BITS.checked_sub(exponent)?)?;
    numerator.checked_mul(factor).filter(|fixed| fixed.unsigned_abs() < 1 << 52)
}

/// The sum, as long as it is far from overflowing: a bound adds up to four of these.
fn plus(a: Fixed, b: Fixed) -> Option<Fixed> {
    a.checked_add(b).filter(|sum| sum.unsigned_abs() < 1 << 60)
}

/// What is known about one value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts {
    pub(crate) mean: Fixed,
    /// At least 0: moves in numbers are not counted as hot.
    pub(crate) temperature: Fixed,
    pub(crate) left_stop: Fixed,
    pub(crate) right_stop: Fixed,
    /// By how much Left's best move threatens to exceed her stop, at least 0: the highest left stop among her
    /// options less her own left stop. A switch threatens nothing, `{9|1||0}` threatens 8.
    pub(crate) threat: Fixed,
    /// Whether the value is more than a number.
    pub(crate) inexact: bool,
    /// The atomic weight, if the value is all small, apart from a number, and the weight an integer.
    pub(crate) weight: Option<i64>,
}

/// The facts about one node of the arena.
#[derive(Clone, Copy)]
enum Entry {
    Unknown,
    /// They do not fit into fixed point.
    Unfit,
    Known(Facts),
}

/// Facts by value, computed when they are first asked for.
#[derive(Default)]
pub(crate) struct FactBook {
    known: Vec<Entry>,
}

impl FactBook {
    /// The facts about a value; `None` if they do not fit into fixed point.
    pub(crate) fn get(&mut self, arena: &mut Arena, value: Value) -> Option<Facts> {
        if let Some(packed) = value.unpack() {
            let mean = fixed(&packed.number())?;
            return Some(Facts {
                mean,
                temperature: 0,
                left_stop: mean,
                right_stop: mean,
                // All options of a number plus ups and a nimber that count have the same stop.
                threat: 0,
                inexact: !value.is_packed_number(),
                weight: Some(packed.ups.into()),
            });
        }
        let node = value.node();
        if node >= self.known.len() {
            self.known.resize(node + 1, Entry::Unknown);
        }
        match self.known[node] {
            Entry::Known(facts) => Some(facts),
            Entry::Unfit => None,
            Entry::Unknown => {
                let facts = compute(arena, value);
                self.known[node] = facts.map_or(Entry::Unfit, Entry::Known);
                facts
            }
        }
    }
}

fn compute(arena: &mut Arena, value: Value) -> Option<Facts> {
    let thermograph = arena.thermograph(value);
    Some(Facts {
        mean: fixed(thermograph.mean())?,
        temperature: fixed(thermograph.temperature())?.max(0),
        left_stop: fixed(&arena.left_stop(value))?,
        right_stop: fixed(&arena.right_stop(value))?,
        threat: threat(arena, value)?,
        inexact: !arena.is_number(value),
        weight: weight(arena, value),
    })
}

/// Returns by how much the highest left stop among Left's options exceeds her own, at least 0.
fn threat(arena: &mut Arena, value: Value) -> Option<Fixed> {
    let own = fixed(&arena.left_stop(value))?;
    let mut highest = own;
    for index in 0..arena.option_count(Player::Left, value) {
        let option = arena.option(Player::Left, value, index);
        highest = highest.max(fixed(&arena.left_stop(option))?);
    }
    Some(highest - own)
}

fn weight(arena: &mut Arena, value: Value) -> Option<i64> {
    if !arena.is_all_small(value) {
        return None;
    }
    let weight = arena.atomic_weight(value)?;
    arena.as_number(weight)?.to_i64()
}

/// What the facts about all terms of a sum say together.
///
/// Stops of a sum are bounded by those of its terms, `L(G)` and `R(G)` being the left and right stop:
///
/// ```text
/// R(G) + R(H) <= R(G + H) <= L(G) + R(H) <= L(G + H) <= L(G) + L(H)        (1)
/// ```
///
/// (Conway, On Numbers and Games, theorem 83; Siegel, Combinatorial Game Theory, II.3.) Whoever moves first wins if her
/// stop is on her side of 0, and loses if it is on the other side.
pub(crate) struct Tally {
    mean: Fixed,
    temperature: Fixed,
    left: Fixed,
    right: Fixed,
    /// The widest distance between the stops of a term, and what that term threatens.
    largest_gap: Fixed,
    threat_of_largest: Fixed,
    /// The next widest distance, and the most that any term but the widest threatens.
    second_gap: Fixed,
    threat_of_others: Fixed,
    /// Terms of which only bounds are known.
    bounded: bool,
    /// Whether a term may exceed its stops by an infinitesimal.
    inexact: bool,
    weight: Option<i64>,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            mean: 0,
            temperature: 0,
            left: 0,
            right: 0,
            largest_gap: 0,
            threat_of_largest: 0,
            second_gap: 0,
            threat_of_others: 0,
            bounded: false,
            inexact: false,
            weight: Some(0),
        }
    }
}

impl Tally {
    /// Adds a term; `None` if the numbers become too large to add up.
    pub(crate) fn add(&mut self, facts: Facts) -> Option<()> {
        self.inexact |= facts.inexact;
        // Weights that overflow are not known.
        self.weight = self.weight.zip(facts.weight).and_then(|(a, b)| a.checked_add(b));
        self.mean = plus(self.mean, facts.mean)?;
        self.temperature = self.temperature.max(facts.temperature);
        self.left = plus(self.left, facts.left_stop)?;
        self.right = plus(self.right, facts.right_stop)?;
        let gap = facts.left_stop - facts.right_stop;
        if gap > self.largest_gap {
            self.threat_of_others = self.threat_of_others.max(self.threat_of_largest);
            (self.largest_gap, self.second_gap) = (gap, self.largest_gap);
            self.threat_of_largest = facts.threat;
        } else {
            self.threat_of_others = self.threat_of_others.max(facts.threat);
            self.second_gap = self.second_gap.max(gap);
        }
        Some(())
    }

    /// Adds a term that is between two integers. More of a term is never worse for Left, so a bound that holds with
    /// the higher number in its place holds from above, and one with the lower number from below. `None` if the
    /// numbers become too large to add up.
    pub(crate) fn add_bounds(&mut self, low: i32, high: i32) -> Option<()> {
        self.bounded = true;
        self.left = plus(self.left, Fixed::from(high) << BITS)?;
        self.right = plus(self.right, Fixed::from(low) << BITS)?;
        Some(())
    }

    /// Returns whether Left wins moving first, if one of the bounds tells.
    pub(crate) fn left_wins_first(&self) -> Option<bool> {
        if self.widest_move_wins() || self.mean_wins() {
            Some(true)
        } else if self.stop_loses() || self.numbers_lose() || self.answer_wins() || self.heat_is_too_little()
        {
            Some(false)
        } else {
            self.by_weight()
        }
    }

    /// Left wins by a move in the term with the widest gap.
    ///
    /// By (1), with `G` that term: `L(G + rest) >= L(G) + R(rest) >= L(G) + (right - R(G))`.
    fn widest_move_wins(&self) -> bool {
        self.right + self.largest_gap > 0
    }

    /// Left wins because means add up, and no left stop is below the mean.
    fn mean_wins(&self) -> bool {
        !self.bounded && self.mean > 0
    }

    /// Left loses because by (1) her stop is at most the sum of the left stops.
    fn stop_loses(&self) -> bool {
        self.left < 0
    }

    /// Left loses a sum that is at most a number that is not positive.
    fn numbers_lose(&self) -> bool {
        !self.inexact && self.left <= 0
    }

    /// Left loses because Right, whatever she moves to, wins by answering in the widest of the other terms.
    ///
    /// Say Left moves from `G` to `g`, and `w` is the widest gap in the rest. By (1), `R(g + rest) <= L(g) + R(rest)`, and
    /// `R(rest) <= L(rest) - w`, each of the other terms giving at most its left stop. As `L(g) <= L(G) + threat`, Right's
    /// stop is at most `left + threat - w`. Moves in ups and nimbers, which leave all stops as they are, threaten 0.
    /// Moves in numbers need no answer: if the sum is no number, a number goes into the options of the other terms (number
    /// translation). If it is one, it is its right stop, by (1) at most `left - largest_gap < 0`.
    fn answer_wins(&self) -> bool {
        self.left + self.threat_of_largest < self.second_gap
            && self.left + self.threat_of_others < self.largest_gap
    }

    /// Left loses because her stop is at most the mean plus the highest temperature. Temperatures of numbers, which are
    /// below 0, count as 0: that only weakens the bound.
    ///
    /// Cooled by the highest temperature `t`, all terms and so their sum are numbers, the means, up to infinitesimals;
    /// and cooling by `t` takes at most `t` from a left stop (Siegel, II.5).
    fn heat_is_too_little(&self) -> bool {
        !self.bounded && self.mean + self.temperature < 0
    }

    /// Who wins a sum of all-small games and numbers that add up to 0, if it is far enough on one side: two ups
    /// ahead wins, and one up ahead wins with the move (two-ahead rule, Siegel II.7).
    fn by_weight(&self) -> Option<bool> {
        if self.bounded || self.mean != 0 {
            return None;
        }
        match self.weight? {
            1.. => Some(true),
            ..=-2 => Some(false),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RandomValues;

    /// A bound: what it says about who wins, if anything.
    type Bound = fn(&Tally) -> Option<bool>;

    const BOUNDS: [(&str, Bound); 7] = [
        ("widest move", |tally| tally.widest_move_wins().then_some(true)),
        ("mean", |tally| tally.mean_wins().then_some(true)),
        ("stop", |tally| tally.stop_loses().then_some(false)),
        ("numbers", |tally| tally.numbers_lose().then_some(false)),
        ("answer", |tally| tally.answer_wins().then_some(false)),
        ("heat", |tally| tally.heat_is_too_little().then_some(false)),
        ("weight", Tally::by_weight),
    ];

    /// Integers around a value, as rulesets give them: sometimes as close as possible, sometimes not.
    fn integers_around(arena: &mut Arena, value: Value, slack: i32) -> (i32, i32) {
        let mut around = |from: i32, step: i32, player: Player| {
            let is_beyond = |arena: &mut Arena, number: i32| {
                let number = arena.integer(number.into());
                arena.at_least(player, number, value)
            };
            let mut number = from;
            while !is_beyond(arena, number) {
                number += step;
            }
            number + slack * step
        };
        (around(20, -1, Player::Right), around(-20, 1, Player::Left))
    }

    #[test]
    fn each_bound_tells_who_wins_random_sums() {
        let mut told = [[0_u32; 2]; BOUNDS.len()];
        for seed in 0..20 {
            let mut arena = Arena::new();
            let mut book = FactBook::default();
            let mut values = RandomValues::new(seed);
            let mut random = fastrand::Rng::with_seed(seed);
            for _ in 0..1000 {
                let terms = values.critical_sum(&mut arena);
                let sum = terms.iter().fold(Value::ZERO, |sum, &term| arena.add(sum, term));
                let expected = arena.outcome(sum).wins_first(Player::Left);
                // Some terms as the search sees parts of which it knows but bounds.
                let bounded = if random.bool() { 0 } else { random.usize(..terms.len()) };
                let mut tally = Tally::default();
                for (at, &term) in terms.iter().enumerate() {
                    if at < bounded {
                        let (low, high) = integers_around(&mut arena, term, random.i32(0..2));
                        tally.add_bounds(low, high).expect("small numbers fit");
                    } else {
                        tally.add(book.get(&mut arena, term).expect("small numbers fit")).unwrap();
                    }
                }
                for ((name, bound), told) in BOUNDS.iter().zip(&mut told) {
                    let Some(answer) = bound(&tally) else { continue };
                    let texts: Vec<String> = terms.iter().map(|&term| arena.text(term)).collect();
                    assert_eq!(answer, expected, "{name}: {texts:?}, {bounded} of them by bounds");
                    told[usize::from(bounded > 0)] += 1;
                }
            }
        }
        for ((name, _), [exactly, by_bounds]) in BOUNDS.iter().zip(told) {
            assert!(exactly > 300, "the bound {name:?} was tried {exactly} times only");
            let needs_values = ["mean", "heat", "weight"].contains(name);
            assert!(needs_values || by_bounds > 50, "{name:?} was tried with bounds {by_bounds} times only");
        }
    }

    /// The left stop of a sum may exceed what is left when the opponent takes the second widest gap, where a move
    /// threatens more than that: he has to answer it.
    #[test]
    fn a_threat_is_answered_first() {
        let mut arena = Arena::new();
        let mut book = FactBook::default();
        let mut tally = Tally::default();
        let mut sum = Value::ZERO;
        for text in ["{2|0||-1}", "+-1", "-1/2"] {
            let term = arena.parse(text).unwrap();
            tally.add(book.get(&mut arena, term).unwrap()).unwrap();
            sum = arena.add(sum, term);
        }
        assert!(arena.outcome(sum).wins_first(Player::Left));
        assert_ne!(tally.left_wins_first(), Some(false));
    }

    /// Nothing is told where the sums of numbers would overflow.
    #[test]
    fn large_sums_tell_nothing() {
        let mut arena = Arena::new();
        let mut book = FactBook::default();
        let switch = arena.parse("{1000000|999999}").unwrap();
        let facts = book.get(&mut arena, switch).unwrap();
        let mut tally = Tally::default();
        let added = (0..10_000).take_while(|_| tally.add(facts).is_some()).count();
        assert!((100..2048).contains(&added), "{added} terms");
        let (mut tally, bound) = (Tally::default(), i32::from(i16::MAX));
        assert!((0..100_000).any(|_| tally.add_bounds(-bound, bound).is_none()));
        let ups = Facts { weight: Some(i64::MAX), ..book.get(&mut arena, Value::STAR).unwrap() };
        let mut tally = Tally::default();
        tally.add(ups).unwrap();
        tally.add(ups).unwrap();
        assert_eq!(tally.left_wins_first(), None, "weights that overflow are not known");
    }
}
