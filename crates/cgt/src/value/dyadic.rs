//! Dyadic rationals, the numbers among short games: exact, of any size.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Bound, Mul, Neg, Sub};
use std::str::FromStr;

use num_bigint::BigInt;
use thiserror::Error;

/// A number `m / 2^e`, in lowest terms.
///
/// Nearly all numbers of practice fit into 64 bits and cost no allocation; whatever does not fit becomes a big
/// integer on its own, so that nothing ever overflows.
///
/// ```
/// use zermelo_cgt::Dyadic;
///
/// let x: Dyadic = "3/4".parse()?;
/// assert_eq!(&x + &Dyadic::from(2), "11/4".parse()?);
/// assert_eq!(x.half().to_string(), "3/8");
/// # Ok::<(), zermelo_cgt::ParseDyadicError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Form);

/// Exactly one form stands for a number, so that equality and hashing need no arithmetic.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    /// The exponent is at most [`SMALL_EXPONENT`].
    Small {
        numerator: i64,
        exponent: u32,
    },
    Big(Box<Wide>),
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Wide {
    numerator: BigInt,
    exponent: u32,
}

/// With this limit, two small numbers over one denominator fit into 128 bits, and so does their sum.
const SMALL_EXPONENT: u32 = 62;

/// More digits than this are taken for a mistake; the time to read them grows with their square.
const MAX_DIGITS: usize = 1000;

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic(Form::Small { numerator: 0, exponent: 0 });
    /// One.
    pub const ONE: Dyadic = Dyadic(Form::Small { numerator: 1, exponent: 0 });
    /// Minus one: the temperature of integers.
    pub const MINUS_ONE: Dyadic = Dyadic(Form::Small { numerator: -1, exponent: 0 });

    /// The number `numerator / 2^exponent`.
    ///
    /// ```
    /// # use zermelo_cgt::Dyadic;
    /// assert_eq!(Dyadic::new(6, 3).to_string(), "3/4");
    /// ```
    #[must_use]
    pub fn new(numerator: i64, exponent: u32) -> Dyadic {
        let spare = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = match numerator {
            0 => (0, 0),
            _ => (numerator >> spare, exponent - spare),
        };
        if exponent <= SMALL_EXPONENT {
            Dyadic(Form::Small { numerator, exponent })
        } else {
            Dyadic(Form::Big(Box::new(Wide { numerator: numerator.into(), exponent })))
        }
    }

    fn from_i128(numerator: i128, exponent: u32) -> Dyadic {
        let spare = if numerator == 0 { exponent } else { numerator.trailing_zeros().min(exponent) };
        let reduced = numerator >> spare;
        match i64::try_from(reduced) {
            Ok(numerator) => Dyadic::new(numerator, exponent - spare),
            Err(_) => Dyadic::from_big(reduced.into(), exponent - spare),
        }
    }

    fn from_big(numerator: BigInt, exponent: u32) -> Dyadic {
        let Some(zeros) = numerator.trailing_zeros() else { return Dyadic::ZERO };
        let spare = u32::try_from(zeros).unwrap_or(u32::MAX).min(exponent);
        let (numerator, exponent) = (numerator >> spare, exponent - spare);
        match i64::try_from(&numerator) {
            Ok(small) => Dyadic::new(small, exponent),
            Err(_) => Dyadic(Form::Big(Box::new(Wide { numerator, exponent }))),
        }
    }

    fn to_big(&self) -> (BigInt, u32) {
        match &self.0 {
            Form::Small { numerator, exponent } => ((*numerator).into(), *exponent),
            Form::Big(wide) => (wide.numerator.clone(), wide.exponent),
        }
    }

    /// Numerator and exponent of the denominator, if both are small.
    ///
    /// ```
    /// # use zermelo_cgt::Dyadic;
    /// assert_eq!(Dyadic::new(6, 3).to_small(), Some((3, 2)));
    /// ```
    #[must_use]
    pub fn to_small(&self) -> Option<(i64, u32)> {
        match self.0 {
            Form::Small { numerator, exponent } => Some((numerator, exponent)),
            Form::Big(_) => None,
        }
    }

    /// The number as a machine integer, if it is an integer and fits.
    ///
    /// ```
    /// # use zermelo_cgt::Dyadic;
    /// assert_eq!(Dyadic::from(-7).to_i64(), Some(-7));
    /// assert_eq!(Dyadic::new(1, 1).to_i64(), None);
    /// ```
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Form::Small { numerator, exponent: 0 } => Some(numerator),
            _ => None,
        }
    }

    /// The closest floating-point number; for drawings, not for decisions.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Form::Small { numerator, exponent } => *numerator as f64 / (1_u64 << exponent) as f64,
            Form::Big(wide) => {
                // Cut to the 64 leading bits first: either part alone may be beyond the range of a float.
                let cut = i64::try_from(wide.numerator.bits()).unwrap_or(i64::MAX) - 64;
                let head = if cut > 0 { &wide.numerator >> cut } else { wide.numerator.clone() };
                let head = i128::try_from(head).unwrap_or(0) as f64;
                let scale = cut.max(0) - i64::from(wide.exponent);
                head * 2_f64.powi(scale.clamp(-2000, 2000) as i32)
            }
        }
    }

    /// The exponent `e` of the denominator `2^e`.
    #[must_use]
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Form::Small { exponent, .. } => *exponent,
            Form::Big(wide) => wide.exponent,
        }
    }

    /// Whether the denominator is 1.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Whether the number is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Dyadic::ZERO
    }

    /// The sign, as a comparison with zero.
    #[must_use]
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Form::Small { numerator, .. } => numerator.cmp(&0),
            Form::Big(wide) => wide.numerator.cmp(&BigInt::ZERO),
        }
    }

    /// The distance from zero.
    #[must_use]
    pub fn abs(&self) -> Dyadic {
        if self.sign() == Ordering::Less { -self } else { self.clone() }
    }

    /// Half of it.
    #[must_use]
    pub fn half(&self) -> Dyadic {
        match &self.0 {
            Form::Small { numerator, exponent } => Dyadic::new(*numerator, exponent + 1),
            Form::Big(wide) => Dyadic::from_big(wide.numerator.clone(), wide.exponent + 1),
        }
    }

    /// The greatest integer that is not above.
    ///
    /// ```
    /// # use zermelo_cgt::Dyadic;
    /// assert_eq!(Dyadic::new(-3, 1).floor(), Dyadic::from(-2));
    /// ```
    #[must_use]
    pub fn floor(&self) -> Dyadic {
        match &self.0 {
            Form::Small { numerator, exponent } => Dyadic::from(numerator >> exponent),
            Form::Big(wide) => Dyadic::from_big(&wide.numerator >> wide.exponent, 0),
        }
    }

    /// The floor after multiplication with `2^exponent`.
    fn floor_of_shifted(&self, exponent: u32) -> Dyadic {
        match &self.0 {
            Form::Small { numerator, exponent: own } if exponent <= *own => {
                Dyadic::from(numerator >> (own - exponent))
            }
            _ => {
                let (numerator, own) = self.to_big();
                let scaled = if exponent >= own {
                    numerator << (exponent - own)
                } else {
                    numerator >> (own - exponent)
                };
                Dyadic::from_big(scaled, 0)
            }
        }
    }

    /// Division by `2^exponent`.
    pub(crate) fn divided_by_power(&self, exponent: u32) -> Dyadic {
        match &self.0 {
            Form::Small { numerator, exponent: own } => Dyadic::new(*numerator, own + exponent),
            Form::Big(wide) => Dyadic::from_big(wide.numerator.clone(), wide.exponent + exponent),
        }
    }

    /// The simplest number, that is the one born first, between two bounds; `None` if there is no number at all.
    ///
    /// ```
    /// use std::ops::Bound::{Excluded, Included, Unbounded};
    /// use zermelo_cgt::Dyadic;
    ///
    /// let (half, one) = (Dyadic::new(1, 1), Dyadic::ONE);
    /// assert_eq!(Dyadic::simplest(Excluded(&half), Excluded(&one)), Some(Dyadic::new(3, 2)));
    /// assert_eq!(Dyadic::simplest(Excluded(&half), Included(&one)), Some(Dyadic::ONE));
    /// assert_eq!(Dyadic::simplest(Excluded(&one), Unbounded), Some(Dyadic::from(2)));
    /// assert_eq!(Dyadic::simplest(Excluded(&one), Excluded(&one)), None);
    /// ```
    #[must_use]
    pub fn simplest(low: Bound<&Dyadic>, high: Bound<&Dyadic>) -> Option<Dyadic> {
        if is_empty(low, high) {
            return None;
        }
        if !above(&Dyadic::ZERO, low) {
            return Some(simplest_above(&low.cloned(), &high.cloned()));
        }
        if !below(&Dyadic::ZERO, high) {
            return Some(-&simplest_above(&negated(high), &negated(low)));
        }
        Some(Dyadic::ZERO)
    }
}

fn negated(bound: Bound<&Dyadic>) -> Bound<Dyadic> {
    bound.map(|number| -number)
}

fn is_empty(low: Bound<&Dyadic>, high: Bound<&Dyadic>) -> bool {
    match (low, high) {
        (Bound::Unbounded, _) | (_, Bound::Unbounded) => false,
        (Bound::Included(a), Bound::Included(b)) => a > b,
        (Bound::Included(a) | Bound::Excluded(a), Bound::Included(b) | Bound::Excluded(b)) => a >= b,
    }
}

fn above(number: &Dyadic, low: Bound<&Dyadic>) -> bool {
    match low {
        Bound::Unbounded => true,
        Bound::Included(bound) => number >= bound,
        Bound::Excluded(bound) => number > bound,
    }
}

fn below(number: &Dyadic, high: Bound<&Dyadic>) -> bool {
    match high {
        Bound::Unbounded => true,
        Bound::Included(bound) => number <= bound,
        Bound::Excluded(bound) => number < bound,
    }
}

/// The simplest number of an interval that is not empty and lies on the positive side: the least fraction above
/// the lower bound with the smallest denominator that has one.
fn simplest_above(low: &Bound<Dyadic>, high: &Bound<Dyadic>) -> Dyadic {
    let (Bound::Included(bound) | Bound::Excluded(bound)) = low else {
        unreachable!("an interval above zero is bounded from below")
    };
    let mut exponent = 0;
    loop {
        let floor = bound.floor_of_shifted(exponent);
        let least = floor.divided_by_power(exponent);
        let least = if above(&least, low.as_ref()) {
            least
        } else {
            (&floor + &Dyadic::ONE).divided_by_power(exponent)
        };
        if below(&least, high.as_ref()) {
            return least;
        }
        exponent += 1;
    }
}

impl From<i64> for Dyadic {
    fn from(number: i64) -> Dyadic {
        Dyadic::new(number, 0)
    }
}

impl From<i32> for Dyadic {
    fn from(number: i32) -> Dyadic {
        Dyadic::from(i64::from(number))
    }
}

impl From<u32> for Dyadic {
    fn from(number: u32) -> Dyadic {
        Dyadic::from(i64::from(number))
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        if let (Some((a, e)), Some((b, f))) = (self.to_small(), other.to_small()) {
            let exponent = e.max(f);
            return Dyadic::from_i128(
                (i128::from(a) << (exponent - e)) + (i128::from(b) << (exponent - f)),
                exponent,
            );
        }
        let ((a, e), (b, f)) = (self.to_big(), other.to_big());
        let exponent = e.max(f);
        Dyadic::from_big((a << (exponent - e)) + (b << (exponent - f)), exponent)
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;

    fn mul(self, other: &Dyadic) -> Dyadic {
        if let (Some((a, e)), Some((b, f))) = (self.to_small(), other.to_small()) {
            return Dyadic::from_i128(i128::from(a) * i128::from(b), e + f);
        }
        let ((a, e), (b, f)) = (self.to_big(), other.to_big());
        Dyadic::from_big(a * b, e + f)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        match &self.0 {
            // The negative of the least machine integer needs one bit more.
            Form::Small { numerator, exponent } => Dyadic::from_i128(-i128::from(*numerator), *exponent),
            Form::Big(wide) => Dyadic::from_big(-wide.numerator.clone(), wide.exponent),
        }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if let (Some((a, e)), Some((b, f))) = (self.to_small(), other.to_small()) {
            return (i128::from(a) << f).cmp(&(i128::from(b) << e));
        }
        (self - other).sign()
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, exponent) = self.to_big();
        if exponent == 0 {
            return write!(f, "{numerator}");
        }
        write!(f, "{numerator}/{}", BigInt::from(1) << exponent)
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a dyadic rational.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseDyadicError {
    /// Something else than digits, a leading sign and one slash.
    #[error("'{0}' is not a number: a number is written as 3, -3 or 3/4")]
    NotANumber(String),
    /// The denominator is no power of two.
    #[error("the denominator {0} is not a power of two")]
    Denominator(String),
    /// Absurdly long.
    #[error("a number of {0} digits is too long: at most {MAX_DIGITS} are read")]
    TooLong(usize),
}

impl FromStr for Dyadic {
    type Err = ParseDyadicError;

    fn from_str(text: &str) -> Result<Dyadic, ParseDyadicError> {
        if text.len() > MAX_DIGITS {
            return Err(ParseDyadicError::TooLong(text.len()));
        }
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let read = |part: &str, digits: &str| {
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { part.parse::<BigInt>().ok() } else { None }
        };
        let wrong = || ParseDyadicError::NotANumber(text.to_owned());
        let top = read(numerator, numerator.strip_prefix('-').unwrap_or(numerator)).ok_or_else(wrong)?;
        let bottom = read(denominator, denominator).ok_or_else(wrong)?;
        let exponent = bottom.trailing_zeros().and_then(|zeros| u32::try_from(zeros).ok());
        match exponent {
            Some(exponent) if bottom == BigInt::from(1) << exponent => Ok(Dyadic::from_big(top, exponent)),
            _ => Err(ParseDyadicError::Denominator(denominator.to_owned())),
        }
    }
}
