//! Sets of cells of a grid: what turns and mirrors do to them.
//!
//! Cell (row, column) is cell `row * stride + column` of the set; the last column of each row is not used.

use crate::boards::cell_set::CellSet;

/// The part of `within` that is connected orthogonally with `seed`.
pub(crate) fn flood<S: CellSet>(seed: S, within: S, stride: u32) -> S {
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
pub(crate) fn with_stride<S: CellSet>(set: S, rows: u32, stride: u32, new_stride: u32) -> S {
    let keep = S::first_cells(new_stride - 1);
    (0..rows).fold(S::EMPTY, |all, row| all | (((set >> (row * stride)) & keep) << (row * new_stride)))
}

/// The cells after a half turn of a grid that uses so many bits.
pub(crate) fn half_turned<S: CellSet>(set: S, used: u32) -> S {
    // Bit i goes to used - 2 - i: the last real cell is bit used - 2.
    set.reversed() >> (S::BITS + 1 - used)
}

/// The cells with the rows in the opposite order.
pub(crate) fn flipped<S: CellSet>(set: S, rows: u32, stride: u32) -> S {
    let keep = S::first_cells(stride - 1);
    (0..rows)
        .fold(S::EMPTY, |all, row| all | (((set >> (row * stride)) & keep) << ((rows - 1 - row) * stride)))
}

/// The cells with rows as columns, in rows that are `side` bits apart.
pub(crate) fn transposed<S: CellSet>(set: S, rows: u32, stride: u32, side: u32) -> S {
    let keep = S::first_cells(stride - 1);
    let mut turned = S::EMPTY;
    for row in 0..rows {
        let mut cells = (set >> (row * stride)) & keep;
        while !cells.is_empty() {
            turned |= S::cell(cells.first() * side + row);
            cells = cells.without_first();
        }
    }
    turned
}

/// The black, white and empty cells of a board.
pub(crate) type Sets<S> = (S, S, S);

/// The sets of a board, each changed. Most games leave one or two of them empty.
fn map<S: CellSet>((black, white, empty): Sets<S>, change: impl Fn(S) -> S) -> Sets<S> {
    let change = |set: S| if set.is_empty() { set } else { change(set) };
    (change(black), change(white), change(empty))
}

/// The four images of a board under mirrors.
fn mirrors<S: CellSet>(sets: Sets<S>, rows: u32, stride: u32) -> [Sets<S>; 4] {
    let turned = map(sets, |set| half_turned(set, rows * stride));
    let flip = |sets| map(sets, |set| flipped(set, rows, stride));
    [sets, turned, flip(sets), flip(turned)]
}

fn least<S: CellSet>(images: [Sets<S>; 4]) -> Sets<S> {
    images.into_iter().fold(images[0], Ord::min)
}

/// The least of the four images of a board under mirrors.
pub(crate) fn least_mirror<S: CellSet>(sets: Sets<S>, rows: u32, stride: u32) -> Sets<S> {
    least(mirrors(sets, rows, stride))
}

/// The least of the four images of a board under mirrors, and the same with the colours swapped.
pub(crate) fn least_mirrors<S: CellSet>(sets: Sets<S>, rows: u32, stride: u32) -> [Sets<S>; 2] {
    let images = mirrors(sets, rows, stride);
    [least(images), least(images.map(|(black, white, empty)| (white, black, empty)))]
}
