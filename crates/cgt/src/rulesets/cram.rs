//! Cram, which is impartial domineering: cells that make no difference.

use crate::{CellSet, Grid};

/// The free cells of a board without some that do not change its nim-value, and those without neighbours.
///
/// A tip is a cell with a single neighbour, its stem. A cell is idle if each of its neighbours is the stem of some
/// other tip: whoever covers the idle cell and a stem could as well cover that stem and its tip, since what is left
/// of either is of no use, or idle again in the rest. So an idle cell may be taken away.
pub(super) fn needed_cells<S: CellSet>(board: &Grid<S>) -> S {
    let mut free = board.empty;
    loop {
        let needed = without_idle(free, board.stride());
        if needed == free {
            return free;
        }
        free = needed;
    }
}

/// The cells without those that are idle.
fn without_idle<S: CellSet>(free: S, stride: u32) -> S {
    // Whether there is a free cell to the left, to the right, above, below.
    let sides = [free << 1, free >> 1, free << stride, free >> stride].map(|side| side & free);
    let [one, two] =
        sides.into_iter().fold([S::EMPTY; 2], |[one, two], side| [one | side, two | (one & side)]);
    let tips = one & !two;
    // Tips by where they are as seen from their stems: two on different sides of one stem do the same.
    let mut stems = S::EMPTY;
    let mut needed = free & one;
    for (to_stem, to_tip) in [(1, 0), (0, 1), (stride, 0), (0, stride)] {
        let stems_here = ((tips << to_stem) >> to_tip) & free;
        let twins = stems_here & stems;
        needed &= !((twins >> to_stem) << to_tip & tips);
        stems |= stems_here;
    }
    // Neither a tip nor beside anything but stems.
    let others = free & !stems;
    let beside_others = (others << 1) | (others >> 1) | (others << stride) | (others >> stride);
    let bridges = two & !stems & !beside_others;
    needed & !bridges
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::Board;
    use crate::boards::board::Bits;

    /// The nim-value by the definition.
    fn nim(free: u128, stride: u32, known: &mut HashMap<u128, u32>) -> u32 {
        if let Some(&nim) = known.get(&free) {
            return nim;
        }
        let mut options = Vec::new();
        for distance in [1, stride] {
            for bit in Bits(free & (free >> distance)) {
                options.push(nim(free & !(1 << bit | 1 << (bit + distance)), stride, known));
            }
        }
        let nim = (0..=options.len() as u32)
            .find(|nim| !options.contains(nim))
            .expect("fewer options than numbers");
        known.insert(free, nim);
        nim
    }

    #[test]
    fn idle_cells_make_no_difference() {
        let mut taken = 0;
        for (rows, columns) in [(3, 4), (4, 4), (2, 7)] {
            let whole = Board::open(rows, columns).unwrap();
            let mut known = HashMap::new();
            let mut random = fastrand::Rng::with_seed(3);
            for _ in 0..2000 {
                let board = Board { empty: whole.empty & random.u128(..), ..whole };
                let needed = needed_cells(&board);
                assert_eq!(needed & !board.empty, 0);
                taken += (board.empty & board.beside(board.empty) & !needed).count_ones();
                let [before, after] = [board.empty, needed].map(|free| nim(free, board.stride(), &mut known));
                assert_eq!(before, after, "{board}");
            }
        }
        assert!(taken > 1000, "only {taken} cells were idle");
    }
}
