//! Eight small numbers in a machine word, one for each man.

/// Number `i` is byte `i` of the word. Not an array, so that men are moved in registers: a byte written to memory and then
/// read as part of a word would make the processor wait.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, zermelo_core::Pack)]
pub(super) struct Bytes(pub(super) u64);

/// One in each byte.
const ONES: u64 = u64::MAX / 255;

impl Bytes {
    /// How many numbers there are.
    pub(super) const LEN: usize = 8;

    /// The same number eight times.
    pub(super) const fn all(value: u8) -> Bytes {
        Bytes(ONES * value as u64)
    }

    #[inline]
    pub(super) const fn get(self, i: usize) -> u8 {
        (self.0 >> (8 * i)) as u8
    }

    #[inline]
    pub(super) const fn set(&mut self, i: usize, value: u8) {
        self.0 = self.0 & !(0xff << (8 * i)) | (value as u64) << (8 * i);
    }

    pub(super) const fn swap(&mut self, i: usize, j: usize) {
        let (at_i, at_j) = (self.get(i), self.get(j));
        self.set(i, at_j);
        self.set(j, at_i);
    }

    /// How many of the first `count` numbers are below `bound`, all compared at once. For numbers and bounds below 127. Hot.
    #[inline]
    pub(super) const fn below(self, count: usize, bound: u8) -> u64 {
        const HIGH: u64 = ONES << 7;
        // The others count as large.
        let numbers = self.0 | (ONES * 0x7f) << (8 * count);
        // A byte of the difference keeps its high bit if the number is at most bound - 1.
        let differences = (((bound as u64 - 1) * ONES) | HIGH) - numbers;
        ((differences & HIGH) >> 7).wrapping_mul(ONES) >> 56
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_apart_and_compared_together() {
        let mut bytes = Bytes::all(127);
        for (i, value) in [30, 11, 109, 30].into_iter().enumerate() {
            bytes.set(i, value);
        }
        assert_eq!((bytes.get(1), bytes.get(2), bytes.get(4)), (11, 109, 127));
        assert_eq!([11, 12, 30, 31, 110].map(|bound| bytes.below(4, bound)), [0, 1, 1, 3, 4]);
        assert_eq!(bytes.below(2, 110), 2);
    }
}
