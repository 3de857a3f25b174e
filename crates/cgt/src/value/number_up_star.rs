//! The values that play as arithmetic: a number, plus a multiple of up, plus a nimber.

use std::cmp::Ordering;

use crate::{Dyadic, Player};

/// The game `number + ups·↑ + *nimber`.
///
/// Sums of these are sums of the parts (nimbers without carry), and their order and their options follow from
/// the parts as well; the arena holds them without options.
///
/// ```
/// use zermelo_cgt::{Arena, Dyadic, NumberUpStar};
///
/// let mut arena = Arena::new();
/// let value = arena.number_up_star(&NumberUpStar { number: 1.into(), ups: (-2).into(), nimber: 1 });
/// assert_eq!(value, arena.parse("1vv*")?);
/// # Ok::<(), zermelo_cgt::ParseValueError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NumberUpStar {
    /// The number.
    pub number: Dyadic,
    /// How many ups; negative for downs. An integer.
    pub ups: Dyadic,
    /// The size of the nim heap.
    pub nimber: u32,
}

impl NumberUpStar {
    /// Just a number.
    #[must_use]
    pub fn from_number(number: Dyadic) -> NumberUpStar {
        NumberUpStar { number, ups: Dyadic::ZERO, nimber: 0 }
    }

    /// Whether there is neither up nor star.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.nimber == 0 && self.ups.is_zero()
    }

    pub(crate) fn negated(&self) -> NumberUpStar {
        NumberUpStar { number: -&self.number, ups: -&self.ups, nimber: self.nimber }
    }

    pub(crate) fn plus(&self, other: &NumberUpStar) -> NumberUpStar {
        NumberUpStar {
            number: &self.number + &other.number,
            ups: &self.ups + &other.ups,
            nimber: self.nimber ^ other.nimber,
        }
    }

    /// What the up-multiple and the nimber do to order and options.
    pub(crate) fn tail(&self) -> Tail {
        Tail {
            sign: self.ups.sign(),
            single: self.ups == Dyadic::ONE || self.ups == Dyadic::MINUS_ONE,
            nimber: self.nimber,
        }
    }

    /// Compared with zero; `None` if the first player wins.
    pub(crate) fn sign(&self) -> Option<Ordering> {
        match self.number.sign() {
            Ordering::Equal => self.tail().sign(),
            sign => Some(sign),
        }
    }
}

/// The part `k·↑ + *m` as far as its order and its options depend on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tail {
    /// The sign of `k`.
    pub(crate) sign: Ordering,
    /// Whether `k` is 1 or -1.
    pub(crate) single: bool,
    /// The nimber `m`.
    pub(crate) nimber: u32,
}

/// The options of one player in `x + k·↑ + *m`, which is not a number.
///
/// ```text
/// *m        = {0, *, …, *(m-1) | the same}
/// ↑*        = {0, * | 0}
/// k·↑ + *m  = {0 | (k-1)·↑ + *(m xor 1)}    for all other k > 0
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Steps {
    /// To `x + *i` for every `i` below this.
    Nimbers(u32),
    /// To one up less (or one down less) and the nimber with its last bit flipped.
    TowardsZero,
}

impl Steps {
    #[inline]
    pub(crate) fn count(self) -> u32 {
        match self {
            Steps::Nimbers(count) => count,
            Steps::TowardsZero => 1,
        }
    }
}

impl Tail {
    /// The moves of a player, if this is not zero.
    #[inline]
    pub(crate) fn steps(self, player: Player) -> Steps {
        let favour = if player == Player::Left { self.sign } else { self.sign.reverse() };
        match favour {
            Ordering::Equal => Steps::Nimbers(self.nimber),
            Ordering::Greater if self.single && self.nimber == 1 => Steps::Nimbers(2),
            Ordering::Greater => Steps::Nimbers(1),
            Ordering::Less => Steps::TowardsZero,
        }
    }

    /// Compared with zero: ↑ is positive, but confused with *; ⇑ exceeds every nimber.
    pub(crate) fn sign(self) -> Option<Ordering> {
        match self.sign {
            Ordering::Equal => (self.nimber == 0).then_some(Ordering::Equal),
            sign => (!(self.single && self.nimber == 1)).then_some(sign),
        }
    }
}
