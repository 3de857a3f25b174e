//! Counting late positions by classes of boards, without looking at single boards.
//!
//! Let the set of filled cells and the set of remaining pieces be fixed: a *layer*. What can still happen on
//! a board of the layer depends only on its lines that are not full: on which groups of remaining pieces, one
//! for each empty cell of the line, complete it. Boards that agree in this for every line form a class, and
//! all positions on them have the same outcome.
//!
//! The boards of a layer are built cell by cell. Partial boards are merged when they have used the same
//! pieces and when every line that is not full shares the same attributes, as far as these can still matter:
//! a side of an attribute does not matter to a line if too few pieces with it are left to fill the line. What
//! was merged goes on alike, so that one of the merged boards and their number are all that is kept.

use rustc_hash::FxHashMap;

use crate::board::{Board, CELLS, Elements};
use crate::orbits::piece_symmetries;
use crate::planes::{Lanes, lanes_of};
use crate::state_symmetry::StateSymmetry;

/// The ten lines, as sets of cells.
pub const LINES: [u16; 10] = [0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

/// The boards of one layer: some cells filled with all pieces but the remaining ones.
#[derive(Clone, Copy, Debug)]
pub struct Layer {
    /// The filled cells.
    pub filled: u16,
    /// The pieces that are not on the board: as many as there are empty cells.
    pub remaining: u16,
}

/// Boards without a line that are worth the same, together with everything that can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// One of them.
    pub board: Board,
    /// How many they are.
    pub boards: u64,
}

/// For each line what its pieces have in common, as far as it matters, and the pieces used: eight bits a
/// line, then sixteen.
type State = u128;

/// What is counted: boards without a line, or boards whose lines have a cell in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Going,
    Ended,
}

/// A cell of the layer, in the order in which the cells are filled.
struct Step {
    cell: u32,
    /// The lines with pieces.
    open: Vec<Open>,
}

/// A line with pieces once the cell of a step is filled.
struct Open {
    line: usize,
    /// Whether the cell lies on the line, and whether it is its first with a piece.
    here: bool,
    first: bool,
    /// How many of its cells will be filled, and how many stay empty.
    to_fill: u32,
    stay_empty: u32,
}

impl Layer {
    /// Returns all classes of the layer.
    pub fn classes(self) -> Vec<Class> {
        self.fill(Count::Going)
    }

    /// Returns how many boards of the layer are the end of a game: they have lines, all through one cell,
    /// which may have been the last.
    pub fn ended(self) -> u64 {
        let boards = self.fill(Count::Ended).into_iter().filter(|class| class.board.planes().has_line());
        boards.map(|class| class.boards).sum()
    }

    fn fill(self, count: Count) -> Vec<Class> {
        assert_eq!(
            self.filled.count_ones() + self.remaining.count_ones(),
            CELLS,
            "cells and pieces of {self:?}"
        );
        let symmetry = StateSymmetry::new(piece_symmetries(), self.remaining);
        let mut states: FxHashMap<State, Class> = FxHashMap::default();
        states.insert(0, Class { board: Board::EMPTY, boards: 1 });
        for step in self.steps(count) {
            let mut next: FxHashMap<State, Class> = FxHashMap::default();
            next.reserve(states.len());
            for (state, class) in states {
                let used = (state >> 80) as u16;
                for piece in Elements(!used & !self.remaining) {
                    let Some(lanes) = self.extended(state, piece as u8, &step, count) else { continue };
                    let (state, k) = symmetry.canonical(used | 1 << piece, lanes);
                    let board = || symmetry.image(class.board.with(step.cell, piece as u8), k);
                    let more = || Class { board: board(), boards: 0 };
                    next.entry(state).or_insert_with(more).boards += class.boards;
                }
            }
            states = next;
        }
        states.into_values().collect()
    }

    /// Returns the lanes of all lines after `piece` on the cell of `step`, or `None` if the board is not
    /// counted then.
    fn extended(self, state: State, piece: u8, step: &Step, count: Count) -> Option<[Lanes; 10]> {
        let used = (state >> 80) as u16 | 1 << piece;
        let unused = !used & !self.remaining;
        let byte = |line: usize| (state >> (8 * line)) as u8;
        let mut next = [0; 10];
        let mut common_cells = u16::MAX;
        for open in &step.open {
            let mut lanes = byte(open.line);
            if open.here {
                lanes = if open.first { lanes_of(piece) } else { lanes & lanes_of(piece) };
            }
            if open.to_fill + open.stay_empty > 0 {
                lanes = self.relevant(lanes, unused, open);
            } else if lanes != 0 {
                if count == Count::Going {
                    return None;
                }
                // The line is complete; what its pieces share no longer matters.
                lanes = 1;
                common_cells &= LINES[open.line];
            }
            next[open.line] = lanes;
        }
        (common_cells != 0).then_some(next)
    }

    /// Returns the lanes of a line that can still make it complete.
    fn relevant(self, lanes: Lanes, unused: u16, open: &Open) -> Lanes {
        let enough = |lane: u32| {
            let pieces = PIECES_OF[lane as usize];
            let (now, later) = ((pieces & unused).count_ones(), (pieces & self.remaining).count_ones());
            now >= open.to_fill && later >= open.stay_empty
        };
        Elements(lanes.into()).filter(|&lane| enough(lane)).fold(0, |kept, lane| kept | 1 << lane)
    }

    /// Returns the cells of the layer in an order in which lines become full early.
    fn steps(self, count: Count) -> Vec<Step> {
        let lines = || {
            LINES
                .iter()
                .enumerate()
                .filter(move |(_, line)| count == Count::Going || *line & !self.filled == 0)
        };
        let mut order: Vec<u32> = Vec::new();
        let mut done: u16 = 0;
        while done != self.filled {
            // The cell whose lines have the fewest cells left; only full lines make boards fewer.
            let weight = |cell: &u32| -> u32 {
                let through = LINES.iter().filter(|&line| line >> cell & 1 == 1 && line & !self.filled == 0);
                through.map(|line| [1000, 100, 10, 1][(line & !done).count_ones() as usize - 1]).sum()
            };
            let next = Elements(self.filled & !done).max_by_key(weight).expect("a cell is left");
            done |= 1 << next;
            order.push(next);
        }
        let mut before: u16 = 0;
        let step = |&cell: &u32| {
            let after = before | 1 << cell;
            let open = lines().filter(|(_, line)| {
                let was_full = *line & !before == 0;
                *line & after != 0 && (count == Count::Ended || !was_full)
            });
            let open = open.map(|(number, line)| Open {
                line: number,
                here: line >> cell & 1 == 1,
                first: line & before == 0,
                to_fill: (line & self.filled & !after).count_ones(),
                stay_empty: (line & !self.filled).count_ones(),
            });
            let step = Step { cell, open: open.collect() };
            before = after;
            step
        };
        order.iter().map(step).collect()
    }
}

/// For each lane, the pieces that stand in it.
pub(crate) static PIECES_OF: [u16; 8] = pieces_of();

const fn pieces_of() -> [u16; 8] {
    let mut sets = [0; 8];
    let mut piece = 0;
    while piece < 16 {
        let mut lane = 0;
        while lane < 8 {
            if lanes_of(piece as u8) >> lane & 1 == 1 {
                sets[lane] |= 1 << piece;
            }
            lane += 1;
        }
        piece += 1;
    }
    sets
}

#[cfg(test)]
mod tests {
    use std::collections::hash_map::Entry;

    use super::*;
    use crate::search::Search;

    /// Calls `found` for every way to fill the cells of a layer.
    fn every_board(layer: Layer, board: Board, found: &mut impl FnMut(Board)) {
        let Some(cell) = Elements(layer.filled & !board.filled()).next() else { return found(board) };
        for piece in Elements(!layer.remaining & !board.used()) {
            every_board(layer, board.with(cell, piece as u8), found);
        }
    }

    /// Returns for each remaining piece where it completes lines, and what the board is worth afterwards.
    fn outcomes(board: Board, remaining: u16, search: &mut Search) -> Vec<(u16, i8)> {
        let placed = |piece: u32, search: &mut Search| {
            let wins = board.planes().wins(piece as u8);
            let cells = Elements(!board.filled() & !wins);
            (wins, cells.map(|cell| search.score(board.with(cell, piece as u8)).0).max().unwrap_or(i8::MIN))
        };
        let mut all: Vec<(u16, i8)> = Elements(remaining).map(|piece| placed(piece, search)).collect();
        // Classes are merged under symmetries, which exchange pieces.
        all.sort_unstable();
        all
    }

    #[test]
    fn classes_have_as_many_boards_as_the_layer() {
        // A row, a column and a diagonal that cross; two rows; and two lines that are not full.
        for (filled, used) in [(0x111f, 0x1a27), (0xf00f, 0x1b27), (0x8437, 0x3507)] {
            let layer = Layer { filled, remaining: !used };
            let (mut going, mut ended) = (0, 0);
            let full: Vec<u16> = LINES.into_iter().filter(|line| line & filled == *line).collect();
            every_board(layer, Board::EMPTY, &mut |board| {
                let lanes = |cell| lanes_of(board.piece(cell).expect("a filled cell"));
                let complete = full
                    .iter()
                    .filter(|line| Elements(**line).fold(0xff, |all, cell| all & lanes(cell)) != 0);
                match complete.copied().reduce(|all, line| all & line) {
                    None => going += 1,
                    Some(0) => {}
                    Some(_) => ended += 1,
                }
            });
            assert_eq!(layer.classes().iter().map(|class| class.boards).sum::<u64>(), going);
            assert_eq!(layer.ended(), ended);
        }
    }

    #[test]
    fn boards_of_a_class_are_worth_the_same() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut search = Search::new(16);
        for (filled, remaining) in [(0x7ebf, 0x8021), (0xfff0, 0x000f), (0xd7eb, 0x9009)] {
            let layer = Layer { filled, remaining };
            let symmetry = StateSymmetry::new(piece_symmetries(), remaining);
            let steps = layer.steps(Count::Going);
            let mut known = FxHashMap::default();
            let mut met_again = 0;
            for _ in 0..20_000 {
                let (mut state, mut board) = (0, Board::EMPTY);
                let going = steps.iter().all(|step| {
                    let unused: Vec<u32> = Elements(!remaining & !board.used()).collect();
                    let piece = random.choice(unused).expect("a piece for each cell") as u8;
                    let Some(lanes) = layer.extended(state, piece, step, Count::Going) else { return false };
                    let used = (state >> 80) as u16 | 1 << piece;
                    let (next, k) = symmetry.canonical(used, lanes);
                    board = symmetry.image(board.with(step.cell, piece), k);
                    state = next;
                    true
                });
                if going {
                    let worth = outcomes(board, remaining, &mut search);
                    match known.entry(state) {
                        Entry::Occupied(before) => {
                            met_again += 1;
                            assert_eq!(before.get(), &worth, "{board:?}");
                        }
                        Entry::Vacant(first) => drop(first.insert(worth)),
                    }
                }
            }
            assert!(met_again > 100, "{met_again}");
        }
    }
}
