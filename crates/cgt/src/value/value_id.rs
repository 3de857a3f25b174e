//! Values as small ids, and how the simple ones are packed into them.

use std::cmp::Ordering;

use crate::value::number_up_star::Tail;
use crate::{Dyadic, NumberUpStar};

/// The value of a short game: an id that belongs to one [`Arena`](crate::Arena).
///
/// Games are equal exactly if their ids are. Ids are given in the order of creation, so their own order means
/// nothing; [`Arena::compare`](crate::Arena::compare) orders games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub(crate) u32);

/// Small numbers, ups and nimbers, packed into the id itself:
///
/// ```text
/// bit 31      1: packed, 0: an index into the nodes of the arena
/// bits 18-30  numerator of the number + 2^12
/// bits 14-17  exponent of its denominator
/// bits  8-13  multiple of up + 2^5
/// bits  0-7   nimber
/// ```
///
/// A value is packed whenever it fits, so ids stay unique. The widths are a guess at what games are made of;
/// anything else costs a look-up, not more.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Packed {
    pub(crate) numerator: i32,
    pub(crate) exponent: u32,
    pub(crate) ups: i32,
    pub(crate) nimber: u32,
}

const TAG: u32 = 1 << 31;
const NUMERATOR_AT: u32 = 18;
const EXPONENT_AT: u32 = 14;
const UPS_AT: u32 = 8;
const NUMERATOR_BIAS: i64 = 1 << 12;
const UPS_BIAS: i64 = 1 << 5;
const MAX_EXPONENT: u32 = 15;
/// Larger nimbers are not read either: they have as many options as their size, and sums with hot games look at
/// all triples of them.
pub(crate) const MAX_NIMBER: u32 = 255;
/// What a packed number has in the places of ups and nimber.
const NO_TAIL: u32 = (UPS_BIAS as u32) << UPS_AT;
const TAIL_MASK: u32 = (1 << EXPONENT_AT) - 1;

impl Value {
    /// The empty game.
    pub const ZERO: Value = Value(TAG | ((NUMERATOR_BIAS as u32) << NUMERATOR_AT) | NO_TAIL);
    /// One move for either player.
    pub const STAR: Value = Value(Value::ZERO.0 | 1);

    /// Whether the value is zero: the second player wins.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self == Value::ZERO
    }

    /// Packs `numerator / 2^exponent + ups·↑ + *nimber`, in lowest terms or not, if it fits.
    #[inline]
    pub(crate) fn pack(numerator: i64, exponent: u32, ups: i64, nimber: u32) -> Option<Value> {
        let spare = if numerator == 0 { exponent } else { numerator.trailing_zeros().min(exponent) };
        let (numerator, exponent) = (numerator >> spare, exponent - spare);
        let fits = (-NUMERATOR_BIAS..NUMERATOR_BIAS).contains(&numerator)
            && (-UPS_BIAS..UPS_BIAS).contains(&ups)
            && exponent <= MAX_EXPONENT
            && nimber <= MAX_NIMBER;
        fits.then(|| {
            Value(
                TAG | ((numerator + NUMERATOR_BIAS) as u32) << NUMERATOR_AT
                    | exponent << EXPONENT_AT
                    | ((ups + UPS_BIAS) as u32) << UPS_AT
                    | nimber,
            )
        })
    }

    #[inline]
    pub(crate) fn is_packed(self) -> bool {
        self.0 & TAG != 0
    }

    /// The parts of a packed value.
    #[inline]
    pub(crate) fn unpack(self) -> Option<Packed> {
        self.is_packed().then(|| Packed {
            numerator: ((self.0 & !TAG) >> NUMERATOR_AT) as i32 - NUMERATOR_BIAS as i32,
            exponent: self.0 >> EXPONENT_AT & MAX_EXPONENT,
            ups: (self.0 >> UPS_AT & 63) as i32 - UPS_BIAS as i32,
            nimber: self.0 & MAX_NIMBER,
        })
    }

    /// Whether a packed value is a number.
    #[inline]
    pub(crate) fn is_packed_number(self) -> bool {
        self.is_packed() && self.0 & TAIL_MASK == NO_TAIL
    }

    /// A packed value without its ups and its nimber.
    #[inline]
    pub(crate) fn packed_number(self) -> Value {
        Value(self.0 & !TAIL_MASK | NO_TAIL)
    }

    /// The node of a value that is not packed.
    #[inline]
    pub(crate) fn node(self) -> usize {
        debug_assert!(!self.is_packed(), "a packed value has no node");
        self.0 as usize
    }
}

impl Packed {
    /// The number as a multiple of `2^-15`, which orders packed numbers.
    #[inline]
    pub(crate) fn fixed_point(self) -> i32 {
        self.numerator << (MAX_EXPONENT - self.exponent)
    }

    #[inline]
    pub(crate) fn tail(self) -> Tail {
        Tail { sign: self.ups.cmp(&0), single: self.ups.abs() == 1, nimber: self.nimber }
    }

    /// `self - other` compared with zero; `None` if they are confused.
    #[inline]
    pub(crate) fn compare(self, other: Packed) -> Option<Ordering> {
        match self.fixed_point().cmp(&other.fixed_point()) {
            Ordering::Equal => {
                let ups = self.ups - other.ups;
                let nimber = self.nimber ^ other.nimber;
                Tail { sign: ups.cmp(&0), single: ups.abs() == 1, nimber }.sign()
            }
            order => Some(order),
        }
    }

    /// The sum, if it can be packed.
    #[inline]
    pub(crate) fn plus(self, other: Packed) -> Option<Value> {
        let exponent = self.exponent.max(other.exponent);
        let numerator = (i64::from(self.numerator) << (exponent - self.exponent))
            + (i64::from(other.numerator) << (exponent - other.exponent));
        Value::pack(
            numerator,
            exponent,
            i64::from(self.ups) + i64::from(other.ups),
            self.nimber ^ other.nimber,
        )
    }

    /// The negative, if it can be packed.
    #[inline]
    pub(crate) fn negated(self) -> Option<Value> {
        Value::pack(-i64::from(self.numerator), self.exponent, -i64::from(self.ups), self.nimber)
    }

    pub(crate) fn number(self) -> Dyadic {
        Dyadic::new(i64::from(self.numerator), self.exponent)
    }

    pub(crate) fn widened(self) -> NumberUpStar {
        NumberUpStar { number: self.number(), ups: self.ups.into(), nimber: self.nimber }
    }
}
