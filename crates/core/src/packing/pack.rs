//! Positions as numbers of a few words: what solvers sort, compare and store.
//!
//! A position is packed field by field, the first one most significantly, so that *the order of the keys is the order of
//! the positions*, and positions that differ in their last fields only are neighbours. Sorted keys then compress well.

use std::fmt::Debug;

pub use zermelo_derive::Pack;

/// What can be packed into a fixed number of bits and taken out again.
///
/// Structs and enums derive it, together with `Ord`, whose order it keeps:
///
/// ```
/// use zermelo_core::{Pack, Turn, packed, unpacked};
///
/// #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Pack)]
/// struct Position {
///     #[pack(bits = 9)]
///     x: u16,
///     #[pack(bits = 9)]
///     o: u16,
///     turn: Turn,
/// }
///
/// assert_eq!(Position::BITS, 19);
/// let p = Position { x: 0b100, o: 0b11, turn: Turn::Second };
/// let key: u64 = packed(&p);
/// assert_eq!(key, 0b000000100_000000011_1);
/// assert_eq!(unpacked(key), Some(p));
/// ```
pub trait Pack: Sized {
    /// How many bits it takes.
    const BITS: u32;

    /// Appends its bits to a key.
    fn pack<K: Key>(&self, to: &mut K);

    /// Takes its bits off a key; `None` if they are those of no value.
    fn unpack<K: Key>(from: &mut Unpacker<K>) -> Option<Self>;
}

/// The key of a position, which must not have more bits than the key.
#[inline]
pub fn packed<P: Pack, K: Key>(p: &P) -> K {
    assert!(P::BITS <= K::BITS, "a position of more bits than its key");
    let mut key = K::ZERO;
    p.pack(&mut key);
    key
}

/// The position of a key; `None` if it is the key of none.
#[inline]
pub fn unpacked<P: Pack, K: Key>(key: K) -> Option<P> {
    assert!(P::BITS <= K::BITS, "a position of more bits than its key");
    if !key.fits(P::BITS) {
        return None;
    }
    P::unpack(&mut Unpacker { key, left: P::BITS })
}

/// A packed position: an unsigned number of one or more words.
pub trait Key: Copy + Ord + Debug + Send + Sync + 'static {
    /// The most bits it can have.
    const BITS: u32;
    /// The key without any bits.
    const ZERO: Self;

    /// Makes room for `bits` bits at the end and puts a number there that has no more.
    fn push(&mut self, bits: u32, value: u64);

    /// The number in `bits` bits, up to 64, of which so many stand behind.
    fn field(self, behind: u32, bits: u32) -> u64;

    /// The difference to a key that is not greater.
    #[must_use]
    fn minus(self, other: Self) -> Self;

    /// The sum; `None` if it has no room.
    fn plus(self, other: Self) -> Option<Self>;

    /// The sum with a number of one word, which must have room.
    #[must_use]
    fn add_word(self, word: u64) -> Self;

    /// Whether it has at most so many bits.
    fn fits(self, bits: u32) -> bool;

    /// Appends zeros.
    fn push_zeros(&mut self, bits: u32) {
        for taken in (0..bits).step_by(64) {
            self.push((bits - taken).min(64), 0);
        }
    }

    /// A number that depends on all bits, for tables.
    fn hash(self) -> u64;

    /// The same number in the widest key.
    fn widened(self) -> WideKey {
        let mut wide = WideKey::ZERO;
        (0..<WideKey as Key>::BITS)
            .step_by(64)
            .rev()
            .for_each(|behind| wide.push(64, self.field(behind, 64)));
        wide
    }

    /// The key of a number in the widest key, which must have room.
    fn narrowed(wide: WideKey) -> Self {
        let mut key = Self::ZERO;
        (0..Self::BITS).step_by(64).rev().for_each(|behind| key.push(64, wide.field(behind, 64)));
        key
    }
}

/// A key with room for every position, where a game's own width is not known.
pub type WideKey = [u64; 8];

/// A fixed odd number without pattern (the golden ratio, as usual), to mix bits by multiplication.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

impl Key for u64 {
    const BITS: u32 = 64;
    const ZERO: u64 = 0;

    #[inline]
    fn push(&mut self, bits: u32, value: u64) {
        *self = self.unbounded_shl(bits) | value;
    }

    #[inline]
    fn field(self, behind: u32, bits: u32) -> u64 {
        self.unbounded_shr(behind) & mask(bits)
    }

    #[inline]
    fn minus(self, other: u64) -> u64 {
        self - other
    }

    #[inline]
    fn plus(self, other: u64) -> Option<u64> {
        self.checked_add(other)
    }

    #[inline]
    fn add_word(self, word: u64) -> u64 {
        self.wrapping_add(word)
    }

    #[inline]
    fn fits(self, bits: u32) -> bool {
        self.unbounded_shr(bits) == 0
    }

    #[inline]
    fn hash(self) -> u64 {
        self.wrapping_mul(MIX)
    }
}

impl Key for u128 {
    const BITS: u32 = 128;
    const ZERO: u128 = 0;

    #[inline]
    fn push(&mut self, bits: u32, value: u64) {
        *self = self.unbounded_shl(bits) | u128::from(value);
    }

    #[inline]
    fn field(self, behind: u32, bits: u32) -> u64 {
        self.unbounded_shr(behind) as u64 & mask(bits)
    }

    #[inline]
    fn minus(self, other: u128) -> u128 {
        self - other
    }

    #[inline]
    fn plus(self, other: u128) -> Option<u128> {
        self.checked_add(other)
    }

    #[inline]
    fn add_word(self, word: u64) -> u128 {
        self.wrapping_add(word.into())
    }

    #[inline]
    fn fits(self, bits: u32) -> bool {
        self.unbounded_shr(bits) == 0
    }

    #[inline]
    fn hash(self) -> u64 {
        ((self >> 64) as u64).wrapping_mul(MIX).rotate_left(32).wrapping_add(self as u64).wrapping_mul(MIX)
    }
}

/// Words, the most significant first, so that they compare like the number.
impl<const N: usize> Key for [u64; N] {
    const BITS: u32 = 64 * N as u32;
    const ZERO: [u64; N] = [0; N];

    #[inline]
    fn push(&mut self, bits: u32, value: u64) {
        if bits == 64 {
            self.rotate_left(1);
            self[N - 1] = value;
            return;
        }
        for i in 0..N {
            let next = self.get(i + 1).copied().unwrap_or(0);
            self[i] = self[i] << bits | next.unbounded_shr(64 - bits);
        }
        self[N - 1] |= value;
    }

    #[inline]
    fn field(self, behind: u32, bits: u32) -> u64 {
        let (words, shift) = ((behind / 64) as usize, behind % 64);
        let word = |place: usize| place.checked_sub(words).map_or(0, |place| self[place]);
        let number = word(N - 1) >> shift | (if N > 1 { word(N - 2) } else { 0 }).unbounded_shl(64 - shift);
        number & mask(bits)
    }

    #[inline]
    fn minus(self, other: [u64; N]) -> [u64; N] {
        let mut difference = [0; N];
        let mut borrow = false;
        for i in (0..N).rev() {
            let (first, one) = self[i].overflowing_sub(other[i]);
            let (second, two) = first.overflowing_sub(u64::from(borrow));
            (difference[i], borrow) = (second, one | two);
        }
        difference
    }

    #[inline]
    fn plus(self, other: [u64; N]) -> Option<[u64; N]> {
        let mut sum = [0; N];
        let mut carry = false;
        for i in (0..N).rev() {
            let (first, one) = self[i].overflowing_add(other[i]);
            let (second, two) = first.overflowing_add(u64::from(carry));
            (sum[i], carry) = (second, one | two);
        }
        (!carry).then_some(sum)
    }

    #[inline]
    fn add_word(mut self, word: u64) -> [u64; N] {
        let (sum, mut carry) = self[N - 1].overflowing_add(word);
        self[N - 1] = sum;
        for i in (0..N - 1).rev() {
            (self[i], carry) = self[i].overflowing_add(u64::from(carry));
        }
        self
    }

    #[inline]
    fn fits(self, bits: u32) -> bool {
        (0..N).all(|i| self[i].unbounded_shr(bits.saturating_sub(64 * (N - 1 - i) as u32)) == 0)
    }

    #[inline]
    fn hash(self) -> u64 {
        self.iter().fold(0, |hash: u64, &word| hash.rotate_left(32).wrapping_add(word).wrapping_mul(MIX))
    }
}

/// A key from which fields are taken, the first one first.
#[derive(Debug)]
pub struct Unpacker<K> {
    key: K,
    /// Bits that have not been taken.
    left: u32,
}

impl<K: Key> Unpacker<K> {
    /// The number in the next bits, at most 64.
    #[inline]
    pub fn take(&mut self, bits: u32) -> u64 {
        self.left -= bits;
        self.key.field(self.left, bits)
    }

    /// Takes bits that must be zeros.
    pub fn take_zeros(&mut self, bits: u32) -> Option<()> {
        (0..bits).step_by(64).all(|taken| self.take((bits - taken).min(64)) == 0).then_some(())
    }
}

/// Packs an unsigned number into fewer bits than its type has.
///
/// # Panics
/// If it needs more: two positions with the same key would make wrong answers.
#[inline]
pub fn pack_narrow<K: Key>(number: impl Into<u64>, bits: u32, to: &mut K) {
    let number = number.into();
    assert!(number.unbounded_shr(bits) == 0, "a field of {bits} bits cannot hold {number}");
    to.push(bits, number);
}

/// Takes out what [`pack_narrow`] packed.
#[inline]
pub fn unpack_narrow<T: TryFrom<u64>, K: Key>(bits: u32, from: &mut Unpacker<K>) -> Option<T> {
    T::try_from(from.take(bits)).ok()
}

/// The larger of two numbers of bits.
pub const fn longer(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

macro_rules! pack_unsigned {
    ($($number:ty)*) => {$(
        impl Pack for $number {
            const BITS: u32 = <$number>::BITS;

            #[inline]
            fn pack<K: Key>(&self, to: &mut K) {
                to.push(Self::BITS, *self as u64);
            }

            #[inline]
            fn unpack<K: Key>(from: &mut Unpacker<K>) -> Option<Self> {
                Some(from.take(<$number>::BITS) as $number)
            }
        }
    )*};
}
pack_unsigned!(u8 u16 u32 u64);

/// With the highest bit turned, numbers below zero come first.
macro_rules! pack_signed {
    ($($number:ty, $unsigned:ty;)*) => {$(
        impl Pack for $number {
            const BITS: u32 = <$number>::BITS;

            #[inline]
            fn pack<K: Key>(&self, to: &mut K) {
                (*self as $unsigned ^ 1 << (<$number>::BITS - 1)).pack(to);
            }

            #[inline]
            fn unpack<K: Key>(from: &mut Unpacker<K>) -> Option<Self> {
                Some((<$unsigned>::unpack(from)? ^ 1 << (<$number>::BITS - 1)) as $number)
            }
        }
    )*};
}
pack_signed!(i8, u8; i16, u16; i32, u32; i64, u64;);

impl Pack for u128 {
    const BITS: u32 = 128;

    #[inline]
    fn pack<K: Key>(&self, to: &mut K) {
        to.push(64, (self >> 64) as u64);
        to.push(64, *self as u64);
    }

    #[inline]
    fn unpack<K: Key>(from: &mut Unpacker<K>) -> Option<u128> {
        let high = from.take(64);
        Some(u128::from(high) << 64 | u128::from(from.take(64)))
    }
}

impl Pack for bool {
    const BITS: u32 = 1;

    #[inline]
    fn pack<K: Key>(&self, to: &mut K) {
        to.push(1, u64::from(*self));
    }

    #[inline]
    fn unpack<K: Key>(from: &mut Unpacker<K>) -> Option<bool> {
        Some(from.take(1) == 1)
    }
}

impl<T: Pack, const N: usize> Pack for [T; N] {
    const BITS: u32 = T::BITS * N as u32;

    #[inline]
    fn pack<K: Key>(&self, to: &mut K) {
        for item in self {
            item.pack(to);
        }
    }

    #[inline]
    fn unpack<K: Key>(from: &mut Unpacker<K>) -> Option<[T; N]> {
        let items = std::array::from_fn(|_| T::unpack(from));
        if items.iter().any(Option::is_none) {
            return None;
        }
        Some(items.map(|item: Option<T>| item.expect("looked at just before")))
    }
}

/// `None` comes first, as zeros.
impl<T: Pack> Pack for Option<T> {
    const BITS: u32 = 1 + T::BITS;

    #[inline]
    fn pack<K: Key>(&self, to: &mut K) {
        self.is_some().pack(to);
        match self {
            Some(item) => item.pack(to),
            None => to.push_zeros(T::BITS),
        }
    }

    #[inline]
    fn unpack<K: Key>(from: &mut Unpacker<K>) -> Option<Option<T>> {
        if from.take(1) == 1 { T::unpack(from).map(Some) } else { from.take_zeros(T::BITS).map(|()| None) }
    }
}

macro_rules! pack_tuple {
    ($($item:ident)*) => {
        impl<$($item: Pack),*> Pack for ($($item,)*) {
            const BITS: u32 = 0 $(+ $item::BITS)*;

            #[inline]
            #[allow(non_snake_case, unused_variables, reason = "one macro for tuples of all lengths")]
            fn pack<Z: Key>(&self, to: &mut Z) {
                let ($($item,)*) = self;
                $($item.pack(to);)*
            }

            #[inline]
            #[allow(unused_variables, reason = "the empty tuple takes nothing")]
            fn unpack<Z: Key>(from: &mut Unpacker<Z>) -> Option<Self> {
                Some(($($item::unpack(from)?,)*))
            }
        }
    };
}
pack_tuple!();
pack_tuple!(A);
pack_tuple!(A B);
pack_tuple!(A B C);
pack_tuple!(A B C D);
pack_tuple!(A B C D E);
pack_tuple!(A B C D E F);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Turn;
    use std::collections::BTreeSet;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Pack)]
    enum Piece {
        Nothing,
        Man(Turn),
        King {
            turn: Turn,
            #[pack(bits = 3)]
            since: u8,
        },
    }

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Pack)]
    struct Everything {
        height: i16,
        piece: Piece,
        mark: Option<(bool, u8)>,
        rows: [u32; 3],
        rest: (u64, i8),
    }

    fn random_positions() -> BTreeSet<Everything> {
        let mut state = 1u64;
        let mut next = move |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        let mut turn = [Turn::First, Turn::Second].into_iter().cycle();
        (0..2000)
            .map(|_| {
                let turn = turn.next().unwrap();
                Everything {
                    height: next(1 << 16) as u16 as i16,
                    piece: match next(3) {
                        0 => Piece::Nothing,
                        1 => Piece::Man(turn),
                        _ => Piece::King { turn, since: next(8) as u8 },
                    },
                    mark: (next(2) == 0).then(|| (next(2) == 0, next(3) as u8)),
                    rows: [next(3) as u32, next(1 << 32) as u32, next(2) as u32],
                    rest: (next(1 << 31) << 33 | next(1 << 31), next(256) as u8 as i8),
                }
            })
            .collect()
    }

    fn keeps_order<K: Key>() {
        let positions = random_positions();
        let keys: Vec<K> = positions.iter().map(packed).collect();
        assert!(keys.is_sorted_by(|a, b| a < b));
        for (p, &key) in positions.iter().zip(&keys) {
            assert_eq!(unpacked(key), Some(*p));
            assert!(key.fits(Everything::BITS));
            assert_eq!(key.widened(), packed::<_, WideKey>(p));
            assert_eq!(K::narrowed(key.widened()), key);
        }
        for pair in keys.windows(2) {
            let gap = pair[1].minus(pair[0]);
            assert_eq!(pair[0].plus(gap), Some(pair[1]));
            if gap.fits(64) {
                assert_eq!(pair[0].add_word(gap.field(0, 64)), pair[1]);
            }
            assert!(gap > K::ZERO);
        }
    }

    #[test]
    fn keys_of_every_width_keep_the_order_of_positions_and_give_them_back() {
        assert_eq!(Everything::BITS, 16 + (2 + 4) + (1 + 9) + 96 + 72);
        keeps_order::<[u64; 4]>();
        keeps_order::<[u64; 8]>();
    }

    #[test]
    fn numbers_of_one_and_two_words_keep_their_order() {
        let numbers = [i64::MIN, -5, -1, 0, 1, i64::MAX];
        assert!(numbers.map(|n| packed::<_, u64>(&n)).is_sorted_by(|a, b| a < b));
        assert!(numbers.map(|n| packed::<_, u128>(&(n, true))).is_sorted_by(|a, b| a < b));
        for n in numbers {
            assert_eq!(unpacked::<_, u64>(packed::<_, u64>(&n)), Some(n));
            assert_eq!(unpacked::<_, u128>(packed::<_, u128>(&(n, true))), Some((n, true)));
        }
        assert_eq!(unpacked::<u128, u128>(packed(&u128::MAX)), Some(u128::MAX));
    }

    #[test]
    fn keys_of_no_position_give_none() {
        assert_eq!(unpacked::<Piece, u64>(0b11_0000), None, "there is no fourth variant");
        assert_eq!(unpacked::<Piece, u64>(0b00_0001), None, "a short variant is followed by zeros");
        assert_eq!(unpacked::<Piece, u64>(0b100_0000), None, "more bits than a position has");
        assert_eq!(unpacked::<Option<u8>, u64>(0b0_0000_0001), None, "nothing is written as zeros");
        assert_eq!(unpacked::<Option<u8>, u64>(0), Some(None));
        assert_eq!(unpacked::<(), u64>(0), Some(()));
        assert_eq!(unpacked::<[Piece; 2], u64>(0b11_0000), None, "one bad item of a list");
    }

    #[test]
    #[should_panic(expected = "a field of 3 bits cannot hold 8")]
    fn a_number_that_does_not_fit_its_field_panics() {
        let _: u64 = packed(&Piece::King { turn: Turn::First, since: 8 });
    }

    #[test]
    fn sums_beyond_the_width_are_noticed() {
        assert_eq!(u64::MAX.plus(1), None);
        assert_eq!(u128::MAX.plus(1), None);
        assert_eq!([u64::MAX; 4].plus([0, 0, 0, 1]), None);
        assert_eq!([0, u64::MAX].plus([0, 1]), Some([1, 0]));
        assert_eq!([0, 7, u64::MAX].add_word(2), [0, 8, 1]);
        assert_eq!([1, 0].minus([0, 1]), [0, u64::MAX]);
    }
}
