//! Sets of cells of a grid as bits, for boards of up to 64 and of up to 128 bits.
//!
//! Cell (row, column) is bit `row * stride + column`; the last column of each row is not used.

use std::ops::{BitAnd, BitOr, Shl, Shr, Sub};

/// An unsigned integer as a set. Half as many bits take less than half as many instructions.
pub(crate) trait Word:
    Copy
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Sub<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    const BITS: u32;

    /// The lowest bits of a set.
    fn of(set: u128) -> Self;
    fn widened(self) -> u128;
    fn reverse_bits(self) -> Self;
    fn trailing_zeros(self) -> u32;
}

macro_rules! impl_word {
    ($word:ty) => {
        impl Word for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const BITS: u32 = <$word>::BITS;

            fn of(set: u128) -> Self {
                set as Self
            }

            fn widened(self) -> u128 {
                self.into()
            }

            fn reverse_bits(self) -> Self {
                <$word>::reverse_bits(self)
            }

            fn trailing_zeros(self) -> u32 {
                <$word>::trailing_zeros(self)
            }
        }
    };
}

impl_word!(u64);
impl_word!(u128);

/// The lowest bits.
fn low<W: Word>(count: u32) -> W {
    (W::ONE << count) - W::ONE
}

/// The part of `within` that is connected orthogonally with `seed`.
pub(crate) fn flood<W: Word>(seed: W, within: W, stride: u32) -> W {
    let mut set = seed;
    loop {
        // Along the rows and then along the columns: a corner takes one round, not two.
        let wide = set | (((set << 1) | (set >> 1)) & within);
        let next = wide | (((wide << stride) | (wide >> stride)) & within);
        if next == set {
            return set;
        }
        set = next;
    }
}

/// The same cells of a grid of another width.
pub(crate) fn with_stride<W: Word>(set: W, rows: u32, stride: u32, new_stride: u32) -> W {
    let keep = low::<W>(new_stride - 1);
    (0..rows).fold(W::ZERO, |all, row| all | (((set >> (row * stride)) & keep) << (row * new_stride)))
}

/// The cells after a half turn of a grid that uses so many bits.
pub(crate) fn half_turned<W: Word>(set: W, used: u32) -> W {
    // Bit i goes to used - 2 - i: the last real cell is bit used - 2.
    set.reverse_bits() >> (W::BITS + 1 - used)
}

/// The cells with the rows in the opposite order.
pub(crate) fn flipped<W: Word>(set: W, rows: u32, stride: u32) -> W {
    let keep = low::<W>(stride - 1);
    (0..rows)
        .fold(W::ZERO, |all, row| all | (((set >> (row * stride)) & keep) << ((rows - 1 - row) * stride)))
}

/// The cells with rows as columns, in rows that are `side` bits apart.
pub(crate) fn transposed<W: Word>(set: W, rows: u32, stride: u32, side: u32) -> W {
    let keep = low::<W>(stride - 1);
    let mut turned = W::ZERO;
    for row in 0..rows {
        let mut cells = (set >> (row * stride)) & keep;
        while cells != W::ZERO {
            turned = turned | (W::ONE << (cells.trailing_zeros() * side + row));
            cells = cells & (cells - W::ONE);
        }
    }
    turned
}

/// The black, white and empty cells of a board.
pub(crate) type Sets<W> = (W, W, W);

/// The sets of a board, each changed. Most games leave one or two of them empty.
fn map<W: Word>((black, white, empty): Sets<W>, change: impl Fn(W) -> W) -> Sets<W> {
    let change = |set| if set == W::ZERO { set } else { change(set) };
    (change(black), change(white), change(empty))
}

/// The four images of a board under mirrors.
fn mirrors<W: Word>(sets: Sets<W>, rows: u32, stride: u32) -> [Sets<W>; 4] {
    let turned = map(sets, |set| half_turned(set, rows * stride));
    let flip = |sets| map(sets, |set| flipped(set, rows, stride));
    [sets, turned, flip(sets), flip(turned)]
}

fn least<W: Word>(images: [Sets<W>; 4]) -> Sets<W> {
    images.into_iter().fold(images[0], Ord::min)
}

/// The least of the four images of a board under mirrors.
pub(crate) fn least_mirror<W: Word>(sets: Sets<W>, rows: u32, stride: u32) -> Sets<W> {
    least(mirrors(sets, rows, stride))
}

/// The least of the four images of a board under mirrors, and the same with the colours swapped.
pub(crate) fn least_mirrors<W: Word>(sets: Sets<W>, rows: u32, stride: u32) -> [Sets<W>; 2] {
    let images = mirrors(sets, rows, stride);
    [least(images), least(images.map(|(black, white, empty)| (white, black, empty)))]
}
