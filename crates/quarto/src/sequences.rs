//! Numbers for sequences of different pieces, up to the symmetries of the pieces.
//!
//! The pieces have 384 symmetries: each of the four attributes may be reversed, and the attributes may be
//! exchanged. Seen as four columns of bits, one row for each piece, a sequence therefore has exactly one
//! image whose first row is zero and whose columns stand in order, the earliest row deciding. That image is
//! its canonical form.
//!
//! Canonical sequences are numbered in the order of their rows. While two neighbouring columns are still
//! equal, the next row must not put a one before a zero there, so what may follow depends on the pieces used
//! and on which columns are equal: a small automaton with a count for each of its states. As soon as all
//! columns differ, every unused piece may follow.

use std::collections::HashMap;

use zermelo_core::{spread, squeeze};

/// One bit of each of the sixteen rows.
const COLUMN: u64 = 0x1111_1111_1111_1111;

/// Neighbouring columns that are equal so far: bit `i` says so of columns `i` and `i + 1`.
type Equal = u8;

/// Returns the rows that may follow while the columns of `equal` are equal, and what is equal afterwards.
fn following(equal: Equal, row: u8) -> Option<Equal> {
    let (left, right) = (row & 0b0111, row >> 1);
    let in_order = left & !right & equal == 0;
    in_order.then_some(equal & !(left ^ right) & 0b0111)
}

/// How the sequences go on from one state.
#[derive(Clone, Debug)]
struct State {
    /// For each piece, how many sequences go on with a smaller one.
    before: [u32; 16],
    /// For each piece, the number of the state after it; `DISTINCT` when no columns are equal, `NEVER` if it
    /// cannot follow.
    next: [u16; 16],
}

const DISTINCT: u16 = u16::MAX;
const NEVER: u16 = u16::MAX - 1;

/// The canonical sequences of a certain length.
///
/// ```
/// use zermelo_quarto::Sequences;
/// // 43,680 sequences of four different pieces, and 384 symmetries.
/// let four = Sequences::new(4);
/// assert_eq!(four.count(), 169);
/// let (first, last) = (four.sequence(0), four.sequence(168));
/// assert_eq!((four.number(first), four.number(last)), (0, 168));
/// ```
#[derive(Clone, Debug)]
pub struct Sequences {
    length: u32,
    states: Vec<State>,
    count: u32,
    /// For each number of pieces used, how many ways there are to go on with any pieces.
    ways: [u32; 17],
}

impl Sequences {
    /// Prepares the sequences of `length` pieces, of which there are at most 16.
    ///
    /// # Panics
    /// If there are more than 2^32 sequences, from 12 pieces on.
    pub fn new(length: u32) -> Sequences {
        assert!((1..12).contains(&length), "sequences of {length} pieces");
        let mut ways = [0; 17];
        ways[length as usize] = 1;
        // Four columns need two rows besides the first to differ.
        for used in (3..length).rev() {
            ways[used as usize] = ways[used as usize + 1] * (16 - used);
        }
        let mut sequences = Sequences { length, states: Vec::new(), count: 0, ways };
        let mut known = HashMap::new();
        // The first piece is always the zero, which leaves all columns equal.
        sequences.count = sequences.add(1, 0b0111, &mut known).1;
        sequences
    }

    /// Adds the state with these pieces used, unless it is there; returns its number and how many sequences
    /// it begins.
    fn add(&mut self, used: u16, equal: Equal, known: &mut HashMap<(u16, Equal), (u16, u32)>) -> (u16, u32) {
        if equal == 0 {
            return (DISTINCT, self.ways[used.count_ones() as usize]);
        }
        if let Some(&found) = known.get(&(used, equal)) {
            return found;
        }
        let number = self.states.len() as u16;
        self.states.push(State { before: [0; 16], next: [NEVER; 16] });
        let mut count = u32::from(used.count_ones() == self.length);
        let mut state = self.states[usize::from(number)].clone();
        for piece in 0..16 {
            state.before[usize::from(piece)] = count;
            if used.count_ones() < self.length
                && used >> piece & 1 == 0
                && let Some(equal) = following(equal, piece)
            {
                let (next, more) = self.add(used | 1 << piece, equal, known);
                state.next[usize::from(piece)] = next;
                count += more;
            }
        }
        self.states[usize::from(number)] = state;
        known.insert((used, equal), (number, count));
        (number, count)
    }

    /// Returns how many canonical sequences there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Returns the canonical form of a sequence: four bits for each piece, the first in the lowest.
    ///
    /// Hot: some tens of instructions.
    #[inline]
    pub fn canonical(&self, sequence: u64) -> u64 {
        let rows = u64::MAX >> (64 - 4 * self.length);
        let from_zero = sequence ^ ((sequence & 0xf) * (COLUMN & rows));
        // The earliest row decides, so it is the highest bit of a column here.
        let column = |i: u32| (squeeze(from_zero, COLUMN << i) as u16).reverse_bits();
        let [a, b, c, d] = [column(0), column(1), column(2), column(3)];
        let ([a, b], [c, d]) = ([a.min(b), a.max(b)], [c.min(d), c.max(d)]);
        let ([a, c], [b, d]) = ([a.min(c), a.max(c)], [b.min(d), b.max(d)]);
        let [b, c] = [b.min(c), b.max(c)];
        let row = |column: u16, i: u32| spread(column.reverse_bits().into(), COLUMN << i);
        row(a, 0) | row(b, 1) | row(c, 2) | row(d, 3)
    }

    /// Returns the number of a canonical sequence.
    #[inline]
    pub fn number(&self, sequence: u64) -> u32 {
        let (mut number, mut state, mut used) = (0, 0, 1_u16);
        let mut rest = sequence >> 4;
        for length in 1..self.length {
            let piece = (rest & 0xf) as usize;
            rest >>= 4;
            if state == DISTINCT {
                let smaller = !used & ((1 << piece) - 1);
                number += smaller.count_ones() * self.ways[length as usize + 1];
            } else {
                let at = &self.states[usize::from(state)];
                number += at.before[piece];
                state = at.next[piece];
            }
            used |= 1 << piece;
        }
        number
    }

    /// Returns the canonical sequence with a number below [`count`](Sequences::count).
    pub fn sequence(&self, mut number: u32) -> u64 {
        let (mut sequence, mut state, mut used) = (0, 0, 1_u16);
        for length in 1..self.length {
            let piece;
            if state == DISTINCT {
                let ways = self.ways[length as usize + 1];
                let unused = spread(1 << (number / ways), u64::from(!used));
                piece = unused.trailing_zeros() as usize;
                number %= ways;
            } else {
                let at = &self.states[usize::from(state)];
                let possible = |&piece: &usize| at.next[piece] != NEVER && at.before[piece] <= number;
                piece = (0..16).rev().find(possible).expect("a number below the count");
                number -= at.before[piece];
                state = at.next[piece];
            }
            used |= 1 << piece;
            sequence |= (piece as u64) << (4 * length);
        }
        sequence
    }

    /// Returns how many sequences are images of a canonical one: 384, or fewer if some of its columns are
    /// equal.
    pub fn images(&self, sequence: u64) -> u32 {
        let column = |i: u32| squeeze(sequence, COLUMN << i);
        let (mut run, mut same) = (1, 1);
        for i in 1..4 {
            run = if column(i) == column(i - 1) { run + 1 } else { 1 };
            same *= run;
        }
        384 / same
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_sequence(random: &mut fastrand::Rng, length: usize) -> u64 {
        let mut pieces: Vec<u64> = (0..16).collect();
        random.shuffle(&mut pieces);
        pieces[..length].iter().rev().fold(0, |sequence, piece| sequence << 4 | piece)
    }

    /// Reverses the attributes of `mask` and then exchanges attributes, piece by piece.
    fn image(sequence: u64, length: u32, mask: u64, order: [u32; 4]) -> u64 {
        (0..length).fold(0, |image, row| {
            let piece = (sequence >> (4 * row) ^ mask) & 0xf;
            let moved = (0..4).fold(0, |moved, i| moved | (piece >> i & 1) << order[i as usize]);
            image | moved << (4 * row)
        })
    }

    #[test]
    fn numbers_and_sequences_are_inverse_and_images_add_up_to_all_sequences() {
        for length in 1..=6 {
            let sequences = Sequences::new(length);
            let mut total = 0_u64;
            for number in 0..sequences.count() {
                let sequence = sequences.sequence(number);
                assert_eq!(sequences.number(sequence), number);
                assert_eq!(sequences.canonical(sequence), sequence);
                total += u64::from(sequences.images(sequence));
            }
            assert_eq!(total, (0..u64::from(length)).map(|used| 16 - used).product::<u64>());
        }
    }

    #[test]
    fn long_sequences_have_numbers_too() {
        let mut random = fastrand::Rng::with_seed(2);
        for length in 7..=11 {
            let sequences = Sequences::new(length);
            for _ in 0..2_000 {
                let number = random.u32(..sequences.count());
                assert_eq!(sequences.number(sequences.sequence(number)), number);
            }
            assert_eq!(sequences.number(sequences.sequence(sequences.count() - 1)), sequences.count() - 1);
        }
    }

    #[test]
    fn all_images_of_a_sequence_have_the_same_canonical_form() {
        let mut random = fastrand::Rng::with_seed(1);
        for length in 1..=11 {
            let sequences = Sequences::new(length);
            for _ in 0..500 {
                let sequence = random_sequence(&mut random, length as usize);
                let canonical = sequences.canonical(sequence);
                let mut order = [0, 1, 2, 3];
                random.shuffle(&mut order);
                let image = image(sequence, length, random.u64(..16), order);
                assert_eq!(sequences.canonical(image), canonical);
                assert!(sequences.number(canonical) < sequences.count());
            }
        }
    }
}
